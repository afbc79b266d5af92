package keystore

import (
	"bytes"
	"crypto/x509"
	"os"
	"path/filepath"
	"time"

	"github.com/pavlo-v-chernykh/keystore-go/v4"

	"seismark/wssec"
)

// javaStore is a JKS file for one side: its key under own, the other side's certificate under other, the
// authority's under "ca". Store and key have the same password. Stacks in Java that read PKCS#12 for every
// message decrypt it anew each time, which takes them ten times as long as with JKS.
func javaStore(own string, id wssec.Identity, other string, peer, ca *x509.Certificate, o Options) ([]byte, error) {
	key, err := x509.MarshalPKCS8PrivateKey(id.Key)
	if err != nil {
		return nil, err
	}
	made, password := o.Now(), []byte(o.Password)
	ks := keystore.New(keystore.WithOrderedAliases())
	entry := keystore.PrivateKeyEntry{CreationTime: made, PrivateKey: key, CertificateChain: []keystore.Certificate{x509Entry(id.Certificate), x509Entry(ca)}}
	if err := ks.SetPrivateKeyEntry(own, entry, password); err != nil {
		return nil, err
	}
	for alias, c := range map[string]*x509.Certificate{other: peer, "ca": ca} {
		if err := ks.SetTrustedCertificateEntry(alias, trusted(c, made)); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	err = ks.Store(&b, password)
	return b.Bytes(), err
}

func trusted(c *x509.Certificate, made time.Time) keystore.TrustedCertificateEntry {
	return keystore.TrustedCertificateEntry{CreationTime: made, Certificate: x509Entry(c)}
}

func x509Entry(c *x509.Certificate) keystore.Certificate {
	return keystore.Certificate{Type: "X.509", Content: c.Raw}
}

// JavaStores reports a folder that has no .jks files, as those that were made before Init wrote them.
func (k *Keys) JavaStores() error {
	for _, name := range []string{"client.jks", "server.jks"} {
		path := filepath.Join(k.dir, name)
		if _, err := os.Stat(path); err != nil {
			return cannotRead(path, err).try("seismark keys init --force --keys %s makes new keys, with the files that stacks in Java read", k.dir)
		}
	}
	return nil
}
