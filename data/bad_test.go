package data

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// bad is a document with one bad record, and the error that names it.
type bad struct{ format, before, record, after, want string }

const (
	goodLine = "2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 2.5 Ml 684 43\n"

	csvHead = "time,latitude,longitude,depth,mag,magType,type\n"
	goodCSV = "2021-07-10T20:32:43.470Z,38.8,-122.8,2.18,0.85,md,earthquake\n"

	goodFDSN = "1|2012-04-11T08:38:37|2.2|93|26.3|ISC||ISC||MW|8.6|GCMT|SUMATRA\n"

	quakemlStart = `<q:quakeml xmlns:q="http://quakeml.org/xmlns/quakeml/1.2" xmlns="http://quakeml.org/xmlns/bed/1.2"><eventParameters>` + "\n"
	goodEvent    = "<event><origin><time><value>2001-01-01T00:00:00Z</value></time><latitude><value>1</value></latitude><longitude><value>2</value></longitude></origin><magnitude><mag><value>5</value></mag></magnitude></event>\n"
	quakemlEnd   = "</eventParameters></q:quakeml>\n"
)

func badLine(record, want string) bad {
	return bad{"original", goodLine, record + "\n", goodLine, want}
}
func badCSV(record, want string) bad {
	return bad{"usgs", csvHead + goodCSV, record + "\n", goodCSV, want}
}
func badFDSN(record, want string) bad { return bad{"fdsn", goodFDSN, record + "\n", goodFDSN, want} }
func badEvent(record, want string) bad {
	return bad{"quakeml", quakemlStart + goodEvent, record + "\n", goodEvent + quakemlEnd, want}
}

func badRecords() []bad {
	return []bad{
		badLine("2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 2.5 684 43", `data: line "2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 2.5 684 43" at x line 2: has 9 fields, want 10: date, time, millis, latitude, longitude, depth, magnitude, method, region, area`),
		badLine("2000-02-30 01:19:26 157 -20.709 -113.3216 2.8 2.5 Ml 684 43", `data: date and time "2000-02-30 01:19:26" at x line 2: want a date and time such as 2003-08-31T23:07:59.837Z`),
		badLine("2000-01-01 24:19:26 157 -20.709 -113.3216 2.8 2.5 Ml 684 43", `date and time "2000-01-01 24:19:26" at x line 2`),
		badLine("2000-01-01 01:19:26 1000 -20.709 -113.3216 2.8 2.5 Ml 684 43", `data: millis "1000" at x line 2: want a whole number from 0 to 999`),
		badLine("2000-01-01 01:19:26 15.7 -20.709 -113.3216 2.8 2.5 Ml 684 43", `millis "15.7" at x line 2: want a whole number`),
		badLine("2000-01-01 01:19:26 157 -90.001 -113.3216 2.8 2.5 Ml 684 43", `data: latitude "-90.001" at x line 2: want degrees from -90 to 90`),
		badLine("2000-01-01 01:19:26 157 NaN -113.3216 2.8 2.5 Ml 684 43", `latitude "NaN" at x line 2`),
		badLine("2000-01-01 01:19:26 157 -20.709 -180.1 2.8 2.5 Ml 684 43", `data: longitude "-180.1" at x line 2: want degrees from -180 to 360`),
		badLine("2000-01-01 01:19:26 157 -20.709 -113.3216 2,8 2.5 Ml 684 43", `data: depth "2,8" at x line 2: want kilometres from -10 to 6371`),
		badLine("2000-01-01 01:19:26 157 -20.709 -113.3216 inf 2.5 Ml 684 43", `depth "inf" at x line 2`),
		badLine("2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 0x1p3 Ml 684 43", `data: magnitude "0x1p3" at x line 2: want a magnitude from -10 to 12`),
		badLine("2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 25 Ml 684 43", `magnitude "25" at x line 2`),
		badLine("2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 2.5 M<l 684 43", `data: method "M<l" at x line 2: want the name of a scale, up to 16 letters, digits and .-_()`),
		badLine("2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 2.5 Ml 758 43", `data: region "758" at x line 2: want a whole number from 1 to 757`),
		badLine("2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 2.5 Ml 684 51", `data: area "51" at x line 2: want a whole number from 1 to 50`),
		badLine(strings.Repeat("7", longestLine+10), `data: line "7777777777777777777777777777777777777777" at x line 2: want at most 65536 bytes`),
		badLine("\xff\xfe\x00"+strings.Repeat("é", 100), "\ufffd\\x00"+strings.Repeat("é", 58)+`..." at x line 2: has 1 fields`),

		badCSV(",38.8,-122.8,2.18,0.85,md,earthquake", `data: time "" at x line 3: want a date and time such as`),
		badCSV("2021-07-10,38.8,-122.8,2.18,0.85,md,earthquake", `time "2021-07-10" at x line 3`),
		badCSV("2021-07-10T20:32:43.470Z,,-122.8,2.18,0.85,md,earthquake", `data: latitude "" at x line 3: want degrees`),
		badCSV("2021-07-10T20:32:43.470Z,38.8,361,2.18,0.85,md,earthquake", `data: longitude "361" at x line 3: want degrees from -180 to 360`),
		badCSV("2021-07-10T20:32:43.470Z,38.8,-122.8,7000,0.85,md,earthquake", `data: depth "7000" at x line 3: want kilometres`),
		badCSV("2021-07-10T20:32:43.470Z,38.8,-122.8,2.18,1e1000,md,earthquake", `data: mag "1e1000" at x line 3: want a magnitude`),
		badCSV("2021-07-10T20:32:43.470Z,38.8,-122.8,2.18,0.85,\"m d\",earthquake", `data: magType "m d" at x line 3: want the name of a scale`),
		badCSV("2021-07-10T20:32:43.470Z,38.8,-122.8,2.18,0.85,md", `at x line 3: has 6 cells, want 7 as in the header`),
		badCSV("2021-07-10T20:32:43.470Z,38.8,-122.8,2.18,0.85,md,\"earthquake", `at x line 3: want a closing quote, and quotes only round whole cells`),
		badCSV("2021-07-10T20:32:43.470Z,38.8,-122.8,2.18,0.85,md,\"earth\"quake", `at x line 3: want a closing quote`),

		badFDSN("1|2012-04-11T08:38:37|2.2|93|26.3|ISC||ISC||MW", `at x line 2: has 10 cells between bars, want at least 11`),
		badFDSN("1|2012-04-11T08:38|2.2|93|26.3|ISC||ISC||MW|8.6||", `data: Time "2012-04-11T08:38" at x line 2: want a date and time`),
		badFDSN("1|2012-04-11T08:38:37|2.2|93|deep|ISC||ISC||MW|8.6||", `data: Depth/km "deep" at x line 2: want kilometres from -10 to 6371`),
		badFDSN("1|2012-04-11T08:38:37|95|93|1|ISC||ISC||MW|8.6||", `data: Latitude "95" at x line 2`),
		badFDSN("1|2012-04-11T08:38:37|9|93|1|ISC||ISC||MW|M8||", `data: Magnitude "M8" at x line 2`),

		badEvent("<event>\n<type>earthquake</type></event>", `data: origin "" at x line 3: want one in every event`),
		badEvent("<event><origin>\n\n<time><value>yesterday</value></time></origin></event>", `data: time "yesterday" at x line 5: want a date and time`),
		badEvent("<event><origin><time><value>2001-01-01T00:00:00Z</value></time><latitude/><longitude><value>1</value></longitude></origin></event>", `data: latitude "" at x line 3: want degrees`),
		badEvent("<event><origin><time><value>2001-01-01T00:00:00Z</value></time><latitude><value>1</value></latitude><longitude><value>1</value></longitude><depth><value>10000000</value></depth></origin></event>", `data: depth "10000000" at x line 3: want metres from -10000 to 6.371e+06`),
	}
}

func TestBadRecordStops(t *testing.T) {
	for _, b := range badRecords() {
		quakes, _, err := Import(t.Context(), strings.NewReader(b.before+b.record+b.after), Options{Source: "x"})
		var bad *RecordError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), b.want) || quakes != nil {
			t.Errorf("%s %.80q: error\n     %v\nwant %s", b.format, b.record, err, b.want)
		}
	}
}

func TestBadRecordIsSkipped(t *testing.T) {
	for _, b := range badRecords() {
		quakes, report, err := Import(t.Context(), strings.NewReader(b.before+b.record+b.after), Options{Source: "x", SkipBad: true})
		if err != nil || len(quakes) != 2 || report.Read != 3 || report.Kept != 2 || report.Bad != 1 {
			t.Errorf("%s %.80q: %d quakes, %+v, %v", b.format, b.record, len(quakes), report, err)
			continue
		}
		if len(report.Errors) != 1 || !strings.Contains(report.Errors[0].Error(), b.want) {
			t.Errorf("%s %.80q: errors %v", b.format, b.record, report.Errors)
		}
	}
}

func TestFirstBadRecordsAreKept(t *testing.T) {
	text := goodLine + strings.Repeat("bad\n", 25)
	_, report, err := Import(t.Context(), strings.NewReader(text), Options{SkipBad: true})
	if err != nil || report.Bad != 25 || len(report.Errors) != 10 {
		t.Fatalf("%d bad, %d kept, %v", report.Bad, len(report.Errors), err)
	}
	for i, e := range report.Errors {
		if e.Line != i+2 || e.Source != "input" {
			t.Errorf("error %d is %v", i, e)
		}
	}
}

// Where a document itself is broken, nothing can be skipped.
func TestBrokenDocuments(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"CSV without a column", "time,latitude,longitude,mag,magType\n", `data: x: column "depth" is missing from the header: want time, latitude, longitude, depth, mag, magType`},
		{"QuakeML cut", quakemlStart + goodEvent, "data: x: line 3: XML syntax error on line 3: unexpected EOF"},
		{"QuakeML with wrong tags", quakemlStart + "<event></origin>", "line 2: XML syntax error on line 2: element <event> closed by </origin>"},
		{"QuakeML with an entity", `<!DOCTYPE q [<!ENTITY a "b">]>` + quakemlStart + quakemlEnd, "line 1: a DOCTYPE is refused: remove it"},
		{"QuakeML in another charset", `<?xml version="1.0" encoding="ISO-8859-1"?>` + quakemlStart + quakemlEnd, "the document is in ISO-8859-1: convert it to UTF-8"},
		{"XML of another kind", `<note about="quakeml"/>`, `element "note": want quakeml`},
		{"QuakeML without events' parent", `<quakeml/>`, "no eventParameters element: this is not QuakeML"},
		{"QuakeML too deep", quakemlStart + strings.Repeat("<a>", 100), "elements nest deeper than 64"},
		{"QuakeML with an endless text", quakemlStart + "<event><type>" + strings.Repeat("a", 3000), "text is longer than 1024 bytes"},
		{"QuakeML with an endless token", quakemlStart + "<event><!--" + strings.Repeat("a", 3<<20), "more than 1048576 bytes"},
		{"QuakeML with an endless tag", quakemlStart + "<event a='" + strings.Repeat("a", 3<<20), "more than 1048576 bytes"},
		{"QuakeML with many origins", quakemlStart + "<event>" + strings.Repeat("<origin/>", 10_001), "more than 10000 origins in an event"},
		{"QuakeML with many magnitudes", quakemlStart + "<event>" + strings.Repeat("<magnitude/>", 10_001), "more than 10000 magnitudes in an event"},
	} {
		quakes, _, err := Import(t.Context(), strings.NewReader(c.text), Options{Source: "x", SkipBad: true})
		if err == nil || !strings.Contains(err.Error(), c.want) || quakes != nil {
			t.Errorf("%s: error\n     %v\nwant %s", c.name, err, c.want)
		}
	}
}

func ExampleRecordError() {
	err := &RecordError{Source: "month.csv", Line: 7, Field: "latitude", Value: "95", Why: "want degrees from -90 to 90"}
	fmt.Println(err)
	// Output: data: latitude "95" at month.csv line 7: want degrees from -90 to 90
}
