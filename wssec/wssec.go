// Package wssec secures SOAP messages with WS-Security, and opens secured ones.
//
// Make an engine from a Config (seismark/wssec/dom or seismark/wssec/stream), then call Engine.Seal for
// what goes out and Engine.Open for what comes in.
//
// Where answers refer to their requests, the side that asks makes each call with what Exchange gives.
//
// A Policy says what a message must carry; a Suite names the algorithms. Engines report Facts about a
// message, and Config.Check alone judges them. What Open returns is what was verified: the octets of the
// Body that were digested, never a second reading of the message.
//
// Refused, always: DOCTYPE, ill-formed XML, undeclared prefixes, duplicate ids, several Security headers
// for one actor, external references, transforms that cut content, keys that a message brings by itself.
//
// Left to the caller: who of those that Config.Trust trusts has signed (Facts.Signer; Config.Peer is only encrypted
// to); which request an answer answers, unless Protection.Confirm asks for it and Exchange opens it: also a request
// that is sent back opens as an answer where its signer is trusted; and whether a message came before: engines
// remember none.
//
// Specifications: OASIS SOAP Message Security 1.0 and 1.1.1, UsernameToken and X.509 Token Profiles 1.0 and
// 1.1.1; W3C XML Signature 1.1, XML Encryption 1.1, Exclusive and Canonical XML 1.0; WS-I Basic Security
// Profile 1.1.
package wssec

// Engine seals and opens messages under one Config. It is safe for concurrent use.
type Engine interface {
	// Seal appends to dst an envelope whose Body holds the payload, secured as the policy asks of the
	// role's own messages. The payload is the well-formed content of a Body, with its own namespaces.
	Seal(dst, payload []byte) ([]byte, error)
	// Reply is Seal for an answer: in the request's SOAP version and, where the policy encrypts,
	// encrypted to the request's signer.
	Reply(dst, payload []byte, request *Message) ([]byte, error)
	// Open verifies and decrypts an envelope of the other role. All or nothing: with an error there is
	// no message. Failures are *FaultError.
	Open(envelope []byte) (*Message, error)
}

// Message is what Open verified.
type Message struct {
	// Body is the whole Body element in exclusive canonical form: where the policy signs the Body, the
	// very octets that were digested. It is a document of its own, and may be in the memory of the
	// envelope, which then must not change.
	Body []byte
	Facts
}

// Version is the version of SOAP of an envelope.
type Version uint8

const (
	SOAP11 Version = iota + 1
	SOAP12
)

// Namespace is the URI of the version's envelope.
func (v Version) Namespace() string {
	if v == SOAP12 {
		return "http://www.w3.org/2003/05/soap-envelope"
	}
	return "http://schemas.xmlsoap.org/soap/envelope/"
}

// Role is the side of a call.
type Role uint8

const (
	Initiator Role = iota // sends requests, opens answers
	Recipient             // opens requests, sends answers
)
