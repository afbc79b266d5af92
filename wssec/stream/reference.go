package stream

import (
	"bytes"
	"fmt"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/soap"
	"seismark/wssec/xmldsig"
)

// reference is a Reference that was read, and the element that it names, where that is known.
type reference struct {
	id        []byte
	method    c14n.Method
	algorithm wssec.Algorithm
	digest    []byte

	in       place // where the element is that it names
	from, to int
}

// place is a part of a message.
type place uint8

const (
	nowhere   place = iota
	inHeader        // within our Security header
	inBlock         // a header block
	theBody         // the Body itself
	elsewhere       // within the Body, around it, or within another header
)

func (ref *reference) String() string { return "Signature/SignedInfo/Reference #" + string(ref.id) }

func (r *reader) readReferences(nodes []node) error {
	if most := r.cfg.Limits.References; len(nodes) > most {
		return badSignature(fmt.Errorf("%d References, Limits.References is %d", len(nodes), most))
	}
	for _, n := range nodes {
		if !r.header.is(n, soap.DS, "Reference") {
			return badSignature(fmt.Errorf("%s where a Reference stands", r.header.local(n)))
		}
		r.signature.references = append(r.signature.references, reference{})
		if err := r.readReference(n, &r.signature.references[len(r.signature.references)-1]); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) readReference(n node, ref *reference) (err error) {
	h := &r.header
	uri := h.attr(n, "URI")
	id, ok := bytes.CutPrefix(uri, []byte("#"))
	if !ok || len(id) == 0 || bytes.ContainsAny(id, "()") {
		return badSignature(fmt.Errorf("the Reference %q: only elements of the message by their id are taken, such as #Body", uri))
	}
	ref.id = id
	kids, err := h.children(n)
	if err != nil {
		return badSignature(err)
	}
	// Without transforms an element becomes octets by inclusive canonicalization (section 4.4.3.2).
	ref.method = c14n.Method{Algorithm: wssec.InclusiveC14N}
	if len(kids) > 0 && h.is(kids[0], soap.DS, "Transforms") {
		if ref.method, err = r.readTransforms(kids[0]); err != nil {
			return err
		}
		kids = kids[1:]
	} else if !r.cfg.Permits(ref.method.Algorithm) {
		return r.cfg.CheckAlgorithm(ref.method.Algorithm, ref.String())
	}
	if len(kids) != 2 || !h.is(kids[0], soap.DS, "DigestMethod") || !h.is(kids[1], soap.DS, "DigestValue") {
		return badSignature(fmt.Errorf("the Reference %s must hold Transforms, DigestMethod, DigestValue", uri))
	}
	if ref.algorithm, err = r.readAlgorithm(kids[0], "Signature/SignedInfo/Reference/DigestMethod"); err != nil {
		return err
	}
	if xmldsig.DigestHash(ref.algorithm) == 0 {
		return wssec.RefuseAlgorithm(ref.algorithm, ref.String()+"/DigestMethod")
	}
	if ref.digest, err = h.short(kids[1]); err != nil {
		return badSignature(err)
	}
	return nil
}

// readTransforms takes one canonicalization. Any other transform could let what is signed and what is read
// differ, or cut content out (SOAP Message Security 1.1 section 8.1).
func (r *reader) readTransforms(n node) (m c14n.Method, err error) {
	kids, err := r.header.shape(n, soap.DS, "Transform")
	if err != nil {
		return m, badSignature(fmt.Errorf("exactly one transform, a canonicalization, is taken: %w", err))
	}
	if string(r.header.attr(kids[0], "Algorithm")) == soap.STRTransform {
		return m, wssec.Refuse(wssec.UnsupportedAlgorithm, "Signature/SignedInfo/Reference/Transforms",
			"the STR-Transform: sign the token itself by its wsu:Id")
	}
	m, err = r.readMethod(kids[0])
	return m.WithoutComments(), err
}
