package keystore

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"net"
	"time"

	"seismark/wssec"
)

// Options are for Init. Zero fields mean the defaults.
type Options struct {
	Force    bool          // overwrite keys that are there
	Validity time.Duration // of the certificates; default ten years
	Bits     int           // of the RSA keys; default 2048
	Password string        // of the PKCS#12 files; default DefaultPassword
	Now      func() time.Time
}

// DefaultPassword is that of the PKCS#12 files that Init writes. It protects nothing, as its name in many
// manuals says: the keys lie beside it in the clear.
const DefaultPassword = "changeit"

const (
	defaultValidity = 10 * 365 * 24 * time.Hour
	defaultBits     = 2048
	backdate        = time.Hour // for machines whose clocks are behind
)

func (o Options) withDefaults() Options {
	if o.Validity == 0 {
		o.Validity = defaultValidity
	}
	if o.Bits == 0 {
		o.Bits = defaultBits
	}
	if o.Password == "" {
		o.Password = DefaultPassword
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Init makes an authority, a client and a server in a folder: NAME.crt, NAME.key and, but for the
// authority, NAME.p12 with the authority's certificate beside. All are for tests.
func Init(dir string, o Options) (*Keys, error) {
	o = o.withDefaults()
	if !o.Force {
		if err := refuseExisting(dir); err != nil {
			return nil, err
		}
	}
	ca, err := issue(o, "Seismic Test CA", nil)
	if err != nil {
		return nil, fail(dir, "making the authority: %w", err)
	}
	k := &Keys{CA: ca.Certificate}
	if k.Client, err = issue(o, "client", &ca); err != nil {
		return nil, fail(dir, "making the client: %w", err)
	}
	if k.Server, err = issue(o, "server", &ca); err != nil {
		return nil, fail(dir, "making the server: %w", err)
	}
	files, err := k.files(ca, o.Password)
	if err != nil {
		return nil, fail(dir, "%w", err)
	}
	return k, writeAll(dir, files)
}

// issue makes a key and its certificate: one of the authority, or one that authorizes itself.
func issue(o Options, name string, authority *wssec.Identity) (wssec.Identity, error) {
	key, err := rsa.GenerateKey(rand.Reader, o.Bits)
	if err != nil {
		return wssec.Identity{}, err
	}
	t := template(o, name, &key.PublicKey)
	parent, signer := t, key
	if authority != nil {
		parent, signer = authority.Certificate, authority.Key.(*rsa.PrivateKey)
		t.KeyUsage = x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment | x509.KeyUsageDataEncipherment
		t.DNSNames, t.IPAddresses = []string{"localhost"}, []net.IP{net.IPv4(127, 0, 0, 1).To4()}
	} else {
		t.BasicConstraintsValid, t.IsCA = true, true
		t.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageCRLSign
		t.AuthorityKeyId = t.SubjectKeyId
	}
	der, err := x509.CreateCertificate(rand.Reader, t, parent, &key.PublicKey, signer)
	if err != nil {
		return wssec.Identity{}, err
	}
	c, err := x509.ParseCertificate(der)
	return wssec.Identity{Certificate: c, Key: key}, err
}

// template leaves the serial number out: CreateCertificate takes 20 random octets.
func template(o Options, name string, public *rsa.PublicKey) *x509.Certificate {
	// The key identifier of RFC 5280 section 4.2.1.2 (1), which other implementations compute for themselves.
	id := sha1.Sum(x509.MarshalPKCS1PublicKey(public))
	return &x509.Certificate{
		Subject:            subject(name),
		NotBefore:          o.Now().Add(-backdate),
		NotAfter:           o.Now().Add(o.Validity),
		SignatureAlgorithm: x509.SHA256WithRSA,
		SubjectKeyId:       id[:],
	}
}

// subject writes the common name first, which pkix.Name by itself writes last.
func subject(name string) pkix.Name {
	return pkix.Name{ExtraNames: []pkix.AttributeTypeAndValue{
		{Type: asn1.ObjectIdentifier{2, 5, 4, 3}, Value: name},
		{Type: asn1.ObjectIdentifier{2, 5, 4, 10}, Value: "Test"},
	}}
}
