package xmlenc

import (
	"crypto"

	"seismark/wssec"
)

// Namespaces.
const (
	ds     = "http://www.w3.org/2000/09/xmldsig#"
	ds11   = "http://www.w3.org/2009/xmldsig11#"
	xenc   = "http://www.w3.org/2001/04/xmlenc#"
	xenc11 = "http://www.w3.org/2009/xmlenc11#"
)

const kdf = xenc11 + "ConcatKDF"

// Method is the EncryptionMethod of an EncryptedKey, in canonical form where the prefix xenc is bound.
// rsa-oaep-mgf1p is written without DigestMethod, which means SHA-1, as all but one of the peers do.
func (t *Transport) Method() string {
	const end = `</xenc:EncryptionMethod>`
	switch t.Algorithm {
	case wssec.RSAOAEP:
		return start("xenc:EncryptionMethod", t.Algorithm) +
			`<ds:DigestMethod xmlns:ds="` + ds + `" Algorithm="` + string(digestOf(t.Hash)) + `"></ds:DigestMethod>` +
			`<xenc11:MGF xmlns:xenc11="` + xenc11 + `" Algorithm="` + mgf1 + maskName(t.Mask) + `"></xenc11:MGF>` + end
	case wssec.ECDHES:
		return start("xenc:EncryptionMethod", t.KeyWrap) + end
	}
	return start("xenc:EncryptionMethod", t.Algorithm) + end
}

// Around is what stands in the KeyInfo of an EncryptedKey before the base64 of Ephemeral, between that and the
// reference to the recipient's certificate, and behind the reference; in canonical form where the prefixes ds
// and xenc are bound. All are empty, and there is no point, where no key is agreed on.
//
// What is agreed on is for the key wrap alone, whose name is the AlgorithmID. The parties are told apart by
// their keys, not by names.
func (t *Transport) Around() (before, between, behind string) {
	if t.Algorithm != wssec.ECDHES {
		return "", "", ""
	}
	before = start("xenc:AgreementMethod", wssec.ECDHES) +
		`<xenc11:KeyDerivationMethod xmlns:xenc11="` + xenc11 + `" Algorithm="` + kdf + `">` +
		`<xenc11:ConcatKDFParams AlgorithmID="` + formatBits(t.Info) + `" PartyUInfo="" PartyVInfo="">` +
		start("ds:DigestMethod", digestOf(t.Hash)) + `</ds:DigestMethod>` +
		`</xenc11:ConcatKDFParams></xenc11:KeyDerivationMethod>` +
		`<xenc:OriginatorKeyInfo><ds:KeyValue><dsig11:ECKeyValue xmlns:dsig11="` + ds11 + `">` +
		`<dsig11:NamedCurve URI="` + curveName(t.key) + `"></dsig11:NamedCurve><dsig11:PublicKey>`
	between = `</dsig11:PublicKey></dsig11:ECKeyValue></ds:KeyValue></xenc:OriginatorKeyInfo><xenc:RecipientKeyInfo>`
	return before, between, `</xenc:RecipientKeyInfo></xenc:AgreementMethod>`
}

func start(name string, a wssec.Algorithm) string {
	return `<` + name + ` Algorithm="` + string(a) + `">`
}

func digestOf(h crypto.Hash) wssec.Algorithm {
	for _, a := range []wssec.Algorithm{wssec.SHA256, wssec.SHA384, wssec.SHA512} {
		if a.Hash() == h {
			return a
		}
	}
	return wssec.SHA1
}

func maskName(h crypto.Hash) string {
	switch h {
	case crypto.SHA256:
		return "sha256"
	case crypto.SHA384:
		return "sha384"
	case crypto.SHA512:
		return "sha512"
	}
	return "sha1"
}

// curveName is the URI of a kind's curve (XML Signature 1.1 section 4.5.2.3.1), "" for RSA.
func curveName(k wssec.Key) string {
	switch k {
	case wssec.P256:
		return "urn:oid:1.2.840.10045.3.1.7"
	case wssec.P384:
		return "urn:oid:1.3.132.0.34"
	}
	return ""
}
