package keystore

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"net"

	"seismark/wssec"
)

// generate makes a key of a kind; RSA keys of the first kind have the bits that are asked for.
func (o Options) generate(kind wssec.Key) (crypto.Signer, error) {
	switch {
	case kind.Curve() != nil:
		return ecdsa.GenerateKey(kind.Curve(), rand.Reader)
	case kind == wssec.Keys()[0]:
		return rsa.GenerateKey(rand.Reader, o.Bits)
	}
	return rsa.GenerateKey(rand.Reader, kind.Bits())
}

// issueAuthority makes one that authorizes itself.
func (o Options) issueAuthority() (wssec.Identity, error) {
	key, err := o.generate(wssec.Keys()[0])
	if err != nil {
		return wssec.Identity{}, err
	}
	t, err := template(o, "Seismic Test CA", key.Public())
	if err != nil {
		return wssec.Identity{}, err
	}
	t.BasicConstraintsValid, t.IsCA = true, true
	t.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageCRLSign
	t.AuthorityKeyId = t.SubjectKeyId
	return certify(t, key, wssec.Identity{Certificate: t, Key: key})
}

// issue makes a key and a certificate of the authority for it.
func (o Options) issue(kind wssec.Key, name string, authority wssec.Identity) (wssec.Identity, error) {
	key, err := o.generate(kind)
	if err != nil {
		return wssec.Identity{}, err
	}
	t, err := template(o, name, key.Public())
	if err != nil {
		return wssec.Identity{}, err
	}
	t.KeyUsage = x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment | x509.KeyUsageDataEncipherment
	if kind.Curve() != nil {
		t.KeyUsage = x509.KeyUsageDigitalSignature | x509.KeyUsageKeyAgreement
	}
	t.DNSNames, t.IPAddresses = []string{"localhost"}, []net.IP{net.IPv4(127, 0, 0, 1).To4()}
	return certify(t, key, authority)
}

func certify(t *x509.Certificate, key crypto.Signer, by wssec.Identity) (wssec.Identity, error) {
	der, err := x509.CreateCertificate(rand.Reader, t, by.Certificate, key.Public(), by.Key)
	if err != nil {
		return wssec.Identity{}, err
	}
	c, err := x509.ParseCertificate(der)
	return wssec.Identity{Certificate: c, Key: key}, err
}

// template leaves the serial number out: CreateCertificate takes 20 random octets.
func template(o Options, name string, public crypto.PublicKey) (*x509.Certificate, error) {
	id, err := keyIdentifier(public)
	return &x509.Certificate{
		Subject:            subject(name),
		NotBefore:          o.Now().Add(-backdate),
		NotAfter:           o.Now().Add(o.Validity),
		SignatureAlgorithm: x509.SHA256WithRSA,
		SubjectKeyId:       id,
	}, err
}

// keyIdentifier is that of RFC 5280 section 4.2.1.2 (1), which other implementations compute for themselves.
func keyIdentifier(public crypto.PublicKey) ([]byte, error) {
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		return nil, err
	}
	var info struct {
		Algorithm asn1.RawValue
		Key       asn1.BitString
	}
	if _, err := asn1.Unmarshal(der, &info); err != nil {
		return nil, err
	}
	sum := sha1.Sum(info.Key.Bytes)
	return sum[:], nil
}

// subject writes the common name first, which pkix.Name by itself writes last.
func subject(name string) pkix.Name {
	return pkix.Name{ExtraNames: []pkix.AttributeTypeAndValue{
		{Type: asn1.ObjectIdentifier{2, 5, 4, 3}, Value: name},
		{Type: asn1.ObjectIdentifier{2, 5, 4, 10}, Value: "Test"},
	}}
}
