package wssec

import (
	"crypto"
	"slices"
)

// Algorithm is an algorithm's URI.
type Algorithm string

// Algorithms of XML Signature 1.1, XML Encryption 1.1 and RFC 9231.
const (
	RSASHA1      Algorithm = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
	RSASHA256    Algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
	RSASHA384    Algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384"
	RSASHA512    Algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512"
	RSAPSSSHA256 Algorithm = "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1"
	RSAPSSSHA384 Algorithm = "http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1"
	RSAPSSSHA512 Algorithm = "http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1"
	ECDSASHA256  Algorithm = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"
	ECDSASHA384  Algorithm = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384"
	ECDSASHA512  Algorithm = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512"

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
	ECDHES       Algorithm = "http://www.w3.org/2009/xmlenc11#ECDH-ES"
	AES128Wrap   Algorithm = "http://www.w3.org/2001/04/xmlenc#kw-aes128"
	AES192Wrap   Algorithm = "http://www.w3.org/2001/04/xmlenc#kw-aes192"
	AES256Wrap   Algorithm = "http://www.w3.org/2001/04/xmlenc#kw-aes256"

	AES128CBC Algorithm = "http://www.w3.org/2001/04/xmlenc#aes128-cbc"
	AES192CBC Algorithm = "http://www.w3.org/2001/04/xmlenc#aes192-cbc"
	AES256CBC Algorithm = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"
	AES128GCM Algorithm = "http://www.w3.org/2009/xmlenc11#aes128-gcm"
	AES192GCM Algorithm = "http://www.w3.org/2009/xmlenc11#aes192-gcm"
	AES256GCM Algorithm = "http://www.w3.org/2009/xmlenc11#aes256-gcm"
)

// AllAlgorithms is the list of all that engines have, for those who read messages of strangers.
func AllAlgorithms() []Algorithm { return slices.Clone(algorithms) }

var algorithms = []Algorithm{
	RSASHA1, RSASHA256, RSASHA384, RSASHA512, RSAPSSSHA256, RSAPSSSHA384, RSAPSSSHA512, ECDSASHA256, ECDSASHA384, ECDSASHA512,
	SHA1, SHA256, SHA384, SHA512,
	ExclusiveC14N, ExclusiveC14NWithComments, InclusiveC14N, InclusiveC14NWithComments, InclusiveC14N11, InclusiveC14N11WithComments,
	RSAOAEPMGF1P, RSAOAEP, RSA15, ECDHES, AES128Wrap, AES192Wrap, AES256Wrap,
	AES128CBC, AES192CBC, AES256CBC, AES128GCM, AES192GCM, AES256GCM,
}

// Algorithms are the five choices that make a suite. With rsa-oaep the digest and the mask are the suite's
// Digest; with ECDH-ES that is the digest of ConcatKDF, and the session key is wrapped as KeyWrap says.
type Algorithms struct {
	Signature, Digest, Canonicalization, KeyTransport, Cipher Algorithm
}

// KeyWrap is what enciphers the session key under an agreed one: AES with a key as long as the cipher's
// (RFC 3394). It is "" where no key is agreed on.
func (a Algorithms) KeyWrap() Algorithm {
	if a.KeyTransport != ECDHES {
		return ""
	}
	switch a.Cipher {
	case AES128CBC, AES128GCM:
		return AES128Wrap
	case AES192CBC, AES192GCM:
		return AES192Wrap
	}
	return AES256Wrap
}

// Hash is the hash of a digest algorithm, zero for all others.
func (a Algorithm) Hash() crypto.Hash {
	switch a {
	case SHA1:
		return crypto.SHA1
	case SHA256:
		return crypto.SHA256
	case SHA384:
		return crypto.SHA384
	case SHA512:
		return crypto.SHA512
	}
	return 0
}
