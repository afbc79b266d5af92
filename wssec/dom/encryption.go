package dom

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/sha1"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmlenc"
	"seismark/wssec/xmltok"
	"seismark/wssec/xsd"
)

// encrypt puts EncryptedData in the place of the Body's content, and its key into the header.
func (w *writer) encrypt() error {
	if w.to == nil {
		return errors.New("encrypt: nobody to encrypt to: set Config.Peer, or answer a signed request")
	}
	cipher := w.cfg.Policy.Suite.Algorithms().Cipher
	c, err := xmlenc.CipherOf(cipher)
	if err != nil {
		return err
	}
	session := make([]byte, c.KeySize)
	rand.Read(session)
	body := w.body[0]
	start := body[:bytes.IndexByte(body, '>')+1] // no attribute of ours holds a >
	end := []byte("</soap:Body>")
	data, err := c.Seal(session, append(make([]byte, c.Front()), body[len(start):len(body)-len(end)]...))
	if err != nil {
		return err
	}
	if err := w.encryptedKey(session, w.named("ED")); err != nil {
		return err
	}
	w.body = [][]byte{start, serialize(w.encryptedData(cipher, data)), end}
	return nil
}

// encryptedData refers to its key as CXF does.
func (w *writer) encryptedData(cipher wssec.Algorithm, data []byte) *etree.Element {
	el := &etree.Element{Space: "xenc", Tag: "EncryptedData"}
	set(el, "xmlns:xenc", soap.XENC, "Id", w.named("ED"), "Type", soap.TypeContent)
	add(el, "xenc:EncryptionMethod", "Algorithm", string(cipher))
	str := add(add(el, "ds:KeyInfo", "xmlns:ds", soap.DS), "wsse:SecurityTokenReference",
		"xmlns:wsse", soap.WSSE, "xmlns:wsse11", soap.WSSE11, "wsse11:TokenType", soap.EncryptedKey)
	add(str, "wsse:Reference", "URI", "#"+w.named("EK"))
	cipherValue(el, data)
	return el
}

// part is an EncryptedData that was read.
type part struct {
	soap.Element
	whole bool // Type is Element
	name  wssec.Algorithm
	xmlenc.Cipher
	data []byte
	key  *sessionKey
}

// readEncrypted reads what is encrypted: what the ReferenceLists name, and the content of the Body.
func (r *reader) readEncrypted(sig *signature) ([]part, error) {
	var parts []part
	take := func(el soap.Element, owner *etree.Element) error {
		p, err := r.readPart(el, owner)
		if err == nil {
			err = r.malleable(p, sig)
		}
		parts = append(parts, p)
		return err
	}
	for _, l := range r.header.lists {
		uris, err := r.readList(l.list)
		if err != nil {
			return nil, err
		}
		for _, id := range uris {
			el, _, ok := r.env.Locate(id)
			if !ok {
				return nil, badList(fmt.Errorf("no element has the id %s", id))
			}
			if err := take(el, l.key); err != nil {
				return nil, err
			}
		}
	}
	c := r.env.Content
	if c.Space == soap.XENC && c.Local == "EncryptedData" &&
		!slices.ContainsFunc(parts, func(p part) bool { return p.From == c.From }) {
		if err := take(c.Element, nil); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(parts, func(a, b part) int { return a.From - b.From })
	for i := 1; i < len(parts); i++ {
		if parts[i].From < parts[i-1].To {
			return nil, badList(errors.New("one EncryptedData is named twice, or within another"))
		}
	}
	return parts, nil
}

// readList gives the ids of a ReferenceList.
func (r *reader) readList(list *etree.Element) ([]string, error) {
	kids, err := children(list)
	if err != nil {
		return nil, badList(err)
	}
	if most := r.cfg.Limits.References; len(kids) == 0 || len(kids) > most {
		return nil, badList(fmt.Errorf("%d references: at least one, and at most Limits.References, %d", len(kids), most))
	}
	var ids []string
	for _, kid := range kids {
		id, ok := strings.CutPrefix(attr(kid, "URI"), "#")
		if !ok || !is(kid, soap.XENC, "DataReference") {
			return nil, badList(fmt.Errorf("%s %q: only DataReference to elements of the message by their id is taken", kid.Tag, attr(kid, "URI")))
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func badList(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurity, At: "Security/ReferenceList", Err: err}
}

// readPart reads an EncryptedData of the Body. Owner is the EncryptedKey whose list names it, or nil.
func (r *reader) readPart(at soap.Element, owner *etree.Element) (part, error) {
	p := part{Element: at}
	fail := func(code wssec.FaultCode, err error) (part, error) { return p, refuseAs(code, "EncryptedData", err) }
	if at.From < r.env.Body.From || at.To >= r.env.Body.To {
		return fail(wssec.InvalidSecurity, errors.New("it is not in the Body: encrypted headers are not read"))
	}
	el, err := parse(r.env.Bytes(at), at.Scope)
	if err != nil {
		return fail(wssec.InvalidSecurity, err)
	}
	if !is(el, soap.XENC, "EncryptedData") {
		return fail(wssec.InvalidSecurity, fmt.Errorf("a ReferenceList names a %s", el.Tag))
	}
	switch t := attr(el, "Type"); t {
	case soap.TypeElement:
		p.whole = true
	case soap.TypeContent:
	default:
		return fail(wssec.InvalidSecurity, fmt.Errorf("the Type %q is neither Content nor Element", t))
	}
	e, err := readEncryptedType(el)
	if err != nil {
		return p, err
	}
	p.data, p.name = e.value, wssec.Algorithm(attr(e.method, "Algorithm"))
	if err := r.cfg.CheckAlgorithm(p.name, "EncryptedData/EncryptionMethod"); err != nil {
		return p, err
	}
	if p.Cipher, err = xmlenc.CipherOf(p.name); err != nil {
		return fail(wssec.UnsupportedAlgorithm, err)
	}
	if owner, err = r.keyOf(e.info, owner); err != nil {
		return fail(wssec.SecurityTokenUnavailable, err)
	}
	p.key, err = r.readKey(owner)
	return p, err
}

// keyOf finds the EncryptedKey of an EncryptedData: in its KeyInfo, named there, or whose list names it.
func (r *reader) keyOf(info, owner *etree.Element) (*etree.Element, error) {
	if info == nil {
		if owner == nil {
			return nil, errors.New("neither its KeyInfo nor the ReferenceList of an EncryptedKey says with which key")
		}
		return owner, nil
	}
	el, err := only(info, "EncryptedData/KeyInfo")
	if err != nil {
		return nil, err
	}
	if is(el, soap.XENC, "EncryptedKey") {
		return el, nil
	}
	if is(el, soap.WSSE, "SecurityTokenReference") {
		if el, err = only(el, "EncryptedData/KeyInfo"); err != nil {
			return nil, err
		}
		if key := r.namedKey(el); key != nil {
			return key, nil
		}
	}
	return nil, fmt.Errorf("its KeyInfo names by %s no EncryptedKey of this Security header", el.Tag)
}

// namedKey finds the EncryptedKey that a SecurityTokenReference names by id or by digest, or nil.
func (r *reader) namedKey(el *etree.Element) *etree.Element {
	for _, key := range r.header.keys {
		if is(el, soap.WSSE, "Reference") && idOf(key) != "" && attr(el, "URI") == "#"+idOf(key) {
			return key
		}
		if is(el, soap.WSSE, "KeyIdentifier") && attr(el, "ValueType") == soap.EncryptedKeySHA1 {
			want, err := octets(el)
			e, broken := readEncryptedType(key)
			if have := sha1.Sum(e.value); err == nil && broken == nil && bytes.Equal(have[:], want) {
				return key
			}
		}
	}
	return nil
}

// malleable refuses CBC, which anybody can change, where no Reference covers the part: the answers to
// changed messages would tell the plain text. An Accept that names the cipher is taken to know.
func (r *reader) malleable(p part, sig *signature) error {
	if p.GCM || slices.Contains(r.cfg.Accept, p.name) {
		return nil
	}
	if sig != nil {
		for _, ref := range sig.references {
			if el, _, ok := r.env.Locate(ref.id); ok && el.From <= p.From && p.To <= el.To {
				return nil
			}
		}
	}
	return wssec.Refuse(wssec.InvalidSecurity, "EncryptedData", string(p.name)+
		" without a signature over it: sign what is encrypted, or name the cipher in Config.Accept")
}

// decrypt puts the plain text of all parts into the message and reads it again as a whole. With an error
// the message has blanks in their places.
func (r *reader) decrypt(parts []part) error {
	if len(parts) == 0 {
		return nil
	}
	var failed error
	plain := make([][]byte, len(parts))
	for i := range parts {
		text, err := r.plain(&parts[i])
		if err != nil && failed == nil {
			failed = err
		}
		plain[i] = text
	}
	c := r.env.Content
	r.facts.Used.KeyTransport, r.facts.Used.Cipher = parts[0].key.Algorithm, parts[0].name
	if parts[0].From == c.From && c.Alone {
		r.facts.Encrypted = append(r.facts.Encrypted, wssec.PartBody)
	}
	if err := r.splice(parts, plain); err != nil {
		for i := range plain {
			plain[i] = blank(len(plain[i]))
		}
		return errors.Join(err, r.splice(parts, plain))
	}
	return failed
}

// plain gives the plain text of a part, which is well-formed in its place; with an error, blanks.
func (r *reader) plain(p *part) ([]byte, error) {
	length := len(p.data)
	session, failed := p.key.Unwrap(r.cfg.Self.Key.(crypto.Decrypter), p.key.value, p.KeySize)
	text, err := p.Open(session, p.data)
	if failed == nil {
		failed = err
	}
	if failed == nil {
		failed = p.check(text)
	}
	if failed != nil {
		return blank(length), failed
	}
	return text, nil
}

// check reads the plain text in the scope of its place: content, or one element. It cannot end what is
// around it.
func (p *part) check(plain []byte) error {
	t := xmltok.Tokenizer{Limits: xmltok.Unlimited}
	t.ResetFragment(plain, p.Scope)
	elements := 0
	for {
		kind, err := t.Next()
		switch {
		case err != nil:
			return fmt.Errorf("the plain text: %w", err)
		case kind == xmltok.EOF && p.whole && elements != 1:
			return fmt.Errorf("the plain text holds %d elements, its Type says one", elements)
		case kind == xmltok.EOF:
			return nil
		case kind == xmltok.Start && t.Depth() == 1:
			elements++
		case p.whole && t.Depth() == 0 && strings.Trim(string(t.Raw()), xsd.Blanks) != "":
			return errors.New("the plain text holds more than an element, its Type says one")
		}
	}
}

func (r *reader) splice(parts []part, plain [][]byte) error {
	var b []byte
	done := 0
	for i, p := range parts {
		b = append(append(b, r.env.Octets[done:p.From]...), plain[i]...)
		done = p.To
	}
	env, err := soap.Split(append(b, r.env.Octets[done:]...), r.cfg.Limits)
	if err != nil {
		return err
	}
	r.env = env
	return nil
}

func blank(n int) []byte { return bytes.Repeat([]byte{' '}, n) }
