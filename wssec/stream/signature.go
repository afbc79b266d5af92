package stream

import (
	"bytes"
	"errors"
	"fmt"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/soap"
	"seismark/wssec/xmldsig"
	"seismark/wssec/xsd"
)

// signature adds a Signature. Name is what names our certificate.
func (t *template) signature(algs wssec.Algorithms, out wssec.Protection, name []byte) {
	t.text(`<ds:Signature xmlns:ds="` + soap.DS + `">`)
	t.put(infoBegins)
	t.text(`<ds:SignedInfo xmlns:ds="` + soap.DS + `"><ds:CanonicalizationMethod Algorithm="` + string(algs.Canonicalization) +
		`"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="` + string(algs.Signature) + `"></ds:SignatureMethod>`)
	for _, p := range out.Sign {
		switch p {
		case wssec.PartBody:
			t.reference(algs, "#Body", bodyDigest)
		case wssec.PartTimestamp:
			t.reference(algs, "#TS", stampDigest)
		} // we write no addressing headers, so that all of them are signed
	}
	if out.Confirm {
		t.reference(algs, "#SC", confirmDigest)
	}
	t.text(`</ds:SignedInfo>`)
	t.put(infoEnds)
	t.text(`<ds:SignatureValue>`)
	t.put(signatureValue)
	t.text(`</ds:SignatureValue><ds:KeyInfo>` + string(name))
	if out.SignatureReference() == wssec.ByToken {
		t.byToken("X509")
	}
	t.text(`</ds:KeyInfo></ds:Signature>`)
}

func (t *template) reference(algs wssec.Algorithms, id string, digest slot) {
	t.text(`<ds:Reference`)
	t.named("URI", id)
	t.text(`><ds:Transforms><ds:Transform Algorithm="` + string(algs.Canonicalization) +
		`"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="` + string(algs.Digest) + `"></ds:DigestMethod><ds:DigestValue>`)
	t.put(digest)
	t.text(`</ds:DigestValue></ds:Reference>`)
}

// sign fills in the digests, and then the signature.
func (w *writer) sign(dst []byte, out wssec.Protection) error {
	algs := w.cfg.Policy.Suite.Algorithms()
	hash := xmldsig.DigestHash(algs.Digest)
	var sum [xmldsig.MaxSum]byte
	if out.Confirm {
		w.patch(dst, confirmDigest, xmldsig.Sum(sum[:0], hash, dst[w.at[confirmBegins]:w.at[confirmEnds]]))
	}
	for _, p := range out.Sign {
		switch {
		case p == wssec.PartTimestamp:
			w.patch(dst, stampDigest, xmldsig.Sum(sum[:0], hash, dst[w.at[stampBegins]:w.at[stampEnds]]))
		case p == wssec.PartBody && len(w.sum) > 0:
			w.patch(dst, bodyDigest, w.sum)
		case p == wssec.PartBody:
			w.patch(dst, bodyDigest, xmldsig.Sum(sum[:0], hash, dst[w.at[bodyBegins]:w.at[bodyEnds]]))
		}
	}
	value, err := xmldsig.Sign(w.cfg.Self.Key, algs.Signature, dst[w.at[infoBegins]:w.at[infoEnds]])
	if err != nil {
		return fmt.Errorf("sign: %w", err)
	}
	if len(value) != w.e.signatureSize {
		return fmt.Errorf("sign: a signature of %d octets, the key's have %d", len(value), w.e.signatureSize)
	}
	w.patch(dst, signatureValue, value)
	if w.sent != nil {
		w.sent.Signature = value
	}
	return nil
}

// patch fills a slot that was left blank.
func (w *writer) patch(dst []byte, s slot, octets []byte) {
	at := w.at[s]
	xsd.EncodeBase64(dst[at:at], octets)
}

// signature is a Signature that was read.
type signature struct {
	info       node        // SignedInfo
	method     c14n.Method // of SignedInfo
	algorithm  wssec.Algorithm
	references []reference
	value      []byte
	key        node // KeyInfo
}

// readSignature reads a Signature of exactly the children that XML Signature 1.1 section 4 says, in its
// order, less what a message cannot need: no Object, no second transform.
func (r *reader) readSignature() error {
	h, s := &r.header, &r.signature
	kids, err := h.shape(h.signature, soap.DS, "SignedInfo", "SignatureValue", "KeyInfo")
	if err != nil {
		return badSignature(err)
	}
	s.info, s.key = kids[0], kids[2]
	if s.value, err = h.short(kids[1]); err != nil {
		return badSignature(err)
	}
	info, err := h.children(s.info)
	if err != nil {
		return badSignature(err)
	}
	if len(info) < 3 || !h.is(info[0], soap.DS, "CanonicalizationMethod") || !h.is(info[1], soap.DS, "SignatureMethod") {
		return badSignature(errors.New("SignedInfo must hold CanonicalizationMethod, SignatureMethod, and at least one Reference"))
	}
	if s.method, err = r.readMethod(info[0]); err != nil {
		return err
	}
	if s.algorithm, err = r.readAlgorithm(info[1], "Signature/SignedInfo/SignatureMethod"); err != nil {
		return err
	}
	return r.readReferences(info[2:])
}

// readMethod reads a canonicalization with its InclusiveNamespaces (Exclusive XML Canonicalization 1.0
// section 4).
func (r *reader) readMethod(n node) (m c14n.Method, err error) {
	h := &r.header
	m.Algorithm = r.algorithm(&h.outline, n)
	if !r.cfg.Permits(m.Algorithm) {
		return m, r.cfg.CheckAlgorithm(m.Algorithm, "Signature/SignedInfo/"+h.local(n))
	}
	if !c14n.Supports(m.Algorithm) {
		return m, wssec.RefuseAlgorithm(m.Algorithm, "Signature/SignedInfo/"+h.local(n))
	}
	kids, err := h.children(n)
	switch {
	case err != nil:
		return m, badSignature(err)
	case len(kids) == 0:
		return m, nil
	case len(kids) > 1 || !h.is(kids[0], string(wssec.ExclusiveC14N), "InclusiveNamespaces"):
		return m, badSignature(fmt.Errorf("%s may hold one InclusiveNamespaces and nothing else", h.local(n)))
	}
	m.Prefixes = c14n.Prefixes(string(h.attr(kids[0], "PrefixList")))
	if most := r.cfg.Limits.Attributes; len(m.Prefixes) > most {
		return m, badSignature(fmt.Errorf("a PrefixList of %d prefixes, Limits.Attributes is %d", len(m.Prefixes), most))
	}
	return m, nil
}

// readAlgorithm reads an element that names an algorithm and has no parameters: HMACOutputLength, which
// makes signatures forgeable, among them.
func (r *reader) readAlgorithm(n node, where string) (wssec.Algorithm, error) {
	h := &r.header
	a := r.algorithm(&h.outline, n)
	if err := r.cfg.CheckAlgorithm(a, where); err != nil {
		return a, err
	}
	if kids, err := h.children(n); err != nil || len(kids) > 0 {
		return a, wssec.Refuse(wssec.UnsupportedAlgorithm, where, "parameters of "+string(a))
	}
	return a, nil
}

// algorithm is the value of an attribute Algorithm.
func (r *reader) algorithm(o *outline, n node) wssec.Algorithm {
	value := o.attr(n, "Algorithm")
	s := r.cfg.Policy.Suite.Algorithms()
	for _, a := range [...]wssec.Algorithm{s.Signature, s.Digest, s.Canonicalization, s.KeyTransport, s.Cipher} {
		if string(a) == string(value) {
			return a
		}
	}
	return wssec.Algorithm(value)
}

// verify finds the signer, whether he is trusted, and only then whether SignedInfo is his.
func (r *reader) verify() error {
	s, where := &r.signature, "Signature/SignedInfo/SignatureMethod"
	if xmldsig.SignatureHash(s.algorithm) == 0 {
		return wssec.RefuseAlgorithm(s.algorithm, where)
	}
	signer, err := r.resolve(&r.header.outline, s.key, "Signature/KeyInfo")
	if err != nil {
		return err
	}
	r.message.Signer = signer.Certificate.Certificate
	if err := r.cfg.CheckSigner(&r.message.Facts); err != nil {
		return err
	}
	r.e.trust(signer)
	info, err := r.canonical(s.info, s.method)
	if err != nil {
		return badSignature(err)
	}
	err = signer.err
	if err == nil {
		err = xmldsig.Verify(signer.key, s.algorithm, info, s.value)
	}
	if err != nil {
		return &wssec.FaultError{Code: wssec.FailedCheck, At: "Signature/SignatureValue",
			Err: fmt.Errorf("the value is not the signature of %s over SignedInfo: %w", signer.Subject, err)}
	}
	r.message.Used.Signature, r.message.Used.Canonicalization = s.algorithm, s.method.Algorithm
	if r.keeps {
		r.message.Request.Signature = bytes.Clone(s.value)
	}
	return nil
}

func badSignature(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurity, At: "Security/Signature", Err: err}
}
