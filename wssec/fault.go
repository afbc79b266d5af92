package wssec

import "errors"

// FaultCode is the kind of a failure: the OASIS codes (SOAP Message Security 1.1 section 12), and those of
// SOAP itself that an engine can meet. As an error it is the kind alone: errors.Is(err, wssec.FailedCheck).
type FaultCode string

const (
	UnsupportedSecurityToken FaultCode = "UnsupportedSecurityToken"
	UnsupportedAlgorithm     FaultCode = "UnsupportedAlgorithm"
	InvalidSecurity          FaultCode = "InvalidSecurity"
	InvalidSecurityToken     FaultCode = "InvalidSecurityToken"
	FailedAuthentication     FaultCode = "FailedAuthentication"
	FailedCheck              FaultCode = "FailedCheck"
	SecurityTokenUnavailable FaultCode = "SecurityTokenUnavailable"
	MessageExpired           FaultCode = "MessageExpired"

	VersionMismatch FaultCode = "VersionMismatch" // SOAP: not an envelope of 1.1 or 1.2
	MustUnderstand  FaultCode = "MustUnderstand"  // SOAP: a header for us that is not understood
	Client          FaultCode = "Client"          // SOAP: a message that is not well formed, or not a SOAP message
	Server          FaultCode = "Server"          // SOAP: a failure of ours
)

// sentences are what the outside is told: one fixed text a code, so that no detail of a failure leaves.
var sentences = map[FaultCode]string{
	UnsupportedSecurityToken: "An unsupported token was provided",
	UnsupportedAlgorithm:     "An unsupported signature or encryption algorithm was used",
	InvalidSecurity:          "An error was discovered processing the <wsse:Security> header",
	InvalidSecurityToken:     "An invalid security token was provided",
	FailedAuthentication:     "The security token could not be authenticated or authorized",
	FailedCheck:              "The signature or decryption was invalid",
	SecurityTokenUnavailable: "Referenced security token could not be retrieved",
	MessageExpired:           "The message has expired",
	VersionMismatch:          "The envelope is not of SOAP 1.1 or 1.2",
	MustUnderstand:           "A mandatory header was not understood",
	Client:                   "The message is not a well-formed SOAP message",
	Server:                   "The message could not be processed",
}

// Sentence is the fixed text of the code, the only one that may leave the process.
func (c FaultCode) Sentence() string { return sentences[c] }

func (c FaultCode) Error() string { return "wssec: " + string(c) }

// FaultError is why a message was refused. Its text is for the log; the other side is told Code and its
// Sentence, nothing else.
type FaultError struct {
	Code FaultCode
	At   string // the element or part, such as "Signature/SignedInfo/Reference #Body"
	Err  error  // the reason
}

// Refuse makes a FaultError from a code, a place and a reason.
func Refuse(code FaultCode, at, reason string) error {
	return &FaultError{Code: code, At: at, Err: errors.New(reason)}
}

// RefuseAlgorithm refuses an algorithm that is permitted, but that no engine has.
func RefuseAlgorithm(a Algorithm, at string) error {
	return Refuse(UnsupportedAlgorithm, at, string(a)+" is not one that the engines have")
}

func (e *FaultError) Error() string {
	text := "wssec: " + string(e.Code)
	if e.At != "" {
		text += " at " + e.At
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func (e *FaultError) Unwrap() error { return e.Err }

// Is reports whether target is the error's code.
func (e *FaultError) Is(target error) bool {
	code, ok := target.(FaultCode)
	return ok && code == e.Code
}

// AlgorithmError is the reason where a message names an algorithm that is not taken.
type AlgorithmError struct {
	Algorithm Algorithm
	Suite     Suite // of the policy
}

func (e *AlgorithmError) Error() string {
	text := string(e.Algorithm) + " is not of the suite " + e.Suite.String() + ", nor in Config.Accept"
	if e.Suite == SuiteNone {
		text += ": the policy asks for neither signature nor encryption"
	}
	return text
}

// DigestError is the reason where a Reference does not have the digest that was signed.
type DigestError struct {
	URI       string
	Canonical []byte // the octets that were digested
	Want, Got []byte // the digest of the message, and of the octets
}

func (e *DigestError) Error() string {
	return "the digest of " + e.URI + " differs from the signed one"
}
