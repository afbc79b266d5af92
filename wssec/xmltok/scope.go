package xmltok

// Scope is what an element inherits from those around it. Zero is that of a root element.
type Scope struct {
	Bindings []Binding // one for each prefix; xml, which never changes, is left out
	XML      []XMLAttr // outermost first
}

// Binding is a namespace declaration in force.
type Binding struct{ Prefix, URI string }

// XMLAttr is an xml:* attribute of an element around a place.
type XMLAttr struct{ Local, Value string }

// Lookup is what a prefix is bound to in the scope.
func (s Scope) Lookup(prefix string) (uri string, ok bool) {
	for _, b := range s.Bindings {
		if b.Prefix == prefix {
			return b.URI, true
		}
	}
	return "", false
}

// Scope is what holds for the content of the innermost open element: at its Start, its own declarations
// count. The scope is a copy.
func (t *Tokenizer) Scope() Scope {
	var s Scope
	t.scope(&s, t.binds.Len(), len(t.ambient))
	return s
}

// Outer is what holds around the innermost open element: at its Start, the scope in which to read or to
// canonicalize the whole of it. The scope is a copy.
func (t *Tokenizer) Outer() Scope {
	var s Scope
	t.OuterInto(&s)
	return s
}

// OuterInto is Outer in the memory of a scope that is not needed any more.
func (t *Tokenizer) OuterInto(s *Scope) {
	if len(t.open) == 0 {
		t.scope(s, t.binds.Len(), len(t.ambient))
		return
	}
	f := &t.open[len(t.open)-1]
	t.scope(s, f.binds, f.ambient)
}

func (t *Tokenizer) scope(s *Scope, binds, ambient int) {
	s.Bindings = s.Bindings[:0]
	for i, p := range t.binds.prefixes {
		at := int(p.top) - 1
		for at >= binds {
			at = int(t.binds.stack[at].under) - 1
		}
		if i > 0 && at >= 0 && t.binds.stack[at].uri != "" {
			s.Bindings = append(s.Bindings, Binding{p.name, t.binds.stack[at].uri})
		}
	}
	s.XML = append(s.XML[:0], t.ambient[:ambient]...)
}

// InForce calls yield with what is in force at the current token, one binding for each prefix but xml. A
// default namespace that xmlns="" ended comes with an empty URI.
func (t *Tokenizer) InForce(yield func(Binding) bool) {
	for i, p := range t.binds.prefixes {
		if i > 0 && p.top > 0 && !yield(Binding{p.name, t.binds.stack[p.top-1].uri}) {
			return
		}
	}
}

// Outside is how many declarations are in force around the innermost open element, hidden ones included:
// a Reach from there on is of a declaration within the element.
func (t *Tokenizer) Outside() int {
	if len(t.open) == 0 {
		return 0
	}
	return t.open[len(t.open)-1].binds
}

// Lookup is what a prefix, the empty one for the default namespace, is bound to at the current token.
func (t *Tokenizer) Lookup(prefix []byte) (uri string, ok bool) { return t.binds.Lookup(prefix) }
