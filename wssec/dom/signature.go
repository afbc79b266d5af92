package dom

import (
	"bytes"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/soap"
	"seismark/wssec/xmldsig"
)

// sign writes the Signature over what cover digested.
func (w *writer) sign() error {
	algs := w.cfg.Policy.Suite.Algorithms()
	el := add(w.security, "ds:Signature", "xmlns:ds", soap.DS)
	info := add(el, "ds:SignedInfo")
	add(info, "ds:CanonicalizationMethod", "Algorithm", string(algs.Canonicalization))
	add(info, "ds:SignatureMethod", "Algorithm", string(algs.Signature))
	for _, s := range w.signed {
		ref := add(info, "ds:Reference", "URI", "#"+s.id)
		add(add(ref, "ds:Transforms"), "ds:Transform", "Algorithm", string(algs.Canonicalization))
		add(ref, "ds:DigestMethod", "Algorithm", string(algs.Digest))
		digest := xmldsig.Sum(nil, xmldsig.DigestHash(algs.Digest), s.octets)
		add(ref, "ds:DigestValue").SetText(base64.StdEncoding.EncodeToString(digest))
	}
	octets, err := own(info)
	if err != nil {
		return err
	}
	value, err := xmldsig.Sign(w.cfg.Self.Key, algs.Signature, octets)
	if err != nil {
		return fmt.Errorf("sign: %w", err)
	}
	add(el, "ds:SignatureValue").SetText(base64.StdEncoding.EncodeToString(value))
	w.byToken(add(el, "ds:KeyInfo"))
	return nil
}

// signature is a Signature that was read.
type signature struct {
	info       soap.Element // SignedInfo
	method     c14n.Method  // of SignedInfo
	algorithm  wssec.Algorithm
	references []reference
	value      []byte
	key        *etree.Element // KeyInfo
}

// reference is a Reference that was read.
type reference struct {
	id        string
	method    c14n.Method
	algorithm wssec.Algorithm
	digest    []byte
}

func (r reference) String() string { return "Signature/SignedInfo/Reference #" + r.id }

// readSignature reads a Signature of exactly the children that XML Signature 1.1 section 4 says, in its
// order, less what a message cannot need: no Object, no second transform.
func (r *reader) readSignature(el *etree.Element) (*signature, error) {
	kids, err := shape(el, soap.DS, "SignedInfo", "SignatureValue", "KeyInfo")
	if err != nil {
		return nil, badSignature(err)
	}
	s := &signature{key: kids[2]}
	if s.value, err = octets(kids[1]); err != nil {
		return nil, badSignature(err)
	}
	var ok bool
	if s.info, ok = r.env.Find(r.env.Security.Element, [2]string{soap.DS, "Signature"}, [2]string{soap.DS, "SignedInfo"}); !ok {
		return nil, badSignature(errors.New("no SignedInfo"))
	}
	info, err := children(kids[0])
	if err != nil {
		return nil, badSignature(err)
	}
	if len(info) < 3 || !is(info[0], soap.DS, "CanonicalizationMethod") || !is(info[1], soap.DS, "SignatureMethod") {
		return nil, badSignature(errors.New("SignedInfo must hold CanonicalizationMethod, SignatureMethod, and at least one Reference"))
	}
	if s.method, err = r.readMethod(info[0]); err != nil {
		return nil, err
	}
	if s.algorithm, err = r.readAlgorithm(info[1], "Signature/SignedInfo/SignatureMethod"); err != nil {
		return nil, err
	}
	return s, r.readReferences(s, info[2:])
}

func (r *reader) readReferences(s *signature, els []*etree.Element) error {
	if most := r.cfg.Limits.References; len(els) > most {
		return badSignature(fmt.Errorf("%d References, Limits.References is %d", len(els), most))
	}
	for _, el := range els {
		if !is(el, soap.DS, "Reference") {
			return badSignature(fmt.Errorf("%s where a Reference stands", el.Tag))
		}
		ref, err := r.readReference(el)
		if err != nil {
			return err
		}
		s.references = append(s.references, ref)
	}
	return nil
}

func (r *reader) readReference(el *etree.Element) (ref reference, err error) {
	uri := attr(el, "URI")
	id, ok := strings.CutPrefix(uri, "#")
	if !ok || id == "" || strings.ContainsAny(id, "()") {
		return ref, badSignature(fmt.Errorf("the Reference %q: only elements of the message by their id are taken, such as #Body", uri))
	}
	ref.id = id
	kids, err := children(el)
	if err != nil {
		return ref, badSignature(err)
	}
	// Without transforms an element becomes octets by inclusive canonicalization (section 4.4.3.2).
	ref.method = c14n.Method{Algorithm: wssec.InclusiveC14N}
	if len(kids) > 0 && is(kids[0], soap.DS, "Transforms") {
		if ref.method, err = r.readTransforms(kids[0]); err != nil {
			return ref, err
		}
		kids = kids[1:]
	} else if err := r.cfg.CheckAlgorithm(ref.method.Algorithm, ref.String()); err != nil {
		return ref, err
	}
	if len(kids) != 2 || !is(kids[0], soap.DS, "DigestMethod") || !is(kids[1], soap.DS, "DigestValue") {
		return ref, badSignature(fmt.Errorf("the Reference %s must hold Transforms, DigestMethod, DigestValue", uri))
	}
	if ref.algorithm, err = r.readAlgorithm(kids[0], ref.String()+"/DigestMethod"); err != nil {
		return ref, err
	}
	if xmldsig.DigestHash(ref.algorithm) == 0 {
		return ref, wssec.RefuseAlgorithm(ref.algorithm, ref.String()+"/DigestMethod")
	}
	if ref.digest, err = octets(kids[1]); err != nil {
		return ref, badSignature(err)
	}
	return ref, nil
}

// readTransforms takes one canonicalization. Any other transform could let what is signed and what is read
// differ, or cut content out (SOAP Message Security 1.1 section 8.1).
func (r *reader) readTransforms(el *etree.Element) (m c14n.Method, err error) {
	kids, err := shape(el, soap.DS, "Transform")
	if err != nil {
		return m, badSignature(fmt.Errorf("exactly one transform, a canonicalization, is taken: %w", err))
	}
	if attr(kids[0], "Algorithm") == soap.STRTransform {
		return m, wssec.Refuse(wssec.UnsupportedAlgorithm, "Signature/SignedInfo/Reference/Transforms",
			"the STR-Transform: sign the token itself by its wsu:Id")
	}
	return r.readMethod(kids[0])
}

// readMethod reads a canonicalization with its InclusiveNamespaces (Exclusive XML Canonicalization 1.0
// section 4).
func (r *reader) readMethod(el *etree.Element) (m c14n.Method, err error) {
	where := "Signature/SignedInfo/" + el.Tag
	m.Algorithm = wssec.Algorithm(attr(el, "Algorithm"))
	if err := r.cfg.CheckAlgorithm(m.Algorithm, where); err != nil {
		return m, err
	}
	if !c14n.Supports(m.Algorithm) {
		return m, wssec.RefuseAlgorithm(m.Algorithm, where)
	}
	kids, err := children(el)
	switch {
	case err != nil:
		return m, badSignature(err)
	case len(kids) == 0:
		return m, nil
	case len(kids) > 1 || !is(kids[0], string(wssec.ExclusiveC14N), "InclusiveNamespaces"):
		return m, badSignature(fmt.Errorf("%s may hold one InclusiveNamespaces and nothing else", el.Tag))
	}
	m.Prefixes = c14n.Prefixes(attr(kids[0], "PrefixList"))
	if most := r.cfg.Limits.Attributes; len(m.Prefixes) > most {
		return m, badSignature(fmt.Errorf("a PrefixList of %d prefixes, Limits.Attributes is %d", len(m.Prefixes), most))
	}
	return m, nil
}

// readAlgorithm reads an element that names an algorithm and has no parameters: HMACOutputLength, which
// makes signatures forgeable, among them.
func (r *reader) readAlgorithm(el *etree.Element, where string) (wssec.Algorithm, error) {
	a := wssec.Algorithm(attr(el, "Algorithm"))
	if err := r.cfg.CheckAlgorithm(a, where); err != nil {
		return a, err
	}
	if kids, err := children(el); err != nil || len(kids) > 0 {
		return a, wssec.Refuse(wssec.UnsupportedAlgorithm, where, "parameters of "+string(a))
	}
	return a, nil
}

// verify finds the signer, whether he is trusted, and only then whether SignedInfo is his.
func (r *reader) verify(s *signature) error {
	where := "Signature/SignedInfo/SignatureMethod"
	if xmldsig.SignatureHash(s.algorithm) == 0 {
		return wssec.RefuseAlgorithm(s.algorithm, where)
	}
	signer, err := r.keys.resolve(s.key, "Signature/KeyInfo")
	if err != nil {
		return err
	}
	r.facts.Signer = signer
	if err := r.cfg.CheckSigner(&r.facts); err != nil {
		return err
	}
	octets, err := canonical(r.env.Bytes(s.info), s.info.Scope, s.method)
	if err != nil {
		return badSignature(err)
	}
	if err := r.check(signer, s, octets); err != nil {
		return &wssec.FaultError{Code: wssec.FailedCheck, At: "Signature/SignatureValue", Err: err}
	}
	r.facts.Used.Signature = s.algorithm
	r.facts.Used.Canonicalization = s.method.Algorithm
	return nil
}

func (r *reader) check(signer *x509.Certificate, s *signature, info []byte) error {
	key, err := r.cfg.PublicKey(signer)
	if err != nil {
		return err
	}
	if err := xmldsig.Verify(key, s.algorithm, info, s.value); err != nil {
		return fmt.Errorf("the value is not the signature of %s over SignedInfo: %w", signer.Subject, err)
	}
	return nil
}

// digest checks what the References name, at its place in the envelope as it is now, and notes what is
// thereby signed. All are digested, also after one that differs.
func (r *reader) digest(s *signature) error {
	var failed error
	var nodes []soap.Element
	for _, ref := range s.references {
		el, err := r.digestOne(ref)
		if err != nil && failed == nil {
			failed = err
		}
		nodes = append(nodes, el)
	}
	if failed == nil {
		r.note(nodes)
	}
	return failed
}

func (r *reader) digestOne(ref reference) (soap.Element, error) {
	el, path, ok := r.env.Locate(ref.id)
	fail := func(err error) (soap.Element, error) {
		return el, &wssec.FaultError{Code: wssec.FailedCheck, At: ref.String(), Err: err}
	}
	if !ok {
		return fail(errors.New("no element has this id"))
	}
	octets, err := canonical(r.env.Bytes(el), el.Scope, ref.method)
	if err != nil {
		return fail(err)
	}
	if got := xmldsig.Sum(nil, xmldsig.DigestHash(ref.algorithm), octets); !bytes.Equal(got, ref.digest) {
		return fail(&wssec.DigestError{URI: "#" + ref.id, Canonical: octets, Want: ref.digest, Got: got})
	}
	if el.From == r.env.Body.From && r.body == nil && !r.header.signedLast() {
		r.body = octets
	}
	r.facts.References = append(r.facts.References, wssec.Reference{URI: "#" + ref.id, Element: path, Digest: ref.algorithm})
	if r.facts.Used.Digest != wssec.SHA1 {
		r.facts.Used.Digest = ref.algorithm
	}
	return el, nil
}

// note says what the digested nodes are, by their place in the envelope.
func (r *reader) note(nodes []soap.Element) {
	digested := func(el soap.Element) bool {
		return slices.ContainsFunc(nodes, func(n soap.Element) bool { return n.From == el.From && n.To == el.To })
	}
	if digested(r.env.Body) {
		r.facts.Signed = append(r.facts.Signed, wssec.PartBody)
	}
	if el, _, ok := r.env.Locate(r.timestamp); ok && r.timestamp != "" && digested(el) {
		r.facts.Signed = append(r.facts.Signed, wssec.PartTimestamp)
	}
	for _, el := range r.env.Addressing() {
		if !digested(el) {
			return
		}
	}
	r.facts.Signed = append(r.facts.Signed, wssec.PartAddressing)
}

// shape gives the children of an element that must be exactly these.
func shape(el *etree.Element, space string, names ...string) ([]*etree.Element, error) {
	kids, err := children(el)
	if err != nil {
		return nil, err
	}
	fits := len(kids) == len(names)
	for i := 0; fits && i < len(names); i++ {
		fits = is(kids[i], space, names[i])
	}
	if !fits {
		return nil, fmt.Errorf("%s must hold exactly %s, in this order", el.Tag, strings.Join(names, ", "))
	}
	return kids, nil
}

func badSignature(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurity, At: "Security/Signature", Err: err}
}
