package xmltok

import "testing"

func TestUnescape(t *testing.T) {
	for _, c := range []struct{ raw, text, attribute string }{
		{"", "", ""},
		{"plain", "plain", "plain"},
		{"a\tb\nc\rd\r\ne\n\rf", "a\tb\nc\nd\ne\n\nf", "a b c d e  f"},
		{"\r", "\n", " "},
		{"\r\r\n\r", "\n\n\n", "   "},
		{"&#13;&#10;&#9;&#x20;", "\r\n\t ", "\r\n\t "},
		{"&amp;lt;&lt;&gt;&quot;&apos;", "&lt;<>\"'", "&lt;<>\"'"},
		{"é&#xe9;&#233;", "ééé", "ééé"},
		{"&bogus;&", "\ufffdbogus;\ufffd", "\ufffdbogus;\ufffd"}, // was never read by a Tokenizer
	} {
		if got := string(Unescape(nil, []byte(c.raw), false)); got != c.text {
			t.Errorf("text %q: %q, want %q", c.raw, got, c.text)
		}
		if got := string(Unescape([]byte("x"), []byte(c.raw), true)); got != "x"+c.attribute {
			t.Errorf("attribute %q: %q, want %q", c.raw, got, "x"+c.attribute)
		}
		if got := string(AppendLines(nil, []byte("a\r\nb\rc\n\r"))); got != "a\nb\nc\n\n" {
			t.Errorf("lines: %q", got)
		}
	}
}
