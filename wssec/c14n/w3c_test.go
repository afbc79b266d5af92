package c14n

import (
	"crypto/md5"
	"crypto/sha1"
	"encoding/base64"
	"encoding/xml"
	"os"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// signature is what a test reads of a ds:Signature.
type signature struct {
	Signed struct {
		Method    method `xml:"CanonicalizationMethod"`
		Reference []struct {
			URI       string   `xml:",attr"`
			Transform []method `xml:"Transforms>Transform"`
			Digest    struct {
				Algorithm string `xml:",attr"`
			} `xml:"DigestMethod"`
			Value string `xml:"DigestValue"`
		}
	} `xml:"SignedInfo"`
}

type method struct {
	Algorithm string `xml:",attr"`
	XPath     string
	Inclusive struct {
		List string `xml:"PrefixList,attr"`
	} `xml:"InclusiveNamespaces"`
}

// TestW3C has the interoperability tests of the W3C's working group: of each signature those references
// that take whole elements, by id or by an XPath "ancestor-or-self::" and a name. Digests are those in
// the files.
func TestW3C(t *testing.T) {
	const shared = "../../../shared/vectors/"
	for _, f := range []struct {
		file string
		ours int // references that take whole elements
	}{
		{"c14n-w3c/Y1/exc-signature.xml", 4},
		{"c14n-w3c/Y2/signature-joseph-exc.xml", 3},
		{"c14n-w3c/Y3/signature.xml", 0}, // all of them take parts of elements
		{"c14n-w3c/Y4/signature.xml", 3},
		{"c14n-w3c/Y5/signature.xml", 3},
		{"xmlsec/merlin-exc-c14n-one/exc-signature.xml", 4},
		{"xmlsec/merlin-c14n-three/signature.xml", 3},
	} {
		t.Run(f.file, func(t *testing.T) {
			text, err := os.ReadFile(shared + f.file)
			if err != nil {
				t.Skip("no shared test data beside the repository: ", err)
			}
			// What the DOCTYPE of Y2 gives is written where it belongs.
			document := doctype.ReplaceAllString(string(text), "")
			document = strings.Replace(document, "<e9 ", `<e9 attr="default" `, 1)
			checkReferences(t, document, f.ours)
		})
	}
}

func checkReferences(t *testing.T, document string, ours int) {
	var s signature
	whole := parts(t, document, named("Signature"))[0].element
	if err := xml.Unmarshal(whole, &s); err != nil {
		t.Fatal(err)
	}
	for i, r := range s.Signed.Reference {
		match, ok := selection(r.URI, r.Transform)
		if !ok {
			continue
		}
		ours--
		m := Method{Algorithm: wssec.InclusiveC14N} // where no transform says otherwise
		if last := r.Transform[len(r.Transform)-1]; Supports(wssec.Algorithm(last.Algorithm)) {
			m = Method{wssec.Algorithm(last.Algorithm), Prefixes(last.Inclusive.List)}
		}
		var form []byte
		for _, p := range parts(t, document, match) {
			form = append(form, must(Append(nil, p.element, p.scope, m))...)
		}
		sum := sha1.Sum(form)
		digest := sum[:]
		if strings.HasSuffix(r.Digest.Algorithm, "#md5") {
			sum := md5.Sum(form)
			digest = sum[:]
		}
		if got := base64.StdEncoding.EncodeToString(digest); got != strings.TrimSpace(r.Value) {
			t.Errorf("reference %d: %v has the digest %s, want %s:\n%s", i, m, got, r.Value, form)
		}
	}
	if ours != 0 {
		t.Errorf("%d references too few were taken", ours)
	}
}

// selection says which elements a reference takes.
func selection(uri string, transforms []method) (match func(*xmltok.Tokenizer) bool, ok bool) {
	if id, ok := strings.CutPrefix(uri, "#xpointer(id('"); ok {
		id = strings.TrimSuffix(id, "'))")
		return func(k *xmltok.Tokenizer) bool {
			a := k.Attr("", "Id")
			return a != nil && string(a.Value()) == id
		}, true
	}
	if uri != "" || len(transforms) == 0 {
		return nil, false
	}
	name, ok := strings.CutPrefix(strings.TrimSpace(transforms[0].XPath), "ancestor-or-self::")
	if !ok || strings.ContainsAny(name, " \n") {
		return nil, false
	}
	return named(name[strings.IndexByte(name, ':')+1:]), true
}

// TestSignedInfo compares with the canonical form of SignedInfo that lies beside each signature, as the
// last of its files.
func TestSignedInfo(t *testing.T) {
	const shared = "../../../shared/vectors/"
	for file, form := range map[string]string{
		"c14n-w3c/Y1/exc-signature.xml":          "c14n-w3c/Y1/c14n-4.txt",
		"c14n-w3c/Y3/signature.xml":              "c14n-w3c/Y3/c14n-8.txt",
		"c14n-w3c/Y4/signature.xml":              "c14n-w3c/Y4/c14n-27.txt",
		"c14n-w3c/Y5/signature.xml":              "c14n-w3c/Y5/c14n-27.txt",
		"xmlsec/merlin-c14n-three/signature.xml": "xmlsec/merlin-c14n-three/c14n-27.txt",
	} {
		t.Run(file, func(t *testing.T) {
			text, err := os.ReadFile(shared + file)
			if err != nil {
				t.Skip("no shared test data beside the repository: ", err)
			}
			want := must(os.ReadFile(shared + form))
			p := parts(t, string(text), named("SignedInfo"))[0]
			var s signature
			if err := xml.Unmarshal(parts(t, string(text), named("Signature"))[0].element, &s); err != nil {
				t.Fatal(err)
			}
			m := Method{Algorithm: wssec.Algorithm(s.Signed.Method.Algorithm)}
			if got := must(Append(nil, p.element, p.scope, m)); string(got) != string(want) {
				t.Errorf("%s gives\n%s\nwant\n%s", m.Algorithm, got, want)
			}
		})
	}
}
