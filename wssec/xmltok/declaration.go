package xmltok

import (
	"bytes"
	"strings"
)

// declaration reads the XML declaration, where there is one (XML 1.0, production 23).
func (t *Tokenizer) declaration() error {
	rest := t.src[t.pos:]
	if !bytes.HasPrefix(rest, []byte("<?xml")) || !isSpace(t.at(t.pos+5)) {
		return nil
	}
	n := bytes.Index(rest, []byte("?>"))
	if n < 0 {
		return t.cut("the XML declaration")
	}
	body := string(rest[len("<?xml"):n])
	version, body := pseudo(body, "version")
	encoding, body := pseudo(body, "encoding")
	standalone, body := pseudo(body, "standalone")
	switch {
	case version != "1.0":
		return t.fail(t.pos, "not XML 1.0", `declare version="1.0" first, or leave the XML declaration out`)
	case encoding != "" && !strings.EqualFold(encoding, "utf-8") && !strings.EqualFold(encoding, "us-ascii") && !strings.EqualFold(encoding, "ascii"):
		return t.fail(t.pos, "the encoding "+shown([]byte(encoding)), "send UTF-8")
	case standalone != "" && standalone != "yes" && standalone != "no", strings.Trim(body, " \t\r\n") != "":
		return t.fail(t.pos, "an XML declaration with "+shown([]byte(body))+" in it", "declare version, encoding and standalone, in this order")
	}
	t.pos += n + len("?>")
	return nil
}

// pseudo takes name="value" with the white space before it off the beginning of s. The value is empty
// and s as it was where that does not stand there.
func pseudo(s, name string) (value, rest string) {
	const blank = " \t\r\n"
	r := strings.TrimLeft(s, blank)
	if len(r) == len(s) || !strings.HasPrefix(r, name) {
		return "", s
	}
	r = strings.TrimLeft(r[len(name):], blank)
	if !strings.HasPrefix(r, "=") {
		return "", s
	}
	r = strings.TrimLeft(r[1:], blank)
	if r == "" || r[0] != '"' && r[0] != '\'' {
		return "", s
	}
	end := strings.IndexByte(r[1:], r[0])
	if end <= 0 {
		return "", s
	}
	return r[1 : 1+end], r[2+end:]
}
