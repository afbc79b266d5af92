package seismic

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"seismark/quake"
	"seismark/wssec"
)

const (
	openBody  = `<s:Body xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">`
	closeBody = `</s:Body>`
)

// request is a Body with a matchQuakes of this content.
func request(content string) []byte {
	return []byte(openBody + `<matchQuakes xmlns="` + TypesNamespace + `">` + content + `</matchQuakes>` + closeBody)
}

func TestAppendRequest(t *testing.T) {
	const begin, end = `<matchQuakes xmlns="http://ws.sosnoski.com/seismic/types">`, `</matchQuakes>`
	minus := time.FixedZone("", -3600)
	for _, c := range []struct {
		q    quake.Query
		want string
	}{
		{quake.Query{}, ``},
		{theCall, `<min-date>2001-08-08T22:20:07.298Z</min-date><max-date>2001-08-14T16:26:20.744Z</max-date>` +
			`<min-long>161.25735</min-long><max-long>178.19275</max-long><min-lat>-42.2719</min-lat><max-lat>-30.833717</max-lat>`},
		{quake.Query{MaxDate: time.Date(2001, 1, 1, 0, 0, 0, 0, minus)}, `<max-date>2001-01-01T01:00:00Z</max-date>`},
		{quake.Query{Magnitude: quake.Range{Min: 3, HasMin: true}}, `<min-mag>3</min-mag>`},
		{quake.Query{Depth: quake.Range{Max: float32(math.Inf(1)), HasMax: true}}, `<max-depth>INF</max-depth>`},
	} {
		if got := string(AppendRequest([]byte("x"), c.q)); got != "x"+begin+c.want+end {
			t.Errorf("got  %s\nwant %s", got, "x"+begin+c.want+end)
		}
	}
}

func TestParseRequestSpellings(t *testing.T) {
	want := quake.Query{
		MinDate:   time.Date(2002, 10, 10, 12, 0, 0, 0, time.UTC),
		Longitude: quake.Between(-1.5, 7),
		Depth:     quake.Range{Max: float32(math.Inf(1)), HasMax: true},
	}
	soap12 := wssec.SOAP12.Namespace()
	for name, body := range map[string]string{
		"default namespace": string(request(`<min-date>2002-10-10T12:00:00Z</min-date><min-long>-1.5</min-long><max-long>7</max-long><max-depth>INF</max-depth>`)),
		"prefixes, SOAP 1.2": `<e:Body xmlns:e="` + soap12 + `" xmlns:t="` + TypesNamespace + `"><t:matchQuakes><t:min-date>2002-10-10T12:00:00Z</t:min-date>` +
			`<t:min-long>-1.5</t:min-long><t:max-long>7</t:max-long><t:max-depth>INF</t:max-depth></t:matchQuakes></e:Body>`,
		"a prefix each": `<Body xmlns="` + soap12 + `"><a:matchQuakes xmlns:a="` + TypesNamespace + `"><min-date xmlns="` + TypesNamespace + `">2002-10-10T12:00:00Z</min-date>` +
			`<b:min-long xmlns:b="` + TypesNamespace + `">-1.5</b:min-long><a:max-long>7</a:max-long><a:max-depth>INF</a:max-depth></a:matchQuakes></Body>`,
		"white space, comments, instructions, CDATA, references": "<?xml version='1.0'?><!-- c -->" + openBody + "\n <!-- < --> <matchQuakes xmlns='" + TypesNamespace + "'>\n" +
			"<min-date> 2002-10-10T<!-- -->12:00:00\t</min-date><?pi?>\r\n<min-long>\n-1<![CDATA[.]]>5 </min-long ><max-long>&#x37;&#32;</max-long><max-depth>I&#78;F</max-depth>" +
			"</matchQuakes><!-- --> \n" + closeBody + "<!-- -->\n",
		"attributes of others": `<s:Body xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:u="urn:u" u:Id="b" plain="x"><matchQuakes xmlns="` + TypesNamespace + `" u:x="y">` +
			`<min-date u:type="date">2002-10-10T14:00:00+02:00</min-date><min-long>-15e-1</min-long><max-long>+7.</max-long><max-depth>+INF</max-depth></matchQuakes></s:Body>`,
	} {
		got, err := ParseRequest([]byte(body))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}

func TestParseRequestEmpty(t *testing.T) {
	for _, content := range []string{"", " \n", "<!-- -->"} {
		if got, err := ParseRequest(request(content)); err != nil || got != (quake.Query{}) {
			t.Errorf("%q: %+v, %v", content, got, err)
		}
	}
	empty := openBody + `<m:matchQuakes xmlns:m="` + TypesNamespace + `"/>` + closeBody
	if got, err := ParseRequest([]byte(empty)); err != nil || got != (quake.Query{}) {
		t.Errorf("an empty element: %+v, %v", got, err)
	}
}

func TestRequestRoundTrip(t *testing.T) {
	queries := quake.Generator{Seed: 5, Fraction: 0.2}.Queries(50)
	queries = append(queries, theCall, quake.Query{}, quake.Query{
		MinDate:   time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC),
		Magnitude: quake.Between(-math.MaxFloat32, math.SmallestNonzeroFloat32),
		Depth:     quake.Range{Min: 700, HasMin: true},
	})
	for i, q := range queries {
		body := append(AppendRequest([]byte(openBody), q), closeBody...)
		if got, err := ParseRequest(body); err != nil || got != q {
			t.Errorf("query %d: got %+v, %v; want %+v", i, got, err, q)
		}
	}
}

// A max date of the first second is a bound, though its time.Time would be zero.
func TestParseRequestFirstSecond(t *testing.T) {
	q, err := ParseRequest(request(`<max-date>0001-01-01T00:00:00Z</max-date>`))
	if err != nil {
		t.Fatal(err)
	}
	var m quake.Matches
	quake.NewStore([]quake.Quake{{Region: 1}}).Match(q, &m)
	if m.Count() != 0 {
		t.Errorf("%d quakes before the year 1", m.Count())
	}
}

func TestParseRequestValueErrors(t *testing.T) {
	for _, c := range []struct {
		content, element, value string
		err                     error
	}{
		{`<min-long>179,5</min-long>`, "min-long", "179,5", errFloat},
		{`<max-long> 0x10 </max-long>`, "max-long", " 0x10 ", errFloat},
		{`<min-lat></min-lat>`, "min-lat", "", errFloat},
		{`<max-lat/>`, "max-lat", "", errFloat},
		{`<min-mag>Infinity</min-mag>`, "min-mag", "Infinity", errFloat},
		{`<max-mag>1_0</max-mag>`, "max-mag", "1_0", errFloat},
		{`<min-depth>+Inf</min-depth>`, "min-depth", "+Inf", errFloat},
		{`<max-depth>1 2</max-depth>`, "max-depth", "1 2", errFloat},
		{`<min-date>2002-10-10</min-date>`, "min-date", "2002-10-10", errDate},
		{`<max-date>-0044-03-15T12:00:00Z</max-date>`, "max-date", "-0044-03-15T12:00:00Z", errEra},
		{`<max-date>2016-12-31T23:59:60Z</max-date>`, "max-date", "2016-12-31T23:59:60Z", errSecond},
		{`<min-long>&#160;1</min-long>`, "min-long", "\u00a01", errFloat}, // no white space to XML
	} {
		_, err := ParseRequest(request(c.content))
		var bad *ValueError
		if !errors.As(err, &bad) {
			t.Errorf("%s: %v, want a ValueError", c.content, err)
		} else if bad.Element != c.element || bad.Value != c.value || !errors.Is(err, c.err) {
			t.Errorf("%s: %+v, want %s, %q, %v", c.content, bad, c.element, c.value, c.err)
		}
	}
}

func TestParseRequestErrors(t *testing.T) {
	types := `xmlns="` + TypesNamespace + `"`
	for _, c := range []struct{ body, want string }{
		{"", "there is no element"},
		{"<", "the source ends within"},
		{string(request(`<min-long>1</min-lat>`)), "min-long"},
		{string(request("<min-long>\x00</min-long>")), "control character"},
		{string(request(`<min-long>1</min-long><min-long>1</min-long>`)), "min-long stands twice in matchQuakes: remove one"},
		{string(request(`<max-long>1</max-long><min-long>1</min-long>`)), "min-long after max-long in matchQuakes: put the elements in the order of the schema"},
		{string(request(`<min-long>1</min-long><max-long>1</max-long><min-long>1</min-long>`)), "min-long after max-long"},
		{string(request(`<min-size>1</min-size>`)), `"min-size" of "http://ws.sosnoski.com/seismic/types" in matchQuakes is not in the contract: remove it`},
		{string(request(`<min-long xmlns="">1</min-long>`)), `"min-long" of no namespace in matchQuakes is not in the contract`},
		{string(request(`<e:min-long xmlns:e="urn:evil">1</e:min-long>`)), `"min-long" of "urn:evil" in matchQuakes is not in the contract`},
		{string(request(`<min-long unit="deg">1</min-long>`)), `the attribute "unit" of no namespace of min-long is not in the contract`},
		{string(request(`<min-long t:unit="deg" xmlns:t="` + TypesNamespace + `">1</min-long>`)), `the attribute "unit" of "http://ws`},
		{string(request(`<min-long><b xmlns="">1</b></min-long>`)), "the element b where only text may stand"},
		{string(request(`all of them`)), `the text "all of them" in matchQuakes: only elements may stand there`},
		{string(request(`<![CDATA[x]]>`)), `the text "x" in matchQuakes`},
		{string(request(`<!DOCTYPE x>`)), "DOCTYPE"},
		{openBody + `<matchQuakes ` + types + ` all="yes"/>` + closeBody, `the attribute "all" of no namespace of matchQuakes`},
		{openBody + closeBody, "the Body is empty: send one matchQuakes of http://ws.sosnoski.com/seismic/types"},
		{openBody + " x " + closeBody, `the text "x" in Body`},
		{openBody + `<matchQuakes/>` + closeBody, `"matchQuakes" of no namespace in Body where matchQuakes of http://ws`},
		{openBody + `<results ` + types + `/>` + closeBody, `"results" of "http://ws.sosnoski.com/seismic/types" in Body where matchQuakes of`},
		{openBody + `<matchQuakes ` + types + `/><matchQuakes ` + types + `/>` + closeBody, "after matchQuakes in the Body: send one element"},
		{openBody + `<matchQuakes ` + types + `/>x` + closeBody, `the text "x" in Body`},
		{openBody + `<matchQuakes ` + types + `/>`, "no end tag"},
		{string(request("")) + "<x/>", "second root"},
		{`<matchQuakes ` + types + `/>`, `"matchQuakes" of "http://ws.sosnoski.com/seismic/types" where a Body of SOAP 1.1 or 1.2 must stand`},
		{`<Body xmlns="urn:other"><matchQuakes ` + types + `/></Body>`, `"Body" of "urn:other" where a Body of SOAP`},
		{`<soap:Body xmlns:soap="` + TypesNamespace + `"><soap:matchQuakes/></soap:Body>`, `"Body" of "http://ws.sosnoski.com/seismic/types" where a Body`},
	} {
		_, err := ParseRequest([]byte(c.body))
		if err == nil || !strings.HasPrefix(err.Error(), "seismic: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\ngot  %v\nwant ... %s", c.body, err, c.want)
		}
	}
}

// What comes from outside cannot make errors, which go into faults, as long as it likes.
func TestErrorsAreShort(t *testing.T) {
	long := strings.Repeat("a", 900)
	for _, content := range []string{"<" + long + "/>", long, `<x xmlns="urn:` + long + `"/>`, `<min-long>` + long + `</min-long>`} {
		if _, err := ParseRequest(request(content)); err == nil || len(err.Error()) > 300 {
			t.Errorf("%.20s...: %v", content, err)
		}
	}
}
