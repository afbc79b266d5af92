package seismic

import (
	"strings"
	"testing"
)

func TestRecognize(t *testing.T) {
	whole := answer(set(region1, quake1+quake1))
	element := whole[strings.Index(whole, "<results"):strings.Index(whole, closeBody)]
	prefixed := strings.NewReplacer("xmlns=", "xmlns:n=", "<r", "<n:r", "</r", "</n:r", "<q", "<n:q", "</q", "</n:q", "<a", "<n:a", "</a", "</n:a").Replace(element)
	for _, good := range []string{element, prefixed} {
		var r Results
		if n := r.Recognize([]byte(good + "</any>")); n != len(good) || r.Count() != 2 || r.Sets[0].Quakes[1].Millis != 621 {
			t.Errorf("%d of %d bytes, %d quakes: %s", n, len(good), r.Count(), good)
		}
	}
	for name, bad := range map[string]string{
		"nothing":                  "",
		"nothing behind":           element,
		"an element behind":        element + "<any/>",
		"text behind":              element + " </any>",
		"attributes out of order":  strings.Replace(element, ` depth="12.7" latitude="-40.2198"`, ` latitude="-40.2198" depth="12.7"`, 1) + "</any>",
		"regions out of order":     strings.Replace(element, `ident="r1" index="1"`, `index="1" ident="r1"`, 1) + "</any>",
		"an element cut short":     strings.Replace(element, "></quake>", "/>", 1) + "</any>",
		"apostrophes":              strings.Replace(element, `"12.7"`, `'12.7'`, 1) + "</any>",
		"white space":              strings.Replace(element, "<quakes", " <quakes", 1) + "</any>",
		"a comment":                strings.Replace(element, "<quakes", "<!-- --><quakes", 1) + "</any>",
		"a reference":              strings.Replace(element, `"Mb"`, `"M&#98;"`, 1) + "</any>",
		"a declaration":            strings.Replace(element, "<quakes", `<quakes xmlns="`+TypesNamespace+`"`, 1) + "</any>",
		"an id":                    strings.Replace(element, "<quakes", `<quakes xml:id="a"`, 1) + "</any>",
		"a namespace from outside": strings.Replace(element, ` xmlns="`+TypesNamespace+`"`, "", 1) + "</any>",
		"another namespace":        strings.Replace(element, TypesNamespace, "urn:x", 1) + "</any>",
		"another element":          strings.ReplaceAll(element, "results", "result") + "</any>",
		"a Body":                   whole,
		"a start tag without end":  strings.Replace(element, "</results>", "<result-set</results>", 1) + "</any>",
	} {
		var r Results
		if n := r.Recognize([]byte(bad)); n != 0 {
			t.Errorf("%s: %d bytes are recognized", name, n)
		}
	}
}
