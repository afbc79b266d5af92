package dom

import (
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
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
	if w.sent != nil {
		w.sent.Signature = value
	}
	out := w.cfg.Outgoing()
	return refer(add(el, "ds:KeyInfo"), out.SignatureReference(), w.cfg.Self.Certificate, w.named("X509"))
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
	if r.keeps {
		r.facts.Request.Signature = s.value
	}
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
