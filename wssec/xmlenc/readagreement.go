package xmlenc

import (
	"crypto/ecdh"
	"errors"
	"fmt"

	"seismark/wssec"
)

// readAgreement reads a KeyInfo that holds one AgreementMethod by ECDH-ES, with ConcatKDF and the originator's
// key by value (XML Encryption 1.1 section 5.6). That key is ephemeral: it says nothing about who sent it.
func readAgreement[N Node[N]](c *wssec.Config, info N, where string) (t Transport, recipient N, err error) {
	fail := func(err error) (Transport, N, error) {
		return t, recipient, refuseAs(wssec.InvalidSecurity, where, err)
	}
	method, err := shape(info, name{xenc, "AgreementMethod"})
	if err != nil {
		return fail(err)
	}
	where += "/AgreementMethod"
	t.Algorithm = wssec.Algorithm(method[0].Attr("Algorithm"))
	if err := c.CheckAlgorithm(t.Algorithm, where); err != nil {
		return fail(err)
	}
	if t.Algorithm != wssec.ECDHES {
		return fail(wssec.RefuseAlgorithm(t.Algorithm, where))
	}
	kids, err := shape(method[0], name{xenc11, "KeyDerivationMethod"}, name{xenc, "OriginatorKeyInfo"}, name{xenc, "RecipientKeyInfo"})
	if err != nil {
		return fail(err)
	}
	if err := readDerivation(c, kids[0], &t, where+"/KeyDerivationMethod"); err != nil {
		return fail(err)
	}
	if t.Ephemeral, t.key, err = readPoint(kids[1], where+"/OriginatorKeyInfo"); err != nil {
		return fail(err)
	}
	return t, kids[2], nil
}

// readDerivation reads ConcatKDF and its parameters (section 5.4.1).
func readDerivation[N Node[N]](c *wssec.Config, el N, t *Transport, where string) error {
	if a := wssec.Algorithm(el.Attr("Algorithm")); a != kdf {
		return wssec.Refuse(wssec.UnsupportedAlgorithm, where, string(a)+" is not a key derivation that the engines have: "+kdf)
	}
	params, err := shape(el, name{xenc11, "ConcatKDFParams"})
	if err != nil {
		return err
	}
	digest, err := shape(params[0], name{ds, "DigestMethod"})
	if err != nil {
		return err
	}
	a := wssec.Algorithm(digest[0].Attr("Algorithm"))
	if err := c.CheckAlgorithm(a, where+"/DigestMethod"); err != nil {
		return err
	}
	if err := bare(digest[0], where+"/DigestMethod"); err != nil {
		return err
	}
	if t.Hash = a.Hash(); t.Hash == 0 {
		return wssec.RefuseAlgorithm(a, where+"/DigestMethod")
	}
	var info bits
	for _, attribute := range []string{"AlgorithmID", "PartyUInfo", "PartyVInfo", "SuppPubInfo", "SuppPrivInfo"} {
		b, err := parseBits(params[0].Attr(attribute))
		if err != nil {
			return fmt.Errorf("%s: %w", attribute, err)
		}
		info = info.append(b)
	}
	t.Info = info.octets
	return nil
}

// readPoint reads an ECKeyValue with a named curve (XML Signature 1.1 section 4.5.2.3). The point must be on it.
func readPoint[N Node[N]](el N, where string) ([]byte, wssec.Key, error) {
	for _, next := range []name{{ds, "KeyValue"}, {ds11, "ECKeyValue"}} {
		kids, err := shape(el, next)
		if err != nil {
			return nil, 0, err
		}
		el = kids[0]
	}
	kids, err := shape(el, name{ds11, "NamedCurve"}, name{ds11, "PublicKey"})
	if err != nil {
		return nil, 0, err
	}
	key, curve := curveOf(kids[0].Attr("URI"))
	if curve == nil {
		return nil, 0, wssec.Refuse(wssec.UnsupportedAlgorithm, where, kids[0].Attr("URI")+" is not a curve that the engines have")
	}
	point, err := kids[1].Octets()
	if err != nil {
		return nil, 0, err
	}
	if _, err := curve.NewPublicKey(point); err != nil {
		return nil, 0, errors.New("the PublicKey of the originator is no point of its curve")
	}
	return point, key, nil
}

func curveOf(uri string) (wssec.Key, ecdh.Curve) {
	switch uri {
	case curveName(wssec.P256):
		return wssec.P256, ecdh.P256()
	case curveName(wssec.P384):
		return wssec.P384, ecdh.P384()
	}
	return wssec.KeyNone, nil
}

// name is a qualified name.
type name struct{ space, local string }

// shape gives the children of an element that must be exactly these.
func shape[N Node[N]](el N, names ...name) ([]N, error) {
	kids, err := el.Children()
	if err != nil {
		return nil, err
	}
	fits := len(kids) == len(names)
	for i := 0; fits && i < len(names); i++ {
		fits = kids[i].Is(names[i].space, names[i].local)
	}
	if fits {
		return kids, nil
	}
	return nil, fmt.Errorf("%s must hold just %s in this order", el.Local(), names)
}

func (n name) String() string { return n.local }
