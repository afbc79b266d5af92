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

var (
	//go:embed testdata/test-only.pem
	keyFile []byte
	//go:embed testdata/test-only-kinds.pem
	kindFile []byte
)

// Noon is when the tests take place.
var noon = time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC)

// The identities of the tests. Keys are fixed and signatures of certificates are deterministic, so that
// all are the same in every run: what a fuzzer found stays found. Client and server are of the first kind of key,
// of others are those of kinds.
var identities = sync.OnceValue(func() (ids struct {
	ca, client, server        wssec.Identity
	stranger                  wssec.Identity // of a CA of his own
	expired, future, encipher wssec.Identity // the client's key in other certificates
	identified                wssec.Identity // the same, in one with a subject key identifier
	kinds                     map[wssec.Key]pair
}) {
	keys := keysIn(keyFile)
	year := func(y int) time.Time { return time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC) }
	all := x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment
	issue := func(name string, key crypto.Signer, from, to time.Time, usage x509.KeyUsage, by *wssec.Identity) wssec.Identity {
		c := &x509.Certificate{
			SerialNumber: big.NewInt(int64(len(name)) + 7_000_000_000_000_000_000),
			Subject:      pkix.Name{CommonName: name, Organization: []string{"Test"}},
			NotBefore:    from, NotAfter: to, KeyUsage: usage, BasicConstraintsValid: true, IsCA: by == nil,
		}
		switch name { // the others leave it to be computed
		case "the server":
			c.SubjectKeyId = []byte("the server's own id")
		case "client with an id":
			c.SubjectKeyId = []byte("the client's own id")
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
	ids.identified = issue("client with an id", keys[1], year(2020), year(2120), all, &ids.ca)
	ids.kinds = map[wssec.Key]pair{wssec.RSA2048: {ids.client, ids.server}}
	curve := x509.KeyUsageDigitalSignature | x509.KeyUsageKeyAgreement
	rest := keysIn(kindFile)
	for _, k := range wssec.Keys()[1:] {
		usage := all
		if k.Curve() != nil {
			usage = curve
		}
		ids.kinds[k] = pair{
			issue("client with "+k.String(), rest[0], year(2020), year(2120), usage, &ids.ca),
			issue("a server with "+k.String(), rest[1], year(2020), year(2120), usage, &ids.ca),
		}
		rest = rest[2:]
	}
	return ids
})

// pair is both sides of a call.
type pair struct{ client, server wssec.Identity }

// pairFor are those with the kind of key that a suite needs.
func pairFor(s wssec.Suite) pair {
	if p, ok := identities().kinds[s.Key()]; ok {
		return p
	}
	return identities().kinds[wssec.RSA2048]
}

func keysIn(file []byte) (keys []crypto.Signer) {
	for {
		block, rest := pem.Decode(file)
		if block == nil {
			return keys
		}
		keys, file = append(keys, must(x509.ParsePKCS8PrivateKey(block.Bytes)).(crypto.Signer)), rest
	}
}

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
	sides := pairFor(p.Suite)
	pool := x509.NewCertPool()
	pool.AddCert(identities().ca.Certificate)
	c := wssec.Config{
		Role: role, Policy: p, Trust: wssec.TrustIn(pool),
		Now: func() time.Time { return noon },
	}
	if role == wssec.Initiator {
		c.Self, c.Peer, c.Login = sides.client, sides.server.Certificate, user
	} else {
		c.Self, c.Peer = sides.server, sides.client.Certificate
		c.Admit = func(l wssec.Login) bool { return l == user }
	}
	return c
}
