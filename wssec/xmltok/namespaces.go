package xmltok

import (
	"math"
	"strconv"
)

// declare puts a namespace declaration in force (Namespaces in XML 1.0, sections 3 and 2.2).
func (t *Tokenizer) declare(a *Attr, p int) error {
	d := Decl{URI: t.spaces.of(a.Value()), tidy: a.Tidy && len(t.own) == 0}
	if a.Prefix != nil {
		d.Prefix = a.Local
	}
	name := string(d.Prefix)
	switch {
	case name == "xmlns":
		return t.fail(p, "the prefix xmlns is declared", "remove the declaration")
	case (name == "xml") != (d.URI == XMLNamespace):
		return t.fail(p, "the prefix xml and its namespace belong to each other alone", "remove the declaration")
	case d.URI == XMLNSNamespace:
		return t.fail(p, "the namespace of xmlns is declared", "remove the declaration")
	case name != "" && d.URI == "":
		return t.fail(p, "the prefix "+name+" is bound to nothing", "give it a URI")
	}
	if t.binds.place(d.Prefix) >= t.open[len(t.open)-1].binds {
		return t.fail(p, "the prefix "+strconv.Quote(name)+" is declared twice by one element", "remove one declaration")
	}
	t.decls = append(t.decls, d)
	t.binds.Push(t.spaces.of(d.Prefix), d.URI)
	return nil
}

// resolve finds the namespaces of the tag's names, and attributes that stand twice.
func (t *Tokenizer) resolve(f *frame) error {
	t.reach, t.order = math.MaxInt, nil
	var err error
	if f.colon > f.name {
		f.space, err = t.bound(t.src[f.name:f.colon], f.name)
	} else if at := t.binds.place(nil); at >= 0 {
		f.space, t.reach = t.binds.stack[at].uri, at
	}
	if err != nil {
		return err
	}
	rising := true
	for i := range t.attrs {
		a := &t.attrs[i]
		if len(a.Prefix) > 0 {
			if a.Space, err = t.bound(a.Prefix, t.from+int(a.at)); err != nil {
				return err
			}
			if a.Space == XMLNamespace {
				t.ambient = append(t.ambient, XMLAttr{string(a.Local), string(a.Value())})
			}
		}
		t.tidy = t.tidy && a.Tidy
		rising = rising && (i == 0 || compare(&t.attrs[i-1], a) < 0)
	}
	for i := range t.decls {
		t.tidy = t.tidy && t.decls[i].tidy
	}
	if rising {
		return nil // then none stands twice
	}
	t.tidy = false
	return t.unique()
}

func (t *Tokenizer) bound(prefix []byte, p int) (string, error) {
	at := t.binds.place(prefix)
	if at < 0 {
		return "", t.fail(p, "the prefix "+string(prefix)+" is not declared", "declare it with xmlns:"+string(prefix))
	}
	if at > 0 { // the first is xml's own, which needs no declaration
		t.reach = min(t.reach, at)
	}
	return t.binds.stack[at].uri, nil
}
