package keyring

import (
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// sameIssuer reports whether an X509IssuerName means the name of a certificate. Peers write it in the order of
// RFC 2253 and in that of the certificate, with and without blanks, with their own words for some attributes
// and with cases folded: since it only chooses among certificates that we hold, all of these are taken.
func sameIssuer(text string, der []byte) bool {
	var have pkix.RDNSequence
	if rest, err := asn1.Unmarshal(der, &have); err != nil || len(rest) > 0 {
		return false
	}
	want, ok := splitName(text)
	if !ok || len(want) != len(have) {
		return false
	}
	held := make([]string, len(have))
	for i, rdn := range have {
		held[i] = normalRDN(rdn)
	}
	if slices.Equal(want, held) {
		return true
	}
	slices.Reverse(held)
	return slices.Equal(want, held)
}

func normalRDN(rdn pkix.RelativeDistinguishedNameSET) string {
	var parts []string
	for _, a := range rdn {
		parts = append(parts, normalPair(a.Type.String(), fmt.Sprint(a.Value)))
	}
	slices.Sort(parts)
	return strings.Join(parts, "+")
}

func normalPair(kind, value string) string {
	return kind + "=" + strings.ToLower(strings.Join(strings.Fields(value), " "))
}

// oidOf gives the attribute type of RFC 2253 section 2.3, RFC 4519 and what Java and OpenSSL print besides.
func oidOf(kind string) string {
	switch kind = strings.ToUpper(strings.TrimSpace(kind)); kind {
	case "CN":
		return "2.5.4.3"
	case "SN", "SURNAME":
		return "2.5.4.4"
	case "SERIALNUMBER":
		return "2.5.4.5"
	case "C":
		return "2.5.4.6"
	case "L":
		return "2.5.4.7"
	case "ST", "S":
		return "2.5.4.8"
	case "STREET":
		return "2.5.4.9"
	case "O":
		return "2.5.4.10"
	case "OU":
		return "2.5.4.11"
	case "T", "TITLE":
		return "2.5.4.12"
	case "POSTALCODE":
		return "2.5.4.17"
	case "GN", "GIVENNAME":
		return "2.5.4.42"
	case "DC":
		return "0.9.2342.19200300.100.1.25"
	case "UID":
		return "0.9.2342.19200300.100.1.1"
	case "E", "EMAIL", "EMAILADDRESS":
		return "1.2.840.113549.1.9.1"
	}
	return strings.TrimPrefix(kind, "OID.")
}

// splitName reads a name as RFC 2253 section 3 and 4 write it, into normalRDNs.
func splitName(s string) ([]string, bool) {
	var name, rdn []string
	for {
		kind, rest, ok := strings.Cut(s, "=")
		if !ok {
			return nil, false
		}
		value, end, rest, ok := cutValue(rest)
		if !ok {
			return nil, false
		}
		rdn = append(rdn, normalPair(oidOf(kind), value))
		if end != '+' {
			slices.Sort(rdn)
			name, rdn = append(name, strings.Join(rdn, "+")), nil
		}
		if end == 0 {
			return name, true
		}
		s = rest
	}
}

// cutValue reads a value up to an unescaped separator, which it gives too, 0 at the end.
func cutValue(s string) (value string, end byte, rest string, ok bool) {
	var b strings.Builder
	quoted, i := false, 0
	for ; i < len(s) && (quoted || !strings.ContainsRune(",;+", rune(s[i]))); i++ {
		switch c := s[i]; c {
		case '"':
			quoted = !quoted
		case '\\':
			if i+2 < len(s) {
				if pair, err := hex.DecodeString(s[i+1 : i+3]); err == nil {
					b.Write(pair)
					i += 2
					continue
				}
			}
			if i++; i == len(s) {
				return "", 0, "", false
			}
			b.WriteByte(s[i])
		default:
			b.WriteByte(c)
		}
	}
	value = b.String()
	if strings.HasPrefix(strings.TrimLeft(s, " "), "#") { // other blanks are a value's own
		value = fromHex(strings.Trim(value, " "))
	}
	if i == len(s) {
		return value, 0, "", !quoted
	}
	return value, s[i], s[i+1:], true
}

// fromHex reads the form #hex of a value, which any may have and those must have that are no strings.
func fromHex(v string) string {
	der, err := hex.DecodeString(v[1:])
	if err != nil {
		return v
	}
	var text string
	if _, err := asn1.Unmarshal(der, &text); err != nil {
		return v
	}
	return text
}
