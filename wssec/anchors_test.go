package wssec_test

import (
	"crypto/x509"
	"strings"
	"sync"
	"testing"
	"time"

	"seismark/wssec"
)

func TestAnchors(t *testing.T) {
	ca := certify(t, nil, nil)
	twin := certify(t, nil, nil) // another CA of the same name
	short := certify(t, &ca, func(c *x509.Certificate) { c.NotBefore, c.NotAfter = noon, noon.Add(time.Hour) })
	usage := func(u x509.KeyUsage) wssec.Identity {
		return certify(t, &ca, func(c *x509.Certificate) { c.KeyUsage = u })
	}
	client := certify(t, &ca, func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} })
	anchors := wssec.TrustIn(pool(twin.Certificate, ca.Certificate))
	for _, c := range []struct {
		name string
		cert *x509.Certificate
		at   time.Time
		good bool
	}{
		{"within its time", short.Certificate, noon.Add(time.Minute), true},
		{"again", short.Certificate, noon.Add(time.Minute), true},
		{"first moment", short.Certificate, noon, true},
		{"last moment", short.Certificate, noon.Add(time.Hour), true},
		{"too early", short.Certificate, noon.Add(-time.Second), false},
		{"too late, though verified before", short.Certificate, noon.Add(time.Hour + time.Second), false},
		{"the anchor itself", ca.Certificate, noon, true},
		{"no key usage", usage(0).Certificate, noon, true},
		{"content commitment", usage(x509.KeyUsageContentCommitment).Certificate, noon, true},
		{"only encipherment", usage(x509.KeyUsageKeyEncipherment).Certificate, noon, false},
		{"any extended key usage", client.Certificate, noon, true},
		{"a stranger", certify(t, nil, nil).Certificate, noon, false},
		{"of the CA's name, not signed by it", certify(t, ptr(certify(t, nil, nil)), nil).Certificate, noon, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := anchors.Verify(c.cert, c.at); (err == nil) != c.good {
				t.Error(err)
			}
		})
	}
}

func ptr(id wssec.Identity) *wssec.Identity { return &id }

// TestAnchorsShorterChain remembers a chain no longer than its issuer is valid.
func TestAnchorsShorterChain(t *testing.T) {
	ca := certify(t, nil, func(c *x509.Certificate) { c.NotAfter = noon.Add(time.Minute) })
	leaf := certify(t, &ca, nil).Certificate
	anchors := wssec.TrustIn(pool(ca.Certificate))
	if err := anchors.Verify(leaf, noon); err != nil {
		t.Fatal(err)
	}
	if err := anchors.Verify(leaf, noon.Add(2*time.Minute)); err == nil {
		t.Error("still trusted when the CA has expired")
	}
}

// TestNobody trusts nothing, not the certificates of the system either.
func TestNobody(t *testing.T) {
	self := certify(t, nil, nil).Certificate
	err := wssec.TrustIn(nil).Verify(self, noon)
	if err == nil || !strings.Contains(err.Error(), "CN=a signer is not trusted") {
		t.Error(err)
	}
}

func TestAnchorsParallel(t *testing.T) {
	ca := certify(t, nil, nil)
	leaf := certify(t, &ca, nil).Certificate
	anchors := wssec.TrustIn(pool(ca.Certificate))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				if err := anchors.Verify(leaf, noon); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}
