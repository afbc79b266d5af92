package data

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"seismark/quake"
)

// sample is a document and the quakes in it, worked out by hand.
type sample struct {
	name, format string
	text         string
	want         []quake.Quake
	report       Report
}

func at(year int, month time.Month, day, hour, minute, second int) int64 {
	return time.Date(year, month, day, hour, minute, second, 0, time.UTC).Unix()
}

// samples have the regions that the published grid gives for their places.
func samples() []sample {
	return []sample{
		{
			name:   "original lines with every end of line, a blank one, blanks as they come, and an area that is not the region's",
			format: "original",
			text: "2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 2.5 Ml 684 43\r\n" +
				"\n" +
				"1999-12-31  23:59:59\t0 0 180 -1.5 -0.3 mb 621 40",
			want: []quake.Quake{
				{Time: at(2000, 1, 1, 1, 19, 26), Millis: 157, Latitude: -20.709, Longitude: -113.3216, Depth: 2.8, Magnitude: 2.5, Method: "Ml", Region: 684, Area: 43},
				{Time: at(1999, 12, 31, 23, 59, 59), Latitude: 0, Longitude: 180, Depth: -1.5, Magnitude: -0.3, Method: "Mb", Region: 621, Area: 39},
			},
			report: Report{Format: "original", Read: 2, Kept: 2, OtherArea: 1},
		},
		{
			name:   "USGS CSV with columns in another order, quotes, a blast, and no magnitude or depth",
			format: "usgs",
			text: "\uFEFFplace,time,latitude,longitude,depth,mag,magType,type\r\n" +
				"\"8km \"\"NW\"\" of The Geysers, CA\",2021-07-10T20:32:43.4709Z,38.8276672,-122.8141632,2.18,0.85,md,earthquake\r\n" +
				",2021-07-10T20:13:27Z,38.5445,-119.5296,-0.7,-1.2,mb_lg,earthquake\r\n" +
				"\"\",2021-07-10 20:13:27.05+02:00,38.5445,240.4704,,1,,Earthquake\r\n" +
				"pit,2021-07-10T20:00:00.000Z,47,-91,0,1.7,ml,quarry blast\r\n" +
				"x,2021-07-10T20:00:00.000Z,47,-91,0,,,earthquake\r\n",
			want: []quake.Quake{
				{Time: at(2021, 7, 10, 20, 32, 43), Millis: 470, Latitude: 38.8276672, Longitude: -122.8141632, Depth: 2.18, Magnitude: 0.85, Method: "Md", Region: 36, Area: 3},
				{Time: at(2021, 7, 10, 20, 13, 27), Latitude: 38.5445, Longitude: -119.5296, Depth: -0.7, Magnitude: -1.2, Method: "Mb_lg", Region: 40, Area: 3},
				{Time: at(2021, 7, 10, 18, 13, 27), Millis: 50, Latitude: 38.5445, Longitude: -119.5296, Magnitude: 1, Method: "M", Region: 40, Area: 3},
			},
			report: Report{Format: "usgs", Read: 5, Kept: 3, NotEarthquakes: 1, NoMagnitude: 1, NoDepth: 1},
		},
		{
			name:   "FDSN text with the columns of the specification, a comment, and one event type",
			format: "fdsn",
			text: "#EventID | Time | Latitude | Longitude | Depth/km | Author | Catalog | Contributor | ContributorID | MagType | Magnitude | MagAuthor | EventLocationName\n" +
				"# two of the largest\n" +
				"3337497|2012-04-11T08:38:37.00000|2.237600|93.014400|26.300|ISC||ISC||MW|8.60|GCMT|SUMATRA\n" +
				"2413|1960-05-22T19:11:14.9999|-38.170000|-72.570000|0.000||||||8.50||\n",
			want: []quake.Quake{
				{Time: at(2012, 4, 11, 8, 38, 37), Latitude: 2.2376, Longitude: 93.0144, Depth: 26.3, Magnitude: 8.6, Method: "Mw", Region: 705, Area: 46},
				{Time: at(1960, 5, 22, 19, 11, 14), Millis: 999, Latitude: -38.17, Longitude: -72.57, Depth: 0, Magnitude: 8.5, Method: "M", Region: 136, Area: 8},
			},
			report: Report{Format: "fdsn", Read: 2, Kept: 2},
		},
		{
			name:   "FDSN text without a header",
			format: "fdsn",
			text:   "1|2012-04-11T08:38:37Z|2.2376|93.0144| |a|b|c|d|mb|5.1|e|f|explosion\n2|2012-04-11T08:38:37Z|2.2376|93.0144| |a|b|c|d|mb|5.1|e|f|earthquake\n",
			want: []quake.Quake{
				{Time: at(2012, 4, 11, 8, 38, 37), Latitude: 2.2376, Longitude: 93.0144, Magnitude: 5.1, Method: "Mb", Region: 705, Area: 46},
			},
			report: Report{Format: "fdsn", Read: 2, Kept: 1, NotEarthquakes: 1, NoDepth: 1},
		},
		{
			name:   "QuakeML that prefers the second origin and magnitude, with foreign elements of the same names",
			format: "quakeml",
			text: `<?xml version="1.0"?><x:quakeml xmlns:x="http://quakeml.org/xmlns/quakeml/1.2" xmlns:b="http://quakeml.org/xmlns/bed/1.2" xmlns:f="urn:foreign">
<b:eventParameters publicID="smi:a/b"><b:comment><b:text>&lt;event></b:text></b:comment>
<b:event publicID="smi:a/e"><f:origin publicID="smi:a/2"/>
<b:pick publicID="p"><b:time><b:value>1999-01-01T00:00:00Z</b:value></b:time></b:pick>
<b:origin publicID="smi:a/1"><b:time><b:value>2001-01-01T00:00:00Z</b:value></b:time><b:latitude><b:value>1</b:value></b:latitude><b:longitude><b:value>2</b:value></b:longitude></b:origin>
<b:origin publicID="smi:a/2"><b:time><b:value> 2012-04-04T14:21:42.3+00:00 </b:value><b:uncertainty>0</b:uncertainty></b:time><b:latitude><f:value>7</f:value><b:value>41.8<!-- -->18</b:value></b:latitude><b:longitude><b:value>79.689</b:value></b:longitude><b:depth><b:value>1234.5</b:value></b:depth></b:origin>
<b:magnitude publicID="smi:a/m1"><b:mag><b:value>3</b:value></b:mag><b:type>ML</b:type></b:magnitude>
<b:magnitude publicID="smi:a/m2"><b:mag><b:value>4.4</b:value></b:mag><b:type>mb</b:type></b:magnitude>
<b:preferredOriginID>smi:a/2</b:preferredOriginID><b:preferredMagnitudeID>smi:a/m2</b:preferredMagnitudeID><b:type>earthquake</b:type></b:event>
</b:eventParameters></x:quakeml>`,
			want: []quake.Quake{
				{Time: at(2012, 4, 4, 14, 21, 42), Millis: 300, Latitude: 41.818, Longitude: 79.689, Depth: 1.2345, Magnitude: 4.4, Method: "Mb", Region: 320, Area: 27},
			},
			report: Report{Format: "quakeml", Read: 1, Kept: 1},
		},
		{
			name:   "QuakeML without preferences: the first origin and its own magnitude; blasts and nothing known",
			format: "quakeml",
			text: `<quakeml xmlns="http://quakeml.org/xmlns/quakeml/1.0"><eventParameters>
<event><type>null</type>
<magnitude><mag><value>9</value></mag><type>Ms</type><originID>o2</originID></magnitude>
<magnitude><mag><value>5</value></mag><type>Mw</type><originID>o1</originID></magnitude>
<origin publicID="o1"><time><value>2001-01-01T00:00:00.1234567Z</value></time><latitude><value>41.818</value></latitude><longitude><value>79.689</value></longitude></origin>
<origin publicID="o2"><time><value>bad, but not chosen</value></time></origin></event>
<event><type>quarry_blast</type><origin><time><value>2001-01-01T00:00:00Z</value></time><latitude><value>1</value></latitude><longitude><value>2</value></longitude></origin></event>
<event><origin><time><value>2001-01-01T00:00:00Z</value></time><latitude><value>1</value></latitude><longitude><value>2</value></longitude></origin></event>
</eventParameters></quakeml>`,
			want: []quake.Quake{
				{Time: at(2001, 1, 1, 0, 0, 0), Millis: 123, Latitude: 41.818, Longitude: 79.689, Magnitude: 5, Method: "Mw", Region: 320, Area: 27},
			},
			report: Report{Format: "quakeml", Read: 3, Kept: 1, NotEarthquakes: 1, NoMagnitude: 1, NoDepth: 1},
		},
	}
}

func TestImportSamples(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			for how, r := range map[string]io.Reader{"plain": strings.NewReader(s.text), "gzip": strings.NewReader(gzipped(s.text)), "slow": slow(s.text)} {
				quakes, report, err := Import(t.Context(), r, Options{})
				if err != nil {
					t.Fatalf("%s: %v", how, err)
				}
				if !slices.Equal(quakes, s.want) {
					t.Errorf("%s:\n got %+v\nwant %+v", how, quakes, s.want)
				}
				if fmt.Sprint(report) != fmt.Sprint(s.report) {
					t.Errorf("%s: report\n got %+v\nwant %+v", how, report, s.report)
				}
			}
		})
	}
}

func gzipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}

// slow gives a byte a time.
func slow(text string) io.Reader { return oneByte{strings.NewReader(text)} }

type oneByte struct{ io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.Reader.Read(p[:min(len(p), 1)]) }

func TestImportAll(t *testing.T) {
	s := samples()[1]
	quakes, report, err := Import(t.Context(), strings.NewReader(s.text), Options{All: true})
	if err != nil || len(quakes) != 5 || report.Kept != 5 || report.NotEarthquakes != 0 || report.NoMagnitude != 0 {
		t.Fatalf("%d quakes, %+v, %v; want all 5", len(quakes), report, err)
	}
	if q := quakes[3]; q.Magnitude != 1.7 || q.Method != "Ml" {
		t.Errorf("the blast is %+v", q)
	}
	if q := quakes[4]; q.Magnitude != 0 || q.Method != "M" {
		t.Errorf("the quake without magnitude is %+v", q)
	}
}

func TestImportKeepsOneCopyOfAMethod(t *testing.T) {
	var text strings.Builder
	for i := range mostMethods + 1 {
		fmt.Fprintf(&text, "2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 2.5 M%d 684 43\n", i)
	}
	_, _, err := Import(t.Context(), strings.NewReader(text.String()), Options{})
	if err == nil || !strings.Contains(err.Error(), "more than 200 scales") {
		t.Errorf("error %v", err)
	}
}

func TestImportLimits(t *testing.T) {
	line := "2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 2.5 Ml 684 43\n"
	for _, c := range []struct {
		name, text string
		options    Options
		want       string
	}{
		{"bytes", strings.Repeat(line, 1000), Options{MaxBytes: 5000}, "data: input: more than 5000 bytes"},
		{"inflated bytes", gzipped(strings.Repeat(line, 100_000)), Options{MaxBytes: 1 << 20}, "data: input: more than 1048576 bytes"},
		{"quakes", strings.Repeat(line, 11), Options{MaxQuakes: 10}, "data: input: more than 10 quakes: split the catalogue, or raise the limit"},
	} {
		quakes, _, err := Import(t.Context(), strings.NewReader(c.text), c.options)
		if err == nil || err.Error() != c.want || quakes != nil {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
	quakes, _, err := Import(t.Context(), strings.NewReader(strings.Repeat(line, 10)), Options{MaxQuakes: 10, MaxBytes: int64(10 * len(line))})
	if err != nil || len(quakes) != 10 {
		t.Errorf("at the limits: %d quakes, %v", len(quakes), err)
	}
}

func TestImportStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Import(ctx, strings.NewReader("x"), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestContentThatIsNoCatalogue(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "data: input: nothing to read: it is empty"},
		{"a web page", "<!DOCTYPE html>\n<html>", "a web page is in no format known here"},
		{"prose", "Dear Sir,\n", `content that begins "Dear Sir," is in no format known here: want compact binary form, QuakeML 1.2, USGS CSV, FDSN event text, lines of the original comparison`},
		{"zip", "PK\x03\x04xxxxxx", "is packed by zip: unpack it first"},
		{"zstd", "\x28\xb5\x2f\xfdxxxxx", "is packed by zstd"},
		{"UTF-16", "\xff\xfe2\x000\x000\x00", "is in UTF-16: convert it"},
		{"broken gzip", "\x1f\x8bxxxx", "data: input: unexpected EOF"},
		{"cut gzip", gzipped(strings.Repeat("2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 2.5 Ml 684 43\n", 99))[:60], "unexpected EOF"},
	} {
		_, _, err := Import(t.Context(), strings.NewReader(c.text), Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
	if _, _, err := Import(t.Context(), strings.NewReader("x"), Options{Format: "csv"}); err == nil || !strings.HasPrefix(err.Error(), `data: no format "csv": choose from compact, quakeml, usgs, fdsn, original`) {
		t.Errorf("unknown format: %v", err)
	}
}

// blasts is an endless month of quarry blasts, of which nothing is kept.
type blasts struct {
	record string
	left   int
	most   uint64 // bytes of heap that were seen in use
}

func (b *blasts) Read(p []byte) (int, error) {
	n := 0
	for n+len(b.record) <= len(p) && b.left > 0 {
		n += copy(p[n:], b.record)
		if b.left--; b.left%2000 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.most = max(b.most, m.HeapAlloc)
		}
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func TestMemoryDoesNotGrowWithWhatIsRead(t *testing.T) {
	for _, c := range []struct{ format, head, record, tail string }{
		{"usgs", csvHead, strings.Replace(goodCSV, "earthquake", "quarry blast", 1), ""},
		{"quakeml", quakemlStart, strings.Replace(goodEvent, "<event>", "<event><type>quarry blast</type>", 1), quakemlEnd},
	} {
		b := &blasts{record: c.record, left: 12_000_000 / len(c.record)}
		runtime.GC()
		var before runtime.MemStats
		runtime.ReadMemStats(&before)
		quakes, report, err := Import(t.Context(), io.MultiReader(strings.NewReader(c.head), b, strings.NewReader(c.tail)), Options{})
		if err != nil || len(quakes) != 0 || report.NotEarthquakes < 40_000 {
			t.Fatalf("%s: %d quakes, %+v, %v", c.format, len(quakes), report, err)
		}
		if grown := int64(b.most) - int64(before.HeapAlloc); grown > 8<<20 {
			t.Errorf("%s: %d bytes of heap for 12 MB without a quake", c.format, grown)
		}
	}
}

func TestCutGzipGivesNothing(t *testing.T) {
	text := gzipped(strings.Repeat("2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 2.5 Ml 684 43\n", 99))
	quakes, _, err := Import(t.Context(), strings.NewReader(text[:len(text)-9]), Options{SkipBad: true})
	if !errors.Is(err, io.ErrUnexpectedEOF) || quakes != nil {
		t.Errorf("%d quakes, error %v", len(quakes), err)
	}
}
