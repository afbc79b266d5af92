package enginetest

import (
	"crypto"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/soap"
)

// element finds the octets of the first element with a qualified name. No element of that name may stand
// within one.
func element(t testing.TB, message, name string) string {
	t.Helper()
	found := regexp.MustCompile(`(?s)<` + name + `[ >/].*?</` + name + `>`).FindString(message)
	if found == "" {
		t.Fatalf("no %s in\n%s", name, message)
	}
	return found
}

// replace replaces what must stand exactly once.
func replace(t testing.TB, message, old, with string) string {
	t.Helper()
	if n := strings.Count(message, old); n != 1 {
		t.Fatalf("%q stands %d times in\n%s", old, n, message)
	}
	return strings.Replace(message, old, with, 1)
}

// remove removes the first element with a name.
func remove(t testing.TB, message, name string) string {
	t.Helper()
	return strings.Replace(message, element(t, message, name), "", 1)
}

// content is what stands in the first element with a name.
func content(t testing.TB, message, name string) string {
	t.Helper()
	e := element(t, message, name)
	return e[strings.IndexByte(e, '>')+1 : strings.LastIndex(e, "</")]
}

// recode replaces the octets that an element holds in base64.
func recode(t testing.TB, message, within, name string, change func([]byte) []byte) string {
	t.Helper()
	whole := element(t, message, within)
	old := content(t, whole, name)
	octets, err := base64.StdEncoding.DecodeString(old)
	if err != nil {
		t.Fatal(err)
	}
	with := replace(t, whole, ">"+old+"<", ">"+base64.StdEncoding.EncodeToString(change(octets))+"<")
	return replace(t, message, whole, with)
}

// resign makes the digests and the signature of a message anew: SHA-256 digests of what the References
// name, canonicalized as they say, and rsa-sha256. What is encrypted is not decrypted for that.
func resign(t testing.TB, message string, key crypto.Signer) string {
	t.Helper()
	refs := regexp.MustCompile(`(?s)<ds:Reference URI="#[^"]*">.*?</ds:Reference>`).FindAllString(message, -1)
	for _, ref := range refs {
		id := regexp.MustCompile(`URI="#([^"]*)"`).FindStringSubmatch(ref)[1]
		env := split(t, message)
		el, _, ok := env.Locate(id)
		if !ok {
			continue // the test wants it so
		}
		digest := sha256.Sum256(canonical(t, env, el, ref))
		with := regexp.MustCompile(`<ds:DigestValue>[^<]*<`).ReplaceAllLiteralString(ref,
			"<ds:DigestValue>"+base64.StdEncoding.EncodeToString(digest[:])+"<")
		message = strings.Replace(message, ref, with, 1)
	}
	return sign(t, message, key)
}

// sign makes the signature of a message anew, by rsa-sha256, over the digests that it has.
func sign(t testing.TB, message string, key crypto.Signer) string {
	t.Helper()
	env := split(t, message)
	info, ok := env.Find(env.Security.Element, [2]string{soap.DS, "Signature"}, [2]string{soap.DS, "SignedInfo"})
	if !ok {
		t.Fatal("no SignedInfo to sign")
	}
	digest := sha256.Sum256(canonical(t, env, info, element(t, message, "ds:CanonicalizationMethod")))
	value, err := key.Sign(rand.Reader, digest[:], crypto.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`<ds:SignatureValue>[^<]*<`).ReplaceAllLiteralString(message,
		"<ds:SignatureValue>"+base64.StdEncoding.EncodeToString(value)+"<")
}

func split(t testing.TB, message string) *soap.Envelope {
	t.Helper()
	env, err := soap.Split([]byte(message), wssec.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// canonical canonicalizes as the first algorithm in a piece of XML says.
func canonical(t testing.TB, env *soap.Envelope, el soap.Element, as string) []byte {
	t.Helper()
	m := c14n.Method{Algorithm: wssec.Algorithm(regexp.MustCompile(`Algorithm="([^"]*)"`).FindStringSubmatch(as)[1])}
	if list := regexp.MustCompile(`PrefixList="([^"]*)"`).FindStringSubmatch(as); list != nil {
		m.Prefixes = c14n.Prefixes(list[1])
	}
	if !strings.Contains(as, "Transform") && strings.Contains(as, "DigestMethod") {
		m.Algorithm = wssec.InclusiveC14N // what a Reference without transforms means
	}
	switch {
	case !c14n.Supports(m.Algorithm):
		m.Algorithm = wssec.ExclusiveC14N
	case m.Algorithm == wssec.ExclusiveC14NWithComments: // a bare name leaves comments out
		m.Algorithm = wssec.ExclusiveC14N
	}
	octets, err := c14n.Append(nil, env.Bytes(el), el.Scope, m)
	if err != nil {
		t.Fatal(err)
	}
	return octets
}
