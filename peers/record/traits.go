package main

import (
	"bytes"
	"regexp"
	"strings"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
)

// Patterns of what stacks write in different ways.
var (
	lines   = regexp.MustCompile(`[A-Za-z0-9+/]{60,}(?:\r?\n|&#13;|&#xD;)`)
	instant = regexp.MustCompile(`Created[^>]*>[\d-]+T[\d:]+(\.\d+)?(Z|[+-][\d:]+)<`)
	digit   = regexp.MustCompile(`\d`)
)

// traits are what is particular about a message: what others write otherwise.
func traits(message []byte) ([]string, error) {
	envelope, err := soap.Split(message, wssec.DefaultLimits)
	if err != nil {
		return nil, err
	}
	var list []string
	if envelope.Version == wssec.SOAP12 {
		list = append(list, "SOAP 1.2")
	}
	if envelope.Security != nil {
		order, references := security(envelope)
		list = append(list, "Security: "+strings.Join(order, " "))
		if len(references) > 0 {
			list = append(list, "keys by "+strings.Join(references, " "))
		}
	}
	if m := instant.FindSubmatch(message); m != nil {
		list = append(list, "times like "+digit.ReplaceAllString(string(m[1]), "0")+string(m[2]))
	}
	has := func(text string) bool { return bytes.Contains(message, []byte(text)) }
	for _, t := range []struct {
		name string
		is   bool
	}{
		{"base64 in lines", lines.Match(message)},
		{"a PrefixList", has(`PrefixList="`) || has(`PrefixList='`)},
		{"an empty one", has(`PrefixList=""`) || has(`PrefixList=''`)},
		{"an XML declaration", bytes.HasPrefix(message, []byte("<?xml"))},
		{"character references for CR", has("&#13;") || has("&#xD;")},
		{"attributes in apostrophes", has("='")},
		{"a Header of WS-Addressing", has("http://www.w3.org/2005/08/addressing")},
	} {
		if t.is {
			list = append(list, t.name)
		}
	}
	return list, nil
}

// security lists the elements of Security in their order, a ReferenceList within its EncryptedKey in brackets, and
// how the keys are named, in the order of the message.
func security(e *soap.Envelope) (order, references []string) {
	var t xmltok.Tokenizer
	t.ResetFragment(e.Bytes(e.Security.Element), e.Security.Scope)
	for path := []string{}; ; {
		kind, err := t.Next()
		if err != nil || kind == xmltok.EOF {
			return order, references
		}
		if kind != xmltok.Start {
			continue
		}
		name, parent := string(t.Name().Local), ""
		if path = append(path[:t.Depth()-1], name); len(path) > 1 {
			parent = path[len(path)-2]
		}
		switch {
		case t.Depth() == 2:
			order = append(order, name)
		case name == "ReferenceList" && t.Depth() == 3:
			order[len(order)-1] += "(ReferenceList)"
		case name == "KeyIdentifier":
			if a := t.Attr("", "ValueType"); a != nil {
				_, name, _ = strings.Cut(string(a.Value()), "#")
			}
			references = append(references, name)
		case parent == "X509Data", parent == "SecurityTokenReference" && name != "X509Data":
			references = append(references, name)
		}
	}
}
