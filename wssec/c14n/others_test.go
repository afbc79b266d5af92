package c14n

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"
	dsig "github.com/russellhaering/goxmldsig"

	"seismark/wssec"
)

// writer makes documents at random, the same ones for the same seed.
type writer struct {
	*rand.Rand
	strings.Builder
	common bool // only what goxmldsig gets right
}

func document(seed uint64, common bool) string {
	w := writer{Rand: rand.New(rand.NewPCG(seed, 0)), common: common}
	w.element(0, map[string]string{"": ""})
	return w.String()
}

func (w *writer) pick(of ...string) string { return of[w.IntN(len(of))] }

// element writes an element with others in it, about a thousand in all.
func (w *writer) element(depth int, scope map[string]string) {
	inner := map[string]string{}
	for p, uri := range scope {
		inner[p] = uri
	}
	attributes := map[string]string{} // name to value, as they stand
	for range w.IntN(3) {
		p, uri := w.pick("", "p", "q", "é"), w.pick("urn:u", "urn:v", "http://h/A", "http://h/a")
		if p == "" && !w.common {
			uri = w.pick(uri, "")
		}
		inner[p] = uri
		attributes[strings.TrimSuffix("xmlns:"+p, ":")] = uri
	}
	prefixes := []string{""}
	for _, p := range []string{"p", "q", "é"} {
		if inner[p] != "" {
			prefixes = append(prefixes, p)
		}
	}
	name := strings.TrimPrefix(w.pick(prefixes...)+":"+w.pick("a", "b", "Body", "x-1"), ":")
	taken := map[string]bool{}
	for range w.IntN(5) {
		p, local := w.pick(prefixes...), w.pick("i", "j", "Id", "é")
		if w.common && len(taken) > 0 {
			p = ""
		}
		if p == "" || inner[p] != "" {
			expanded := local
			if p != "" {
				expanded = inner[p] + " " + local
			}
			if !taken[expanded] {
				taken[expanded] = true
				attributes[strings.TrimPrefix(p+":"+local, ":")] = w.value()
			}
		}
	}
	if w.IntN(8) == 0 && !w.common {
		attributes["xml:"+w.pick("lang", "space", "id")] = fmt.Sprint("i", w.Uint64())
	}
	w.WriteString("<" + name)
	names := slices.Sorted(maps.Keys(attributes))
	w.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, a := range names {
		quote := w.pick(`"`, `'`)
		w.WriteString(w.pick(" ", "\n", "  ") + a + w.pick("=", " =", "=\t") + quote + attributes[a] + quote)
	}
	w.WriteString(w.pick("", " "))
	if depth > 0 && w.IntN(6) == 0 {
		w.WriteString("/>")
		return
	}
	w.WriteString(">")
	children := w.IntN(5)
	if depth == 0 {
		children = 200
	}
	for range children {
		w.content()
		if depth < 4 {
			w.element(depth+1, inner)
		}
	}
	w.content()
	w.WriteString("</" + name + w.pick("", "\n") + ">")
}

func (w *writer) value() (v string) {
	for range w.IntN(4) {
		v += w.pick("1", "&amp;", "&lt;", ">", "&gt;", "&quot;", "&apos;", "&#9;", "&#xA;", "&#xd;", "é", "&#x1F600;", " ")
		if !w.common {
			v += w.pick("\t", "\n", "\r\n", "\r")
		}
	}
	return v
}

func (w *writer) content() {
	for range w.IntN(3) {
		w.WriteString(w.pick("t", "\n  ", "&amp;", "&lt;", "&gt;", ">", "&#13;", "&quot;", `"`, "'", "] ", "é", "<![CDATA[<&>]]>", "<?p?>", "<?p d ?>"))
		if !w.common {
			w.WriteString(w.pick("\r\n", "\r", "<!--c-->", "<!--\r\n-->", "<?p \t d?>", "<![CDATA[]]>", ""))
		}
	}
}

// TestXmllint compares with libxml2 on documents made at random.
func TestXmllint(t *testing.T) {
	program, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("no xmllint to compare with: install libxml2-utils")
	}
	for seed := range uint64(4) {
		source := document(seed, false)
		for flag, algorithm := range map[string]wssec.Algorithm{
			"--c14n": wssec.InclusiveC14NWithComments, "--c14n11": wssec.InclusiveC14N11WithComments, "--exc-c14n": wssec.ExclusiveC14NWithComments,
		} {
			run := exec.Command(program, flag, "-")
			run.Stdin = strings.NewReader(source)
			want, err := run.Output()
			if err != nil {
				t.Fatal(err)
			}
			got, err := AppendDocument(nil, []byte(source), Method{Algorithm: algorithm})
			if err != nil || !bytes.Equal(got, want) {
				at := difference(got, want)
				t.Errorf("%s, document %d, at %d: %v\n%q\nby xmllint\n%q", algorithm, seed, at, err, window(got, at), window(want, at))
			}
		}
	}
}

// TestGoxmldsig compares with goxmldsig's canonicalizer, where that is right: it
// orders attributes of several namespaces otherwise, keeps blanks in their values, and does not know xmlns="".
func TestGoxmldsig(t *testing.T) {
	for seed := range uint64(4) {
		source := document(seed, true)
		d := etree.NewDocument()
		if err := d.ReadFromString(source); err != nil {
			t.Fatal(err)
		}
		want, err := dsig.MakeC14N10ExclusiveCanonicalizerWithPrefixList("").Canonicalize(d.Root())
		if err != nil {
			t.Fatal(err)
		}
		got, err := AppendDocument(nil, []byte(source), exclusive)
		if err != nil || !bytes.Equal(got, want) {
			at := difference(got, want)
			t.Errorf("document %d, at %d: %v\n%q\nby goxmldsig\n%q", seed, at, err, window(got, at), window(want, at))
		}
	}
}

func difference(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

func window(b []byte, at int) []byte { return b[max(0, at-80):min(len(b), at+80)] }
