package seismic

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"seismark/quake"
	"seismark/wssec/xmltok"
)

// texts are what an answer says of areas and regions, by number.
type texts struct {
	area   [quake.Areas + 1]string
	region [quake.Regions + 1]string
}

var theTexts = sync.OnceValue(func() *texts {
	var t texts
	for area := range t.area {
		t.area[area] = `<result-set><area-name>` + escape(quake.AreaName(uint8(area))) + `</area-name>`
	}
	for region := range t.region {
		n := strconv.Itoa(region)
		t.region[region] = `<region ident="r` + n + `" index="` + n + `">` + escape(quake.RegionName(uint16(region))) + `</region>`
	}
	return &t
})

// escapedMethods are the methods as they stand in attributes; the same slice where nothing needs escaping.
func escapedMethods(methods []string) []string {
	for i, m := range methods {
		if escape(m) == m {
			continue
		}
		escaped := make([]string, len(methods))
		copy(escaped, methods[:i])
		for j := i; j < len(methods); j++ {
			escaped[j] = escape(methods[j])
		}
		return escaped
	}
	return methods
}

// escape writes text as canonical XML does where it stands in an attribute. In character data that is as
// legal, and canonical too as long as it has no >, quotes, tabs or line ends, which no name has. What is no
// character of XML becomes U+FFFD.
func escape(s string) string {
	if !strings.ContainsFunc(s, unusual) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '"':
			b.WriteString("&quot;")
		case '\t':
			b.WriteString("&#x9;")
		case '\n':
			b.WriteString("&#xA;")
		case '\r':
			b.WriteString("&#xD;")
		default:
			if !xmltok.IsChar(r) {
				r = utf8.RuneError
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unusual reports what escape looks at.
func unusual(r rune) bool {
	return r < ' ' || r == '&' || r == '<' || r == '"' || !xmltok.IsChar(r) || r == utf8.RuneError
}
