package soap

import (
	"errors"

	"seismark/wssec"
)

// Fault is a SOAP fault of either version.
type Fault struct {
	Code   wssec.FaultCode // empty where a parsed fault has a code that is not one of wssec's
	Name   string          // the code as it was sent, {namespace}local, or prefix:local where nobody declares the prefix; of several the innermost. Not written
	Reason string
	Actor  string // the node that failed; Role in SOAP 1.2
}

// FromError makes what the outside may know of an error: its code and the code's fixed sentence. An error
// that is no *wssec.FaultError is a failure of ours.
func FromError(err error) Fault {
	code := wssec.Server
	if fault := (*wssec.FaultError)(nil); errors.As(err, &fault) && fault.Code.Sentence() != "" {
		code = fault.Code
	}
	return Fault{Code: code, Reason: code.Sentence()}
}

// ofSOAP reports whether a code is in the envelope's namespace, not in that of WS-Security.
func ofSOAP(c wssec.FaultCode) bool {
	switch c {
	case wssec.VersionMismatch, wssec.MustUnderstand, wssec.Client, wssec.Server:
		return true
	}
	return false
}

// AppendFault appends the fault as the payload of a Body. Name is not written.
func AppendFault(dst []byte, v wssec.Version, f Fault) []byte {
	if f.Code == "" {
		f.Code = wssec.Server
	}
	if v == wssec.SOAP12 {
		return appendFault12(dst, f)
	}
	dst = append(dst, `<soap:Fault xmlns:soap="`+wssec.SOAP11.Namespace()+`">`...)
	if ofSOAP(f.Code) {
		dst = append(dst, `<faultcode>soap:`+string(f.Code)...)
	} else {
		dst = append(dst, `<faultcode xmlns:wsse="`+WSSE+`">wsse:`+string(f.Code)...)
	}
	dst = append(dst, `</faultcode><faultstring>`...)
	dst = appendText(dst, f.Reason)
	dst = append(dst, `</faultstring>`...)
	if f.Actor != "" {
		dst = append(dst, `<faultactor>`...)
		dst = appendText(dst, f.Actor)
		dst = append(dst, `</faultactor>`...)
	}
	return append(dst, `</soap:Fault>`...)
}

func appendFault12(dst []byte, f Fault) []byte {
	dst = append(dst, `<soap:Fault xmlns:soap="`+wssec.SOAP12.Namespace()+`"><soap:Code><soap:Value>soap:`...)
	switch f.Code {
	case wssec.VersionMismatch, wssec.MustUnderstand:
		dst = append(dst, string(f.Code)+`</soap:Value>`...)
	case wssec.Server:
		dst = append(dst, `Receiver</soap:Value>`...)
	case wssec.Client:
		dst = append(dst, `Sender</soap:Value>`...)
	default:
		dst = append(dst, `Sender</soap:Value><soap:Subcode><soap:Value xmlns:wsse="`+WSSE+`">wsse:`+
			string(f.Code)+`</soap:Value></soap:Subcode>`...)
	}
	dst = append(dst, `</soap:Code><soap:Reason><soap:Text xml:lang="en">`...)
	dst = appendText(dst, f.Reason)
	dst = append(dst, `</soap:Text></soap:Reason>`...)
	if f.Actor != "" {
		dst = append(dst, `<soap:Role>`...)
		dst = appendText(dst, f.Actor)
		dst = append(dst, `</soap:Role>`...)
	}
	return append(dst, `</soap:Fault>`...)
}
