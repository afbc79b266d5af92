package soap

import (
	"errors"
	"strconv"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// Split reads the whole of a message once, so that what follows may take it as well-formed, and says where
// its parts stand. It refuses what is not an Envelope of SOAP 1.1 or 1.2 holding at most a Header, then one
// Body, and nothing else; processing instructions; two elements with one id; two Security headers for one
// actor or for us. Errors are *wssec.FaultError.
func Split(envelope []byte, limits wssec.Limits) (*Envelope, error) {
	var s Splitter
	if err := s.Reset(envelope, limits); err != nil {
		return nil, err
	}
	for {
		kind, err := s.Next()
		if err != nil {
			return nil, err
		}
		if kind == xmltok.EOF {
			e := s.Envelope // without the rest of the Splitter
			return &e, nil
		}
	}
}

func bad(at, reason string) error { return wssec.Refuse(wssec.Client, at, reason) }

// Splitter does what Split does, one token after the other, for those who understand the tokens meanwhile.
// Zero is ready for Reset, and used again it keeps its memory. The rules are those of Split; with all of
// them kept, the last token is EOF.
//
// What stands in the Envelope is what has been read. Security is known from the Start of the Body on, To of an
// element from its End on.
type Splitter struct {
	Envelope
	Tokens xmltok.Tokenizer // to be asked about the current token, not to be moved on

	most    int     // ids
	limit   int     // nodes of the Header
	nodes   int     // those that it may still have
	named   []named // open elements that have an id
	in      *Element
	head    Element      // the Header
	blocks  xmltok.Scope // around each of its blocks
	outside int          // ids that do not stand in the Body
	above   int          // levels of the envelope that Tokens does not see: see ReadBody

	ours    int             // the Security header for us in Headers, counted from one
	secured bool            // there was a Security header,
	role    string          // the first one's role,
	roles   map[string]bool // those of all, where there are more
	twice   bool            // two were for one actor

	children int    // of the Body
	local    string // name of the first, the same string for the same name
	beside   bool   // text stands in the Body beside them, or a comment
}

type named struct{ index, depth int }

// The depths of an envelope.
const (
	atEnvelope = 1
	AtPart     = 2 // Header, Body
	AtChild    = 3 // a header block, the content of the Body
)

// Reset starts a message.
func (s *Splitter) Reset(envelope []byte, limits wssec.Limits) error {
	s.Octets, s.Version, s.Headers = envelope, 0, s.Headers[:0]
	s.Body, s.Content, s.Security = Element{Scope: s.Body.Scope}, Content{Element: Element{Scope: s.Content.Scope}}, nil
	s.Envelope.limits = xmltok.Limits{Depth: limits.Depth, Attributes: limits.Attributes, Name: limits.Name}
	s.ids.reset()
	s.limit, s.nodes = limits.Nodes, limits.Nodes
	s.most, s.named, s.in, s.head = limits.IDs, s.named[:0], nil, Element{Scope: s.head.Scope}
	s.above, s.ours, s.secured, s.roles, s.twice, s.children, s.beside = 0, 0, false, nil, false, 0, false
	s.Tokens.Limits = s.Envelope.limits
	if err := limits.CheckLength(len(envelope)); err != nil {
		s.Tokens.Reset(nil)
		return &wssec.FaultError{Code: wssec.Client, At: "Envelope", Err: err}
	}
	s.Tokens.Reset(envelope)
	return nil
}

// ReadBody starts another Body in the place of the one that was read, given with the scope around it: what
// follows is read as if it stood there, up to EOF. The header, and its ids, stay.
func (s *Splitter) ReadBody(body []byte, scope xmltok.Scope) {
	s.ids.cut(s.outside)
	s.named = s.named[:0]
	s.above, s.children, s.beside = atEnvelope, 0, false
	s.Tokens.Limits.Depth = s.Envelope.limits.Depth - s.above
	s.Tokens.ResetFragment(body, scope)
	s.Octets, s.Body, s.Content = body, Element{Scope: s.Body.Scope}, Content{Element: Element{Scope: s.Content.Scope}}
}

// SkipTo is that of Tokens, and the End is noted.
func (s *Splitter) SkipTo(end int) {
	s.Tokens.SkipTo(end)
	s.end()
}

// Depth is how many elements are open, that of a Start or an End included.
func (s *Splitter) Depth() int { return s.Tokens.Depth() + s.above }

// InBody reports whether the current token is of the Body, its Start and End included.
func (s *Splitter) InBody() bool { return s.in == &s.Body }

// Next reads the next token.
func (s *Splitter) Next() (xmltok.Kind, error) {
	kind, err := s.Tokens.Next()
	if err != nil {
		return kind, &wssec.FaultError{Code: wssec.Client, At: "Envelope", Err: err}
	}
	switch kind {
	case xmltok.EOF:
		err = s.finish()
	case xmltok.Start:
		err = s.start()
	case xmltok.End:
		s.end()
	case xmltok.Text, xmltok.CDATA:
		err = s.text()
	case xmltok.Comment:
		s.beside = s.beside || s.Depth() == AtPart && s.InBody()
	case xmltok.PI:
		err = bad("Envelope", "a processing instruction, <?"+string(s.Tokens.Target())+"?>: SOAP allows none")
	}
	if s.in == &s.head && err == nil {
		err = s.count()
	}
	return kind, err
}

// count takes the nodes of the current token off those that the Header may have.
func (s *Splitter) count() error {
	if s.nodes -= s.Tokens.Nodes(); s.nodes >= 0 {
		return nil
	}
	return &wssec.FaultError{Code: wssec.Client, At: "Header", Err: ManyNodes("the Header", s.limit)}
}

// ManyNodes is the error for an element that holds more nodes than Limits.Nodes.
func ManyNodes(what string, limit int) error {
	return errors.New(what + " holds more than " + strconv.Itoa(limit) +
		" nodes (elements, attributes, declarations, texts, comments): send less, or raise Limits.Nodes")
}

func (s *Splitter) finish() error {
	if s.Body.To == 0 {
		return bad("Envelope", "there is no Body")
	}
	if s.twice {
		return wssec.Refuse(wssec.InvalidSecurity, "Header/Security", "two Security headers for one actor")
	}
	return nil
}

func (s *Splitter) start() error {
	if len(s.Tokens.Attrs()) > 0 {
		if err := s.identify(); err != nil {
			return err
		}
	}
	switch s.Depth() {
	case atEnvelope:
		return s.envelope()
	case AtPart:
		return s.part()
	case AtChild:
		if s.in == &s.head {
			return s.block()
		}
		s.content()
	}
	return nil
}

// identify notes the ids of the current Start.
func (s *Splitter) identify() error {
	element := s.Tokens.Name().Space
	attrs := s.Tokens.Attrs()
	for i := range attrs {
		a := &attrs[i]
		if len(a.Local) != len("Id") || !identifies(element, a.Space, string(a.Local)) {
			continue
		}
		id := a.Value()
		if s.ids.find(id) >= 0 {
			return wssec.Refuse(wssec.InvalidSecurity, "Envelope", "two elements have the id "+strconv.Quote(string(id)))
		}
		if len(s.ids.list) >= s.most {
			return bad("Envelope", "more than "+strconv.Itoa(s.most)+" elements have an id: use fewer, or raise Limits.IDs")
		}
		from, _ := s.Tokens.Span()
		s.named = append(s.named, named{len(s.ids.list), s.Depth()})
		s.ids.add(identified{id: id, from: from})
	}
	return nil
}

func (s *Splitter) end() {
	depth := s.Depth()
	_, to := s.Tokens.Span()
	for n := len(s.named); n > 0 && s.named[n-1].depth == depth; n-- {
		s.ids.list[s.named[n-1].index].to = to
		s.named = s.named[:n-1]
	}
	switch {
	case depth == AtPart:
		s.endPart(to)
	case depth == AtChild && s.in == &s.head:
		s.Headers[len(s.Headers)-1].To = to
	case depth == AtChild && s.children == 1:
		s.Content.To = to
	}
}
