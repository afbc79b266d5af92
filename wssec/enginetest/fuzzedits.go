package enginetest

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"seismark/wssec"
)

// FuzzEdits opens good messages that were edited piece by piece and then, where that was wanted and can be done,
// encrypted and signed anew: so that what is odd is reached behind signatures and digests. All engines must say
// the same. The seeds are single edits of every kind at every third place.
func FuzzEdits(f *testing.F, engines ...Named) {
	cases := editCases(f, engines)
	for i := range cases {
		f.Add(byte(i), byte(0), []byte{})
		for at := 0; at < len(cases[i].pieces); at += 3 {
			for op := range byte(editKinds) {
				f.Add(byte(i), byte(3), []byte{op, byte(at), byte(at * 7), byte(at * 3)})
			}
		}
	}
	f.Fuzz(func(t *testing.T, which, anew byte, ops []byte) {
		c := &cases[int(which)%len(cases)]
		if len(ops) > 32 {
			return
		}
		message := c.edited(ops, anew)
		var first *wssec.Message
		var refusal error
		for i, e := range c.engines {
			m, err := e.Open(bytes.Clone(message))
			sound(t, engines[i].Name, message, m, err)
			if d, ok := e.(wssec.Direct); ok {
				sameWith(t, d, message, m, err)
			}
			if i == 0 {
				first, refusal = m, err
				continue
			}
			Agree(t, engines[0].Name, first, refusal, engines[i].Name, m, err)
		}
	})
}

// sameWith opens a message with an honest reader.
func sameWith(t *testing.T, e wssec.Direct, message []byte, m *wssec.Message, err error) {
	t.Helper()
	with, refusal := e.OpenWith(message, honest)
	if with != nil && with.Body == nil && m != nil {
		with.Body = m.Body
	}
	Agree(t, "OpenWith", with, refusal, "Open", m, err)
}

// editCase is a message to be edited, in pieces that are tags or what stands between them.
type editCase struct {
	suite   wssec.Suite
	signer  wssec.Identity
	pieces  []string
	encrypt bool
	engines []wssec.Engine
}

func editCases(f *testing.F, engines []Named) (cases []editCase) {
	for _, s := range []wssec.Suite{wssec.Basic256Sha256GCM, wssec.Basic256Sha256} {
		for _, p := range []wssec.Policy{wssec.Sign(s), wssec.SignEncrypt(s)} {
			p.Request.Login = true
			for _, writer := range engines {
				c := editCase{suite: s, signer: identities().client, encrypt: len(p.Request.Encrypt) > 0}
				c.pieces = regexp.MustCompile(`<[^>]*>|[^<]+`).FindAllString(sealed(f, writer.Make, p), -1)
				for _, reader := range engines {
					cfg := Config(wssec.Recipient, p)
					cfg.Accept = []wssec.Algorithm{
						wssec.InclusiveC14N, wssec.InclusiveC14N11, wssec.ExclusiveC14NWithComments, wssec.RSA15, wssec.RSAOAEP,
					}
					c.engines = append(c.engines, engine(f, reader.Make, cfg))
				}
				cases = append(cases, c)
			}
		}
	}
	for _, p := range []wssec.Policy{confirming(wssec.Sign(wssec.Basic256Sha256GCM)), confirming(referring(wssec.Basic256Sha256GCM))} {
		cases = append(cases, answerCase(f, p, engines))
	}
	return cases
}

// answerCase is an answer that refers to its request, which all engines know.
func answerCase(f *testing.F, p wssec.Policy, engines []Named) editCase {
	r, c := new(wssec.Request), editCase{suite: p.Suite, signer: identities().server}
	for _, e := range engines {
		cfg := Config(wssec.Initiator, p)
		cfg.Accept = []wssec.Algorithm{wssec.InclusiveC14N, wssec.InclusiveC14N11, wssec.ExclusiveC14NWithComments}
		c.engines = append(c.engines, wssec.Exchange(engine(f, e.Make, cfg), r))
	}
	request, err := c.engines[0].Seal(nil, []byte(payload))
	if err != nil {
		f.Fatal(err)
	}
	server := engine(f, engines[0].Make, Config(wssec.Recipient, p))
	answer, err := server.Reply(nil, []byte(payload), opened(f, server, string(request)))
	if err != nil {
		f.Fatal(err)
	}
	c.pieces = regexp.MustCompile(`<[^>]*>|[^<]+`).FindAllString(string(answer), -1)
	return c
}

// Kinds of edits.
const (
	cut = iota
	insert
	replaceWith
	repeatPiece
	movePiece
	cutElement
	repeatElement
	moveElement
	wrapElement
	addAttribute
	otherAlgorithm
	otherQuotes
	editKinds
)

// edited makes four octets one edit: its kind, two places, a word.
func (c *editCase) edited(ops []byte, anew byte) []byte {
	pieces := slices.Clone(c.pieces)
	for ; len(ops) >= 4; ops = ops[4:] {
		at, to := int(ops[1])%len(pieces), int(ops[2])%len(pieces)
		pieces = edit(pieces, ops[0]%editKinds, at, to, words[int(ops[3])%len(words)])
		if len(pieces) == 0 {
			return nil
		}
	}
	message := strings.Join(pieces, "")
	if c.encrypt && anew&1 != 0 {
		message = attempt(message, func(t testing.TB) string {
			return reencrypt(t, c.suite, message, plains[int(anew>>2)%len(plains)])
		})
	}
	if anew&2 != 0 {
		message = attempt(message, func(t testing.TB) string { return resign(t, message, c.signer.Key) })
	}
	return []byte(message)
}

func edit(pieces []string, op byte, at, to int, word string) []string {
	end := endOf(pieces, at)
	element := slices.Clone(pieces[at:end])
	switch op {
	case cut:
		return slices.Delete(pieces, at, at+1)
	case insert:
		return slices.Insert(pieces, at, word)
	case replaceWith:
		pieces[at] = word
	case repeatPiece:
		return slices.Insert(pieces, to, pieces[at])
	case movePiece:
		pieces[at], pieces[to] = pieces[to], pieces[at]
	case cutElement:
		return slices.Delete(pieces, at, end)
	case repeatElement:
		return slices.Insert(pieces, to, element...)
	case moveElement:
		pieces = slices.Delete(pieces, at, end)
		return slices.Insert(pieces, min(to, len(pieces)), element...)
	case wrapElement:
		return slices.Insert(slices.Insert(pieces, end, "</x>"), at, "<x>")
	case addAttribute:
		if tag := pieces[at]; strings.HasPrefix(tag, "<") && !strings.HasPrefix(tag, "</") {
			pieces[at] = strings.Replace(tag, ">", " "+attributeWords[to%len(attributeWords)]+">", 1)
		}
	case otherAlgorithm:
		pieces[at] = regexp.MustCompile(`Algorithm="[^"]*"`).ReplaceAllLiteralString(pieces[at], `Algorithm="`+string(algorithmWords[to%len(algorithmWords)])+`"`)
	case otherQuotes:
		pieces[at] = strings.ReplaceAll(pieces[at], `"`, `'`)
	}
	return pieces
}

// endOf is behind the last piece of the element that begins at a piece, as far as there is one.
func endOf(pieces []string, at int) int {
	depth := 0
	for i := at; i < len(pieces); i++ {
		switch p := pieces[i]; {
		case strings.HasPrefix(p, "</"):
			depth--
		case strings.HasPrefix(p, "<") && !strings.HasSuffix(p, "/>"):
			depth++
		}
		if depth <= 0 {
			return i + 1
		}
	}
	return len(pieces)
}

var words = []string{
	"", " ", "\n", "\r\n", "x", "&#32;", "&amp;", "<!-- -->", "<?x y?>", "<x/>", "<x></x>", "<![CDATA[]]>", "<![CDATA[x]]>", "<!DOCTYPE x>",
	`<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="soap wsu #default q"/>`,
	`<x xmlns="urn:d" xml:id="i"/>`, `<x xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" wsu:Id="j"/>`,
	`<a:To xmlns:a="http://www.w3.org/2005/08/addressing">urn:x</a:To>`, "</x>", "<x>", "AAAA", "=", "1.5",
	`<c:SignatureConfirmation xmlns:c="http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd" Value="AAAA"/>`,
	`<xenc:ReferenceList xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"><xenc:DataReference URI="#j"/></xenc:ReferenceList>`,
}

var attributeWords = []string{
	`xmlns="urn:d"`, `xmlns=""`, `xmlns:q="urn:other"`, `xmlns:wsu="urn:other"`, `xmlns:unused="urn:u"`, `xmlns:rel="rel"`, `xml:lang="en"`,
	`xml:space="preserve"`, `xml:base="http://x/y"`, `Id="i"`, `xml:id="i"`, `a="1" A="2"`, `z="1" a="2"`, `a="&#10;&lt;"`, `Value=""`, `Value="AA AA"`,
	`soap:mustUnderstand="1"`, `soap:actor="urn:x"`, `soap:actor="http://schemas.xmlsoap.org/soap/actor/next"`,
}

var algorithmWords = []wssec.Algorithm{
	"", "urn:x", wssec.InclusiveC14N, wssec.InclusiveC14N11, wssec.ExclusiveC14N, wssec.ExclusiveC14NWithComments, wssec.InclusiveC14NWithComments,
	wssec.RSASHA1, wssec.RSASHA256, wssec.RSASHA512, wssec.SHA1, wssec.SHA256, wssec.SHA512, wssec.RSAOAEP, wssec.RSA15, wssec.AES128GCM, wssec.AES256CBC, wssec.AES256GCM,
}

var plains = []string{
	payload, "", " ", "x", "<a/>", "<a>", "<a/><b/>", payload + " ", "<!-- -->" + payload, "<?x y?>", `<a xmlns:r="rel"/>`, "</soap:Body><soap:Body>",
	`<a xml:id="i"/>`, `<soap:a wsse:b=""/>`, `<a xmlns="urn:d"><b xmlns=""/></a>`, "<![CDATA[x]]>", "]]", "\r", strings.Repeat("<a>", 70) + strings.Repeat("</a>", 70),
}

// attempt gives a message that was made anew, or as it was where that cannot be done.
func attempt(message string, anew func(testing.TB) string) (made string) {
	defer func() {
		if recover() != nil {
			made = message
		}
	}()
	return anew(trying{})
}

// trying is a test that gives up by a panic.
type trying struct{ testing.TB }

func (trying) Helper()               {}
func (trying) Fatal(...any)          { panic("given up") }
func (trying) Fatalf(string, ...any) { panic("given up") }
