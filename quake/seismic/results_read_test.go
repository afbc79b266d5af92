package seismic

import (
	"slices"
	"strings"
	"testing"

	"seismark/quake"
	"seismark/wssec"
)

// answer is a Body with results of this content.
func answer(content string) string {
	return openBody + `<results xmlns="` + TypesNamespace + `" count="1">` + content + `</results>` + closeBody
}

// set is a result-set of these regions and quakes.
func set(regions, quakes string) string {
	return `<result-set><area-name>A</area-name><regions count="1">` + regions + `</regions><quakes count="1">` + quakes + `</quakes></result-set>`
}

const (
	region1 = `<region ident="r1" index="1">CENTRAL ALASKA</region>`
	quake1  = `<quake depth="12.7" latitude="-40.2198" longitude="174.2881" magnitude="3" method="Mb" millis="621" region="r1" time="2001-08-09T22:48:39Z"></quake>`
)

// plain1 is what region1 and quake1 say.
var plain1 = []string{"A", "r1 1 CENTRAL ALASKA", "2001-08-09T22:48:39Z 621 -40.2198 174.2881 12.7 3 Mb r1"}

// parsed reads an answer on both roads, which must agree.
func parsed(t *testing.T, body []byte) *Results {
	t.Helper()
	var r, general Results
	if err := ParseResults(body, &r); err != nil {
		t.Fatalf("%v\n%.300s", err, body)
	}
	if err := general.parse(body); err != nil {
		t.Fatalf("the general road alone: %v\n%.300s", err, body)
	}
	if !sameResults(&r, &general) {
		t.Fatalf("the roads differ:\n%q\n%q", told(&r), told(&general))
	}
	return &r
}

func sameResults(a, b *Results) bool {
	return a.Stated == b.Stated && a.Count() == b.Count() && slices.Equal(a.Regions, b.Regions) && slices.Equal(told(a), told(b))
}

func TestResultsRoundTrip(t *testing.T) {
	s := syntheticStore(2000)
	queries := quake.Generator{Seed: 5, Fraction: 0.5}.Queries(8)
	for _, q := range append(queries, quake.Query{}) {
		var m quake.Matches
		s.Match(q, &m)
		r := parsed(t, bodyOf(s, q))
		if r.Stated != m.Count() || r.Count() != m.Count() {
			t.Fatalf("stated %d, read %d quakes, want %d", r.Stated, r.Count(), m.Count())
		}
		i := 0
		for area := uint8(1); area <= quake.Areas; area++ {
			rows := m.Rows(area)
			if len(rows) == 0 {
				continue
			}
			set := r.Sets[i]
			i++
			if set.Area != quake.AreaName(area) || len(set.Quakes) != len(rows) {
				t.Fatalf("%s with %d quakes, want %s with %d", set.Area, len(set.Quakes), quake.AreaName(area), len(rows))
			}
			for j, row := range rows {
				got, want := set.Quakes[j], s.Quake(int(row))
				region := r.Regions[got.Region]
				back := quake.Quake{Time: got.Time, Millis: got.Millis, Latitude: got.Latitude, Longitude: got.Longitude,
					Depth: got.Depth, Magnitude: got.Magnitude, Method: got.Method, Region: uint16(region.Index), Area: area}
				if back != want || region.Name != quake.RegionName(want.Region) {
					t.Fatalf("%s became\n%s", want.AppendLine(nil), back.AppendLine(nil))
				}
			}
		}
		if i != len(r.Sets) {
			t.Fatalf("%d sets, want %d", len(r.Sets), i)
		}
	}
}

// The same answer as XML lets it be written.
func TestParseResultsSpellings(t *testing.T) {
	for _, c := range []struct {
		name, body string
		quick      bool
	}{
		{"canonical", answer(set(region1, quake1)), true},
		{"an empty element", answer(set(region1, strings.Replace(quake1, `></quake>`, `/>`, 1))), true},
		{"other order of attributes", answer(set(`<region index="1" ident="r1">CENTRAL ALASKA</region>`,
			`<quake time="2001-08-09T22:48:39Z" region="r1" millis="621" magnitude="3.0" method="Mb" depth="12.70" latitude="-40.2198" longitude="174.2881"/>`)), true},
		{"nine digits, six of the second", answer(set(region1,
			`<quake time="2001-08-09T22:48:39.000000Z" millis="621" latitude="-40.219799" longitude="174.288101" depth="12.6999998" magnitude="3" method="Mb" region="r1"></quake>`)), true},
		{"offset", answer(set(region1, strings.Replace(quake1, "22:48:39Z", "23:48:39.000+01:00", 1))), true},
		{"no counts", openBody + `<results xmlns="` + TypesNamespace + `" count="1"><result-set><area-name>A</area-name><regions>` + region1 +
			`</regions><quakes>` + quake1 + `</quakes></result-set></results>` + closeBody, true},
		{"counts of nothing", answer(strings.ReplaceAll(set(region1, quake1), `count="1"`, `count="-2147483648"`)), true},
		{"counts of too much", answer(strings.ReplaceAll(set(region1, quake1), `count="1"`, `count="2147483647"`)), true},
		{"SOAP 1.2, prefixes", strings.NewReplacer("s:Body", "soap-env:Body", "xmlns:s=", "xmlns:soap-env=", wssec.SOAP11.Namespace(), wssec.SOAP12.Namespace(),
			"xmlns=", "xmlns:n0=", "<r", "<n0:r", "</r", "</n0:r", "<q", "<n0:q", "</q", "</n0:q", "<a", "<n0:a", "</a", "</n0:a").Replace(answer(set(region1, quake1))), true},
		{"a comment before the answer", strings.Replace(answer(set(region1, quake1)), "<results", "<!-- --> <results", 1), true},
		{"single quotes", strings.ReplaceAll(answer(set(region1, quake1)), `"`, `'`), false},
		{"indented", strings.ReplaceAll(answer(set(region1, quake1)), `><`, ">\r\n\t<"), false},
		{"comments", strings.ReplaceAll(answer(set(region1, quake1)), `><`, "><!-- < & --><?pi <?><"), false},
		{"white space in values", answer(strings.ReplaceAll(strings.ReplaceAll(set(region1, quake1), `="`, "=\"\n "), `" `, " \t\" ")), false},
		{"white space in tags", strings.NewReplacer(`="`, ` = "`, `">`, `"  >`, " l", "\n l").Replace(answer(set(region1, quake1))), false},
		{"references", strings.NewReplacer("Mb", "M&#98;", "r1", "&#x72;1", ">A<", ">&#65;<", "12.7", "&#49;2.7", "2001", "200&#x31;", "CENTRAL", "C&#69;NTRAL").Replace(answer(set(region1, quake1))), false},
		{"CDATA", strings.NewReplacer(">A<", "><![CDATA[A]]><", "CENTRAL", "<![CDATA[CEN]]>TRAL").Replace(answer(set(region1, quake1))), false},
		{"prefixes that change", strings.NewReplacer("<quakes", `<q:quakes xmlns:q="`+TypesNamespace+`"`, "</quakes", "</q:quakes").Replace(answer(set(region1, quake1))), false},
		{"attributes of others", strings.Replace(answer(set(region1, quake1)), "<quake depth", `<quake xmlns:x="urn:x" x:depth="deep" xml:lang="en" depth`, 1), false},
	} {
		r := parsed(t, []byte(c.body))
		if got := told(r); !slices.Equal(got, plain1) || r.Stated != 1 {
			t.Errorf("%s: stated %d, %q", c.name, r.Stated, got)
		}
		if new(Results).quick([]byte(c.body)) != c.quick {
			t.Errorf("%s: on the short road %v, want %v", c.name, !c.quick, c.quick)
		}
	}
}

// What the schema leaves open: absent attributes, nothing at all, regions in another set or later.
func TestParseResultsLegalOddities(t *testing.T) {
	const nothing = "1970-01-01T00:00:00Z 0 0 0 0 0  -"
	for _, c := range []struct {
		name, body string
		stated     int
		want       []string
	}{
		{"no sets", answer(""), 1, nil},
		{"an empty element", openBody + `<results xmlns="` + TypesNamespace + `"/>` + closeBody, -1, nil},
		{"no quakes", answer(set(region1, "")), 1, []string{"A", "r1 1 CENTRAL ALASKA"}},
		{"no regions", answer(set("", `<quake/>`)), 1, []string{"A", nothing}},
		{"a quake that says nothing", answer(set(region1, `<quake></quake><quake/>`)), 1, []string{"A", "r1 1 CENTRAL ALASKA", nothing, nothing}},
		{"a quake after a fuller one", answer(set(region1, quake1+`<quake millis="7"></quake>`)), 1, append(slices.Clone(plain1), "1970-01-01T00:00:00Z 7 0 0 0 0  -")},
		{"a region that says nothing", answer(set("<region/>", "")), 1, []string{"A", " 0 "}},
		{"a region of an earlier set", answer(set(region1, "") + set("", quake1)), 1, []string{"A", "r1 1 CENTRAL ALASKA", "A", plain1[2]}},
		{"a region of a later set", answer(set("", quake1) + set(region1, "")), 1, []string{"A", plain1[2], "A", "r1 1 CENTRAL ALASKA"}},
		{"a method of several words", answer(set("", `<quake method=" body  wave "/>`)), 1, []string{"A", strings.Replace(nothing, "0  -", "0 body wave -", 1)}},
		{"an empty method", answer(set("", `<quake method=""></quake>`)), 1, []string{"A", nothing}},
		{"a long ident", strings.ReplaceAll(answer(set(region1, quake1)), `"r1"`, `"region-one"`), 1,
			[]string{"A", "region-one 1 CENTRAL ALASKA", strings.Replace(plain1[2], "r1", "region-one", 1)}},
		{"names beyond ASCII", strings.Replace(answer(set(`<region ident="é1" index="1">ÎLES</region>`, "")), ">A<", ">Açores &amp; co<", 1), 1, []string{"Açores & co", "é1 1 ÎLES"}},
		{"white space in names is kept", strings.Replace(answer(set("", "")), ">A<", "> A\n <", 1), 1, []string{" A\n "}},
	} {
		r := parsed(t, []byte(c.body))
		if got := told(r); !slices.Equal(got, c.want) || r.Stated != c.stated {
			t.Errorf("%s: stated %d, %q; want %d, %q", c.name, r.Stated, got, c.stated, c.want)
		}
	}
}
