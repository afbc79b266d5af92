package seismic

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"seismark/quake"
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

// addSamples adds recorded envelopes' Bodies to the seeds, where they are there.
func addSamples(f *testing.F, pattern string) {
	files, _ := filepath.Glob(samplesDir + pattern)
	for _, file := range files {
		f.Add(body(f, file))
	}
}
