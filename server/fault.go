package server

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/soap"
)

// queryError is a good message whose query is not.
type queryError struct {
	err    error
	secret bool // the message came encrypted
}

func (e *queryError) Error() string { return e.err.Error() }
func (e *queryError) Unwrap() error { return e.err }

// ownError is a failure of ours.
type ownError struct{ err error }

func (e *ownError) Error() string { return e.err.Error() }

// refuse gives the fault for an error, and tells the log why.
func (s *Server) refuse(m incoming, e *Endpoint, v wssec.Version, err error) reply {
	f, status := outward(err, v)
	s.refusals.tell(
		slog.String("policy", e.Policy.Name),
		slog.String("from", m.from()),
		slog.Int("status", status),
		slog.String("code", string(f.Code)),
		slog.String("why", reason(err)))
	return reply{status, contentType(v), appendFault(nil, v, f)}
}

// outward is what the other side gets to know of an error.
func outward(err error, v wssec.Version) (soap.Fault, int) {
	var (
		early *httpError
		query *queryError
	)
	switch {
	case errors.As(err, &early):
		return soap.Fault{Code: wssec.Client, Reason: early.text}, early.status
	case errors.As(err, &query):
		return soap.Fault{Code: wssec.Client, Reason: query.outward()}, faultStatus(wssec.Client, v)
	}
	f := soap.FromError(err)
	return f, faultStatus(f.Code, v)
}

// faultStatus is the status that goes with a fault: always 500 in SOAP 1.1 (section 6.2); in SOAP 1.2 400
// where the sender is at fault (part 2, section 7.5.2.2).
func faultStatus(code wssec.FaultCode, v wssec.Version) int {
	switch {
	case v != wssec.SOAP12:
		return http.StatusInternalServerError
	case code == wssec.Server, code == wssec.VersionMismatch, code == wssec.MustUnderstand:
		return http.StatusInternalServerError
	}
	return http.StatusBadRequest
}

// outward names what is wrong with a query. A fault goes out in the clear, so it repeats nothing of a query
// that came encrypted: it names the element, but not the value.
func (e *queryError) outward() string {
	if value := (*seismic.ValueError)(nil); e.secret && errors.As(e.err, &value) {
		return "The value of " + value.Element + " is not valid"
	} else if e.secret {
		return "The query does not follow the contract"
	}
	return bounded("The query does not follow the contract: " + strings.TrimPrefix(e.err.Error(), "seismic: "))
}

// reason is an error for the log, without the values of a query.
func reason(err error) string {
	if value := (*seismic.ValueError)(nil); errors.As(err, &value) {
		return "the value of " + value.Element + ": " + value.Err.Error()
	}
	return bounded(forOperator(err.Error()))
}

// bounded cuts a text that a message has a part in.
func bounded(s string) string {
	const most = 400
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// versionOf is the version of SOAP of a message that was refused; where it has none, that of its content
// type.
func versionOf(message []byte, otherwise wssec.Version) wssec.Version {
	c := wssec.Config{}
	if envelope, err := soap.Split(message, c.Bounds()); err == nil {
		return envelope.Version
	}
	return otherwise
}

// appendFault appends a whole message. It is not secured: whoever is refused may not share any key with us.
func appendFault(dst []byte, v wssec.Version, f soap.Fault) []byte {
	dst = append(dst, `<soap:Envelope xmlns:soap="`+v.Namespace()+`"><soap:Body>`...)
	dst = soap.AppendFault(dst, v, f)
	return append(dst, `</soap:Body></soap:Envelope>`...)
}
