package measure

import (
	"slices"
	"time"

	"seismark/wssec"
)

// forgery is a bad message, as a stack must refuse it where a direction of a policy carries what it lacks.
type forgery struct {
	name    string
	applies func(direction) bool
	make    func(*forger, saying) ([]byte, error)

	noted   bool // nothing in the policy lets a stack notice: what becomes of it is told, and withholds nothing
	twice   bool // sent twice, octet for octet, after each other; what becomes of the second one matters
	wrapped bool // it holds what was signed and, in its place, something else: to read what was signed harms nobody
}

// direction is that of the messages to one side.
type direction struct {
	wssec.Protection
	suite wssec.Suite
	to    string // serverSide or clientSide
}

func directionTo(side string, p wssec.Policy) direction {
	if side == serverSide {
		return direction{p.Request, p.Suite, side}
	}
	return direction{p.Response, p.Suite, side}
}

func (d direction) signs() bool    { return len(d.Sign) > 0 }
func (d direction) encrypts() bool { return len(d.Encrypt) > 0 }
func (d direction) dates() bool    { return d.Lifetime > 0 && d.signs() }
func (d direction) logsIn() bool   { return d.Login }
func (d direction) answers() bool  { return d.signs() && d.to == clientSide }

// forgeries is the list of all bad messages that must be refused.
func forgeries() []forgery {
	changed := func(name string, applies func(direction) bool, change func(*forger, *wssec.Config, *wssec.Protection)) forgery {
		return forgery{name: name, applies: applies, make: func(f *forger, s saying) ([]byte, error) {
			return f.sealAs(s, func(c *wssec.Config, p *wssec.Protection) { change(f, c, p) })
		}}
	}
	made := func(name string, applies func(direction) bool, make func(*forger, saying) ([]byte, error)) forgery {
		return forgery{name: name, applies: applies, make: make}
	}
	return slices.Concat([]forgery{
		changed("without a UsernameToken", direction.logsIn, func(_ *forger, _ *wssec.Config, p *wssec.Protection) { p.Login = false }),
		changed("with a wrong password", direction.logsIn, func(_ *forger, c *wssec.Config, _ *wssec.Protection) { c.Login.Password += "x" }),
		changed("without any security", direction.signs, func(_ *forger, _ *wssec.Config, p *wssec.Protection) { *p = wssec.Protection{} }),
		changed("unsigned", direction.signs, func(_ *forger, _ *wssec.Config, p *wssec.Protection) { p.Sign = nil }),
		made("with a tampered body", direction.signs, (*forger).tamperBody),
		made("with a tampered timestamp", direction.dates, (*forger).tamperTimestamp),
		changed("expired", direction.dates, func(_ *forger, c *wssec.Config, _ *wssec.Protection) { c.Now = anHourAgo }),
		changed("of an unknown signer", direction.signs, func(f *forger, c *wssec.Config, _ *wssec.Protection) { c.Self = f.stranger }),
		changed("unencrypted", direction.encrypts, func(_ *forger, _ *wssec.Config, p *wssec.Protection) { p.Encrypt = nil }),
		made("signed by RSA with SHA-1", direction.signsByRSA, (*forger).signBySHA1),
		made("with digests by SHA-1", direction.signs, (*forger).digestBySHA1),
		changed("encrypted by AES-128-CBC", direction.encryptsByAES256, func(_ *forger, c *wssec.Config, _ *wssec.Protection) {
			c.Policy.Suite = wssec.Basic128Sha256
		}),
		made("that is its own request", direction.answers, func(_ *forger, s saying) ([]byte, error) { return s.asked, nil }),
		made("that is a fault without any security", direction.answers, (*forger).fault),
	}, wrappings())
}

// noted is the list of bad messages of which it is told what becomes of them.
func noted() []forgery {
	return []forgery{
		{name: "sent twice", applies: func(d direction) bool { return d.signs() && d.to == serverSide },
			make: (*forger).seal, noted: true, twice: true},
		{name: "with a nonce sent twice", applies: direction.logsIn, make: (*forger).sealNonce, noted: true, twice: true},
		{name: "to another request", applies: direction.answers,
			make: func(_ *forger, s saying) ([]byte, error) { return s.earlier, nil }, noted: true},
	}
}

// applicable are the forgeries of messages in a direction.
func applicable(d direction) []forgery {
	return slices.DeleteFunc(slices.Concat(forgeries(), noted()), func(f forgery) bool { return !f.applies(d) })
}

// good is the message that a stack must take.
func good() forgery { return forgery{name: "good", make: (*forger).seal} }

func anHourAgo() time.Time { return time.Now().Add(-time.Hour) }

func (d direction) signsByRSA() bool {
	return d.signs() && d.suite.Algorithms().Signature == wssec.RSASHA256
}

// encryptsByAES256 is of suites that have their like with AES-128-CBC: nothing else is then changed.
func (d direction) encryptsByAES256() bool {
	a, weak := d.suite.Algorithms(), wssec.Basic128Sha256.Algorithms()
	strong := a.Cipher == wssec.AES256CBC || a.Cipher == wssec.AES256GCM
	a.Cipher = weak.Cipher
	return d.encrypts() && strong && a == weak
}
