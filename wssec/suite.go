package wssec

import (
	"fmt"
	"strings"
)

// Algorithm is an algorithm's URI.
type Algorithm string

// Algorithms of XML Signature 1.1, XML Encryption 1.1 and RFC 9231.
const (
	RSASHA1   Algorithm = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
	RSASHA256 Algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
	RSASHA384 Algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384"
	RSASHA512 Algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512"

	SHA1   Algorithm = "http://www.w3.org/2000/09/xmldsig#sha1"
	SHA256 Algorithm = "http://www.w3.org/2001/04/xmlenc#sha256"
	SHA384 Algorithm = "http://www.w3.org/2001/04/xmldsig-more#sha384"
	SHA512 Algorithm = "http://www.w3.org/2001/04/xmlenc#sha512"

	ExclusiveC14N               Algorithm = "http://www.w3.org/2001/10/xml-exc-c14n#"
	ExclusiveC14NWithComments   Algorithm = "http://www.w3.org/2001/10/xml-exc-c14n#WithComments"
	InclusiveC14N               Algorithm = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
	InclusiveC14NWithComments   Algorithm = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments"
	InclusiveC14N11             Algorithm = "http://www.w3.org/2006/12/xml-c14n11"
	InclusiveC14N11WithComments Algorithm = "http://www.w3.org/2006/12/xml-c14n11#WithComments"

	RSAOAEPMGF1P Algorithm = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"
	RSAOAEP      Algorithm = "http://www.w3.org/2009/xmlenc11#rsa-oaep"
	RSA15        Algorithm = "http://www.w3.org/2001/04/xmlenc#rsa-1_5"

	AES128CBC Algorithm = "http://www.w3.org/2001/04/xmlenc#aes128-cbc"
	AES192CBC Algorithm = "http://www.w3.org/2001/04/xmlenc#aes192-cbc"
	AES256CBC Algorithm = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"
	AES128GCM Algorithm = "http://www.w3.org/2009/xmlenc11#aes128-gcm"
	AES192GCM Algorithm = "http://www.w3.org/2009/xmlenc11#aes192-gcm"
	AES256GCM Algorithm = "http://www.w3.org/2009/xmlenc11#aes256-gcm"
)

// Algorithms are the five choices that make a suite.
type Algorithms struct {
	Signature, Digest, Canonicalization, KeyTransport, Cipher Algorithm
}

// Suite names five algorithms. The list is closed; SuiteNone is for policies that use none.
type Suite uint8

const (
	SuiteNone         Suite = iota
	Basic256Sha256GCM       // the default
	Basic256Sha256          // as WS-SecurityPolicy 1.2 section 6.1 names it, with the signature of its successors: CBC
)

var suites = []struct {
	name string
	algs Algorithms
}{
	SuiteNone:         {"none", Algorithms{}},
	Basic256Sha256GCM: {"basic256sha256gcm", Algorithms{RSASHA256, SHA256, ExclusiveC14N, RSAOAEPMGF1P, AES256GCM}},
	Basic256Sha256:    {"basic256sha256", Algorithms{RSASHA256, SHA256, ExclusiveC14N, RSAOAEPMGF1P, AES256CBC}},
}

// Suites is the list of suites that a policy can use, the default first.
func Suites() []Suite { return []Suite{Basic256Sha256GCM, Basic256Sha256} }

// Algorithms gives the suite's five URIs.
func (s Suite) Algorithms() Algorithms { return suites[s].algs }

// String is the suite's name in flags, files and tables.
func (s Suite) String() string { return suites[s].name }

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
