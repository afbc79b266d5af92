package dom

import (
	"fmt"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// username writes a UsernameToken.
func (w *writer) username() {
	el := add(w.security, "wsse:UsernameToken", "wsu:Id", w.named("UT"))
	add(el, "wsse:Username").SetText(w.cfg.Login.Name)
	add(el, "wsse:Password", "Type", soap.PasswordText).SetText(w.cfg.Login.Password)
}

// readUsername reads a UsernameToken whose password is text, to the last character. Nonce and Created,
// which matter to digests, may be there. Keys derived from passwords are refused.
func readUsername(el *etree.Element) (*wssec.Login, error) {
	kids, err := children(el)
	if err != nil {
		return nil, badUsername(err)
	}
	seen := map[string]string{}
	for _, kid := range kids {
		name := kid.Tag
		switch ns := kid.NamespaceURI(); {
		case ns == soap.WSSE && (name == "Username" || name == "Password" || name == "Nonce"):
		case ns == soap.WSU && name == "Created":
		default:
			return nil, badUsername(fmt.Errorf("%s cannot stand in it", name))
		}
		if _, twice := seen[name]; twice {
			return nil, badUsername(fmt.Errorf("two %s", name))
		}
		if name == "Password" {
			if err := isPasswordText(kid); err != nil {
				return nil, err
			}
		}
		if seen[name], err = text(kid); err != nil {
			return nil, badUsername(err)
		}
	}
	for _, name := range []string{"Username", "Password"} {
		if _, ok := seen[name]; !ok {
			return nil, badUsername(fmt.Errorf("no %s", name))
		}
	}
	return &wssec.Login{Name: seen["Username"], Password: seen["Password"]}, nil
}

func isPasswordText(el *etree.Element) error {
	switch t := attr(el, "Type"); t {
	case "", soap.PasswordText:
		return nil
	case soap.PasswordDigest:
		return wssec.Refuse(wssec.UnsupportedSecurityToken, "UsernameToken/Password", "a PasswordDigest: send the password as text")
	default:
		return wssec.Refuse(wssec.UnsupportedSecurityToken, "UsernameToken/Password", "the unknown Type "+t)
	}
}

func badUsername(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: "Security/UsernameToken", Err: err}
}
