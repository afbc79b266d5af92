package wssec

import (
	"fmt"
	"strings"
)

// Suite names five algorithms and the kind of key that they work with. The list is closed; SuiteNone is for
// policies that use none.
type Suite uint8

const (
	SuiteNone         Suite = iota
	Basic256Sha256GCM       // the default
	Basic256Sha256          // as WS-SecurityPolicy 1.2 section 6.1 names it, with the signature of its successors: CBC
	Basic128Sha256GCM
	Basic128Sha256
	Basic256Sha256GCMPSS     // signatures by PSS
	Basic256Sha256GCMOAEP256 // OAEP with SHA-256 in all its places
	RSA3072Basic256Sha256GCM
	RSA4096Basic256Sha256GCM
	P256AES128GCM // ECDSA and ECDH-ES
	P256AES256GCM
	P384AES256GCM
)

var suites = []struct {
	name string
	key  Key
	algs Algorithms
}{
	SuiteNone:                {"none", KeyNone, Algorithms{}},
	Basic256Sha256GCM:        {"basic256sha256gcm", RSA2048, Algorithms{RSASHA256, SHA256, ExclusiveC14N, RSAOAEPMGF1P, AES256GCM}},
	Basic256Sha256:           {"basic256sha256", RSA2048, Algorithms{RSASHA256, SHA256, ExclusiveC14N, RSAOAEPMGF1P, AES256CBC}},
	Basic128Sha256GCM:        {"basic128sha256gcm", RSA2048, Algorithms{RSASHA256, SHA256, ExclusiveC14N, RSAOAEPMGF1P, AES128GCM}},
	Basic128Sha256:           {"basic128sha256", RSA2048, Algorithms{RSASHA256, SHA256, ExclusiveC14N, RSAOAEPMGF1P, AES128CBC}},
	Basic256Sha256GCMPSS:     {"basic256sha256gcm-pss", RSA2048, Algorithms{RSAPSSSHA256, SHA256, ExclusiveC14N, RSAOAEPMGF1P, AES256GCM}},
	Basic256Sha256GCMOAEP256: {"basic256sha256gcm-oaep256", RSA2048, Algorithms{RSASHA256, SHA256, ExclusiveC14N, RSAOAEP, AES256GCM}},
	RSA3072Basic256Sha256GCM: {"rsa3072-basic256sha256gcm", RSA3072, Algorithms{RSASHA256, SHA256, ExclusiveC14N, RSAOAEPMGF1P, AES256GCM}},
	RSA4096Basic256Sha256GCM: {"rsa4096-basic256sha256gcm", RSA4096, Algorithms{RSASHA256, SHA256, ExclusiveC14N, RSAOAEPMGF1P, AES256GCM}},
	P256AES128GCM:            {"ecdsa-p256-ecdh-aes128gcm", P256, Algorithms{ECDSASHA256, SHA256, ExclusiveC14N, ECDHES, AES128GCM}},
	P256AES256GCM:            {"ecdsa-p256-ecdh-aes256gcm", P256, Algorithms{ECDSASHA256, SHA256, ExclusiveC14N, ECDHES, AES256GCM}},
	P384AES256GCM:            {"ecdsa-p384-ecdh-aes256gcm", P384, Algorithms{ECDSASHA384, SHA384, ExclusiveC14N, ECDHES, AES256GCM}},
}

// Suites is the list of suites that a policy can use, the default first.
func Suites() []Suite {
	var list []Suite
	for i := range suites[1:] {
		list = append(list, Suite(i+1))
	}
	return list
}

// listed reports whether the suite is SuiteNone or one of Suites.
func (s Suite) listed() bool { return int(s) < len(suites) }

// Algorithms gives the suite's five URIs, none for SuiteNone and what is no suite.
func (s Suite) Algorithms() Algorithms {
	if !s.listed() {
		return Algorithms{}
	}
	return suites[s].algs
}

// Key is the kind of key that both sides need.
func (s Suite) Key() Key {
	if !s.listed() {
		return KeyNone
	}
	return suites[s].key
}

// String is the suite's name in flags, files and tables.
func (s Suite) String() string {
	if !s.listed() {
		return fmt.Sprintf("Suite(%d)", uint8(s))
	}
	return suites[s].name
}

// Set makes a *Suite a flag value.
func (s *Suite) Set(name string) error {
	var names []string
	for _, c := range Suites() {
		if c.String() == name {
			*s = c
			return nil
		}
		names = append(names, c.String())
	}
	return fmt.Errorf("wssec: no suite %q: choose from %s", name, strings.Join(names, ", "))
}

// Type is the suite's word in a usage text.
func (s *Suite) Type() string { return "suite" }

// MarshalText and UnmarshalText make a Suite a configuration value.
func (s Suite) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is Set.
func (s *Suite) UnmarshalText(b []byte) error { return s.Set(string(b)) }
