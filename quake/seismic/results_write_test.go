package seismic

import (
	"math"
	"strings"
	"testing"

	"seismark/quake"
)

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
