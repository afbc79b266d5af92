package xmlenc

import (
	"errors"
	"fmt"

	"seismark/wssec"
)

// Node is an element of a message, as an engine has it.
type Node[N any] interface {
	Is(space, local string) bool
	Local() string
	Attr(local string) string // of an attribute without namespace; empty where absent
	Children() ([]N, error)   // the elements in it; an error where it holds more than these
	Octets() ([]byte, error)  // the base64 in it
}

// ReadTransport reads how an EncryptedKey is enciphered: its EncryptionMethod and KeyInfo. The recipient is the
// element whose one child names the certificate. Where names the EncryptedKey in errors.
func ReadTransport[N Node[N]](c *wssec.Config, method, info N, where string) (t Transport, recipient N, err error) {
	a, at := wssec.Algorithm(method.Attr("Algorithm")), where+"/EncryptionMethod"
	if err := c.CheckAlgorithm(a, at); err != nil {
		return t, info, err
	}
	if wrapKeySize(a) > 0 {
		t, recipient, err = readAgreement(c, info, where+"/KeyInfo")
		if t.KeyWrap = a; err == nil {
			err = bare(method, at)
		}
		return t, recipient, err
	}
	t, err = readTransport(c, method, a, at)
	return t, info, err
}

// readTransport reads the parameters of RSA-OAEP (XML Encryption 1.1 section 5.5.2). A mask is only foreseen
// beside the newer of the two names, but some write it beside the older one too.
func readTransport[N Node[N]](c *wssec.Config, method N, a wssec.Algorithm, where string) (t Transport, err error) {
	kids, err := method.Children()
	if err != nil {
		return t, &wssec.FaultError{Code: wssec.InvalidSecurity, At: where, Err: err}
	}
	t, ok := TransportOf(a)
	if !ok || a == wssec.ECDHES || a == wssec.RSA15 && len(kids) > 0 {
		return t, wssec.RefuseAlgorithm(a, where)
	}
	for _, kid := range kids {
		named := wssec.Algorithm(kid.Attr("Algorithm"))
		switch {
		case kid.Is(ds, "DigestMethod"):
			if named != wssec.SHA1 { // which is no weaker here than any other
				err = c.CheckAlgorithm(named, where+"/DigestMethod")
			}
			t.Hash = named.Hash()
		case kid.Is(xenc11, "MGF"):
			t.Mask = MaskHash(named)
		case kid.Is(xenc, "OAEPparams"):
			t.Label, err = kid.Octets()
		default:
			err = fmt.Errorf("%s cannot stand in it", kid.Local())
		}
		if err != nil {
			return t, refuseAs(wssec.UnsupportedAlgorithm, where, err)
		}
	}
	if a != wssec.RSA15 && (t.Hash == 0 || t.Mask == 0) {
		return t, wssec.Refuse(wssec.UnsupportedAlgorithm, where, "a digest or mask that the engines do not have")
	}
	return t, nil
}

// bare refuses parameters of an algorithm that has none.
func bare[N Node[N]](el N, where string) error {
	if kids, err := el.Children(); err != nil || len(kids) > 0 {
		return wssec.Refuse(wssec.UnsupportedAlgorithm, where, "parameters of "+el.Attr("Algorithm"))
	}
	return nil
}

// refuseAs makes an error a FaultError, unless it is one.
func refuseAs(code wssec.FaultCode, where string, err error) error {
	if fault := (*wssec.FaultError)(nil); errors.As(err, &fault) {
		return err
	}
	return &wssec.FaultError{Code: code, At: where, Err: err}
}
