package keystore

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"strings"
)

var pemBegin = []byte("-----BEGIN ")

func parsePEM(data []byte) (*Store, *Error) {
	var (
		keys         []crypto.Signer
		certificates []*x509.Certificate
		others       []string
		blocks       int
	)
	for rest := data; ; {
		var b *pem.Block
		if b, rest = pem.Decode(rest); b == nil {
			break
		}
		blocks++
		if encrypted(b) {
			return nil, (&Error{Err: ErrEncrypted}).
				try("write it in the clear, openssl pkey -in FILE -out new.key, or give a PKCS#12 file")
		}
		switch b.Type {
		case "CERTIFICATE", "X509 CERTIFICATE":
			c, err := x509.ParseCertificate(b.Bytes)
			if err != nil {
				return nil, refuse("PEM block %d: %w", blocks, err)
			}
			certificates = append(certificates, c)
		case "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY":
			key, err := parseKey(b.Bytes)
			if err != nil {
				return nil, refuse("PEM block %d: %w", blocks, err)
			}
			keys = append(keys, key)
		default:
			others = append(others, b.Type)
		}
	}
	// pem.Decode goes past a block that it cannot read, without a word.
	if began := bytes.Count(data, pemBegin); began != blocks {
		return nil, refuse("of %d PEM blocks only %d can be read: the file is damaged or cut off", began, blocks)
	}
	if len(keys)+len(certificates) == 0 {
		return nil, refuse("holds neither a certificate nor a private key, only %s", strings.Join(others, ", "))
	}
	return join(keys, certificates)
}

// encrypted tells both forms: PKCS#8 (RFC 5958 section 3) and that of RFC 1421.
func encrypted(b *pem.Block) bool {
	return b.Type == "ENCRYPTED PRIVATE KEY" || strings.Contains(b.Headers["Proc-Type"], "ENCRYPTED")
}

// parseKey reads PKCS#8, PKCS#1 and EC keys, whatever the label says: labels are often wrong.
func parseKey(der []byte) (crypto.Signer, error) {
	if len(der) > maxKey {
		return nil, errors.New("the private key is too large")
	}
	key, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		if rsa, e := x509.ParsePKCS1PrivateKey(der); e == nil {
			return rsa, nil
		}
		if ec, e := x509.ParseECPrivateKey(der); e == nil {
			return ec, nil
		}
		return nil, err
	}
	return signer(key)
}

func signer(key any) (crypto.Signer, error) {
	s, ok := key.(crypto.Signer)
	if !ok {
		return nil, errors.New("the private key is of a kind that cannot sign")
	}
	return s, nil
}
