package stream

import (
	"fmt"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/soap"
)

// username adds a UsernameToken.
func (t *template) username(l wssec.Login) {
	t.text(`<wsse:UsernameToken`)
	t.named("wsu:Id", "UT")
	t.text(`><wsse:Username>` + string(c14n.AppendText(nil, []byte(l.Name))) + `</wsse:Username><wsse:Password Type="` +
		soap.PasswordText + `">` + string(c14n.AppendText(nil, []byte(l.Password))) + `</wsse:Password></wsse:UsernameToken>`)
}

// readUsername reads a UsernameToken whose password is text, to the last character. Nonce and Created,
// which matter to digests, may be there. Keys derived from passwords are refused.
func (o *outline) readUsername(n node) (l wssec.Login, err error) {
	kids, err := o.children(n)
	if err != nil {
		return l, badUsername(err)
	}
	const username, password = 0, 1
	var seen [4]bool
	for _, kid := range kids {
		at := partOfUsername(o, kid)
		if at < 0 {
			return l, badUsername(fmt.Errorf("%s cannot stand in it", o.local(kid)))
		}
		if seen[at] {
			return l, badUsername(fmt.Errorf("two %s", o.local(kid)))
		}
		seen[at] = true
		if at == password {
			if err := o.isPasswordText(kid); err != nil {
				return l, err
			}
		}
		text, err := o.text(kid)
		if err != nil {
			return l, badUsername(err)
		}
		switch at {
		case username:
			l.Name = string(text)
		case password:
			l.Password = string(text)
		}
	}
	if !seen[username] || !seen[password] {
		return l, badUsername(fmt.Errorf("it must hold Username and Password"))
	}
	return l, nil
}

// partOfUsername tells the children of a UsernameToken apart; -1 is for those of others.
func partOfUsername(o *outline, n node) int {
	for i, name := range [...]string{"Username", "Password", "Nonce"} {
		if o.is(n, soap.WSSE, name) {
			return i
		}
	}
	if o.is(n, soap.WSU, "Created") {
		return 3
	}
	return -1
}

func (o *outline) isPasswordText(n node) error {
	switch t := o.attr(n, "Type"); string(t) {
	case "", soap.PasswordText:
		return nil
	case soap.PasswordDigest:
		return wssec.Refuse(wssec.UnsupportedSecurityToken, "UsernameToken/Password", "a PasswordDigest: send the password as text")
	default:
		return wssec.Refuse(wssec.UnsupportedSecurityToken, "UsernameToken/Password", "the unknown Type "+string(t))
	}
}

func badUsername(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: "Security/UsernameToken", Err: err}
}
