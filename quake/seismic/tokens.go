package seismic

import "seismark/wssec"

// token is what an X509Token assertion says of a side's certificate (WS-SecurityPolicy 1.3 sections 5.1.1 and 5.4.3).
type token struct {
	Include   string // in which messages it stands
	Reference string // the assertion of how it must be named, empty where there is a choice
}

// tokens are those of who asks and who answers. A certificate is named by its side's signatures, and by what is
// encrypted to that side.
func tokens(p wssec.Policy) (initiator, recipient token) {
	return tokenOf(names{toRecipient: signing(p.Request), toInitiator: encrypting(p.Response)}),
		tokenOf(names{toRecipient: encrypting(p.Request), toInitiator: signing(p.Response)})
}

// names is how a certificate is named in both directions; ByDefault where it is not.
type names struct{ toRecipient, toInitiator wssec.KeyReference }

func signing(p wssec.Protection) wssec.KeyReference {
	if len(p.Sign) == 0 {
		return wssec.ByDefault
	}
	return p.SignatureReference()
}

func encrypting(p wssec.Protection) wssec.KeyReference {
	if len(p.Encrypt) == 0 || p.EncryptionKey == wssec.ByEncryptedKeySHA1 {
		return wssec.ByDefault
	}
	return p.EncryptionReference()
}

func tokenOf(n names) token {
	switch there, back := n.toRecipient == wssec.ByToken, n.toInitiator == wssec.ByToken; {
	case there && back:
		return token{Include: "Always"}
	case there:
		return token{Include: "AlwaysToRecipient"} // in answers, who answers has the choice
	case back:
		return token{"AlwaysToInitiator", require(n.toRecipient)}
	case n.toInitiator == wssec.ByDefault, n.toInitiator == n.toRecipient:
		return token{"Never", require(n.toRecipient)}
	case n.toRecipient == wssec.ByDefault:
		return token{"Never", require(n.toInitiator)}
	}
	return token{Include: "Never"}
}

// require is the assertion of how a certificate is named in messages that do not hold it. Rampart 1.8.0 as it can be
// had breaks off where there is a choice in requests, so that none is given though any would be read.
func require(by wssec.KeyReference) string {
	switch by {
	case wssec.ByIssuerSerial:
		return "RequireIssuerSerialReference"
	case wssec.BySubjectKeyIdentifier:
		return "RequireKeyIdentifierReference"
	case wssec.ByThumbprintSHA1:
		return "RequireThumbprintReference"
	}
	return ""
}

// wss is the assertion that has what a policy needs: Wss11 where messages are of SOAP Message Security 1.1 (section 9).
func wss(p wssec.Policy) string {
	for _, by := range []wssec.KeyReference{signing(p.Request), encrypting(p.Request), signing(p.Response), p.Response.EncryptionKey} {
		if by == wssec.ByThumbprintSHA1 || by == wssec.ByEncryptedKeySHA1 {
			return "Wss11"
		}
	}
	if p.Response.Confirm {
		return "Wss11"
	}
	return "Wss10"
}
