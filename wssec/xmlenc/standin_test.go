package xmlenc

import (
	"bytes"
	"strings"
	"testing"

	"seismark/wssec/xmltok"
)

func TestStandIn(t *testing.T) {
	for _, c := range []struct {
		plain                string
		elements, attributes int
	}{
		{"", 0, 0},
		{"no markup", 0, 0},
		{"<a>1</a>", 1, 0},
		{strings.Repeat(`<quake time="2001-08-09T22:48:39.000Z" lat="-34.47">text</quake>`, 100), 100, 200},
		{strings.Repeat(`<q/>`, 50) + strings.Repeat(`<r x="1"></r>`, 3), 53, 3},
		{`<r>` + strings.Repeat(`<q a="1">2</q>`, 10) + "\x00\xff<<", 13, 10},
		{"</a></a><b>", 1, 0},
		{`="="="<`, 1, 3},
	} {
		got := StandIn([]byte(c.plain))
		var k xmltok.Tokenizer
		k.ResetFragment(got, xmltok.Scope{})
		elements, attributes := 0, 0
		for {
			kind, err := k.Next()
			if err != nil {
				t.Fatalf("%s: %v", got, err)
			}
			if kind == xmltok.EOF {
				break
			}
			if kind == xmltok.Start {
				elements++
				attributes += len(k.Attrs())
			}
		}
		if elements != c.elements || attributes != c.attributes {
			t.Errorf("%q has %d elements and %d attributes", got, elements, attributes)
		}
		if len(got) > 2*len(c.plain)+20 || len(got) < len(c.plain) {
			t.Errorf("%d bytes became %d", len(c.plain), len(got))
		}
	}
	if got := StandIn([]byte("<" + strings.Repeat(` a=""`, 1000))); bytes.Count(got, []byte(`="`)) != mostEach {
		t.Errorf("one element has all attributes: %q", got)
	}
	if got := StandIn([]byte("abc")); !bytes.Equal(got, []byte("   ")) {
		t.Errorf("%q", got)
	}
}
