// Package xmltok reads XML as tokens, from one slice of bytes and without copying it.
//
// Most want Tokenizer.Reset and Tokenizer.Next: Next gives the Kind of the next token, and Name, Attrs,
// Content and their like tell what stands in it. Skip passes over an element, ElementText reads a value.
//
// A document is one root element. A fragment is the content of an element, read in the Scope that holds
// there: what a decrypted part is, or a span cut out of a larger document. A scope is the namespace
// bindings in force at a place, and the xml:* attributes of the elements around it. A token is tidy where
// it stands as canonical XML would write it.
//
// Refused: every DOCTYPE, and with it all entities but the five of XML; encodings other than UTF-8; XML
// 1.1; whatever is not well formed or not namespace-well-formed; what passes the Limits.
//
// Specifications: W3C XML 1.0, fifth edition; Namespaces in XML 1.0, third edition.
package xmltok

// Kind is what a token is.
type Kind uint8

const (
	EOF     Kind = iota // the end of the document; also the kind beside an error
	Start               // <a>, or the first half of <a/>
	End                 // </a>, or the second half of <a/>, which spans no bytes
	Text                // character data up to the next markup
	CDATA               // <![CDATA[...]]>
	Comment             // <!--...-->
	PI                  // <?target data?>; the XML declaration is none
)

func (k Kind) String() string {
	return [...]string{"EOF", "Start", "End", "Text", "CDATA", "Comment", "PI"}[k]
}

// Namespaces that XML itself binds.
const (
	XMLNamespace   = "http://www.w3.org/XML/1998/namespace" // of the prefix xml
	XMLNSNamespace = "http://www.w3.org/2000/xmlns/"        // of the prefix xmlns; no name is ever in it
)

// Name is a qualified name. The bytes are those of the source.
type Name struct {
	Prefix, Local []byte
	Space         string // the namespace's URI; empty for none
}

// Is reports whether the name is this one, whatever its prefix.
func (n Name) Is(space, local string) bool { return string(n.Local) == local && n.Space == space }

// Attr is an attribute that declares no namespace.
type Attr struct {
	Name
	Raw   []byte // the value as it stands between its quotes
	Plain bool   // nothing in Raw needs unescaping
	Tidy  bool   // the attribute stands as canonical XML writes it
	at    uint32 // where Raw begins, from the beginning of the tag
}

// Value is the attribute's value: Raw itself where that is Plain, else a new slice.
func (a *Attr) Value() []byte {
	if a.Plain {
		return a.Raw
	}
	return Unescape(nil, a.Raw, true)
}

// Decl is a namespace declaration.
type Decl struct {
	Prefix []byte // empty for the default namespace
	URI    string // empty where xmlns="" ends it
	tidy   bool
}
