package keystore

import (
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"software.sslmate.com/src/go-pkcs12"

	"seismark/wssec"
)

// file is one file that Init writes.
type file struct {
	name string
	mode fs.FileMode
	data []byte
}

const (
	private fs.FileMode = 0o600
	public  fs.FileMode = 0o644
)

// note is the README of a folder of keys.
const note = `Test keys, made by "seismark keys init".

They are for trying and measuring on one machine. Never trust ca.crt elsewhere: its key, ca.key, lies
beside it in the clear, as do the other keys. client and server have an RSA key; others are for suites that need
another kind, which stands in their names, such as client-p256. The .p12 and .jks files hold the same keys; their
password is the one that was given to keys init, by default "changeit". In a .jks file the names of the entries
are client, server and ca.
`

// names are the files of a folder of keys with the given kinds.
func names(kinds []wssec.Key) []string {
	list := []string{"ca.key", "ca.crt"}
	for _, kind := range append([]wssec.Key{wssec.Keys()[0]}, kinds...) {
		for _, side := range []string{"client", "server"} {
			name := side + suffix(kind)
			list = append(list, name+".key", name+".crt", name+".p12", name+".jks")
		}
	}
	return append(list, "README")
}

// files are the files of a folder.
func (k *Keys) files(ca wssec.Identity, o Options) ([]file, error) {
	all, err := pair("ca", ca)
	if err != nil {
		return nil, err
	}
	for _, kind := range append([]wssec.Key{wssec.Keys()[0]}, o.Kinds...) {
		s, ok := k.others[kind]
		if !ok {
			s = k.Sides
		}
		sides, names := []wssec.Identity{s.Client, s.Server}, []string{"client", "server"}
		for i, id := range sides {
			name, peer := names[i]+suffix(kind), sides[1-i].Certificate
			files, err := pair(name, id)
			if err != nil {
				return nil, err
			}
			p12, err := pkcs12.Modern2023.Encode(id.Key, id.Certificate, []*x509.Certificate{ca.Certificate}, o.Password)
			if err != nil {
				return nil, err
			}
			jks, err := javaStore(names[i], id, names[1-i], peer, ca.Certificate, o)
			if err != nil {
				return nil, err
			}
			all = append(append(all, files...), file{name + ".p12", private, p12}, file{name + ".jks", private, jks})
		}
	}
	return append(all, file{"README", public, []byte(note)}), nil
}

// pair are the files of a key and its certificate.
func pair(name string, id wssec.Identity) ([]file, error) {
	key, err := x509.MarshalPKCS8PrivateKey(id.Key)
	return []file{
		{name + ".key", private, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})},
		{name + ".crt", public, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: id.Certificate.Raw})},
	}, err
}

func refuseExisting(dir string) error {
	for _, name := range names(wssec.Keys()[1:]) {
		_, err := os.Lstat(filepath.Join(dir, name))
		if err == nil {
			return (&Error{Path: filepath.Join(dir, name), Err: ErrExists}).
				try("seismark keys init --force replaces them, another folder keeps them")
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return cannotRead(dir, err)
		}
	}
	return nil
}

// writeAll writes every file under a name of its own before it gives the first its true name, so that a
// full disk changes nothing.
func writeAll(dir string, files []file) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return cannotRead(dir, err)
	}
	written := make([]string, 0, len(files))
	defer func() {
		for _, path := range written {
			os.Remove(path) // of those that were renamed there is nothing left
		}
	}()
	for _, f := range files {
		path, err := writeTemporary(dir, f)
		if path != "" {
			written = append(written, path)
		}
		if err != nil {
			return cannotRead(dir, err)
		}
	}
	for i, f := range files {
		if err := os.Rename(written[i], filepath.Join(dir, f.name)); err != nil {
			return cannotRead(filepath.Join(dir, f.name), err)
		}
	}
	return nil
}

// removeOthers removes keys of former kinds, which another authority vouches for.
func removeOthers(dir string, files []file) error {
	for _, name := range names(wssec.Keys()[1:]) {
		if slices.ContainsFunc(files, func(f file) bool { return f.name == name }) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cannotRead(filepath.Join(dir, name), err)
		}
	}
	return nil
}

// writeTemporary gives the path also with an error, where there is something to remove.
func writeTemporary(dir string, f file) (string, error) {
	t, err := os.CreateTemp(dir, "."+f.name+"-*") // readable by its owner alone
	if err != nil {
		return "", err
	}
	_, err = t.Write(f.data)
	return t.Name(), errors.Join(err, t.Chmod(f.mode), t.Sync(), t.Close())
}
