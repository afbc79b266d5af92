package main

import (
	"crypto/x509"
	"errors"
	"strings"
	"time"

	"seismark/wssec"
	"seismark/wssec/engines"
	"seismark/wssec/soap"
)

// opener opens messages with the keys that there are.
type opener struct {
	cfg    wssec.Config // without Self
	ring   *keyring
	engine string
	policy bool // hold messages to the policy of cfg
	login  wssec.Login
}

func newOpener(ring *keyring, o openOptions) (*opener, error) {
	now := o.Now.Time
	if now.IsZero() {
		now = time.Now()
	}
	open := &opener{ring: ring, engine: o.Engine, login: wssec.Login{Name: o.User, Password: o.Password}, cfg: wssec.Config{
		Role: wssec.Recipient, Trust: ring.anchors(), Known: ring.known, Now: func() time.Time { return now },
	}}
	if o.Policy == "" {
		open.cfg.Policy, open.cfg.Accept = wssec.Plain(), wssec.AllAlgorithms()
		return open, nil
	}
	policy, err := policyNamed(o.Policy, o.Suite)
	if err != nil {
		return nil, err
	}
	if len(policy.Request.Encrypt) > 0 && len(ring.identities) == 0 {
		return nil, hint(usagef("--policy %s: nothing decrypts what it encrypts", policy.Name), "%s", decryptHint)
	}
	open.policy = true
	// What goes out is left away, for nothing does and it would want keys.
	switch o.Role {
	case "server":
		policy.Response = wssec.Protection{}
	case "client":
		policy.Request = wssec.Protection{}
		open.cfg.Role = wssec.Initiator
	default:
		return nil, usagef("--role %q: must be server or client", o.Role)
	}
	open.cfg.Policy = policy
	open.cfg.Admit = open.admit
	return open, nil
}

// compares reports whether there is a password to compare with.
func (o *opener) compares() bool { return o.policy && o.login.Password != "" }

// admit admits who is not another than was named.
func (o *opener) admit(l wssec.Login) bool {
	return (o.login.Name == "" || o.login.Name == l.Name) && (o.login.Password == "" || o.login.Password == l.Password)
}

// open finds out what there is to tell about a message.
func (o *opener) open(envelope []byte) *finding {
	f := &finding{Bytes: len(envelope), Now: o.cfg.Clock()}
	if o.policy {
		f.Policy = o.cfg.Policy.Name
	}
	env, err := soap.Split(envelope, o.cfg.Bounds())
	if err != nil {
		f.refusal(err)
		return f
	}
	f.skeleton(env)
	m, reader, err := o.read(env)
	if err != nil {
		f.carries(carried(env))
		f.refusal(err)
		if d := f.Difference; d != nil {
			_, d.Path, _ = env.Locate(strings.TrimPrefix(d.Reference, "#"))
		}
		return f
	}
	f.facts(m, reader)
	f.Fault = faultIn(m.Body)
	if f.User != "" {
		f.Password = "not compared"
		if o.compares() {
			f.Password = "compared"
		}
	}
	f.cautions(m, env)
	if o.policy {
		o.hold(f, m, env)
	} else {
		o.judge(f, m)
	}
	f.Verified = len(f.Problems) == 0
	return f
}

// read lets the engine read the message. An engine goes on only for a signer who is trusted, and decrypts
// with one key; to tell of any message, every certificate that could be the signer's is tried as trusted,
// at a time when it holds, with every key. Whether it deserves trust is judged afterwards.
func (o *opener) read(env *soap.Envelope) (*wssec.Message, *x509.Certificate, error) {
	signers := append(carried(env), o.ring.known...)
	if len(signers) == 0 {
		signers = []*x509.Certificate{nil}
	}
	readers := o.ring.identities
	if len(readers) == 0 {
		readers = []wssec.Identity{{}}
	}
	var failure error
	for _, reader := range readers {
		for _, signer := range signers {
			m, err := o.readAs(env.Octets, reader, signer)
			if err == nil {
				return m, reader.Certificate, nil
			}
			if failure == nil || telling(err) > telling(failure) {
				failure = err
			}
		}
	}
	return nil, nil, failure
}

func (o *opener) readAs(envelope []byte, reader wssec.Identity, signer *x509.Certificate) (*wssec.Message, error) {
	cfg := o.cfg
	cfg.Self = reader
	if signer != nil {
		pool := x509.NewCertPool()
		pool.AddCert(signer)
		cfg.Trust, cfg.Now = wssec.TrustIn(pool), func() time.Time { return signer.NotBefore }
	}
	engine, err := engines.NewReader(o.engine, cfg)
	if err != nil {
		return nil, err
	}
	return engine.Read(envelope)
}

// telling ranks errors: those of another signer or reader than the message's say little.
func telling(err error) int {
	fault := (*wssec.FaultError)(nil)
	switch {
	case !errors.As(err, &fault):
		return 0
	case fault.Code == wssec.FailedAuthentication:
		return 1
	case fault.Code == wssec.SecurityTokenUnavailable:
		return 2
	}
	return 3
}
