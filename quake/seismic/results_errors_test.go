package seismic

import (
	"errors"
	"strings"
	"testing"
)

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
		r := *parsed(t, []byte(good))
		err := ParseResults([]byte(c.body), &r)
		if len(r.Sets)+len(r.Regions)+r.Count() > 0 {
			t.Errorf("%s: results beside the error: %q", c.body, told(&r))
		}
		if err == nil || !strings.HasPrefix(err.Error(), "seismic: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\ngot  %v\nwant ... %s", c.body, err, c.want)
		}
	}
}

// The short road has no limits of its own for names, and must not pass by those of the tokenizer.
func TestParseResultsLongPrefix(t *testing.T) {
	for _, n := range []int{50, 500, 1012, 1015, 1100} {
		p := strings.Repeat("p", n) + ":"
		body := []byte(strings.NewReplacer("xmlns=", "xmlns:"+p[:n]+"=", "<r", "<"+p+"r", "</r", "</"+p+"r", "<q", "<"+p+"q", "</q", "</"+p+"q",
			"<a", "<"+p+"a", "</a", "</"+p+"a").Replace(answer(set(region1, quake1))))
		err := ParseResults(body, new(Results))
		if general := new(Results).parse(body); (err == nil) != (general == nil) || (err == nil) != (n <= 1012) {
			t.Errorf("a prefix of %d bytes: %.100v; on the general road %.100v", n, err, general)
		}
	}
}
