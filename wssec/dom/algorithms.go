package dom

import (
	"crypto"
	_ "crypto/sha1"
	_ "crypto/sha256"
	_ "crypto/sha512"

	"seismark/wssec"
)

// digestHash is the hash of a digest algorithm, zero for one that this engine does not have.
func digestHash(a wssec.Algorithm) crypto.Hash {
	switch a {
	case wssec.SHA1:
		return crypto.SHA1
	case wssec.SHA256:
		return crypto.SHA256
	case wssec.SHA384:
		return crypto.SHA384
	case wssec.SHA512:
		return crypto.SHA512
	}
	return 0
}

// signatureHash is the hash of a signature algorithm, all of which are RSA with PKCS #1 v1.5 here.
func signatureHash(a wssec.Algorithm) crypto.Hash {
	switch a {
	case wssec.RSASHA1:
		return crypto.SHA1
	case wssec.RSASHA256:
		return crypto.SHA256
	case wssec.RSASHA384:
		return crypto.SHA384
	case wssec.RSASHA512:
		return crypto.SHA512
	}
	return 0
}

func sum(h crypto.Hash, octets []byte) []byte {
	d := h.New()
	d.Write(octets)
	return d.Sum(nil)
}

// permit refuses an algorithm that a message may not use, before it is used.
func permit(c *wssec.Config, a wssec.Algorithm, where string) error {
	if c.Permits(a) {
		return nil
	}
	if a == "" {
		return wssec.Refuse(wssec.UnsupportedAlgorithm, where, "no algorithm is named")
	}
	return wssec.Refuse(wssec.UnsupportedAlgorithm, where, string(a)+
		" is not of the suite "+c.Policy.Suite.String()+", nor in Config.Accept")
}

// missing refuses an algorithm that is permitted, but that this engine does not have.
func missing(a wssec.Algorithm, where string) error {
	return wssec.Refuse(wssec.UnsupportedAlgorithm, where, string(a)+" is not one that this engine has")
}
