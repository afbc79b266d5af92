package soap

// Namespaces of envelope headers and what stands in them.
const (
	WSSE   = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
	WSSE11 = "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd"
	WSU    = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
	DS     = "http://www.w3.org/2000/09/xmldsig#"
	DS11   = "http://www.w3.org/2009/xmldsig11#"
	XENC   = "http://www.w3.org/2001/04/xmlenc#"
	XENC11 = "http://www.w3.org/2009/xmlenc11#"
	XML    = "http://www.w3.org/XML/1998/namespace"

	WSA     = "http://www.w3.org/2005/08/addressing"
	WSA2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing"
)

// What attributes of Security headers name: encodings and types of tokens, references to them, passwords,
// encrypted data (X.509 Token Profile 1.1 section 3; SOAP Message Security 1.1 sections 6, 7 and 8.3;
// UsernameToken Profile 1.1 section 3.1; XML Encryption 1.1 section 3.1).
const (
	Base64Binary = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary"
	STRTransform = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform"

	X509PKIPath      = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509PKIPathv1"
	X509v3           = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3"
	X509SubjectKey   = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509SubjectKeyIdentifier"
	ThumbprintSHA1   = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1"
	EncryptedKey     = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey"
	EncryptedKeySHA1 = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKeySHA1"

	PasswordText   = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText"
	PasswordDigest = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest"

	TypeElement = XENC + "Element"
	TypeContent = XENC + "Content"
)

// Roles that are ours (SOAP 1.1 section 4.2.2, SOAP 1.2 part 1 section 2.2).
const (
	next11   = "http://schemas.xmlsoap.org/soap/actor/next"
	next12   = "http://www.w3.org/2003/05/soap-envelope/role/next"
	ultimate = "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver"
)

// identifies reports whether an attribute gives its element an id: wsu:Id on any element, Id without a
// namespace on those of XML Signature and Encryption, xml:id on any. Other attributes called Id are the
// application's (SOAP Message Security 1.1 section 4.1).
func identifies(element, namespace, local string) bool {
	switch namespace {
	case WSU:
		return local == "Id"
	case XML:
		return local == "id"
	case "":
		return local == "Id" && (element == DS || element == XENC || element == DS11 || element == XENC11)
	}
	return false
}
