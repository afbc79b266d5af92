package keystore

import (
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"seismark/wssec"
)

// Keys are what a folder of keys holds.
type Keys struct {
	CA    *x509.Certificate
	Sides // of the default kind of key

	dir    string
	others map[wssec.Key]Sides                  // of further kinds
	public func(*rsa.PublicKey) wssec.PublicKey // see In
}

// Sides are both sides of a call.
type Sides struct{ Client, Server wssec.Identity }

const initRemedy = "make test keys with: seismark keys init"

// Open reads a folder of keys: ca.crt, and client and server with .crt and .key; of further kinds of keys those
// that are there, such as client-p256.crt.
func Open(dir string) (*Keys, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, cannotRead(dir, err).try(initRemedy)
	}
	ca, err := Load(filepath.Join(dir, "ca.crt"), "")
	if err != nil {
		return nil, withRemedy(err)
	}
	k := &Keys{CA: ca.leaf(), dir: dir, others: map[wssec.Key]Sides{}}
	if k.CA == nil {
		return nil, fail(filepath.Join(dir, "ca.crt"), "holds no certificate")
	}
	if k.Sides, err = k.open(dir, ""); err != nil {
		return nil, err
	}
	for _, kind := range wssec.Keys()[1:] {
		if _, err := os.Stat(filepath.Join(dir, "client"+suffix(kind)+".crt")); err != nil {
			continue
		}
		if k.others[kind], err = k.open(dir, suffix(kind)); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// suffix is what the names of a kind's files have behind client and server.
func suffix(kind wssec.Key) string {
	if kind == wssec.Keys()[0] {
		return ""
	}
	return "-" + kind.String()
}

func (k *Keys) open(dir, suffix string) (s Sides, err error) {
	if s.Client, err = k.openOne(dir, "client"+suffix); err != nil {
		return s, err
	}
	s.Server, err = k.openOne(dir, "server"+suffix)
	return s, err
}

func (k *Keys) openOne(dir, name string) (wssec.Identity, error) {
	path := filepath.Join(dir, name)
	id, err := LoadIdentity(path+".crt", path+".key", "")
	if err != nil {
		return id, withRemedy(err)
	}
	if err := id.Certificate.CheckSignatureFrom(k.CA); err != nil {
		return id, fail(path+".crt", "is not from the authority of ca.crt beside it: %w", err).
			try("the folder is a mixture: seismark keys init --force makes new keys")
	}
	return id, nil
}

// withRemedy tells how to make files that are missing.
func withRemedy(err error) error {
	if e := (*Error)(nil); errors.As(err, &e) && e.Remedy == "" && errors.Is(err, fs.ErrNotExist) {
		e.Remedy = initRemedy
	}
	return err
}

// Pool holds the authority alone.
func (k *Keys) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(k.CA)
	return pool
}

// Trust trusts what the authority signed.
func (k *Keys) Trust() *wssec.Anchors { return wssec.TrustIn(k.Pool()) }

// For gives the sides whose kind of key a suite needs; where the folder has none of that kind, those of the
// default, of which wssec.Config.Validate then says what they lack.
func (k *Keys) For(suite wssec.Suite) Sides {
	if s, ok := k.others[suite.Key()]; ok {
		return s
	}
	return k.Sides
}

// Fit reports that a suite needs a kind of key that the folder does not have, or nil.
func (k *Keys) Fit(suite wssec.Suite) error {
	s := k.For(suite)
	if suite == wssec.SuiteNone || suite.Key().Fits(s.Client.Certificate.PublicKey) && suite.Key().Fits(s.Server.Certificate.PublicKey) {
		return nil
	}
	return fail(k.dir, "no client and server have %s, which the suite %s needs", suite.Key().Words(), suite).
		try("seismark keys init --force makes new keys of all kinds")
}

// Config is the configuration of one side of a call under a policy, with these keys alone: what else the
// policy needs, such as a login, is still to be set.
func (k *Keys) Config(role wssec.Role, policy wssec.Policy) wssec.Config {
	c := wssec.Config{Role: role, Policy: policy, Trust: k.Trust(), Public: k.public}
	sides := k.For(policy.Suite)
	if role == wssec.Initiator {
		c.Self, c.Peer = sides.Client, sides.Server.Certificate
	} else {
		c.Self, c.Peer = sides.Server, sides.Client.Certificate
	}
	return c
}

// Identities are all clients and servers, the default ones first, with the names of their files.
func (k *Keys) Identities() []Identity {
	list := []Identity{{"client", k.Client}, {"server", k.Server}}
	for _, kind := range wssec.Keys() {
		if s, ok := k.others[kind]; ok {
			list = append(list, Identity{"client" + suffix(kind), s.Client}, Identity{"server" + suffix(kind), s.Server})
		}
	}
	return list
}

// Valid reports which certificate does not hold at a time, or nil.
func (k *Keys) Valid(now time.Time) error {
	certificates := []*x509.Certificate{k.CA}
	for _, id := range k.Identities() {
		certificates = append(certificates, id.Certificate)
	}
	for _, c := range certificates {
		if now.Before(c.NotBefore) || now.After(c.NotAfter) {
			return (&Error{Path: c.Subject.String(), Err: errors.New("the certificate holds from " + day(c.NotBefore) + " to " + day(c.NotAfter))}).
				try("seismark keys init --force makes new keys")
		}
	}
	return nil
}

func day(t time.Time) string { return t.UTC().Format(time.DateTime) }
