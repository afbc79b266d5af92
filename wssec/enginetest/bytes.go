package enginetest

import (
	"bytes"
	"crypto/rsa"
	"reflect"
	"strings"
	"testing"

	"seismark/wssec"
)

// everyByte changes a message at every octet, in one of three ways. Whatever still opens says what it said before.
func everyByte(t *testing.T, m Maker) {
	for _, c := range []struct {
		policy wssec.Policy
		step   int
	}{
		{wssec.Sign(wssec.Basic256Sha256GCM), 1},
		{wssec.SignEncrypt(wssec.Basic256Sha256GCM), 4},
		{wssec.SignEncrypt(wssec.Basic256Sha256), 4},
	} {
		t.Run(c.policy.Name+"/"+c.policy.Suite.String(), func(t *testing.T) {
			message := sealed(t, m, c.policy)
			server := engine(t, m, Config(wssec.Recipient, c.policy))
			want := opened(t, server, message)
			for i := 0; i < len(message); i += c.step {
				edited := [...]string{
					message[:i] + string(message[i]^1) + message[i+1:],
					message[:i] + message[i+1:],
					message[:i] + "A" + message[i:],
				}[i/c.step%3]
				if got, err := server.Open([]byte(edited)); err == nil {
					same(t, got, want, edited)
				}
			}
		})
	}
}

// same holds two messages together but for the names that are not signed: of ids, and of the algorithms' use.
func same(t *testing.T, got, want *wssec.Message, message string) {
	t.Helper()
	if !bytes.Equal(got.Body, want.Body) || !reflect.DeepEqual(got.Facts, want.Facts) {
		t.Errorf("opened as\n%s %+v\nnot as\n%s %+v\n%s", got.Body, got.Facts, want.Body, want.Facts, message)
	}
}

// misconfigured asks for engines that could not do what their policy says.
func misconfigured(t *testing.T, m Maker) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
	for name, change := range map[string]func(*wssec.Config){
		"no key":                 func(c *wssec.Config) { c.Self = wssec.Identity{} },
		"no peer":                func(c *wssec.Config) { c.Peer = nil },
		"no trust":               func(c *wssec.Config) { c.Trust = nil },
		"another's certificate":  func(c *wssec.Config) { c.Self.Certificate = identities().server.Certificate },
		"no suite":               func(c *wssec.Config) { c.Policy.Suite = wssec.SuiteNone },
		"a suite of no list":     func(c *wssec.Config) { c.Policy.Suite = 200 },
		"no algorithm":           func(c *wssec.Config) { c.Accept = []wssec.Algorithm{"rsa"} },
		"a nil key":              func(c *wssec.Config) { c.Self.Key = (*rsa.PrivateKey)(nil) },
		"a negative limit":       func(c *wssec.Config) { c.Limits.Depth = -1 },
		"a password of no text":  func(c *wssec.Config) { c.Policy.Request.Login, c.Login.Password = true, "\x00" },
		"a password of no UTF-8": func(c *wssec.Config) { c.Policy.Request.Login, c.Login.Password = true, "\xff" },
	} {
		t.Run(name, func(t *testing.T) {
			c := Config(wssec.Initiator, p)
			change(&c)
			if e, err := m(c); err == nil || !strings.HasPrefix(err.Error(), "wssec: config: ") {
				t.Errorf("got %v, %v", e, err)
			}
		})
	}
	server := engine(t, m, Config(wssec.Recipient, p))
	if _, err := server.Reply(nil, nil, nil); err == nil {
		t.Error("replied to nothing")
	}
	if _, err := server.Reply(nil, nil, &wssec.Message{}); err == nil {
		t.Error("encrypted to nobody")
	}
}
