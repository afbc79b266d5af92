package soap

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seismark/wssec"
)

func body(v wssec.Version, content string) []byte {
	return []byte(`<b:Body xmlns:b="` + v.Namespace() + `">` + content + `</b:Body>`)
}

// TestAppendFault compares with what SOAP 1.1 section 4.4 and SOAP 1.2 part 1 section 5.4 show.
func TestAppendFault(t *testing.T) {
	for _, c := range []struct {
		version wssec.Version
		fault   Fault
		want    string
	}{
		{wssec.SOAP11, Fault{Code: wssec.FailedCheck, Reason: "a < b & c"},
			`<soap:Fault xmlns:soap="` + ns11 + `"><faultcode xmlns:wsse="` + WSSE + `">wsse:FailedCheck</faultcode><faultstring>a &lt; b &amp; c</faultstring></soap:Fault>`},
		{wssec.SOAP11, Fault{Code: wssec.Client, Reason: "x", Actor: "urn:y"},
			`<soap:Fault xmlns:soap="` + ns11 + `"><faultcode>soap:Client</faultcode><faultstring>x</faultstring><faultactor>urn:y</faultactor></soap:Fault>`},
		{wssec.SOAP11, Fault{Reason: "\x00é\r"},
			`<soap:Fault xmlns:soap="` + ns11 + `"><faultcode>soap:Server</faultcode><faultstring>` + "\ufffdé&#xD;" + `</faultstring></soap:Fault>`},
		{wssec.SOAP12, Fault{Code: wssec.MessageExpired, Reason: "x", Actor: "urn:y"},
			`<soap:Fault xmlns:soap="` + ns12 + `"><soap:Code><soap:Value>soap:Sender</soap:Value><soap:Subcode><soap:Value xmlns:wsse="` + WSSE + `">wsse:MessageExpired</soap:Value></soap:Subcode></soap:Code><soap:Reason><soap:Text xml:lang="en">x</soap:Text></soap:Reason><soap:Role>urn:y</soap:Role></soap:Fault>`},
		{wssec.SOAP12, Fault{Code: wssec.MustUnderstand},
			`<soap:Fault xmlns:soap="` + ns12 + `"><soap:Code><soap:Value>soap:MustUnderstand</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en"></soap:Text></soap:Reason></soap:Fault>`},
		{wssec.SOAP12, Fault{Code: wssec.Server},
			`<soap:Fault xmlns:soap="` + ns12 + `"><soap:Code><soap:Value>soap:Receiver</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en"></soap:Text></soap:Reason></soap:Fault>`},
	} {
		got := string(AppendFault([]byte("!"), c.version, c.fault))
		if got != "!"+c.want {
			t.Errorf("%s", got)
		}
	}
}

func TestFaultsReadWhatIsWritten(t *testing.T) {
	for _, v := range []wssec.Version{wssec.SOAP11, wssec.SOAP12} {
		for _, code := range []wssec.FaultCode{wssec.FailedCheck, wssec.InvalidSecurity, wssec.Client, wssec.Server, wssec.MustUnderstand, wssec.VersionMismatch} {
			got, err := ParseFault(body(v, string(AppendFault(nil, v, Fault{Code: code, Reason: "a & b", Actor: "urn:c"}))))
			if err != nil || got.Code != code || got.Reason != "a & b" || got.Actor != "urn:c" {
				t.Errorf("%s: %+v, %v", code, got, err)
			}
		}
	}
}

// TestParseFault reads faults as other stacks write them.
func TestParseFault(t *testing.T) {
	for _, c := range []struct {
		name, body string
		version    wssec.Version
		want       string
	}{
		{"CXF", `<soap:Fault xmlns:soap="` + ns11 + `"><faultcode xmlns:ns1="http://ws.apache.org/wss4j">ns1:SecurityError</faultcode><faultstring>A security error was encountered when verifying the message</faultstring></soap:Fault>`,
			wssec.SOAP11, `"" {http://ws.apache.org/wss4j}SecurityError "A security error was encountered when verifying the message" ""`},
		{"Metro", `<S:Fault xmlns:S="` + ns11 + `" xmlns:ns4="` + ns12 + `"><faultcode xmlns:wsse="` + WSSE + `">wsse:FailedAuthentication</faultcode><faultstring>Authentication of Username Password Token Failed</faultstring></S:Fault>`,
			wssec.SOAP11, `"FailedAuthentication" {` + WSSE + `}FailedAuthentication "Authentication of Username Password Token Failed" ""`},
		{"a subcode", `<e:Fault xmlns:e="` + ns12 + `" xmlns:w="` + WSSE + `"><e:Code><e:Value>e:Sender</e:Value><e:Subcode><e:Value>w:InvalidSecurity</e:Value></e:Subcode></e:Code><e:Reason><e:Text xml:lang="de">nein</e:Text><e:Text xml:lang="en">no</e:Text></e:Reason></e:Fault>`,
			wssec.SOAP12, `"InvalidSecurity" {` + WSSE + `}InvalidSecurity "nein" ""`},
		{"subcodes within", `<e:Fault xmlns:e="` + ns12 + `"><e:Code><e:Value>e:Receiver</e:Value><e:Subcode><e:Value xmlns:a="urn:a">a:b</e:Value><e:Subcode><e:Value xmlns:a="urn:c">a:d</e:Value></e:Subcode></e:Subcode></e:Code></e:Fault>`,
			wssec.SOAP12, `"" {urn:c}d "" ""`},
		{"dotted", `<e:Fault xmlns:e="` + ns11 + `"><faultcode>e:Client.Authentication</faultcode><detail><faultcode>x</faultcode></detail></e:Fault>`,
			wssec.SOAP11, `"Client" {` + ns11 + `}Client.Authentication "" ""`},
		{"no prefix", `<e:Fault xmlns:e="` + ns11 + `"><faultcode> Server </faultcode></e:Fault>`, wssec.SOAP11, `"" {}Server "" ""`},
		{"a code of ours in their namespace", `<e:Fault xmlns:e="` + ns11 + `" xmlns:w="` + WSSE + `"><faultcode>w:Client</faultcode></e:Fault>`, wssec.SOAP11, `"" {` + WSSE + `}Client "" ""`},
		{"node-soap", `<soap:Fault xmlns:soap="` + ns11 + `"><soap:Code><soap:Value>SOAP-ENV:Client</soap:Value><soap:Subcode><soap:Value>AuthenticationFailure</soap:Value></soap:Subcode></soap:Code><soap:Reason><soap:Text>Invalid username or password</soap:Text></soap:Reason></soap:Fault>`,
			wssec.SOAP11, `"" {}AuthenticationFailure "Invalid username or password" ""`},
		{"1.2 in 1.1", `<s:Fault xmlns:s="` + ns11 + `"><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text>no</s:Text></s:Reason><s:Role>urn:r</s:Role></s:Fault>`,
			wssec.SOAP11, `"Client" {` + ns11 + `}Sender "no" "urn:r"`},
		{"a prefix that nobody declares", `<e:Fault xmlns:e="` + ns11 + `"><faultcode>soapenv:Client</faultcode><faultstring>no</faultstring></e:Fault>`,
			wssec.SOAP11, `"Client" soapenv:Client "no" ""`},
		{"another", `<e:Fault xmlns:e="` + ns11 + `"><faultcode>wsse:FailedCheck</faultcode></e:Fault>`, wssec.SOAP11, `"FailedCheck" wsse:FailedCheck "" ""`},
		{"of nobody", `<e:Fault xmlns:e="` + ns11 + `"><faultcode>x:Odd</faultcode></e:Fault>`, wssec.SOAP11, `"" x:Odd "" ""`},
		{"none", `<a/>`, wssec.SOAP11, ""},
		{"none, later a Fault", `<a/><e:Fault xmlns:e="` + ns11 + `"/>`, wssec.SOAP11, ""},
		{"empty", ``, wssec.SOAP11, ""},
		{"another Fault", `<Fault/>`, wssec.SOAP11, ""},
	} {
		f, err := ParseFault(body(c.version, c.body))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := ""
		if f != nil {
			got = fmt.Sprintf("%q %s %q %q", string(f.Code), f.Name, f.Reason, f.Actor)
		}
		if got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	for _, bad := range []string{`<a>`, `<e:Fault xmlns:e="` + ns11 + `"><faultcode><x/></faultcode></e:Fault>`, `<!DOCTYPE x>`} {
		if f, err := ParseFault(body(wssec.SOAP11, bad)); err == nil && f != nil {
			t.Errorf("%s: %+v", bad, f)
		}
	}
}

// TestFromError lets nothing but the code's own sentence out.
func TestFromError(t *testing.T) {
	secret := errors.New("the key is 42")
	for _, c := range []struct {
		err  error
		want wssec.FaultCode
	}{
		{&wssec.FaultError{Code: wssec.FailedCheck, At: "secret", Err: secret}, wssec.FailedCheck},
		{fmt.Errorf("serving: %w", wssec.Refuse(wssec.MessageExpired, "secret", "secret")), wssec.MessageExpired},
		{&wssec.FaultError{Code: "invented", Err: secret}, wssec.Server},
		{secret, wssec.Server},
	} {
		if got := FromError(c.err); got != (Fault{Code: c.want, Reason: c.want.Sentence()}) {
			t.Errorf("%v: %+v", c.err, got)
		}
	}
}

// TestSamples splits what other stacks sent.
func TestSamples(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/samples/*.xml")
	if len(files) == 0 {
		t.Skip("no ../shared/samples beside the repository")
	}
	for _, file := range files {
		message, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		e, err := Split(message, wssec.DefaultLimits)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if err := e.Understood(); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if secured := strings.Contains(string(message), ":Security"); secured != (e.Security != nil) {
			t.Errorf("%s: Security %v", file, e.Security)
		}
	}
}

// FuzzParseFault holds that reading never panics, and that what was read can be written and read again.
func FuzzParseFault(f *testing.F) {
	for _, v := range []wssec.Version{wssec.SOAP11, wssec.SOAP12} {
		f.Add(body(v, string(AppendFault(nil, v, Fault{Code: wssec.FailedCheck, Reason: "x", Actor: "y"}))))
		f.Add(body(v, "<a/>"))
		f.Add(body(v, `<b:Fault><b:Code><b:Value>SOAP-ENV:Client</b:Value><b:Subcode><b:Value>AuthenticationFailure</b:Value></b:Subcode></b:Code><b:Reason><b:Text>no</b:Text></b:Reason></b:Fault>`))
		f.Add(body(v, `<b:Fault><faultcode>wsse:FailedCheck</faultcode><faultstring>no</faultstring><faultactor>urn:a</faultactor></b:Fault>`))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		fault, err := ParseFault(b)
		if err != nil || fault == nil || fault.Code == "" {
			return
		}
		again, err := ParseFault(body(wssec.SOAP11, string(AppendFault(nil, wssec.SOAP11, *fault))))
		if err != nil || again.Code != fault.Code || again.Reason != fault.Reason {
			t.Errorf("%+v became %+v, %v", fault, again, err)
		}
	})
}
