package wssec_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"seismark/wssec"
)

func TestPolicies(t *testing.T) {
	var names []string
	for _, p := range wssec.Policies(wssec.Basic256Sha256) {
		names = append(names, p.Name)
		found, err := wssec.PolicyNamed(p.Name, wssec.Basic256Sha256)
		if err != nil || fmt.Sprint(found) != fmt.Sprint(p) {
			t.Errorf("%s: %v, %v", p.Name, found, err)
		}
	}
	if got := strings.Join(names, " "); got != "plain username sign signencr" {
		t.Error(got)
	}
	if _, err := wssec.PolicyNamed("tls", wssec.SuiteNone); err == nil ||
		err.Error() != `wssec: no policy "tls": choose from plain, username, sign, signencr` {
		t.Error(err)
	}
	// A list is its reader's own.
	wssec.SignEncrypt(wssec.Basic256Sha256).Request.Sign[0] = 0
	if wssec.SignEncrypt(wssec.Basic256Sha256).Request.Sign[0] != wssec.PartBody {
		t.Error("a change of one policy is seen in the next")
	}
}

func TestSuites(t *testing.T) {
	for _, want := range wssec.Suites() {
		var got wssec.Suite
		if err := got.UnmarshalText([]byte(want.String())); err != nil || got != want {
			t.Errorf("%s: %v, %v", want, got, err)
		}
	}
	var s wssec.Suite
	for _, name := range []string{"", "none", "basic128"} {
		if err := s.Set(name); err == nil || !strings.Contains(err.Error(), "choose from basic256sha256gcm, basic256sha256") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestFaults(t *testing.T) {
	err := error(&wssec.FaultError{Code: wssec.FailedCheck, At: "Reference #Body", Err: &wssec.DigestError{URI: "#Body"}})
	if got := err.Error(); got != "wssec: FailedCheck at Reference #Body: the digest of #Body differs from the signed one" {
		t.Error(got)
	}
	if !errors.Is(err, wssec.FailedCheck) || errors.Is(err, wssec.MessageExpired) {
		t.Error("is not its code, or is another")
	}
	if d := (*wssec.DigestError)(nil); !errors.As(err, &d) {
		t.Error("hides its reason")
	}
	for _, code := range []wssec.FaultCode{
		wssec.UnsupportedSecurityToken, wssec.UnsupportedAlgorithm, wssec.InvalidSecurity, wssec.InvalidSecurityToken,
		wssec.FailedAuthentication, wssec.FailedCheck, wssec.SecurityTokenUnavailable, wssec.MessageExpired,
		wssec.VersionMismatch, wssec.MustUnderstand, wssec.Client, wssec.Server,
	} {
		if code.Sentence() == "" {
			t.Errorf("%s has no sentence", code)
		}
	}
	if wssec.FaultCode("other").Sentence() != "" {
		t.Error("an unknown code has a sentence")
	}
}
