package soap

import (
	"bytes"
	"strconv"
	"strings"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// Split reads the whole of a message once, so that what follows may take it as well-formed, and says where
// its parts stand. It refuses what is not an Envelope of SOAP 1.1 or 1.2 holding at most a Header, then one
// Body, and nothing else; processing instructions; two elements with one id; two Security headers for one
// actor or for us. Errors are *wssec.FaultError.
func Split(envelope []byte, limits wssec.Limits) (*Envelope, error) {
	if len(envelope) > limits.Bytes {
		return nil, bad("Envelope", "the message has "+strconv.Itoa(len(envelope))+" bytes, Limits.Bytes is "+strconv.Itoa(limits.Bytes))
	}
	s := splitter{limit: limits.IDs, env: &Envelope{Octets: envelope, limits: xmltok.Limits{
		Depth: limits.Depth, Attributes: limits.Attributes, Name: limits.Name,
	}}}
	s.t.Limits = s.env.limits
	s.t.Reset(envelope)
	if err := s.read(); err != nil {
		return nil, err
	}
	if s.env.Body.To == 0 {
		return nil, bad("Envelope", "there is no Body")
	}
	if err := s.security(); err != nil {
		return nil, err
	}
	return s.env, nil
}

func bad(at, reason string) error { return wssec.Refuse(wssec.Client, at, reason) }

// splitter is the state of Split.
type splitter struct {
	t     xmltok.Tokenizer
	env   *Envelope
	limit int      // of ids
	named []named  // open elements that have an id
	in    *Element // the open child of Envelope: Body or head
	head  Element  // the Header

	children int  // of the Body
	beside   bool // text stands in the Body beside them, or a comment
}

type named struct {
	id    string
	depth int
}

// The depths of an envelope.
const (
	atEnvelope = 1
	atPart     = 2 // Header, Body
	atChild    = 3 // a header block, the content of the Body
)

func (s *splitter) read() error {
	for {
		kind, err := s.t.Next()
		if err != nil {
			return &wssec.FaultError{Code: wssec.Client, At: "Envelope", Err: err}
		}
		switch kind {
		case xmltok.EOF:
			return nil
		case xmltok.Start:
			err = s.start()
		case xmltok.End:
			s.end()
		case xmltok.Text, xmltok.CDATA:
			err = s.text()
		case xmltok.Comment:
			s.beside = s.beside || s.t.Depth() == atPart && s.in == &s.env.Body
		case xmltok.PI:
			return bad("Envelope", "a processing instruction, <?"+string(s.t.Target())+"?>: SOAP allows none")
		}
		if err != nil {
			return err
		}
	}
}

func (s *splitter) start() error {
	if len(s.t.Attrs()) > 0 {
		if err := s.identify(); err != nil {
			return err
		}
	}
	switch s.t.Depth() {
	case atEnvelope:
		return s.envelope()
	case atPart:
		return s.part()
	case atChild:
		if s.in == &s.head {
			return s.block()
		}
		s.content()
	}
	return nil
}

func (s *splitter) envelope() error {
	n := s.t.Name()
	for _, v := range []wssec.Version{wssec.SOAP11, wssec.SOAP12} {
		if n.Is(v.Namespace(), "Envelope") {
			s.env.Version = v
			return nil
		}
	}
	if string(n.Local) == "Envelope" {
		return wssec.Refuse(wssec.VersionMismatch, "Envelope", "its namespace is "+strconv.Quote(n.Space)+", which is none of SOAP 1.1 or 1.2")
	}
	return bad("Envelope", "the document is a <"+string(n.Local)+">, not a SOAP Envelope")
}

func (s *splitter) part() error {
	n, soap := s.t.Name(), s.env.Version.Namespace()
	switch {
	case n.Is(soap, "Header") && s.head.To == 0 && s.env.Body.To == 0:
		s.in = &s.head
	case n.Is(soap, "Body") && s.env.Body.To == 0:
		s.in = &s.env.Body
	default:
		return bad("Envelope/"+string(n.Local), "an Envelope holds at most one Header, then one Body of its own namespace, and nothing else")
	}
	s.open(s.in)
	return nil
}

// open notes where the current Start begins. To marks that it was seen until end sets it.
func (s *splitter) open(el *Element) {
	el.From, el.To = s.t.Span()
	el.Scope = s.t.Outer()
}

func (s *splitter) block() error {
	n := s.t.Name()
	b := Block{Space: n.Space, Local: string(n.Local)}
	s.open(&b.Element)
	soap, role := s.env.Version.Namespace(), "actor"
	if s.env.Version == wssec.SOAP12 {
		role = "role"
	}
	if a := s.t.Attr(soap, role); a != nil {
		b.Role = strings.Trim(string(a.Value()), " \t\r\n")
	}
	b.ForUs = ours(b.Role, s.env.Version)
	if a := s.t.Attr(soap, "mustUnderstand"); a != nil {
		switch strings.Trim(string(a.Value()), " \t\r\n") {
		case "1", "true":
			b.MustUnderstand = true
		case "0", "false":
		default:
			return bad("Header/"+b.Local, "mustUnderstand is "+strconv.Quote(string(a.Value()))+", not 0 or 1")
		}
	}
	s.env.Headers = append(s.env.Headers, b)
	return nil
}

func ours(role string, v wssec.Version) bool {
	switch role {
	case "":
		return true
	case next11:
		return v == wssec.SOAP11
	case next12, ultimate:
		return v == wssec.SOAP12
	}
	return false
}

func (s *splitter) content() {
	if s.children++; s.children > 1 {
		return
	}
	n, c := s.t.Name(), &s.env.Content
	c.Space, c.Local = n.Space, string(n.Local)
	s.open(&c.Element)
}

// identify notes the ids of the current Start.
func (s *splitter) identify() error {
	element := s.t.Name().Space
	for i := range s.t.Attrs() {
		a := &s.t.Attrs()[i]
		if l := string(a.Local); l != "Id" && l != "id" || !identifies(element, a.Space, l) {
			continue
		}
		id := string(a.Value())
		if _, twice := s.env.ids[id]; twice {
			return wssec.Refuse(wssec.InvalidSecurity, "Envelope", "two elements have the id "+strconv.Quote(id))
		}
		if len(s.env.ids) >= s.limit {
			return bad("Envelope", "more than "+strconv.Itoa(s.limit)+" elements have an id: use fewer, or raise Limits.IDs")
		}
		if s.env.ids == nil {
			s.env.ids = map[string]Element{}
		}
		from, to := s.t.Span()
		s.env.ids[id] = Element{From: from, To: to}
		s.named = append(s.named, named{id, s.t.Depth()})
	}
	return nil
}

func (s *splitter) end() {
	depth := s.t.Depth()
	_, to := s.t.Span()
	for n := len(s.named); n > 0 && s.named[n-1].depth == depth; n-- {
		el := s.env.ids[s.named[n-1].id]
		el.To = to
		s.env.ids[s.named[n-1].id] = el
		s.named = s.named[:n-1]
	}
	switch {
	case depth == atPart:
		s.in.To = to
		if s.in == &s.env.Body {
			s.env.Content.Alone = s.children == 1 && !s.beside
		}
		s.in = nil
	case depth == atChild && s.in == &s.head:
		s.env.Headers[len(s.env.Headers)-1].To = to
	case depth == atChild && s.children == 1:
		s.env.Content.To = to
	}
}

// text refuses text where SOAP has none.
func (s *splitter) text() error {
	if s.t.Depth() > atPart || len(bytes.Trim(s.t.Content(), " \t\r\n")) == 0 {
		return nil
	}
	if s.in == &s.env.Body {
		s.beside = true
		return nil
	}
	return bad("Envelope", "text between the headers or outside of the Body")
}

// security finds the WS-Security header that is for us (SOAP Message Security 1.1 section 5).
func (s *splitter) security() error {
	roles := map[string]bool{}
	for i := range s.env.Headers {
		b := &s.env.Headers[i]
		if b.Space != WSSE || b.Local != "Security" {
			continue
		}
		if roles[b.Role] || b.ForUs && s.env.Security != nil {
			return wssec.Refuse(wssec.InvalidSecurity, "Header/Security", "two Security headers for one actor")
		}
		roles[b.Role] = true
		if b.ForUs {
			s.env.Security = b
		}
	}
	return nil
}
