package c14n

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

const libxml2 = "../../../shared/vectors/c14n-libxml2"

// Why a vector is not ours to reproduce.
const (
	nodeSet  = "its XPath takes nodes out of the middle of the element: whole elements alone are offered"
	entities = "it needs entities of a DOCTYPE"
	types    = "it needs attribute types of a DOCTYPE"
)

// vector is what to do with one of libxml2's files.
type vector struct {
	apex  string            // local names of the elements that the vector's XPath takes; empty for the document
	edits map[string]string // what the DOCTYPE adds, put where it belongs
	out   string            // why it is out of scope
}

// doctype is cut out, since it is refused and has no canonical form.
var doctype = regexp.MustCompile(`(?s)<!DOCTYPE[^[>]*(\[.*?\])?>`)

var (
	doctypeOfE9 = map[string]string{"<e9 ": `<e9 attr="default" `}
	something   = vector{apex: "Something"}
	cut         = vector{out: nodeSet}

	// specification are the examples of section 3 of Canonical XML, the same ones in three folders.
	specification = map[string]vector{
		"example-1": {},
		"example-2": {},
		"example-3": {edits: doctypeOfE9},
		"example-4": {out: types},
		"example-5": {out: entities},
		"example-6": {edits: map[string]string{"ISO-8859-1": "UTF-8"}}, // the document is ASCII
		"example-7": cut,
		"example-8": cut,
	}
	vectors = map[string]map[string]vector{
		"exc-without-comments": {
			// The namespace nodes that 10 and 11 take out are those that are not rendered anyway.
			"merlin-c14n-two-09": something, "merlin-c14n-two-10": something, "merlin-c14n-two-11": something,
			"merlin-c14n-two-12": cut, "merlin-c14n-two-13": cut, "merlin-c14n-two-14": cut,
			"merlin-c14n-two-15": cut, "merlin-c14n-two-16": cut, "merlin-c14n-two-17": cut,
			"merlin-c14n-two-18": something, // with #default
			"merlin-c14n-two-19": cut, "merlin-c14n-two-20": cut, "merlin-c14n-two-21": cut,
			"merlin-c14n-two-22": cut, "merlin-c14n-two-23": cut, "merlin-c14n-two-24": cut,
			"merlin-c14n-two-25": cut, "merlin-c14n-two-26": cut,
			"test-0": {apex: "e6", edits: doctypeOfE9},
			"test-1": {apex: "e6", edits: doctypeOfE9},
			"test-2": {apex: "SignedInfo"},
		},
		"without-comments": {
			"merlin-c14n-two-00": something,
			"merlin-c14n-two-01": cut, "merlin-c14n-two-02": cut, "merlin-c14n-two-03": cut,
			"merlin-c14n-two-04": cut, "merlin-c14n-two-05": cut, "merlin-c14n-two-06": cut,
			"merlin-c14n-two-07": cut, "merlin-c14n-two-08": cut,
			"test-0": cut,
			"test-1": {apex: "X509Data"}, "test-2": {apex: "elem2"}, "test-3": {apex: "e6", edits: doctypeOfE9},
		},
		"with-comments": {},
		"1-1-without-comments": {
			"xmlbase-c14n11spec-102": cut, "xmlbase-c14n11spec2-102": cut, "xmlbase-c14n11spec3-102": cut,
			"xmlbase-prop-1": cut, "xmlbase-prop-2": {apex: "e1"}, "xmlbase-prop-3": {apex: "e11"},
			"xmlbase-prop-4": {apex: "e111"}, "xmlbase-prop-5": {apex: "e21"}, "xmlbase-prop-6": {apex: "e3"},
			"xmlbase-prop-7": cut,
			"xmlid-prop-1":   {apex: "e1"}, "xmlid-prop-2": {apex: "e11 e12"},
			"xmllang-prop-1": {apex: "e1"}, "xmllang-prop-2": {apex: "e2"}, "xmllang-prop-3": {apex: "e11"}, "xmllang-prop-4": {apex: "e11 e12"},
			"xmlspace-prop-1": {apex: "e1"}, "xmlspace-prop-2": {apex: "e2"}, "xmlspace-prop-3": {apex: "e11"}, "xmlspace-prop-4": {apex: "e11 e12"},
		},
	}
	folders = map[string]wssec.Algorithm{
		"exc-without-comments": wssec.ExclusiveC14N,
		"without-comments":     wssec.InclusiveC14N,
		"with-comments":        wssec.InclusiveC14NWithComments,
		"1-1-without-comments": wssec.InclusiveC14N11,
	}
)

// TestLibxml2 has every file of libxml2's own tests, or says why not.
func TestLibxml2(t *testing.T) {
	if _, err := os.Stat(libxml2); err != nil {
		t.Skip("no shared test data beside the repository: ", err)
	}
	for folder, algorithm := range folders {
		files, err := filepath.Glob(filepath.Join(libxml2, folder, "test", "*.xml"))
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".xml")
			v, ok := vectors[folder][name]
			if !ok {
				v, ok = specification[name]
			}
			if !ok {
				t.Errorf("%s/%s is not in the table", folder, name)
			}
			if v.out != "" {
				t.Logf("left out: %s/%s: %s", folder, name, v.out)
				continue
			}
			t.Run(folder+"/"+name, func(t *testing.T) { v.check(t, file, algorithm) })
		}
	}
}

func (v vector) check(t *testing.T, file string, algorithm wssec.Algorithm) {
	stem := strings.TrimSuffix(file, ".xml")
	list, _ := os.ReadFile(stem + ".ns") // most have none
	m := Method{algorithm, Prefixes(string(list))}
	document := doctype.ReplaceAllString(string(must(os.ReadFile(file))), "")
	for old, new := range v.edits {
		document = strings.Replace(document, old, new, 1)
	}
	want := string(must(os.ReadFile(strings.Replace(stem, "/test/", "/result/", 1))))
	if got := v.form(t, document, m); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// form is the canonical form of the document, or of the elements that the vector takes.
func (v vector) form(t *testing.T, document string, m Method) string {
	if v.apex == "" {
		return string(must(AppendDocument(nil, []byte(document), m)))
	}
	var form []byte
	for _, p := range parts(t, document, named(v.apex)) {
		form = append(form, must(Append(nil, p.element, p.scope, m))...)
	}
	return string(form)
}

// named finds elements by local names.
func named(locals string) func(*xmltok.Tokenizer) bool {
	return func(k *xmltok.Tokenizer) bool {
		for _, l := range strings.Fields(locals) {
			if l == string(k.Name().Local) {
				return true
			}
		}
		return false
	}
}

// must is for what cannot fail unless the test is broken.
func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}
