package wssec

import (
	"crypto/x509"
	"time"
)

// Facts are what an engine found out about a message. They say what is so, Config.Check whether that is
// enough. A part stands in Signed or Encrypted only where the very node at the part's place in the
// envelope is covered; PartAddressing where every WS-Addressing header is, also where there is none.
type Facts struct {
	Version           Version
	Login             *Login
	Created, Expires  time.Time // of the Timestamp; zero where absent
	Signed, Encrypted []Part
	Signer            *x509.Certificate
	References        []Reference    // what the signature covers, in its order
	Confirmations     []Confirmation // where the policy asks for some
	Request           *Request       // for a Recipient whose answer refers to it, the message; for an Exchange, while it is judged, what it answers
	Used              Algorithms     // zero where not used; of several digests the weakest use is refused before it gets here
}

// Reference is one verified Reference of a signature.
type Reference struct {
	URI     string
	Element string    // path of the covered element from the envelope, by local names
	Digest  Algorithm // as the message named it
}

// Confirmation is a SignatureConfirmation (SOAP Message Security 1.1.1 section 8.5).
type Confirmation struct {
	Value  []byte // of the request's signature; nil where the attribute is missing, which says that there was none
	Signed bool
}
