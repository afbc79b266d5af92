package enginetest

import (
	"crypto"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	_ "embed"
	"encoding/pem"
	"math/big"
	"sync"
	"time"

	"seismark/wssec"
)

//go:embed testdata/test-only.pem
var keyFile []byte

// Noon is when the tests take place.
var noon = time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC)

// The identities of the tests. Keys are fixed and signatures of certificates are deterministic, so that
// all are the same in every run: what a fuzzer found stays found.
var identities = sync.OnceValue(func() (ids struct {
	ca, client, server        wssec.Identity
	stranger                  wssec.Identity // of a CA of his own
	expired, future, encipher wssec.Identity // the client's key in other certificates
}) {
	keys := map[int]crypto.Signer{}
	rest := keyFile
	for i := range 4 {
		var block *pem.Block
		block, rest = pem.Decode(rest)
		keys[i] = must(x509.ParsePKCS8PrivateKey(block.Bytes)).(crypto.Signer)
	}
	year := func(y int) time.Time { return time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC) }
	all := x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment
	issue := func(name string, key crypto.Signer, from, to time.Time, usage x509.KeyUsage, by *wssec.Identity) wssec.Identity {
		c := &x509.Certificate{
			SerialNumber: big.NewInt(int64(len(name)) + 7_000_000_000_000_000_000),
			Subject:      pkix.Name{CommonName: name, Organization: []string{"Test"}},
			NotBefore:    from, NotAfter: to, KeyUsage: usage, BasicConstraintsValid: true, IsCA: by == nil,
		}
		if name == "the server" { // the others leave it to be computed
			c.SubjectKeyId = []byte("the server's own id")
		}
		if by == nil {
			c.KeyUsage |= x509.KeyUsageCertSign
			by = &wssec.Identity{Certificate: c, Key: key}
		}
		der := must(x509.CreateCertificate(rand.Reader, c, by.Certificate, key.Public(), by.Key))
		return wssec.Identity{Certificate: must(x509.ParseCertificate(der)), Key: key}
	}
	ids.ca = issue("Test CA", keys[0], year(2020), year(2120), all, nil)
	ids.client = issue("client", keys[1], year(2020), year(2120), all, &ids.ca)
	ids.server = issue("the server", keys[2], year(2020), year(2120), all, &ids.ca)
	ids.stranger = issue("a stranger", keys[3], year(2020), year(2120), all, nil)
	ids.expired = issue("expired client", keys[1], year(2020), year(2021), all, &ids.ca)
	ids.future = issue("client of the future", keys[1], year(2100), year(2120), all, &ids.ca)
	ids.encipher = issue("enciphering client", keys[1], year(2020), year(2120), x509.KeyUsageKeyEncipherment, &ids.ca)
	return ids
})

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// user is whom the Recipient admits.
var user = wssec.Login{Name: "seismic", Password: "tremor"}

// Config is a configuration of one role with the keys, user and clock of the tests.
func Config(role wssec.Role, p wssec.Policy) wssec.Config {
	ids := identities()
	pool := x509.NewCertPool()
	pool.AddCert(ids.ca.Certificate)
	c := wssec.Config{
		Role: role, Policy: p, Trust: wssec.TrustIn(pool),
		Now: func() time.Time { return noon },
	}
	if role == wssec.Initiator {
		c.Self, c.Peer, c.Login = ids.client, ids.server.Certificate, user
	} else {
		c.Self, c.Peer = ids.server, ids.client.Certificate
		c.Admit = func(l wssec.Login) bool { return l == user }
	}
	return c
}
