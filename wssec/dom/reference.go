package dom

import (
	"bytes"
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

// reference is a Reference that was read.
type reference struct {
	id        string
	method    c14n.Method
	algorithm wssec.Algorithm
	digest    []byte
}

func (r reference) String() string { return "Signature/SignedInfo/Reference #" + r.id }

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
	digested := func(from, to int) bool {
		return slices.ContainsFunc(nodes, func(n soap.Element) bool { return n.From == from && n.To == to })
	}
	named := func(id string) bool {
		from, to, ok := r.env.Place([]byte(id))
		return ok && id != "" && digested(from, to)
	}
	if digested(r.env.Body.From, r.env.Body.To) {
		r.facts.Signed = append(r.facts.Signed, wssec.PartBody)
	}
	if named(r.timestamp) {
		r.facts.Signed = append(r.facts.Signed, wssec.PartTimestamp)
	}
	for i, id := range r.confirmations {
		r.facts.Confirmations[i].Signed = named(id)
	}
	for _, el := range r.env.Addressing() {
		if !digested(el.From, el.To) {
			return
		}
	}
	r.facts.Signed = append(r.facts.Signed, wssec.PartAddressing)
}
