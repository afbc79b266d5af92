package keystore

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"seismark/wssec"
)

// Options are for Init. Zero fields mean the defaults.
type Options struct {
	Force    bool          // overwrite keys that are there
	Validity time.Duration // of the certificates; default ten years
	Bits     int           // of the RSA keys of authority, client and server; default 2048
	Kinds    []wssec.Key   // of further clients and servers; default none
	Password string        // of the PKCS#12 and JKS files; default DefaultPassword
	Now      func() time.Time
}

// DefaultPassword is that of the PKCS#12 and JKS files that Init writes. It protects nothing, as its name in many
// manuals says: the keys lie beside it in the clear.
const DefaultPassword = "changeit"

const (
	defaultValidity = 10 * 365 * 24 * time.Hour
	defaultBits     = 2048
	backdate        = time.Hour // for machines whose clocks are behind
)

func (o Options) withDefaults() Options {
	if o.Validity == 0 {
		o.Validity = defaultValidity
	}
	if o.Bits == 0 {
		o.Bits = defaultBits
	}
	if o.Password == "" {
		o.Password = DefaultPassword
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Init makes an authority, a client and a server in a folder: NAME.crt, NAME.key and, but for the
// authority, NAME.p12 with the authority's certificate beside, and NAME.jks with that and the other side's, under
// the names client, server and ca; and a client and a server for each further kind of key, such as
// client-p256. All are for tests.
func Init(dir string, o Options) (*Keys, error) {
	o = o.withDefaults()
	if !o.Force {
		if err := refuseExisting(dir); err != nil {
			return nil, err
		}
	}
	ca, err := o.issueAuthority()
	if err != nil {
		return nil, fail(dir, "making the authority: %w", err)
	}
	k := &Keys{CA: ca.Certificate, dir: dir, others: map[wssec.Key]Sides{}}
	if err := k.issue(o, ca); err != nil {
		return nil, fail(dir, "making %w", err)
	}
	files, err := k.files(ca, o)
	if err != nil {
		return nil, fail(dir, "%w", err)
	}
	if err := writeAll(dir, files); err != nil {
		return k, err
	}
	return k, removeOthers(dir, files)
}

// issue makes clients and servers of all kinds at once: an RSA key of 4096 bits takes seconds.
func (k *Keys) issue(o Options, ca wssec.Identity) error {
	kinds := append([]wssec.Key{wssec.Keys()[0]}, o.Kinds...)
	sides := make([][2]wssec.Identity, len(kinds))
	failed := make([][2]error, len(kinds))
	var all sync.WaitGroup
	for i, kind := range kinds {
		for j, name := range []string{"client", "server"} {
			all.Go(func() {
				if sides[i][j], failed[i][j] = o.issue(kind, name+suffix(kind), ca); failed[i][j] != nil {
					failed[i][j] = fmt.Errorf("%s: %w", name+suffix(kind), failed[i][j])
				}
			})
		}
	}
	all.Wait()
	for i, kind := range kinds {
		if err := errors.Join(failed[i][:]...); err != nil {
			return err
		}
		k.others[kind] = Sides{sides[i][0], sides[i][1]}
	}
	k.Sides = k.others[kinds[0]]
	delete(k.others, kinds[0])
	return nil
}
