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

// Target is the target of the current PI.
func (t *Tokenizer) Target() []byte { return t.src[t.from+len("<?") : t.sep : t.sep] }

// Content is what stands between the delimiters of the current token, as it stands: character data, the
// inside of a CDATA section or comment, the data of a PI. Of other tokens it is nil.
func (t *Tokenizer) Content() []byte {
	switch t.kind {
	case Text:
		return t.Raw()
	case CDATA:
		return t.src[t.from+len("<![CDATA[") : t.pos-len("]]>")]
	case Comment:
		return t.src[t.from+len("<!--") : t.pos-len("-->")]
	case PI:
		return t.src[skipSpace(t.src[:t.pos-len("?>")], t.sep) : t.pos-len("?>")]
	}
	return nil
}

// Plain reports whether the current Text or CDATA means what it is: its Content is its value.
func (t *Tokenizer) Plain() bool { return t.plain }

// AppendText appends the value of the current Text or CDATA: references replaced, line ends made one.
func (t *Tokenizer) AppendText(dst []byte) []byte {
	switch {
	case t.plain:
		return append(dst, t.Content()...)
	case t.kind == CDATA:
		return AppendLines(dst, t.Content())
	}
	return Unescape(dst, t.Content(), false)
}

// Tidy reports whether the current token stands as canonical XML writes it, its own Attrs in order and
// its Decls before them. Which declarations have to be there, whether comments do, and that <a/> must
// be <a></a>, is not considered.
func (t *Tokenizer) Tidy() bool { return t.tidy }

// Reach is the lowest place in the stack of bindings of those that the names of the current Start use,
// a very large number where they use none. Compare it with Outside.
func (t *Tokenizer) Reach() int { return t.reach }
