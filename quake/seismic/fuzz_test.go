package seismic

import (
	"bytes"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"seismark/quake"
	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/xmltok"
)

// FuzzParseRequest: what is read is written and read again as the same query; errors name the package.
func FuzzParseRequest(f *testing.F) {
	for _, content := range []string{
		"",
		"<min-date> 2002-10-10T12:00:00.5+14:00</min-date><max-date>9999-12-31T24:00:00</max-date>",
		"<min-long>-180</min-long><max-long>+1.8E2</max-long><min-lat>-INF</min-lat><max-lat>NaN</max-lat>",
		"<min-mag><![CDATA[2]]>&#46;5<!-- --></min-mag><max-mag>1e39</max-mag><min-depth>.5</min-depth><max-depth>5.</max-depth>",
		"<max-date>0001-01-01T00:00:00Z</max-date>",
		"<min-long>1</min-long><min-long>1</min-long>",
	} {
		f.Add(request(content))
	}
	f.Add(append(AppendRequest([]byte(openBody), theCall), closeBody...))
	addSamples(f, "*-plain-request.xml")
	f.Fuzz(func(t *testing.T, body []byte) {
		q, err := ParseRequest(body)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "seismic: ") || len(err.Error()) > 5000 {
				t.Errorf("the error %q", err)
			}
			return
		}
		again, err := ParseRequest(append(AppendRequest([]byte(openBody), q), closeBody...))
		if err != nil {
			t.Fatalf("%+v was written so that it is refused: %v", q, err)
		}
		if !sameQuery(q, again) {
			t.Errorf("%+v became %+v", q, again)
		}
	})
}

// sameQuery compares bits, since a NaN differs from itself.
func sameQuery(a, b quake.Query) bool {
	for i, r := range ranges(&a) {
		s := ranges(&b)[i]
		if math.Float32bits(r.Min) != math.Float32bits(s.Min) || math.Float32bits(r.Max) != math.Float32bits(s.Max) {
			return false
		}
		if r.HasMin != s.HasMin || r.HasMax != s.HasMax {
			return false
		}
	}
	return a.MinDate.Equal(b.MinDate) && a.MaxDate.Equal(b.MaxDate)
}

// FuzzParseResults: what the short road accepts, the general road accepts with the same results; and it
// makes no difference what was read into the Results before.
func FuzzParseResults(f *testing.F) {
	before := []byte(answer(set(region1, quake1+quake1)))
	for _, body := range []string{
		answer(""),
		answer(set(region1, quake1)),
		answer(set(region1, quake1+`<quake millis="7"></quake>`) + set("", "<quake/>")),
		answer(set("", quake1) + set(region1, quake1)),
		answer(set(`<region index="-1" ident="a-longer-ident">A&amp;B</region>`, `<quake region="a-longer-ident" time="2001-08-09T24:00:00.000-14:00"/>`)),
		strings.ReplaceAll(answer(set(region1, quake1)), `"`, `'`),
		strings.ReplaceAll(answer(set(region1, quake1)), `><`, "> <!-- -->\n<"),
		strings.NewReplacer("xmlns=", "xmlns:n=", "<r", "<n:r", "</r", "</n:r", "<q", "<n:q", "</q", "</n:q", "<a", "<n:a", "</a", "</n:a").Replace(answer(set(region1, quake1))),
	} {
		f.Add([]byte(body))
	}
	f.Add([]byte(answer("<result-set")))
	addSamples(f, "*-plain-response.xml")
	f.Fuzz(func(t *testing.T, body []byte) {
		var used, quick, general Results
		if err := ParseResults(before, &used); err != nil {
			t.Fatal(err)
		}
		err := general.parse(body)
		if quick.quick(body) {
			if err != nil {
				t.Fatalf("the general road refuses what the short road accepts: %v", err)
			}
			if !sameResults(&quick, &general) {
				t.Errorf("the short road reads\n%q, the general road\n%q", told(&quick), told(&general))
			}
		}
		if usedErr := ParseResults(body, &used); (usedErr == nil) != (err == nil) {
			t.Fatalf("used Results: %v; new ones: %v", usedErr, err)
		}
		if err == nil && !sameResults(&used, &general) {
			t.Errorf("used Results read\n%q, new ones\n%q", told(&used), told(&general))
		}
	})
}

// FuzzRecognize: what is recognized in an element is what wssec.Direct.OpenWith wants, as package c14n sees it,
// and the general road reads the same.
func FuzzRecognize(f *testing.F) {
	body := answer(set(region1, quake1+quake1))
	open, end := strings.Index(body, "<results"), strings.Index(body, closeBody)
	for _, element := range []string{
		body[open:],
		body[open:end],
		strings.ReplaceAll(body[open:], `"`, `'`),
		strings.NewReplacer("xmlns=", "xmlns:n=", "<r", "<n:r", "</r", "</n:r", "<q", "<n:q", "</q", "</n:q", "<a", "<n:a", "</a", "</n:a").Replace(body[open:]),
		strings.Replace(body[open:], ` millis="621"`, "", 1) + ` millis="621"`,
		strings.Replace(body[open:], `depth="12.7" latitude="-40.2198"`, `latitude="-40.2198" depth="12.7"`, 1),
		strings.Replace(body[open:], "<results ", `<results xmlns:x="urn:x" `, 1),
		strings.Replace(body[open:], "></quake>", "/>", 1),
	} {
		f.Add([]byte(element))
	}
	var used Results
	f.Fuzz(func(t *testing.T, element []byte) {
		var r Results
		n := r.Recognize(element)
		if m := used.Recognize(element); m != n {
			t.Fatalf("%d bytes are recognized, %d with used Results", n, m)
		}
		if n == 0 {
			return
		}
		if !bytes.HasPrefix(element[n:], []byte("</")) {
			t.Fatalf("followed by %q", element[n:])
		}
		vouched(t, element[:n])
		var general Results
		whole := openBody + string(element[:n]) + closeBody
		if err := general.parse([]byte(whole)); err != nil || !sameResults(&r, &general) {
			t.Errorf("recognized\n%q, the general road\n%q, %v", told(&r), told(&general), err)
		}
	})
}

// FuzzRecognizeRequest is FuzzRecognize for requests.
func FuzzRecognizeRequest(f *testing.F) {
	element := string(AppendRequest(nil, theCall)) + "</"
	for _, s := range []string{
		element, `<matchQuakes xmlns="` + TypesNamespace + `"></matchQuakes></e>`,
		strings.Replace(element, "<min-lat>", "<min-lat> ", 1), strings.Replace(element, "><", "> <", 1),
		strings.Replace(element, "min-long", "max-long", 2), strings.Replace(element, ">-", ">&#45;", 1),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, element []byte) {
		var q quake.Query
		n := RecognizeRequest(element, &q)
		if n == 0 {
			return
		}
		vouched(t, element[:n])
		want, err := ParseRequest([]byte(openBody + string(element[:n]) + closeBody))
		if err != nil || !sameQuery(q, want) || !bytes.HasPrefix(element[n:], []byte("</")) {
			t.Fatalf("%q is recognized as %+v, and parsed as %+v, %v", element, q, want, err)
		}
	})
}

// vouched holds an element against what may be vouched for. Its start tag is judged by the engine.
func vouched(t *testing.T, element []byte) {
	k := xmltok.Tokenizer{Limits: xmltok.Limits{Depth: 1 + wssec.MaxVouched.Depth, Attributes: wssec.MaxVouched.Attributes, Name: wssec.MaxVouched.Name}}
	k.ResetFragment(element, xmltok.Scope{})
	k.Next()
	_, end := k.Span()
	local := string(k.Name().Local)
	start := `<` + local + ` xmlns="` + TypesNamespace + `">`
	if p := string(k.Name().Prefix); p != "" {
		start = `<` + p + `:` + local + ` xmlns:` + p + `="` + TypesNamespace + `">`
	}
	tidy := start + string(element[end:])
	if form, err := c14n.Append(nil, []byte(tidy), xmltok.Scope{}, c14n.Method{Algorithm: wssec.ExclusiveC14N}); err != nil || string(form) != tidy {
		t.Fatalf("%q, canonical %q, %v", tidy, form, err)
	}
	for {
		kind, err := k.Next()
		switch {
		case err != nil:
			t.Fatal(err)
		case kind == xmltok.EOF:
			return
		case kind == xmltok.Comment || kind == xmltok.PI || kind == xmltok.CDATA || kind == xmltok.Text && !k.Plain(), len(k.Decls()) > 0:
			t.Fatalf("%v %s", kind, k.Raw())
		case kind == xmltok.Start:
			for _, a := range k.Attrs() {
				if l := string(a.Local); len(a.Prefix) > 0 || l == "id" || l == "Id" {
					t.Fatalf("the attribute %s", l)
				}
			}
		}
	}
}

// addSamples adds recorded envelopes' Bodies to the seeds, where they are there.
func addSamples(f *testing.F, pattern string) {
	files, _ := filepath.Glob(samplesDir + pattern)
	for _, file := range files {
		f.Add(body(f, file))
	}
}
