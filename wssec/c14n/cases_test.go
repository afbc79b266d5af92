package c14n

import (
	"encoding/json"
	"os"
	"testing"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// part is an element cut out of a document, and the scope around it there.
type part struct {
	element []byte
	scope   xmltok.Scope
}

// parts cuts the elements that match out of a document, not those within others that match.
func parts(t testing.TB, document string, match func(*xmltok.Tokenizer) bool) (found []part) {
	t.Helper()
	var k xmltok.Tokenizer
	k.Reset([]byte(document))
	for {
		kind, err := k.Next()
		if err != nil {
			t.Fatal(err)
		}
		if kind == xmltok.EOF {
			return found
		}
		if kind != xmltok.Start || !match(&k) {
			continue
		}
		scope := k.Outer()
		from, _ := k.Span()
		if err := k.Skip(); err != nil {
			t.Fatal(err)
		}
		_, to := k.Span()
		found = append(found, part{k.Source()[from:to], scope})
	}
}

// withID finds the elements whose attribute Id is x.
func withID(k *xmltok.Tokenizer) bool {
	a := k.Attr("", "Id")
	return a != nil && string(a.Value()) == "x"
}

// TestSharedCases has octets that xmlsec1 digested.
func TestSharedCases(t *testing.T) {
	text, err := os.ReadFile("../../../shared/reports/c14n-cases.json")
	if err != nil {
		t.Skip("no shared test data beside the repository: ", err)
	}
	var file struct {
		Cases []struct {
			Name, Alg, PL, Doc, Expected string
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			p := parts(t, "<w>"+c.Doc+"</w>", withID)[0]
			m := Method{wssec.Algorithm(c.Alg), Prefixes(c.PL)}
			if m.Algorithm == wssec.ExclusiveC14NWithComments {
				m.Algorithm = wssec.ExclusiveC14N // they are of a reference by a bare name
			}
			got, err := Append(nil, p.element, p.scope, m)
			if err != nil || string(got) != c.Expected {
				t.Errorf("%s\ngives %s\nwant  %s\n%v", p.element, got, c.Expected, err)
			}
		})
	}
	if len(file.Cases) != 33 {
		t.Errorf("%d cases, want 33", len(file.Cases))
	}
}
