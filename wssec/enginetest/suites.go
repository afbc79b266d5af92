package enginetest

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"encoding/asn1"
	"fmt"
	"io"
	"math/big"
	"testing"

	"seismark/wssec"
)

// suites sends messages of every suite to who has another one, and signatures in other forms.
func suites(t *testing.T, m Maker) {
	signed := map[wssec.Suite]string{}
	encrypted := map[wssec.Suite]string{}
	for _, s := range wssec.Suites() {
		signed[s], encrypted[s] = sealed(t, m, wssec.Sign(s)), sealed(t, m, wssec.SignEncrypt(s))
	}
	for _, has := range wssec.Suites() {
		signServer := engine(t, m, Config(wssec.Recipient, wssec.Sign(has)))
		encryptServer := engine(t, m, Config(wssec.Recipient, wssec.SignEncrypt(has)))
		for _, gets := range wssec.Suites() {
			t.Run(fmt.Sprintf("%s to %s", gets, has), func(t *testing.T) {
				switch want := crossing(gets, has); want {
				case "":
					opened(t, signServer, signed[gets])
				default:
					refused(t, signServer, signed[gets], want)
				}
				if got, err := encryptServer.Open([]byte(encrypted[gets])); (err == nil) != (gets == has) {
					t.Errorf("encrypted: %v, %v", got, err)
				}
			})
		}
	}
	values(t, m, signed)
	salts(t, m, signed[wssec.Basic256Sha256GCMPSS])
}

// crossing is what becomes of a signed message of a suite where another one is held to.
func crossing(gets, has wssec.Suite) wssec.FaultCode {
	g, h := gets.Algorithms(), has.Algorithms()
	switch {
	case g.Signature != h.Signature || g.Digest != h.Digest:
		return wssec.UnsupportedAlgorithm
	case gets.Key().Bits() < has.Key().Bits() || gets.Key().Curve() != has.Key().Curve():
		return wssec.InvalidSecurityToken // the key is a weaker one, or elsewhere
	}
	return ""
}

// values writes signatures of ECDSA in other forms, and those of RSA with other lengths.
func values(t *testing.T, m Maker, signed map[wssec.Suite]string) {
	for _, s := range wssec.Suites() {
		server := engine(t, m, Config(wssec.Recipient, wssec.Sign(s)))
		changes := map[string]func([]byte) []byte{
			"cut":             func(b []byte) []byte { return b[:len(b)-1] },
			"cut in front":    func(b []byte) []byte { return b[1:] },
			"half":            func(b []byte) []byte { return b[:len(b)/2] },
			"a zero in front": func(b []byte) []byte { return append([]byte{0}, b...) },
			"a zero behind":   func(b []byte) []byte { return append(b, 0) },
			"empty":           func([]byte) []byte { return nil },
			"zeros":           func(b []byte) []byte { return make([]byte, len(b)) },
			"ones":            func(b []byte) []byte { return bytes.Repeat([]byte{0xff}, len(b)) },
		}
		if s.Key().Curve() != nil {
			changes["ASN.1"] = inASN1
			changes["with sign octets"] = func(b []byte) []byte {
				return bytes.Join([][]byte{{0}, b[:len(b)/2], {0}, b[len(b)/2:]}, nil)
			}
			changes["s and r"] = func(b []byte) []byte { return append(bytes.Clone(b[len(b)/2:]), b[:len(b)/2]...) }
			changes["r alone"] = func(b []byte) []byte { return append(b[:len(b)/2:len(b)/2], make([]byte, len(b)/2)...) }
		}
		for name, change := range changes {
			t.Run(fmt.Sprintf("%s/%s", s, name), func(t *testing.T) {
				refused(t, server, recode(t, signed[s], "ds:Signature", "ds:SignatureValue", change), wssec.FailedCheck)
			})
		}
	}
}

// inASN1 writes r and s as crypto/ecdsa does.
func inASN1(value []byte) []byte {
	half := len(value) / 2
	return must(asn1.Marshal(struct{ R, S *big.Int }{
		new(big.Int).SetBytes(value[:half]), new(big.Int).SetBytes(value[half:]),
	}))
}

// salts signs by PSS with salts of other lengths than that of the digest (RFC 9231 section 2.3.10), and by PKCS #1
// v1.5 in the name of PSS.
func salts(t *testing.T, m Maker, message string) {
	server := engine(t, m, Config(wssec.Recipient, wssec.Sign(wssec.Basic256Sha256GCMPSS)))
	client := identities().client.Key.(*rsa.PrivateKey)
	opened(t, server, resign(t, message, salted{client, 32}))
	for _, n := range []int{1, 20, 31, 33, 64, 222} {
		t.Run(fmt.Sprintf("a salt of %d octets", n), func(t *testing.T) {
			refused(t, server, resign(t, message, salted{client, n}), wssec.FailedCheck)
		})
	}
	refused(t, server, resign(t, message, client), wssec.FailedCheck)
}

// salted is a key that signs by PSS, whatever it is asked for.
type salted struct {
	*rsa.PrivateKey
	octets int
}

func (s salted) Sign(_ io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	return rsa.SignPSS(rand.Reader, s.PrivateKey, opts.HashFunc(), digest, &rsa.PSSOptions{SaltLength: s.octets})
}
