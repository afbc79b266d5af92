package wssec_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"math/big"
	"testing"
	"time"

	"seismark/wssec"
)

var noon = time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC)

// certify makes a certificate for a new key, signed by an issuer or by itself.
func certify(t *testing.T, issuer *wssec.Identity, change func(*x509.Certificate)) wssec.Identity {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "a signer"},
		NotBefore: noon.AddDate(-1, 0, 0), NotAfter: noon.AddDate(1, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, BasicConstraintsValid: true, IsCA: issuer == nil,
	}
	if change != nil {
		change(c)
	}
	by := wssec.Identity{Certificate: c, Key: key}
	if issuer != nil {
		by = *issuer
	}
	der, err := x509.CreateCertificate(rand.Reader, c, by.Certificate, key.Public(), by.Key)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	return wssec.Identity{Certificate: c, Key: key}
}

func pool(certs ...*x509.Certificate) *x509.CertPool {
	p := x509.NewCertPool()
	for _, c := range certs {
		p.AddCert(c)
	}
	return p
}

// TestCheck holds facts against the four policies.
func TestCheck(t *testing.T) {
	ca := certify(t, nil, nil)
	signer, stranger := certify(t, &ca, nil).Certificate, certify(t, nil, nil).Certificate
	all := []wssec.Part{wssec.PartBody, wssec.PartTimestamp, wssec.PartAddressing}
	body := []wssec.Part{wssec.PartBody}
	stamp := func(f wssec.Facts) wssec.Facts {
		f.Created, f.Expires = noon, noon.Add(5*time.Minute)
		return f
	}
	user := wssec.Login{Name: "seismic", Password: "tremor"}
	s := wssec.Basic256Sha256GCM
	for _, c := range []struct {
		name   string
		policy wssec.Policy
		facts  wssec.Facts
		want   wssec.FaultCode // empty: good
	}{
		{"plain asks for nothing", wssec.Plain(), wssec.Facts{}, ""},
		{"plain with a good signature", wssec.Plain(), wssec.Facts{Signer: signer}, ""},
		{"plain with a stranger's signature", wssec.Plain(), wssec.Facts{Signer: stranger}, wssec.FailedAuthentication},
		{"plain with any login", wssec.Plain(), wssec.Facts{Login: &wssec.Login{}}, ""},
		{"username", wssec.Username(), wssec.Facts{Login: &user}, ""},
		{"no user", wssec.Username(), wssec.Facts{}, wssec.InvalidSecurity},
		{"wrong password", wssec.Username(), wssec.Facts{Login: &wssec.Login{Name: "seismic", Password: "tremor "}}, wssec.FailedAuthentication},
		{"empty password", wssec.Username(), wssec.Facts{Login: &wssec.Login{Name: "seismic"}}, wssec.FailedAuthentication},
		{"sign", wssec.Sign(s), stamp(wssec.Facts{Signed: all, Signer: signer}), ""},
		{"sign by a stranger", wssec.Sign(s), stamp(wssec.Facts{Signed: all, Signer: stranger}), wssec.FailedAuthentication},
		{"parts without signer", wssec.Sign(s), stamp(wssec.Facts{Signed: all}), wssec.InvalidSecurity},
		{"nothing signed", wssec.Sign(s), stamp(wssec.Facts{}), wssec.InvalidSecurity},
		{"only the Body signed", wssec.Sign(s), stamp(wssec.Facts{Signed: body, Signer: signer}), wssec.InvalidSecurity},
		{"all but the Body signed", wssec.Sign(s), stamp(wssec.Facts{Signed: all[1:], Signer: signer}), wssec.InvalidSecurity},
		{"all but addressing signed", wssec.Sign(s), stamp(wssec.Facts{Signed: all[:2], Signer: signer}), wssec.InvalidSecurity},
		{"no Timestamp", wssec.Sign(s), wssec.Facts{Signed: all, Signer: signer}, wssec.InvalidSecurity},
		{"signencr", wssec.SignEncrypt(s), stamp(wssec.Facts{Signed: all, Signer: signer, Encrypted: body}), ""},
		{"signed in the clear", wssec.SignEncrypt(s), stamp(wssec.Facts{Signed: all, Signer: signer}), wssec.InvalidSecurity},
		{"encrypted, not signed", wssec.SignEncrypt(s), stamp(wssec.Facts{Encrypted: body}), wssec.InvalidSecurity},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := wssec.Config{Role: wssec.Recipient, Policy: c.policy, Trust: wssec.TrustIn(pool(ca.Certificate)),
				Admit: func(l wssec.Login) bool { return l == user }, Now: func() time.Time { return noon }}
			judged(t, cfg.Check(c.facts), c.want)
		})
	}
}

func judged(t *testing.T, err error, want wssec.FaultCode) {
	t.Helper()
	if want == "" {
		if err != nil {
			t.Error(err)
		}
		return
	}
	if fault := (*wssec.FaultError)(nil); !errors.As(err, &fault) || fault.Code != want || !errors.Is(err, want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestCheckRole takes requests and answers by the sides of the policy.
func TestCheckRole(t *testing.T) {
	cfg := wssec.Config{Role: wssec.Initiator, Policy: wssec.Username()}
	judged(t, cfg.Check(wssec.Facts{}), "") // answers need no user
	cfg.Role = wssec.Recipient
	judged(t, cfg.Check(wssec.Facts{}), wssec.InvalidSecurity)
	cfg.Policy = wssec.Sign(wssec.Basic256Sha256)
	judged(t, cfg.Check(wssec.Facts{Created: time.Now(), Signer: &x509.Certificate{}}), wssec.FailedAuthentication) // nobody is trusted
}

// TestTimestamp moves the clock about a Timestamp. The skew, 60 s where none is configured, counts at both
// ends and includes its last moment.
func TestTimestamp(t *testing.T) {
	five := wssec.Protection{Lifetime: 5 * time.Minute}
	at := func(d time.Duration) time.Time { return noon.Add(d) }
	for _, c := range []struct {
		name             string
		created, expires time.Time
		asks             wssec.Protection
		skew             time.Duration
		want             wssec.FaultCode
	}{
		{"just created", noon, at(5 * time.Minute), five, 0, ""},
		{"one second ahead", at(time.Second), time.Time{}, five, 0, ""},
		{"59 s ahead", at(59 * time.Second), time.Time{}, five, 0, ""},
		{"60 s ahead", at(60 * time.Second), time.Time{}, five, 0, ""},
		{"a nanosecond more ahead", at(60*time.Second + 1), time.Time{}, five, 0, wssec.MessageExpired},
		{"expired a second ago", at(-time.Minute), at(-time.Second), five, 0, ""},
		{"expired 60 s ago", at(-2 * time.Minute), at(-60 * time.Second), five, 0, ""},
		{"expired a nanosecond more", at(-2 * time.Minute), at(-60*time.Second - 1), five, 0, wssec.MessageExpired},
		{"past the lifetime, Expires far ahead", at(-6*time.Minute - 1), at(10 * 365 * 24 * time.Hour), five, 0, wssec.MessageExpired},
		{"at the end of the lifetime", at(-6 * time.Minute), at(10 * 365 * 24 * time.Hour), five, 0, ""},
		{"past the lifetime, no Expires", at(-6*time.Minute - 1), time.Time{}, five, 0, wssec.MessageExpired},
		{"a lifetime of 30 days", at(-30 * 24 * time.Hour), time.Time{}, wssec.Protection{Lifetime: 30 * 24 * time.Hour}, 0, ""},
		{"not asked for, expired", at(-time.Hour), at(-time.Minute - 1), wssec.Protection{}, 0, wssec.MessageExpired},
		{"not asked for, without end", at(-24 * time.Hour), time.Time{}, wssec.Protection{}, 0, ""},
		{"not asked for, of the future", at(time.Hour), time.Time{}, wssec.Protection{}, 0, wssec.MessageExpired},
		{"another skew, within", at(5 * time.Second), time.Time{}, five, 5 * time.Second, ""},
		{"another skew, past", at(5*time.Second + 1), time.Time{}, five, 5 * time.Second, wssec.MessageExpired},
		{"absent, asked for", time.Time{}, time.Time{}, five, 0, wssec.InvalidSecurity},
		{"absent", time.Time{}, time.Time{}, wssec.Protection{}, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := wssec.Config{Role: wssec.Recipient, Policy: wssec.Policy{Request: c.asks},
				Skew: c.skew, Now: func() time.Time { return noon }}
			judged(t, cfg.Check(wssec.Facts{Created: c.created, Expires: c.expires}), c.want)
		})
	}
}
