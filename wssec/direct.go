package wssec

// Direct is an Engine that need not copy payloads, nor read them twice.
type Direct interface {
	Engine

	// SealWith is Seal with the payload that write appends to what it is given. The payload must be what
	// Seal takes and in exclusive canonical form, whatever stands around it: write vouches for that.
	SealWith(dst []byte, write func(dst []byte) []byte) ([]byte, error)

	// ReplyWith is Reply with the payload that write appends.
	ReplyWith(dst []byte, request *Message, write func(dst []byte) []byte) ([]byte, error)

	// OpenWith is Open for who can read the payload while the message is checked. Where the Body begins with
	// an element, read is called with all octets from that element's start tag on, in the message or in what
	// was decrypted: once, or not at all.
	//
	// It gives the number of octets that the element takes, if these are, behind the start tag, all in
	// canonical form and well-formed, with elements and plain text only; declare no namespace, and use none
	// but those that the start tag itself declares; have no ids, at most MaxVouched.Depth levels below the
	// start tag, and names and numbers of attributes within MaxVouched; and if what follows is an end tag.
	// Else it gives 0. The engine does not look at what read has vouched for in this way.
	//
	// What read made of the octets counts only where OpenWith gives a message, and that has no Body: a
	// message with a Body was read in the ordinary way.
	OpenWith(envelope []byte, read func(element []byte) int) (*Message, error)
}

// MaxVouched is what read of Direct.OpenWith may vouch for at the most. Under smaller limits it is not asked.
var MaxVouched = Limits{Depth: 8, Attributes: 16, Name: 64}
