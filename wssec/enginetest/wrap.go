package enginetest

import (
	"regexp"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// wrapping moves what is signed elsewhere and puts something else in its place.
func wrapping(t *testing.T, m Maker) {
	p := wssec.Sign(wssec.Basic256Sha256GCM)
	message := sealed(t, m, p)
	server := engine(t, m, Config(wssec.Recipient, p))
	body, stamp, security := element(t, message, "soap:Body"), element(t, message, "wsu:Timestamp"), element(t, message, "wsse:Security")
	ids := regexp.MustCompile(` wsu:Id="[^"]*"`)
	const evil = `<soap:Body><evil/></soap:Body>`
	other := ids.ReplaceAllString(body, ` wsu:Id="other"`)
	const late = `<wsu:Timestamp xmlns:wsu="` + soap.WSU + `"><wsu:Created>2026-05-06T12:00:00Z</wsu:Created></wsu:Timestamp>`
	inHeader := func(s, old, with, header string) string {
		return replace(t, replace(t, s, old, with), "</soap:Header>", header+"</soap:Header>")
	}
	edits{
		{"Body in a header, another in its place", func(s string) string {
			return inHeader(s, body, evil, "<x>"+body+"</x>")
		}, wssec.InvalidSecurity},
		{"Body as a header", func(s string) string { return inHeader(s, body, evil, body) }, wssec.InvalidSecurity},
		{"Body in a header, its twin with another id", func(s string) string {
			return inHeader(s, body, strings.Replace(other, ">178<", ">179<", 1), "<x>"+body+"</x>")
		}, wssec.InvalidSecurity},
		{"Body in a header and in its place", func(s string) string {
			return inHeader(s, body, body, "<x>"+body+"</x>")
		}, wssec.InvalidSecurity},
		{"Body in a header, another with the same id", func(s string) string {
			return inHeader(s, body, strings.Replace(body, ">178<", ">179<", 1), "<x>"+body+"</x>")
		}, wssec.InvalidSecurity},
		{"Body within the Body", func(s string) string {
			return replace(t, s, body, "<soap:Body><evil/>"+body+"</soap:Body>")
		}, wssec.InvalidSecurity},
		{"Body within Security", func(s string) string {
			return replace(t, replace(t, s, body, evil), stamp, stamp+"<x>"+body+"</x>")
		}, wssec.InvalidSecurity},
		{"Body within the Signature", func(s string) string {
			return replace(t, replace(t, s, body, evil), "</ds:Signature>", "<ds:Object>"+body+"</ds:Object></ds:Signature>")
		}, wssec.InvalidSecurity},
		{"two Bodies, the signed first", func(s string) string { return replace(t, s, body, body+evil) }, wssec.Client},
		{"two Bodies, the signed last", func(s string) string { return replace(t, s, body, evil+body) }, wssec.Client},
		{"a Body of the other version", func(s string) string {
			return replace(t, s, body, `<e:Body xmlns:e="http://www.w3.org/2003/05/soap-envelope"/>`+body)
		}, wssec.Client},
		{"only a Body of the other version", func(s string) string {
			return inHeader(s, body, `<e:Body xmlns:e="http://www.w3.org/2003/05/soap-envelope"/>`, "<x>"+body+"</x>")
		}, wssec.Client},
		{"an envelope within a header", func(s string) string {
			return inHeader(s, body, evil, "<soap:Envelope>"+body+"</soap:Envelope>")
		}, wssec.InvalidSecurity},
		{"the whole message within another", func(s string) string {
			return `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header>` + security + `</soap:Header><soap:Body>` + strings.Replace(s, security, "", 1) + `</soap:Body></soap:Envelope>`
		}, wssec.InvalidSecurity},
		{"a Header behind the Body", func(s string) string {
			return replace(t, s, "</soap:Envelope>", "<soap:Header/></soap:Envelope>")
		}, wssec.Client},
		{"two Headers", func(s string) string { return replace(t, s, "<soap:Header>", "<soap:Header/><soap:Header>") }, wssec.Client},
		{"something behind the Body", func(s string) string { return replace(t, s, "</soap:Envelope>", "<x/></soap:Envelope>") }, wssec.Client},
		{"Timestamp in a header, another in its place", func(s string) string {
			return inHeader(s, stamp, late, `<x xmlns:wsu="`+soap.WSU+`">`+stamp+"</x>")
		}, wssec.InvalidSecurity},
		{"Timestamp in another Security, another in its place", func(s string) string {
			return inHeader(s, stamp, late, `<wsse:Security xmlns:wsse="`+soap.WSSE+`" xmlns:wsu="`+soap.WSU+`" soap:actor="urn:x">`+stamp+`</wsse:Security>`)
		}, wssec.InvalidSecurity},
		{"Timestamp deeper in Security, another in its place", func(s string) string {
			return replace(t, s, stamp, late+"<x>"+stamp+"</x>")
		}, wssec.InvalidSecurity},
		{"two Timestamps", func(s string) string { return replace(t, s, stamp, stamp+late) }, wssec.InvalidSecurity},
		{"two Timestamps, the signed last", func(s string) string { return replace(t, s, stamp, late+stamp) }, wssec.InvalidSecurity},
		{"two Signatures", func(s string) string {
			sig := element(t, s, "ds:Signature")
			return replace(t, s, sig, sig+sig)
		}, wssec.InvalidSecurity},
		{"two Security headers", func(s string) string {
			return replace(t, s, security, security+`<wsse:Security xmlns:wsse="`+soap.WSSE+`"/>`)
		}, wssec.InvalidSecurity},
		{"Security not in the Header", func(s string) string {
			return replace(t, replace(t, s, security, ""), "<q:min>", security+"<q:min>")
		}, wssec.InvalidSecurity},
		{"Security within a header", func(s string) string { return replace(t, s, security, "<x>"+security+"</x>") }, wssec.InvalidSecurity},
		{"Security for another actor", func(s string) string {
			return replace(t, s, "<wsse:Security ", `<wsse:Security soap:actor="urn:x" `)
		}, wssec.InvalidSecurity},
		{"an id twice", func(s string) string {
			id := ids.FindString(body)
			return replace(t, s, "<q:min>", `<q:min xmlns:wsu="`+soap.WSU+`"`+id+`>`)
		}, wssec.InvalidSecurity},
		{"an id twice, once as xml:id", func(s string) string {
			id := strings.Replace(ids.FindString(body), "wsu:Id", "xml:id", 1)
			return replace(t, s, "<soap:Header>", "<soap:Header><x"+id+"/>")
		}, wssec.InvalidSecurity},
		{"an id twice, once as Id of a Signature", func(s string) string {
			id := strings.Replace(ids.FindString(body), "wsu:Id", "Id", 1)
			return replace(t, s, "<ds:SignedInfo", "<ds:SignedInfo"+id)
		}, wssec.InvalidSecurity},
	}.run(t, server, message)
	wrapped(t, m)
}

// wrapped does the same with what is encrypted.
func wrapped(t *testing.T, m Maker) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
	message := sealed(t, m, p)
	server := engine(t, m, Config(wssec.Recipient, p))
	data, body := element(t, message, "xenc:EncryptedData"), element(t, message, "soap:Body")
	edits{
		{"EncryptedData in a header", func(s string) string {
			return replace(t, replace(t, s, data, "<evil/>"), "</soap:Header>", "<x>"+data+"</x></soap:Header>")
		}, wssec.InvalidSecurity},
		{"Body in a header, another in its place", func(s string) string {
			return replace(t, replace(t, s, body, "<soap:Body><evil/></soap:Body>"), "</soap:Header>", "<x>"+body+"</x></soap:Header>")
		}, wssec.InvalidSecurity},
		{"EncryptedData twice", func(s string) string { return replace(t, s, data, data+data) }, wssec.InvalidSecurity},
		{"EncryptedData in the Security header", func(s string) string {
			return replace(t, replace(t, s, data, "<evil/>"), "<xenc:EncryptedKey", data+"<xenc:EncryptedKey")
		}, wssec.UnsupportedSecurityToken},
		{"EncryptedData as the Body", func(s string) string { return replace(t, s, body, data) }, wssec.Client},
		{"EncryptedData deeper", func(s string) string { return replace(t, s, data, "<x>"+data+"</x>") }, wssec.FailedCheck},
	}.run(t, server, message)
}
