package seismic

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
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

func TestAppendResults(t *testing.T) {
	s := quake.NewStore([]quake.Quake{
		{Time: 997570080, Millis: 432, Latitude: -39.5471, Longitude: 170.0978, Depth: 590.8, Magnitude: 2.8, Method: "Ml", Region: 607},
		{Time: 997397319, Millis: 621, Latitude: -40.2198, Longitude: 174.2881, Depth: 12.7, Magnitude: 3, Method: "Mb", Region: 163},
		{Time: 997441253, Millis: 5, Latitude: -36.0616, Longitude: 177.9658, Depth: 78.4, Magnitude: 2.9, Method: "Ml", Region: 160},
		{Time: 0, Depth: 0.00001, Latitude: float32(math.NaN()), Longitude: float32(math.Inf(-1)), Method: "<M>&\"\t'é\x01\xff", Region: 194},
		{Time: 1e9, Magnitude: 9, Method: "Mw", Region: 750},
	})
	var m quake.Matches
	s.Match(quake.Query{Magnitude: quake.Range{Max: 5, HasMax: true}}, &m)
	const want = `<results xmlns="http://ws.sosnoski.com/seismic/types" count="4">` +
		`<result-set><area-name>New Zealand Region</area-name><regions count="2">` +
		`<region ident="r160" index="160">OFF E. COAST OF N. ISLAND, N.Z.</region>` +
		`<region ident="r163" index="163">COOK STRAIT, NEW ZEALAND</region></regions><quakes count="2">` +
		`<quake depth="12.7" latitude="-40.2198" longitude="174.2881" magnitude="3" method="Mb" millis="621" region="r163" time="2001-08-09T22:48:39Z"></quake>` +
		`<quake depth="78.4" latitude="-36.0616" longitude="177.9658" magnitude="2.9" method="Ml" millis="5" region="r160" time="2001-08-10T11:00:53Z"></quake>` +
		`</quakes></result-set>` +
		`<result-set><area-name>Bismarck and Solomon Islands</area-name><regions count="1">` +
		`<region ident="r194" index="194">D'ENTRECASTEAUX ISLANDS REGION</region></regions><quakes count="1">` +
		`<quake depth="1e-05" latitude="NaN" longitude="-INF" magnitude="0" method="&lt;M>&amp;&quot;&#x9;'é` + "\uFFFD\uFFFD" + `" millis="0" region="r194" time="1970-01-01T00:00:00Z"></quake>` +
		`</quakes></result-set>` +
		`<result-set><area-name>Australia</area-name><regions count="1">` +
		`<region ident="r607" index="607">NORTHWEST OF NEW ZEALAND</region></regions><quakes count="1">` +
		`<quake depth="590.8" latitude="-39.5471" longitude="170.0978" magnitude="2.8" method="Ml" millis="432" region="r607" time="2001-08-11T22:48:00Z"></quake>` +
		`</quakes></result-set></results>`
	if got := string(AppendResults([]byte("x"), s, &m)); got != "x"+want {
		t.Errorf("got  %s\nwant %s", got, "x"+want)
	}
	s.Match(quake.Query{Magnitude: quake.Between(9, 9)}, &m)
	if got := string(AppendResults(nil, s, &m)); got != `<results xmlns="http://ws.sosnoski.com/seismic/types" count="0"></results>` {
		t.Errorf("no matches: %s", got)
	}
}

// A method longer than the room that a quake has otherwise.
func TestAppendResultsLongMethod(t *testing.T) {
	long := strings.Repeat("M", 5000)
	s := quake.NewStore([]quake.Quake{{Region: 1, Method: long}, {Region: 2, Method: "Mb"}, {Region: 2, Method: long}})
	r := parsed(t, bodyOf(s, quake.Query{}))
	if got := r.Sets[0].Quakes; len(got) != 3 || got[0].Method != long || got[1].Method != "Mb" || got[2].Method != long {
		t.Errorf("the methods did not come through: %d quakes", len(got))
	}
}

// bodyOf is the Body that answers q.
func bodyOf(s *quake.Store, q quake.Query) []byte {
	var m quake.Matches
	s.Match(q, &m)
	return append(AppendResults([]byte(openBody), s, &m), closeBody...)
}

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
	s := syntheticStore(3000)
	queries := quake.Generator{Seed: 5, Fraction: 0.5}.Queries(30)
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

func TestParseResultsValueErrors(t *testing.T) {
	good := answer(set(region1, quake1+quake1))
	last := func(old, with string) string { // in the last quake, whose shape is known by then
		i := strings.LastIndex(good, old)
		return good[:i] + with + good[i+len(old):]
	}
	for _, c := range []struct {
		body, element, value string
		err                  error
	}{
		{last("-40.2198", "-40,2198"), "quake/@latitude", "-40,2198", errFloat},
		{last("174.2881", "Infinity"), "quake/@longitude", "Infinity", errFloat},
		{last(`"12.7"`, `""`), "quake/@depth", "", errFloat},
		{last(`"12.7"`, `"."`), "quake/@depth", ".", errFloat},
		{last(`"12.7"`, `"-"`), "quake/@depth", "-", errFloat},
		{last(`"12.7"`, `"--1"`), "quake/@depth", "--1", errFloat},
		{last(`"12.7"`, `"1.2.7"`), "quake/@depth", "1.2.7", errFloat},
		{last(`"3"`, `"0x3"`), "quake/@magnitude", "0x3", errFloat},
		{last(`"621"`, `"6.21"`), "quake/@millis", "6.21", errInt},
		{last(`"621"`, `""`), "quake/@millis", "", errInt},
		{last(`"621"`, `"99999999999"`), "quake/@millis", "99999999999", errInt},
		{last("2001-08-09", "2001-02-29"), "quake/@time", "2001-02-29T22:48:39Z", errField},
		{last("2001-08-09", "0000-08-09"), "quake/@time", "0000-08-09T22:48:39Z", errEra},
		{last("22:48:39", "24:48:39"), "quake/@time", "2001-08-09T24:48:39Z", errField},
		{last("22:48:39", "22:48:60"), "quake/@time", "2001-08-09T22:48:60Z", errSecond},
		{last("39Z", "39z"), "quake/@time", "2001-08-09T22:48:39z", errDate},
		{last("2001-08", "2001:08"), "quake/@time", "2001:08-09T22:48:39Z", errDate},
		{last(`"r1"`, `"r2"`), "quake/@region", "r2", errNoRegion},
		{last(`"r1"`, `"no-such-region"`), "quake/@region", "no-such-region", errNoRegion},
		{last(`"r1"`, `""`), "quake/@region", "", errID},
		{last(`"r1"`, `"1"`), "quake/@region", "1", errID},
		{answer(set(region1+region1, "")), "region/@ident", "r1", errTwice},
		{answer(set(region1, "") + set(region1, "")), "region/@ident", "r1", errTwice},
		{strings.ReplaceAll(answer(set(region1, quake1)), `"r1"`, `"1"`), "region/@ident", "1", errID},
		{strings.ReplaceAll(answer(set(region1, quake1)), `"r1"`, `"a:b"`), "region/@ident", "a:b", errID},
		{strings.ReplaceAll(answer(set(region1, quake1)), `index="1"`, `index="one"`), "region/@index", "one", errInt},
		{strings.Replace(answer(""), `count="1"`, `count="1.0"`, 1), "results/@count", "1.0", errInt},
		{strings.Replace(good, `regions count="1"`, `regions count=""`, 1), "regions/@count", "", errInt},
		{strings.Replace(good, `quakes count="1"`, `quakes count="many"`, 1), "quakes/@count", "many", errInt},
	} {
		err := ParseResults([]byte(c.body), new(Results))
		var bad *ValueError
		if !errors.As(err, &bad) {
			t.Errorf("%s %s: %v, want a ValueError", c.element, c.value, err)
		} else if bad.Element != c.element || bad.Value != c.value || !errors.Is(err, c.err) {
			t.Errorf("%+v, want %s, %q, %v", bad, c.element, c.value, c.err)
		}
	}
}

func TestParseResultsErrors(t *testing.T) {
	good := answer(set(region1, quake1))
	swap := func(old, with string) string {
		if !strings.Contains(good, old) {
			t.Fatal("no ", old)
		}
		return strings.Replace(good, old, with, 1)
	}
	for _, c := range []struct{ body, want string }{
		{"", "there is no element"},
		{good[:len(good)-1], "the source ends within"},
		{good + "x", "text outside of the root element"},
		{good + "<s/>", "a second root element"},
		{swap(closeBody, "</s:body>"), "end tag"},
		{swap("</results>", "</results><results/>"), `"results" of no namespace after results in the Body: send one element`},
		{swap("</results>", "</results>x"), `the text "x" in Body`},
		{openBody + `<results xmlns="` + TypesNamespace + `"/></results>` + closeBody, "end tag"},
		{openBody + closeBody, "the Body is empty: send one results of"},
		{string(request("")), `"matchQuakes" of "http://ws.sosnoski.com/seismic/types" in Body where results of`},
		{strings.Replace(good, TypesNamespace, "urn:other", 1), `"results" of "urn:other" in Body where results of`},
		{swap(`count="1"`, `total="1"`), `the attribute "total" of no namespace of results is not in the contract: remove it`},
		{swap("<result-set>", "<result-set/><result-set>"), "result-set ends where area-name must stand"},
		{swap("<result-set>", "<result-set a='b'>"), `the attribute "a" of no namespace of result-set`},
		{swap("<result-set>", "<sets>"), `"sets" of "http://ws.sosnoski.com/seismic/types" in results where result-set of`},
		{swap("<area-name>A</area-name>", ""), `"regions" of "http://ws.sosnoski.com/seismic/types" in result-set where area-name of`},
		{swap("<area-name>", "<area-name a='b'>"), `the attribute "a" of no namespace of area-name`},
		{swap("<area-name>", "<area-name><b/>"), "the element b where only text may stand"},
		{swap(region1, "x"), `the text "x" in regions`},
		{swap(region1, "<quake/>"), `"quake" of "http://ws.sosnoski.com/seismic/types" in regions where region of`},
		{swap(quake1, region1), `"region" of "http://ws.sosnoski.com/seismic/types" in quakes where quake of`},
		{swap(quake1, `<e:quake xmlns:e="urn:evil"/>`), `"quake" of "urn:evil" in quakes where quake of`},
		{swap(quake1, `<quake xmlns=""/>`), `"quake" of no namespace in quakes`},
		{swap("</quakes>", "</quakes><quakes/>"), `"quakes" of "http://ws.sosnoski.com/seismic/types" in result-set: no more elements may stand there`},
		{swap(`<regions count="1">`+region1+"</regions>", ""), `"quakes" of "http://ws.sosnoski.com/seismic/types" in result-set where regions of`},
		{swap("</quake>", "big</quake>"), `the text "big" in quake`},
		{swap("</quake>", "<big/></quake>"), `"big" of "http://ws.sosnoski.com/seismic/types" in quake: no more elements may stand there`},
		{swap(` depth=`, ` energy=`), `the attribute "energy" of no namespace of quake is not in the contract`},
		{swap(` depth=`, ` xmlns:t="`+TypesNamespace+`" t:depth=`), `the attribute "depth" of "http://ws.sosnoski.com/seismic/types" of quake`},
		{swap(` depth=`, ` time="2001-08-09T22:48:39Z" depth=`), "the attribute time stands twice"},
		{swap(` index=`, ` ident=`), "the attribute ident stands twice"},
		{swap(`"Mb"`, `"M<b"`), "< in an attribute value"},
		{swap(`"Mb"`, "\"M\x01\""), "control character"},
		{swap(`"Mb"`, "\"M\xff\""), "no character of XML in UTF-8"},
		{swap(`"Mb"`, `"M&b;"`), "unknown entity"},
		{swap(`CENTRAL`, "C]]>"), "]]> in text"},
		{swap(`CENTRAL`, "C&"), "& that begins no reference"},
		{swap(`>A<`, ">\x00<"), "control character"},
		{swap(`<result-set>`, "<!DOCTYPE a><result-set>"), "DOCTYPE"},
	} {
		err := ParseResults([]byte(c.body), new(Results))
		if err == nil || !strings.HasPrefix(err.Error(), "seismic: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\ngot  %v\nwant ... %s", c.body, err, c.want)
		}
	}
}

// Results hold when the body is overwritten, and are all new after the next answer.
func TestResultsDoNotAliasTheBody(t *testing.T) {
	for _, spelling := range []string{answer(set(region1, quake1)), strings.ReplaceAll(answer(set(region1, quake1)), `"`, `'`)} {
		var r Results
		for range 2 {
			body := []byte(spelling)
			if err := ParseResults(body, &r); err != nil {
				t.Fatal(err)
			}
			for i := range body {
				body[i] = '!'
			}
			if got := told(&r); !slices.Equal(got, plain1) {
				t.Errorf("after the body was overwritten: %q", got)
			}
		}
		if err := ParseResults([]byte(answer("")), &r); err != nil || len(r.Sets)+len(r.Regions)+r.Count() > 0 {
			t.Errorf("%v; left over: %q", err, told(&r))
		}
	}
}

// A prefix that means another namespace in the next answer, and a shape that was learned under it.
func TestResultsForgetNamespaces(t *testing.T) {
	prefixed := func(uri string) []byte {
		return []byte(strings.NewReplacer("xmlns=", "xmlns:n=", "<r", "<n:r", "</r", "</n:r", "<q", "<n:q", "</q", "</n:q",
			"<a", "<n:a", "</a", "</n:a", TypesNamespace, uri).Replace(answer(set(region1, quake1))))
	}
	var r Results
	if err := ParseResults(prefixed(TypesNamespace), &r); err != nil {
		t.Fatal(err)
	}
	if err := ParseResults(prefixed("urn:evil"), &r); err == nil {
		t.Error("an answer in another namespace was read")
	}
}

// More regions than the table of idents holds, short and long ones.
func TestManyRegions(t *testing.T) {
	const n = 3000
	var regions, quakes strings.Builder
	for i := range n {
		ident := fmt.Sprint("r", i)
		if i%3 == 0 {
			ident = fmt.Sprint("a-longer-ident-", i)
		}
		fmt.Fprintf(&regions, `<region ident="%s" index="%d">R</region>`, ident, i)
		fmt.Fprintf(&quakes, `<quake millis="%d" region="%s"></quake>`, i, ident)
	}
	var r Results
	for range 2 {
		if err := ParseResults([]byte(answer(set(regions.String(), quakes.String()))), &r); err != nil {
			t.Fatal(err)
		}
		for i, q := range r.Sets[0].Quakes {
			if region := r.Regions[q.Region]; int(q.Millis) != i || int(region.Index) != i {
				t.Fatalf("quake %d: millis %d, region %d", i, q.Millis, region.Index)
			}
		}
		if r.Count() != n {
			t.Fatalf("%d quakes, want %d", r.Count(), n)
		}
	}
}

// Values at every distance from the end of the body, where whole words cannot be read.
func TestShortRoadAtTheEnd(t *testing.T) {
	good := answer(set(region1, quake1))
	for n := range len(good) {
		if new(Results).quick([]byte(good[:n])) {
			t.Errorf("the first %d of %d bytes were read as a whole answer", n, len(good))
		}
	}
}

// Both roads read numbers alike, whatever they look like.
func TestQuickValues(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	value := func() string {
		const letters = "0123456789.-0123456789.-+eEINFNa T:Zz/x"
		b := make([]byte, random.IntN(24))
		for i := range b {
			b[i] = letters[random.IntN(len(letters))]
		}
		return string(b)
	}
	number := func() string {
		sign := []string{"", "-", "", "+"}[random.IntN(4)]
		digits := fmt.Sprint(random.Uint64N(uint64(math.Pow10(1 + random.IntN(12)))))
		at := random.IntN(len(digits) + 1)
		return sign + digits[:at] + []string{".", ""}[random.IntN(2)] + digits[at:]
	}
	moment := func() string {
		return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", random.IntN(4)*random.IntN(2600), random.IntN(14), random.IntN(33),
			random.IntN(26), random.IntN(62), random.IntN(62)) + []string{"Z", "", "+01:00", ".5Z"}[random.IntN(4)]
	}
	for range 300_000 {
		v := []func() string{value, number, moment}[random.IntN(3)]()
		b := []byte(`<` + v + `"`)[:len(v)+2]
		if random.IntN(2) == 0 {
			b = append(b, ` depth="33.3" time="2001-08-09T22:48:39Z"`...)
		}
		f, end := quickFloat(b, 1)
		if want, err := parseFloat([]byte(v)); err == nil && (end != 1+len(v) || math.Float32bits(f) != math.Float32bits(want)) || err != nil && end != 0 {
			t.Fatalf("float %q: %v up to %d, want %v, %v", v, f, end, want, err)
		}
		i, end := quickInt(b, 1)
		if want, err := parseInt([]byte(v)); err == nil && (end != 1+len(v) || i != want) || err != nil && end != 0 {
			t.Fatalf("int %q: %v up to %d, want %v, %v", v, i, end, want, err)
		}
		s, end := quickTime(b, 1)
		if want, err := parseTime([]byte(v)); err == nil && (end != 1+len(v) || s != want.Unix()) || err != nil && end != 0 {
			t.Fatalf("time %q: %v up to %d, want %v, %v", v, s, end, want, err)
		}
	}
}

// Each day from the year 1 on, against package time, in its two ends.
func TestQuickTimeAllDays(t *testing.T) {
	var w window
	for at := int64(-62135596800); at < 253402300800; at += 86400*3 + 3 {
		n := putTime(&w, 0, at)
		w[n] = '"'
		if got, end := quickTime(w[:n+1], 0); got != at || end != n {
			t.Fatalf("%s read as %d, want %d", w[:n], got, at)
		}
	}
}

func TestReuseDoesNotAllocate(t *testing.T) {
	s := syntheticStore(2000)
	var m quake.Matches
	q := quake.Query{Longitude: quake.Between(-180, 100)}
	s.Match(q, &m)
	buffer := AppendResults(nil, s, &m)
	if n := testing.AllocsPerRun(20, func() { buffer = AppendResults(buffer[:0], s, &m) }); n > 0 {
		t.Errorf("AppendResults: %v allocations, want none", n)
	}
	body := bodyOf(s, q)
	var r Results
	if err := ParseResults(body, &r); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(20, func() { _ = ParseResults(body, &r) }); n > 0 {
		t.Errorf("ParseResults: %v allocations, want none", n)
	}
	single := []byte(strings.ReplaceAll(string(body), `"`, `'`))
	if n := testing.AllocsPerRun(20, func() { _ = ParseResults(single, &r) }); n > 4 {
		t.Errorf("ParseResults on the general road: %v allocations, want a few at most", n)
	}
	ask := AppendRequest(nil, theCall)
	if n := testing.AllocsPerRun(20, func() { ask = AppendRequest(ask[:0], theCall) }); n > 0 {
		t.Errorf("AppendRequest: %v allocations, want none", n)
	}
	body = append(append([]byte(openBody), ask...), closeBody...)
	if n := testing.AllocsPerRun(20, func() { _, _ = ParseRequest(body) }); n > 20 {
		t.Errorf("ParseRequest: %v allocations, want 20 at most", n)
	}
}

// A count is a hint, not an order for memory.
func TestCountsAreNotBelieved(t *testing.T) {
	body := []byte(answer(strings.ReplaceAll(set(region1, quake1), `count="1"`, `count="2000000000"`)))
	var r Results
	if err := ParseResults(body, &r); err != nil {
		t.Fatal(err)
	}
	if cap(r.quakes) > 100 {
		t.Errorf("room for %d quakes was made for a body of %d bytes", cap(r.quakes), len(body))
	}
}
