package enginetest

import (
	"strings"
	"testing"

	"seismark/wssec"
)

// prefixLists gives canonicalizations InclusiveNamespaces, as CXF, Metro and Axis2 do.
func prefixLists(t *testing.T, m Maker) {
	for _, d := range directions(t, m, wssec.Sign(wssec.Basic256Sha256GCM)) {
		inclusive := func(list string) string {
			return `<ec:InclusiveNamespaces xmlns:ec="` + string(wssec.ExclusiveC14N) + `" PrefixList="` + list + `"/>`
		}
		for _, list := range []string{"", "soap", "wsse soap", "wsu wsse soap", "soap wsse", " soap\n wsse\t", "#default", "#default soap", "unbound", "xml", "ds wsse wsu soap"} {
			for _, c := range []struct{ name, in string }{
				{"SignedInfo", "</ds:CanonicalizationMethod>"}, {"references", "</ds:Transform>"}, {"all", ""},
			} {
				t.Run(d.name+"/"+c.name+"/"+list, func(t *testing.T) {
					edited := expand(d.message)
					for _, end := range []string{"</ds:CanonicalizationMethod>", "</ds:Transform>"} {
						if c.in == "" || c.in == end {
							edited = strings.ReplaceAll(edited, end, inclusive(list)+end)
						}
					}
					edited = resign(t, edited, d.signer.Key)
					digested(t, opened(t, d.reader, edited), edited)
				})
			}
		}
		twice := strings.Replace(expand(d.message), "</ds:Transform>", inclusive("soap")+inclusive("wsse")+"</ds:Transform>", 1)
		refused(t, d.reader, resign(t, twice, d.signer.Key), wssec.InvalidSecurity)
	}
}

// expand writes the elements that name algorithms with an end tag.
func expand(message string) string {
	for _, name := range []string{"ds:CanonicalizationMethod", "ds:Transform"} {
		pieces := strings.Split(message, "<"+name+" ")
		for i, piece := range pieces[1:] {
			if tag, rest, _ := strings.Cut(piece, ">"); strings.HasSuffix(tag, "/") {
				pieces[i+1] = strings.TrimSuffix(tag, "/") + "></" + name + ">" + rest
			}
		}
		message = strings.Join(pieces, "<"+name+" ")
	}
	return message
}

// base64Lines breaks all that is in base64 into lines, as MIME and Java do.
func base64Lines(t *testing.T, m Maker) {
	for _, d := range directions(t, m, wssec.SignEncrypt(wssec.Basic256Sha256GCM)) {
		for _, end := range []string{"\n", "\r\n", "&#13;\n", "&#xD;&#xA;", " ", "\t"} {
			for _, length := range []int{4, 64, 76} {
				edited := d.message
				for _, name := range []string{"ds:DigestValue", "ds:SignatureValue", "wsse:BinarySecurityToken", "xenc:CipherValue"} {
					edited = broken(edited, name, end, length)
				}
				edited = sign(t, edited, d.signer.Key) // which is in one line now
				edited = broken(edited, "ds:SignatureValue", end, length)
				opened(t, d.reader, edited)
			}
		}
	}
}

// broken breaks the text of all elements of a name into lines, the last of which ends too.
func broken(message, name, end string, length int) string {
	pieces := strings.Split(message, "<"+name)
	for i, piece := range pieces[1:] {
		tag, rest, _ := strings.Cut(piece, ">")
		text, rest, _ := strings.Cut(rest, "<")
		var lines strings.Builder
		for len(text) > length {
			lines.WriteString(text[:length] + end)
			text = text[length:]
		}
		pieces[i+1] = tag + ">" + lines.String() + text + end + "<" + rest
	}
	return strings.Join(pieces, "<"+name)
}
