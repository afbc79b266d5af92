package c14n

import (
	"encoding/json"
	"os"
	"testing"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// element finds the element with the attribute Id="x" in a document: its bytes and the scope around it.
func element(t testing.TB, document string) ([]byte, xmltok.Scope) {
	var k xmltok.Tokenizer
	k.Reset([]byte(document))
	for {
		kind, err := k.Next()
		if err != nil {
			t.Fatal(err)
		}
		if kind == xmltok.EOF {
			t.Fatalf("no element with Id=\"x\" in %s", document)
		}
		if a := k.Attr("", "Id"); a == nil || string(a.Value()) != "x" {
			continue
		}
		scope := k.Outer()
		from, _ := k.Span()
		if err := k.Skip(); err != nil {
			t.Fatal(err)
		}
		_, to := k.Span()
		return k.Source()[from:to], scope
	}
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
			e, scope := element(t, "<w>"+c.Doc+"</w>")
			m := Method{wssec.Algorithm(c.Alg), Prefixes(c.PL)}
			if m.Algorithm == wssec.ExclusiveC14NWithComments {
				m.Algorithm = wssec.ExclusiveC14N // they are of a reference by a bare name
			}
			got, err := Append(nil, e, scope, m)
			if err != nil || string(got) != c.Expected {
				t.Errorf("%s\ngives %s\nwant  %s\n%v", e, got, c.Expected, err)
			}
		})
	}
	if len(file.Cases) != 33 {
		t.Errorf("%d cases, want 33", len(file.Cases))
	}
}
