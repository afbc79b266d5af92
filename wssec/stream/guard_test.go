package stream

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"testing"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/enginetest"
	"seismark/wssec/soap"
)

func pair(t testing.TB, p wssec.Policy) (client, server *Engine) {
	t.Helper()
	client, err := New(enginetest.Config(wssec.Initiator, p))
	if err != nil {
		t.Fatal(err)
	}
	if server, err = New(enginetest.Config(wssec.Recipient, p)); err != nil {
		t.Fatal(err)
	}
	return client, server
}

const sample = `<q:match xmlns:q="urn:quakes"><q:min>1.5</q:min></q:match>`

// TestAsWritten finds what is signed in canonical form where it stands, so that nobody need change anything to
// digest it, and its digests in the message. Sums and form are those of other packages.
func TestAsWritten(t *testing.T) {
	client, _ := pair(t, wssec.Sign(wssec.Basic256Sha256GCM))
	message, err := client.Seal(nil, []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	env, err := soap.Split(message, wssec.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	stamp, _ := env.Find(env.Security.Element, [2]string{soap.WSU, "Timestamp"})
	info, _ := env.Find(env.Security.Element, [2]string{soap.DS, "Signature"}, [2]string{soap.DS, "SignedInfo"})
	for name, el := range map[string]soap.Element{"Body": env.Body, "Timestamp": stamp, "SignedInfo": info} {
		if same, err := c14n.IsCanonical(env.Bytes(el), el.Scope, exclusive); err != nil || !same {
			t.Errorf("%s: canonical: %v, %v: %s", name, same, err, env.Bytes(el))
		}
		if name == "SignedInfo" {
			continue
		}
		sum := sha256.Sum256(env.Bytes(el))
		if !bytes.Contains(message, []byte("<ds:DigestValue>"+base64.StdEncoding.EncodeToString(sum[:])+"<")) {
			t.Errorf("%s: its digest is not in the message", name)
		}
	}
}

// TestAllocations guards the number of allocations, without those of crypto/rsa. Requests are sealed as clients do,
// who keep what answers can refer to.
func TestAllocations(t *testing.T) {
	for _, c := range []struct {
		policy     wssec.Policy
		seal, open float64
	}{
		{wssec.Plain(), 0, 2},
		{wssec.Sign(wssec.Basic256Sha256GCM), 5, 16},
		{wssec.SignEncrypt(wssec.Basic256Sha256GCM), 26, 38},
	} {
		initiator, server := pair(t, c.policy)
		client := wssec.Exchange(initiator, new(wssec.Request)).(wssec.Direct)
		write := func(dst []byte) []byte { return append(dst, sample...) }
		read := func([]byte) int { return len(sample) }
		var message []byte
		seal := fewest(func() {
			var err error
			if message, err = client.SealWith(message[:0], write); err != nil {
				t.Fatal(err)
			}
		})
		open := fewest(func() {
			if _, err := server.OpenWith(message, read); err != nil {
				t.Fatal(err)
			}
		})
		t.Logf("%s: %v to seal, %v to open", c.policy.Name, seal, open)
		if seal > c.seal || open > c.open {
			t.Errorf("%s: %v allocations to seal, at most %v; %v to open, at most %v", c.policy.Name, seal, c.seal, open, c.open)
		}
	}
}

// fewest is the least number of allocations of many runs: a pool may drop what it was given.
func fewest(run func()) float64 {
	n := testing.AllocsPerRun(1, run)
	for range 50 {
		n = min(n, testing.AllocsPerRun(1, run))
	}
	return n
}

// TestNothingIsKept opens and seals large messages, and small ones behind them.
func TestNothingIsKept(t *testing.T) {
	client, server := pair(t, wssec.SignEncrypt(wssec.Basic256Sha256GCM))
	large := bytes.Repeat([]byte("<a b='1'>&#13;</a>"), 400_000)
	for _, p := range [][]byte{large, []byte(sample), large, nil} {
		message, err := client.Seal(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		m, err := server.Open(message)
		if err != nil {
			t.Fatal(err)
		}
		body := bytes.Clone(m.Body)
		if _, err := server.Open(message); err != nil || !bytes.Equal(body, m.Body) {
			t.Errorf("a Body changed when another message was opened: %v", err)
		}
	}
	r := server.readers.Get().(*reader)
	if n := cap(r.plain) + cap(r.header.values) + cap(r.data.values); n > 3*maxKept {
		t.Errorf("%d bytes are kept", n)
	}
}

// TestAcquaintances meets more signers than are kept. All can write again, and those that are configured stay.
func TestAcquaintances(t *testing.T) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
	client, server := pair(t, p)
	message, err := client.Seal(nil, []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := server.Open(message); err != nil {
		t.Fatal(err)
	}
	signer := client.cfg.Self.Certificate
	for i := range maxMet + 1 {
		stranger := *signer
		a := server.meet(&stranger)
		a.text = fmt.Appendf(nil, "text %d", i)
		server.trust(a)
	}
	m := server.met.met.Load()
	if len(m.texts) > maxMet || len(m.certs) > maxMet+len(server.held) {
		t.Errorf("%d texts and %d certificates are kept", len(m.texts), len(m.certs))
	}
	if server.met.byCertificate(server.cfg.Self.Certificate) == nil {
		t.Error("one that is configured is forgotten")
	}
	if _, err := server.Open(message); err != nil {
		t.Error(err)
	}
}
