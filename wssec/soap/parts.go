package soap

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"seismark/wssec"
)

const blanks = " \t\r\n"

// envelope takes the root.
func (s *Splitter) envelope() error {
	n := s.Tokens.Name()
	for _, v := range [...]wssec.Version{wssec.SOAP11, wssec.SOAP12} {
		if n.Is(v.Namespace(), "Envelope") {
			s.Version = v
			return nil
		}
	}
	if string(n.Local) == "Envelope" {
		return wssec.Refuse(wssec.VersionMismatch, "Envelope", "its namespace is "+strconv.Quote(n.Space)+", which is none of SOAP 1.1 or 1.2")
	}
	return bad("Envelope", "the document is a <"+string(n.Local)+">, not a SOAP Envelope")
}

// part takes the Start of Header or Body.
func (s *Splitter) part() error {
	n, soap := s.Tokens.Name(), s.Version.Namespace()
	switch {
	case n.Is(soap, "Header") && s.head.To == 0 && s.Body.To == 0:
		s.in = &s.head
	case n.Is(soap, "Body") && s.Body.To == 0:
		s.in = &s.Body
		from, _ := s.Tokens.Span()
		s.outside = s.ids.before(from)
		if s.ours > 0 {
			s.Security = &s.Headers[s.ours-1]
		}
	default:
		return bad("Envelope/"+string(n.Local), "an Envelope holds at most one Header, then one Body of its own namespace, and nothing else")
	}
	s.open(s.in)
	return nil
}

// open notes where the current Start begins. To marks that it was seen until end sets it.
func (s *Splitter) open(el *Element) {
	el.From, el.To = s.Tokens.Span()
	s.Tokens.OuterInto(&el.Scope)
}

// endPart takes the End of Header or Body.
func (s *Splitter) endPart(to int) {
	s.in.To = to
	if s.InBody() {
		s.Content.Alone = s.children == 1 && !s.beside
	}
	s.in = nil
}

const security = "Security"

// block takes the Start of a header block.
func (s *Splitter) block() error {
	s.Headers = slices.Grow(s.Headers, 1)[:len(s.Headers)+1]
	b := &s.Headers[len(s.Headers)-1]
	*b = Block{}
	b.From, b.To = s.Tokens.Span()
	if len(s.Headers) == 1 {
		s.Tokens.OuterInto(&s.blocks)
	}
	b.Scope = s.blocks
	n := s.Tokens.Name()
	if b.Space = n.Space; n.Is(WSSE, security) {
		b.Local = security
	} else {
		b.Local = string(n.Local)
	}
	soap, role := s.Version.Namespace(), "actor"
	if s.Version == wssec.SOAP12 {
		role = "role"
	}
	if a := s.Tokens.Attr(soap, role); a != nil {
		b.Role = strings.Trim(string(a.Value()), blanks)
	}
	b.ForUs = ours(b.Role, s.Version)
	if a := s.Tokens.Attr(soap, "mustUnderstand"); a != nil {
		switch string(bytes.Trim(a.Value(), blanks)) {
		case "1", "true":
			b.MustUnderstand = true
		case "0", "false":
		default:
			return bad("Header/"+b.Local, "mustUnderstand is "+strconv.Quote(string(a.Value()))+", not 0 or 1")
		}
	}
	if b.Space == WSSE && b.Local == security {
		s.secures(b)
	}
	return nil
}

// secures finds the WS-Security header that is for us (SOAP Message Security 1.1 section 5).
func (s *Splitter) secures(b *Block) {
	switch {
	case !s.secured:
		s.secured, s.role = true, b.Role
	case s.roles == nil:
		s.roles = map[string]bool{s.role: true}
		fallthrough
	default:
		s.twice = s.twice || s.roles[b.Role] || b.ForUs && s.ours > 0
		s.roles[b.Role] = true
	}
	if b.ForUs {
		s.ours = len(s.Headers)
	}
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

// content takes the Start of a child of the Body.
func (s *Splitter) content() {
	if s.children++; s.children > 1 {
		return
	}
	n := s.Tokens.Name()
	if s.local != string(n.Local) {
		s.local = string(n.Local)
	}
	s.Content.Space, s.Content.Local = n.Space, s.local
	s.open(&s.Content.Element)
}

// text refuses text where SOAP has none.
func (s *Splitter) text() error {
	if s.Depth() > AtPart || len(bytes.Trim(s.Tokens.Content(), blanks)) == 0 {
		return nil
	}
	if s.InBody() {
		s.beside = true
		return nil
	}
	return bad("Envelope", "text between the headers or outside of the Body")
}
