package xmldsig

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/asn1"
	"math/big"
	"testing"

	"seismark/wssec"
)

func publicOf(t testing.TB, key crypto.Signer) wssec.PublicKey {
	t.Helper()
	public, err := (&wssec.Config{}).PublicKey(&x509.Certificate{PublicKey: key.Public()})
	if err != nil {
		t.Fatal(err)
	}
	return public
}

// TestECDSA makes 300 signatures, so that some have an r or s that is short; crypto/ecdsa verifies them by r and s.
func TestECDSA(t *testing.T) {
	for _, c := range []struct {
		curve     elliptic.Curve
		algorithm wssec.Algorithm
		size      int
		rounds    int
	}{
		{elliptic.P256(), "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", 64, 300},
		{elliptic.P384(), "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384", 96, 20},
		{elliptic.P521(), "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512", 132, 20},
	} {
		t.Run(c.curve.Params().Name, func(t *testing.T) {
			key, err := ecdsa.GenerateKey(c.curve, rand.Reader)
			if err != nil {
				t.Fatal(err)
			}
			if got := Size(key.Public()); got != c.size {
				t.Errorf("values of %d octets, want %d", got, c.size)
			}
			short := 0
			for i := range c.rounds {
				octets := []byte{byte(i), byte(i >> 8)}
				value, err := Sign(key, c.algorithm, octets)
				if err != nil || len(value) != c.size {
					t.Fatalf("%x, %v", value, err)
				}
				r, s := new(big.Int).SetBytes(value[:c.size/2]), new(big.Int).SetBytes(value[c.size/2:])
				if !ecdsa.Verify(&key.PublicKey, digestFor(c.algorithm, octets), r, s) {
					t.Fatalf("crypto/ecdsa does not verify %x", value)
				}
				if value[0] == 0 || value[c.size/2] == 0 {
					short++
				}
				if err := Verify(publicOf(t, key), c.algorithm, octets, value); err != nil {
					t.Fatalf("%x: %v", value, err)
				}
			}
			t.Logf("%d of %d with a zero in front", short, c.rounds)
			badECDSA(t, key, c.algorithm, c.size)
		})
	}
}

func digestFor(a wssec.Algorithm, octets []byte) []byte {
	switch a {
	case wssec.ECDSASHA384:
		sum := sha512.Sum384(octets)
		return sum[:]
	case wssec.ECDSASHA512:
		sum := sha512.Sum512(octets)
		return sum[:]
	}
	sum := sha256.Sum256(octets)
	return sum[:]
}

// badECDSA tries other forms of a good signature, and bad ones.
func badECDSA(t *testing.T, key *ecdsa.PrivateKey, a wssec.Algorithm, size int) {
	octets := []byte("SignedInfo")
	der, err := key.Sign(rand.Reader, digestFor(a, octets), SignatureHash(a))
	if err != nil {
		t.Fatal(err)
	}
	good, err := fromASN1(der, size/2)
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(publicOf(t, key), a, octets, good); err != nil {
		t.Fatal(err)
	}
	half := size / 2
	signed := append(append([]byte{0}, good[:half]...), append([]byte{0}, good[half:]...)...)
	for name, value := range map[string][]byte{
		"ASN.1":                    der,
		"a sign octet before each": signed,
		"a zero in front":          append([]byte{0}, good...),
		"a zero behind":            append(bytes.Clone(good), 0),
		"cut":                      good[:size-1],
		"cut in front":             good[1:],
		"half":                     good[:half],
		"empty":                    nil,
		"zeros":                    make([]byte, size),
		"r is zero":                append(make([]byte, half), good[half:]...),
		"s is zero":                append(bytes.Clone(good[:half]), make([]byte, half)...),
		"s and r":                  append(bytes.Clone(good[half:]), good[:half]...),
		"ones":                     bytes.Repeat([]byte{0xff}, size),
	} {
		if err := Verify(publicOf(t, key), a, octets, value); err == nil {
			t.Errorf("%s: %x verifies", name, value)
		}
	}
	if err := Verify(publicOf(t, key), a, []byte("other"), good); err == nil {
		t.Error("other octets verify")
	}
}

// TestShortNumbers has numbers whose leading octets are zero, or have the sign bit.
func TestShortNumbers(t *testing.T) {
	for _, c := range [][2]string{
		{"\x00\x01\x00\x02", "\x30\x06\x02\x01\x01\x02\x01\x02"},
		{"\x00\x80\x80\x00", "\x30\x09\x02\x02\x00\x80\x02\x03\x00\x80\x00"},
		{"\x7f\xff\x01\x00", "\x30\x08\x02\x02\x7f\xff\x02\x02\x01\x00"},
	} {
		der, err := toASN1([]byte(c[0]), 2)
		if err != nil || string(der) != c[1] {
			t.Errorf("%x: %x, %v, want %x", c[0], der, err, c[1])
		}
		value, err := fromASN1([]byte(c[1]), 2)
		if err != nil || string(value) != c[0] {
			t.Errorf("%x: %x, %v, want %x", c[1], value, err, c[0])
		}
	}
	for _, bad := range []string{"", "\x30\x00", "\x30\x06\x02\x01\x01\x02\x01\x02\x00", "\x30\x06\x02\x01\x81\x02\x01\x02", "\x30\x06\x02\x01\x00\x02\x01\x02"} {
		if value, err := fromASN1([]byte(bad), 2); err == nil {
			t.Errorf("%x gives %x", bad, value)
		}
	}
	if value, err := fromASN1([]byte("\x30\x08\x02\x03\x01\x00\x00\x02\x01\x02"), 2); err == nil {
		t.Errorf("a number that is too long gives %x", value)
	}
}

// TestPSS lets crypto/rsa verify with the salt length that is wanted, and refuses its signatures with others.
func TestPSS(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	const a = "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1"
	octets := []byte("SignedInfo")
	digest := sha256.Sum256(octets)
	value, err := Sign(key, a, octets)
	if err != nil || len(value) != Size(key.Public()) {
		t.Fatalf("%x, %v", value, err)
	}
	if err := rsa.VerifyPSS(&key.PublicKey, crypto.SHA256, digest[:], value, &rsa.PSSOptions{SaltLength: 32}); err != nil {
		t.Error(err)
	}
	for _, salt := range []int{0, 20, 31, 32, 33, 222} {
		value, err := rsa.SignPSS(rand.Reader, key, crypto.SHA256, digest[:], &rsa.PSSOptions{SaltLength: max(salt, rsa.PSSSaltLengthEqualsHash)})
		if salt == 0 {
			value, err = saltless(key, digest[:])
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := rsa.VerifyPSS(&key.PublicKey, crypto.SHA256, digest[:], value, &rsa.PSSOptions{}); err != nil {
			t.Errorf("a salt of %d octets is none to crypto/rsa either: %v", salt, err)
		}
		if err := Verify(publicOf(t, key), a, octets, value); (err == nil) != (salt == 32) {
			t.Errorf("a salt of %d octets: %v", salt, err)
		}
	}
	old, err := Sign(key, wssec.RSASHA256, octets)
	if err != nil {
		t.Fatal(err)
	}
	if Verify(publicOf(t, key), a, octets, old) == nil || Verify(publicOf(t, key), wssec.RSASHA256, octets, value) == nil {
		t.Error("one padding passes for the other")
	}
}

// saltless signs by PSS without a salt, which crypto/rsa has no option for: the encoded message of RFC 8017 section
// 9.1.1 by hand, and the private operation on it.
func saltless(key *rsa.PrivateKey, digest []byte) ([]byte, error) {
	sum := sha256.Sum256(append(make([]byte, 8), digest...))
	db := make([]byte, key.Size()-sha256.Size-1)
	db[len(db)-1] = 1
	for i, at := byte(0), 0; at < len(db); i++ {
		mask := sha256.Sum256(append(sum[:], 0, 0, 0, i))
		for _, m := range mask {
			if at < len(db) {
				db[at] ^= m
				at++
			}
		}
	}
	db[0] &= 0x7f
	em := append(append(db, sum[:]...), 0xbc)
	return new(big.Int).Exp(new(big.Int).SetBytes(em), key.D, key.N).FillBytes(make([]byte, key.Size())), nil
}

// TestFamilies holds every algorithm against keys of the other family: the key decides.
func TestFamilies(t *testing.T) {
	number, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []wssec.Algorithm{wssec.RSASHA256, wssec.RSAPSSSHA256, wssec.ECDSASHA256, wssec.ECDSASHA384, "urn:x", ""} {
		for _, key := range []crypto.Signer{number, curve} {
			_, onCurve := key.(*ecdsa.PrivateKey)
			fits := a == wssec.RSASHA256 || a == wssec.RSAPSSSHA256
			if onCurve {
				fits = a == wssec.ECDSASHA256 || a == wssec.ECDSASHA384
			}
			value, err := Sign(key, a, nil)
			if (err == nil) != fits {
				t.Errorf("%T signs by %s: %v", key, a, err)
			}
			if fits {
				err = Verify(publicOf(t, key), a, nil, value)
			} else {
				err = Verify(publicOf(t, key), a, nil, make([]byte, Size(key.Public())))
			}
			if (err == nil) != fits {
				t.Errorf("%T verifies by %s: %v", key, a, err)
			}
		}
	}
	if got := Size("no key"); got != 0 {
		t.Errorf("a value of %d octets", got)
	}
}

func FuzzASN1(f *testing.F) {
	f.Add([]byte("\x30\x06\x02\x01\x01\x02\x01\x02"), []byte("\x00\x01\x00\x02"))
	f.Fuzz(func(t *testing.T, der, value []byte) {
		fromASN1(der, 32)
		if len(value)%2 != 0 || len(value) < 2 || len(value) > 132 {
			return
		}
		der, err := toASN1(value, len(value)/2)
		if err != nil {
			t.Fatal(err)
		}
		var pair struct{ R, S *big.Int }
		if rest, err := asn1.Unmarshal(der, &pair); err != nil || len(rest) > 0 ||
			pair.R.Cmp(new(big.Int).SetBytes(value[:len(value)/2])) != 0 || pair.S.Cmp(new(big.Int).SetBytes(value[len(value)/2:])) != 0 {
			t.Fatalf("%x becomes %x: %v, %v", value, der, pair, err)
		}
	})
}
