package main

import (
	"bytes"
	"crypto/x509"
	"encoding/base64"

	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
)

// maxCarried bounds the certificates that are taken from one message.
const maxCarried = 16

// carried gives the certificates that stand in a message's Security header, good for nothing but to be
// looked at: tokens and embedded ones.
func carried(env *soap.Envelope) []*x509.Certificate {
	if env.Security == nil {
		return nil
	}
	var found []*x509.Certificate
	var t xmltok.Tokenizer
	t.ResetFragment(env.Bytes(env.Security.Element), env.Security.Scope)
	for len(found) < maxCarried {
		kind, err := t.Next()
		if err != nil || kind == xmltok.EOF {
			return found
		}
		n := t.Name()
		if kind != xmltok.Start || !n.Is(soap.WSSE, "BinarySecurityToken") && !n.Is(soap.DS, "X509Certificate") {
			continue
		}
		text, err := t.ElementText(nil)
		if err != nil {
			return found
		}
		der, err := base64.StdEncoding.DecodeString(string(bytes.Join(bytes.Fields(text), nil)))
		if err != nil {
			continue
		}
		if cert, err := x509.ParseCertificate(der); err == nil {
			found = append(found, cert)
		}
	}
	return found
}
