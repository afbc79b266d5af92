package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"seismark/wssec"
)

// keyReferences is how what is written names the keys of signatures and of encryption: a flag and a setting.
type keyReferences struct{ signature, encryption wssec.KeyReference }

// naming are the settings of serve, drive and the like for what messages say of keys and of each other.
type naming struct {
	KeyReference keyReferences `mapstructure:"key-reference"`
	Confirm      bool
}

func namingFlags(f *pflag.FlagSet) {
	keyReferenceFlag(f)
	f.Bool("confirm", false, "answers confirm the signatures of their requests")
}

func keyReferenceFlag(f *pflag.FlagSet) {
	var names []string
	for _, r := range wssec.KeyReferences() {
		names = append(names, r.String())
	}
	f.Var(new(keyReferences), "key-reference", "how written messages name keys, `REFERENCE` or signature=REFERENCE,encryption=REFERENCE: "+
		strings.Join(names, ", ")+"; the last is for the encryption of answers (default a signature by token, encryption by issuer-serial)")
}

// Set takes one way for both where it is possible for both, or one for each.
func (k *keyReferences) Set(text string) error {
	var set keyReferences
	for _, item := range strings.Split(text, ",") {
		use, name, each := strings.Cut(strings.TrimSpace(item), "=")
		var r wssec.KeyReference
		if !each {
			name = use
		}
		if name != "" {
			if err := r.Set(name); err != nil {
				return err
			}
		}
		switch {
		case !each && strings.Contains(text, ","):
			return fmt.Errorf("%q stands beside another: say what it is for, as in signature=%s", item, item)
		case !each:
			set.encryption = r
			if r != wssec.ByEncryptedKeySHA1 {
				set.signature = r
			}
		case use == "signature":
			set.signature = r
		case use == "encryption":
			set.encryption = r
		default:
			return fmt.Errorf("%q: a reference is for signature or encryption", use)
		}
	}
	*k = set
	return nil
}

// String is empty for the defaults.
func (k *keyReferences) String() string {
	var items []string
	if k.signature != wssec.ByDefault {
		items = append(items, "signature="+k.signature.String())
	}
	if k.encryption != wssec.ByDefault {
		items = append(items, "encryption="+k.encryption.String())
	}
	return strings.Join(items, ",")
}

// Type is the word for it in a usage text.
func (k *keyReferences) Type() string { return "reference" }

// UnmarshalText is Set, and makes it a setting.
func (k *keyReferences) UnmarshalText(b []byte) error { return k.Set(string(b)) }

// in gives a policy with what a role writes, and with the confirmations that both expect where answers are signed.
func (n naming) in(p wssec.Policy, role wssec.Role) wssec.Policy {
	own := &p.Request
	if role == wssec.Recipient {
		own = &p.Response
	}
	own.SignatureKey, own.EncryptionKey = n.KeyReference.signature, n.KeyReference.encryption
	p.Response.Confirm = n.Confirm && len(p.Response.Sign) > 0
	return p
}
