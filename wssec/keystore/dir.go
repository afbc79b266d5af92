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
	CA             *x509.Certificate
	Client, Server wssec.Identity

	public func(*rsa.PublicKey) wssec.PublicKey // see In
}

const initRemedy = "make test keys with: seismark keys init"

// Open reads a folder of keys: ca.crt, and client and server with .crt and .key.
func Open(dir string) (*Keys, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, cannotRead(dir, err).try(initRemedy)
	}
	ca, err := Load(filepath.Join(dir, "ca.crt"), "")
	if err != nil {
		return nil, withRemedy(err)
	}
	k := &Keys{CA: ca.leaf()}
	if k.CA == nil {
		return nil, fail(filepath.Join(dir, "ca.crt"), "holds no certificate")
	}
	if k.Client, err = k.open(dir, "client"); err != nil {
		return nil, err
	}
	if k.Server, err = k.open(dir, "server"); err != nil {
		return nil, err
	}
	return k, nil
}

func (k *Keys) open(dir, name string) (wssec.Identity, error) {
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

// Config is the configuration of one side of a call under a policy, with these keys alone: what else the
// policy needs, such as a login, is still to be set.
func (k *Keys) Config(role wssec.Role, policy wssec.Policy) wssec.Config {
	c := wssec.Config{Role: role, Policy: policy, Trust: k.Trust(), Public: k.public}
	if role == wssec.Initiator {
		c.Self, c.Peer = k.Client, k.Server.Certificate
	} else {
		c.Self, c.Peer = k.Server, k.Client.Certificate
	}
	return c
}

// Valid reports which certificate does not hold at a time, or nil.
func (k *Keys) Valid(now time.Time) error {
	for _, c := range []*x509.Certificate{k.CA, k.Client.Certificate, k.Server.Certificate} {
		if now.Before(c.NotBefore) || now.After(c.NotAfter) {
			return (&Error{Path: c.Subject.String(), Err: errors.New("the certificate holds from " + day(c.NotBefore) + " to " + day(c.NotAfter))}).
				try("seismark keys init --force makes new keys")
		}
	}
	return nil
}

func day(t time.Time) string { return t.UTC().Format(time.DateTime) }
