package main

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"seismark/data"
	"seismark/quake"
	"seismark/wssec"
	"seismark/wssec/engines"
	"seismark/wssec/keystore"
)

// side is what one side of a call is told about its security: the settings that serve, drive and query share.
type side struct {
	naming   `mapstructure:",squash"`
	Suite    wssec.Suite
	Engine   string
	RSA      string
	Keys     string
	User     string
	Password string
}

// The login that both sides use where none is given.
const (
	defaultUser     = "seismic"
	defaultPassword = "tremor"
)

func sideFlags(f *pflag.FlagSet) {
	suiteFlag(f)
	engineFlag(f)
	rsaFlag(f)
	keysFlag(f)
	loginFlags(f)
	namingFlags(f)
}

func engineFlag(f *pflag.FlagSet) {
	f.String("engine", engines.Names()[0], "the `ENGINE` that secures and opens messages: "+strings.Join(engines.Names(), ", "))
}

// checkEngine reports an engine that there is not.
func checkEngine(name string) error {
	if slices.Contains(engines.Names(), name) {
		return nil
	}
	return usagef("--engine %q: choose from %s", name, strings.Join(engines.Names(), ", "))
}

func keysFlag(f *pflag.FlagSet) {
	f.String("keys", "keys", "the `FOLDER` of keys that \"seismark keys init\" makes")
}

func loginFlags(f *pflag.FlagSet) {
	f.String("user", defaultUser, "the `NAME` in a UsernameToken")
	f.String("password", defaultPassword, "the `PASSWORD` in a UsernameToken")
}

// engine makes the engine of a side under a policy, and names the library that has its keys. Keys are read
// only where the policy needs some; without them there is no library.
func (s side) engine(role wssec.Role, policy wssec.Policy) (engine wssec.Engine, library string, err error) {
	config := wssec.Config{Role: role, Policy: policy}
	if secures(policy) {
		keys, name, err := openKeys(s.Keys, s.RSA, policy.Suite)
		if err != nil {
			return nil, "", err
		}
		config, library = keys.Config(role, policy), name
	}
	config.Login = wssec.Login{Name: s.User, Password: s.Password}
	config.Admit = only(config.Login)
	if err := checkEngine(s.Engine); err != nil {
		return nil, "", err
	}
	engine, err = engines.New(s.Engine, config)
	return engine, library, err
}

// only admits one login. The digests make the comparison take the same time wherever the two differ.
func only(login wssec.Login) func(wssec.Login) bool {
	digest := func(l wssec.Login) [2][sha256.Size]byte {
		return [2][sha256.Size]byte{sha256.Sum256([]byte(l.Name)), sha256.Sum256([]byte(l.Password))}
	}
	want := digest(login)
	return func(l wssec.Login) bool {
		got := digest(l)
		return subtle.ConstantTimeCompare(got[0][:], want[0][:])&subtle.ConstantTimeCompare(got[1][:], want[1][:]) == 1
	}
}

// remedied tells the remedy of an error of keys as a hint.
func remedied(err error) error {
	e := (*keystore.Error)(nil)
	if !errors.As(err, &e) || e.Remedy == "" {
		return err
	}
	plain := *e
	plain.Remedy = ""
	return hint(&plain, "%s", e.Remedy)
}

func catalogueFlag(f *pflag.FlagSet) {
	f.String("catalogue", "", "a catalogue's `FILE` or address, in any format of \"data import\" (default the built-in one)")
}

// catalogue loads the built-in catalogue or another, and says what it is.
func catalogue(ctx context.Context, source string) (*quake.Store, string, error) {
	if source == "" {
		return data.Builtin(), data.Description, nil
	}
	in, err := data.Open(ctx, source)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	quakes, _, err := data.Import(ctx, in, data.Options{Source: in.Name})
	if r := (*data.RecordError)(nil); errors.As(err, &r) {
		return nil, "", hint(err, "make a catalogue of the good lines with: seismark data import --skip-bad --out good.cat %s", source)
	}
	if err != nil {
		return nil, "", err
	}
	if len(quakes) == 0 {
		return nil, "", fmt.Errorf("catalogue %s: there is no earthquake in it", in.Name)
	}
	return quake.NewStore(quakes), in.Name, nil
}
