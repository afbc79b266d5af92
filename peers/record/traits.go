package main

import (
	"regexp"
	"strings"
)

// Patterns of what stacks write in different ways.
var (
	children  = regexp.MustCompile(`<(?:[\w.-]+:)?(Timestamp|UsernameToken|BinarySecurityToken|EncryptedKey|Signature|ReferenceList|EncryptedData|SignatureConfirmation)[\s>]`)
	lines     = regexp.MustCompile(`[A-Za-z0-9+/]{60,}(?:\r?\n|&#13;|&#xD;)`)
	instant   = regexp.MustCompile(`Created[^>]*>[\d-]+T[\d:]+(\.\d+)?(Z|[+-][\d:]+)<`)
	reference = regexp.MustCompile(`<(?:[\w.-]+:)?(X509IssuerSerial|KeyIdentifier|X509Certificate|Reference)[\s>]`)
)

// traits are what is particular about a message: what others write otherwise.
func traits(message string) []string {
	var list []string
	security, _, _ := strings.Cut(message, "Body")
	var order []string
	for _, m := range children.FindAllStringSubmatch(security, -1) {
		order = append(order, m[1])
	}
	list = append(list, "Security: "+strings.Join(order, " "))
	var references []string
	for _, m := range reference.FindAllStringSubmatch(security, -1) {
		if m[1] != "Reference" {
			references = append(references, m[1])
		}
	}
	if len(references) > 0 {
		list = append(list, "keys by "+strings.Join(references, " "))
	}
	if m := instant.FindStringSubmatch(message); m != nil {
		list = append(list, "times like "+m[1]+m[2])
	}
	for _, t := range []struct {
		name string
		is   bool
	}{
		{"base64 in lines", lines.MatchString(message)},
		{"a PrefixList", strings.Contains(message, `PrefixList="`)},
		{"an empty one", strings.Contains(message, `PrefixList=""`)},
		{"an XML declaration", strings.HasPrefix(message, "<?xml")},
		{"character references for CR", strings.Contains(message, "&#13;") || strings.Contains(message, "&#xD;")},
		{"attributes in apostrophes", strings.Contains(message, "='")},
		{"a Header of WS-Addressing", strings.Contains(message, "http://www.w3.org/2005/08/addressing")},
	} {
		if t.is {
			list = append(list, t.name)
		}
	}
	return list
}
