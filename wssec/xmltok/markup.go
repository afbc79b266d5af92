package xmltok

import (
	"bytes"
	"strings"
)

// declared reads what begins with <! : a comment or a CDATA section, nothing else.
func (t *Tokenizer) declared() (Kind, error) {
	rest := t.src[t.pos:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		return t.comment()
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return t.cdata()
	case bytes.HasPrefix(rest, []byte("<!DOCTYPE")):
		return EOF, t.fail(t.from, "a DOCTYPE", "remove it: document types are refused")
	}
	return EOF, t.fail(t.from, "<! that begins neither comment nor CDATA section", "remove it, or write &lt;!")
}

func (t *Tokenizer) comment() (Kind, error) {
	p := t.pos + len("<!--")
	n := bytes.Index(t.src[p:], []byte("--"))
	if n < 0 {
		return EOF, t.cut("a comment")
	}
	if t.at(p+n+2) != '>' {
		return EOF, t.fail(p+n, "-- within a comment", "remove it, or end the comment with -->")
	}
	if at := wrongChar(t.src[p : p+n]); at >= 0 {
		return EOF, t.wrong(p + at)
	}
	t.tidy = bytes.IndexByte(t.src[p:p+n], '\r') < 0
	t.pos = p + n + len("-->")
	return Comment, nil
}

func (t *Tokenizer) instruction() (Kind, error) {
	p := t.pos + len("<?")
	end, colon, err := t.name(p, "instruction")
	if err != nil {
		return EOF, err
	}
	n := bytes.Index(t.src[end:], []byte("?>"))
	switch {
	case n < 0:
		return EOF, t.cut("a processing instruction")
	case colon >= p:
		return EOF, t.fail(colon, "a colon in the target of a processing instruction", "rename it")
	case strings.EqualFold(string(t.src[p:end]), "xml"):
		return EOF, t.fail(t.from, "an XML declaration that is not at the very beginning", "remove it")
	case n > 0 && !isSpace(t.src[end]):
		return EOF, t.fail(end, "a processing instruction with "+t.char(end)+" behind its target", "put a space")
	}
	if at := wrongChar(t.src[end : end+n]); at >= 0 {
		return EOF, t.wrong(end + at)
	}
	data := t.src[end : end+n]
	t.sep = end
	t.tidy = n == 0 || n > 1 && data[0] == ' ' && !isSpace(data[1]) && bytes.IndexByte(data, '\r') < 0
	t.pos = end + n + len("?>")
	return PI, nil
}
