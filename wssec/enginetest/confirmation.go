package enginetest

import (
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// call is a request and its answer.
type call struct {
	client          wssec.Engine // of this call alone
	request, answer string
}

// calling makes a call under a policy.
func calling(t testing.TB, m Maker, p wssec.Policy) call {
	t.Helper()
	client := wssec.Exchange(engine(t, m, Config(wssec.Initiator, p)), new(wssec.Request))
	server := engine(t, m, Config(wssec.Recipient, p))
	request, err := client.Seal(nil, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := server.Reply(nil, []byte(payload), opened(t, server, string(request)))
	if err != nil {
		t.Fatal(err)
	}
	return call{client, string(request), string(answer)}
}

// confirming is a policy whose answers confirm signatures.
func confirming(p wssec.Policy) wssec.Policy {
	p.Response.Confirm = true
	return p
}

// confirmations lets answers confirm the signatures of their requests (SOAP Message Security 1.1.1 section 8.5).
func confirmations(t *testing.T, m Maker) {
	for _, suite := range []wssec.Suite{wssec.Basic256Sha256GCM, wssec.Basic256Sha256, wssec.P256AES256GCM} {
		for _, p := range []wssec.Policy{wssec.Sign(suite), wssec.SignEncrypt(suite)} {
			t.Run(p.Name+"/"+suite.String(), func(t *testing.T) { confirmed(t, m, confirming(p)) })
		}
	}
	unconfirmed(t, m)
	ofUnsigned(t, m)
}

func confirmed(t *testing.T, m Maker, p wssec.Policy) {
	c, other := calling(t, m, p), calling(t, m, p)
	got := opened(t, c.client, c.answer)
	judge(t, got, p, wssec.SOAP11, p.Response)
	if n := len(got.References); n != 3 || got.References[2].Element != "Envelope/Header/Security/SignatureConfirmation" {
		t.Errorf("the signature covers %v", got.References)
	}
	el := element(t, c.answer, "wsse11:SignatureConfirmation")
	if want := ` Value="` + content(t, c.request, "ds:SignatureValue") + `"`; !strings.Contains(el, want) || !strings.Contains(el, ` xmlns:wsse11="`+wsse11+`"`) {
		t.Errorf("%s\nwant %s", el, want)
	}
	if strings.Contains(c.request, "SignatureConfirmation") {
		t.Error("the request confirms something")
	}
	refused(t, other.client, c.answer, wssec.InvalidSecurity) // the answer to another request
	// Who does not know the request cannot tell.
	refused(t, engine(t, m, Config(wssec.Initiator, p)), c.answer, wssec.InvalidSecurity)
	// The next call of the same exchange.
	if _, err := c.client.Seal(nil, nil); err != nil {
		t.Fatal(err)
	}
	refused(t, c.client, c.answer, wssec.InvalidSecurity)
	if e, err := engine(t, m, Config(wssec.Recipient, p)).Seal(nil, nil); err == nil || !strings.Contains(err.Error(), "use Reply") {
		t.Errorf("sealed without a request: %s, %v", e, err)
	}
}

// unconfirmed edits the confirmation, and signs the answer anew.
func unconfirmed(t *testing.T, m Maker) {
	c := calling(t, m, confirming(wssec.Sign(wssec.Basic256Sha256GCM)))
	key := identities().server.Key
	el := element(t, c.answer, "wsse11:SignatureConfirmation")
	elsewhere := el // with all declarations
	if !strings.Contains(el, " xmlns:wsu=") {
		elsewhere = strings.Replace(el, " Value", ` xmlns:wsu="`+soap.WSU+`" Value`, 1)
	}
	value := content(t, c.request, "ds:SignatureValue")
	id := tokenID(el)
	refs := strings.SplitAfter(element(t, c.answer, "ds:SignedInfo"), "</ds:Reference>")
	swap := func(with string) func(string) string {
		return func(s string) string { return resign(t, replace(t, s, el, with), key) }
	}
	without := func(s string) string { return replace(t, s, refs[2], "") }
	edits{
		{"changed", func(s string) string { return replace(t, s, value, "AA"+value[2:]) }, wssec.FailedCheck},
		{"removed", func(s string) string { return replace(t, s, el, "") }, wssec.FailedCheck},
		{"another value", swap(strings.Replace(el, value, "AA"+value[2:], 1)), wssec.InvalidSecurity},
		{"a shorter value", swap(strings.Replace(el, value, value[:4], 1)), wssec.InvalidSecurity},
		{"an empty value", swap(strings.Replace(el, value, "", 1)), wssec.InvalidSecurity},
		{"no value", swap(strings.Replace(el, ` Value="`+value+`"`, "", 1)), wssec.InvalidSecurity},
		{"a value of another namespace", swap(strings.Replace(el, ` Value="`, ` xmlns:x="urn:x" x:Value="`, 1)), wssec.InvalidSecurity},
		{"no base64", swap(strings.Replace(el, value, "%", 1)), wssec.InvalidSecurity},
		{"content", swap(strings.Replace(el, "></", ">x</", 1)), wssec.InvalidSecurity},
		{"not there", func(s string) string { return resign(t, replace(t, without(s), el, ""), key) }, wssec.InvalidSecurity},
		{"not signed", func(s string) string { return resign(t, without(s), key) }, wssec.InvalidSecurity},
		{"twice", swap(el + strings.Replace(el, id, "twice", 1)), wssec.InvalidSecurity},
		{"another one before", swap(strings.Replace(strings.Replace(el, id, "twice", 1), value, "AAAA", 1) + el), wssec.InvalidSecurity},
		{"of another namespace", swap(strings.ReplaceAll(el, wsse11, "urn:x")), wssec.InvalidSecurity},
		{"deeper", swap("<x>" + el + "</x>"), wssec.InvalidSecurity},
		{"in a header", func(s string) string {
			return resign(t, replace(t, replace(t, s, el, ""), "</soap:Header>", elsewhere+"</soap:Header>"), key)
		}, wssec.InvalidSecurity},
		{"in a header, an unsigned one in its place", func(s string) string {
			return replace(t, replace(t, s, el, strings.Replace(el, id, "other", 1)), "</soap:Header>", elsewhere+"</soap:Header>")
		}, wssec.InvalidSecurity},
	}.run(t, c.client, c.answer)
	for name, good := range map[string]string{
		"in lines":                 strings.Replace(el, value, value[:76]+"&#13;&#10;"+value[76:], 1),
		"in lines of an end":       strings.Replace(el, value, value[:76]+"\n"+value[76:], 1),
		"in another order":         strings.Replace(strings.Replace(el, ` Value="`+value+`"`, "", 1), "></", ` Value="`+value+`"></`, 1),
		"with other prefixes":      strings.ReplaceAll(el, "wsse11", "b"),
		"with a foreign attribute": strings.Replace(el, " Value", ` a="1" Value`, 1),
	} {
		t.Run(name, func(t *testing.T) { opened(t, c.client, swap(good)(c.answer)) })
	}
	// Behind everything else, as Lax lets it.
	opened(t, c.client, replace(t, replace(t, c.answer, el, ""), "</ds:Signature>", "</ds:Signature>"+el))
	// Who does not ask need not look.
	opened(t, engine(t, m, Config(wssec.Initiator, wssec.Sign(wssec.Basic256Sha256GCM))), c.answer)
}

// ofUnsigned are answers to requests that have no signature to be confirmed.
func ofUnsigned(t *testing.T, m Maker) {
	p := confirming(wssec.Sign(wssec.Basic256Sha256GCM))
	p.Request = wssec.Protection{Login: true}
	c := calling(t, m, p)
	opened(t, c.client, c.answer)
	el := element(t, c.answer, "wsse11:SignatureConfirmation")
	if strings.Contains(el, "Value") {
		t.Errorf("it confirms %s", el)
	}
	for _, value := range []string{"", "AAAA"} {
		edited := resign(t, replace(t, c.answer, "<wsse11:SignatureConfirmation ", `<wsse11:SignatureConfirmation Value="`+value+`" `), identities().server.Key)
		refused(t, c.client, edited, wssec.InvalidSecurity)
	}
}
