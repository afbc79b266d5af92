package engines

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"seismark/wssec"
	"seismark/wssec/keystore"
	"seismark/wssec/xmltok"
)

const samples = "../../../shared/samples/"

// sampleConfig is the narrowest configuration that opens a sample: what its name says, and nothing more.
func sampleConfig(t testing.TB, name string, message []byte) wssec.Config {
	t.Helper()
	keys, err := keystore.Open("../../../shared/keys")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(strings.TrimSuffix(name, ".xml"), "-")
	stack, has := parts[0], func(part string) bool { return slices.Contains(parts, part) }
	suite := wssec.Basic256Sha256GCM
	// Metro and Axis2 have CBC unless their names say otherwise, and the policies that drive two of CXF.
	if has("cbc") || (stack == "metro" || stack == "axis2" || has("poldom") || has("polstax")) && !has("gcm") {
		suite = wssec.Basic256Sha256
	}
	i := slices.IndexFunc(parts, func(p string) bool { _, err := wssec.PolicyNamed(p, suite); return err == nil })
	policy, err := wssec.PolicyNamed(parts[i], suite)
	if err != nil {
		t.Fatal(err)
	}
	c := wssec.Config{Role: wssec.Recipient, Policy: policy, Trust: wssec.TrustIn(pool(keys.CA))}
	c.Self, c.Peer = keys.Server, keys.Client.Certificate
	c.Admit = func(l wssec.Login) bool { return l == wssec.Login{Name: "seismic", Password: "tremor"} }
	if has("response") {
		c.Role, c.Self, c.Peer = wssec.Initiator, keys.Client, keys.Server.Certificate
		c.Login = wssec.Login{Name: "seismic", Password: "tremor"}
	}
	if has("poldom") || has("polstax") {
		c.Accept = []wssec.Algorithm{wssec.RSASHA1} // what Basic256Sha256 means to CXF
	}
	if len(policy.Request.Sign) > 0 {
		now, err := time.Parse(time.RFC3339, string(regexp.MustCompile(`Created>([^<]*)<`).FindSubmatch(message)[1]))
		if err != nil {
			t.Fatal(err)
		}
		c.Now = func() time.Time { return now }
	}
	return c
}

// sampled gives every sample to a test.
func sampled(t *testing.T, test func(t *testing.T, name string, message []byte, c wssec.Config)) {
	files, _ := filepath.Glob(samples + "*.xml")
	if len(files) == 0 {
		t.Skip("no ../shared/samples beside the repository")
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			message, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			test(t, name, message, sampleConfig(t, name, message))
		})
	}
}

// TestSamples opens what CXF, Metro, Axis2, gSOAP, zeep and node-soap sent. Answers hold eight quakes.
func TestSamples(t *testing.T) {
	sampled(t, func(t *testing.T, name string, message []byte, c wssec.Config) {
		m, err := newEngine(t, c).Open(message)
		if err != nil {
			t.Fatal(err)
		}
		want, quakes := map[string]int{"matchQuakes": 1}, "quake"
		if c.Role == wssec.Initiator {
			want = map[string]int{quakes: 8}
		}
		for local, n := range want {
			if got := count(t, m.Body, local); got != n {
				t.Errorf("%d %s, want %d", got, local, n)
			}
		}
		if len(c.Incoming().Sign) > 0 {
			digest := sha256.Sum256(m.Body)
			if !bytes.Contains(message, []byte(base64.StdEncoding.EncodeToString(digest[:]))) {
				t.Error("the Body is not what was digested")
			}
		}
		used := c.Policy.Suite.Algorithms()
		if c.Accept != nil {
			used.Signature = wssec.RSASHA1
		}
		switch c.Policy.Name {
		case "sign":
			used.KeyTransport, used.Cipher = "", ""
		case "plain", "username":
			used = wssec.Algorithms{}
		}
		if m.Used != used {
			t.Errorf("used %v", m.Used)
		}
	})
}

// count counts the elements of a name in a document.
func count(t testing.TB, document []byte, local string) (n int) {
	t.Helper()
	var k xmltok.Tokenizer
	k.Reset(document)
	for {
		kind, err := k.Next()
		if err != nil {
			t.Fatal(err)
		}
		if kind == xmltok.EOF {
			return n
		}
		if kind == xmltok.Start && string(k.Name().Local) == local {
			n++
		}
	}
}

// TestSamplesTampered changes every sample that is signed or carries a password, at many places. What still
// opens says what it said before.
func TestSamplesTampered(t *testing.T) {
	sampled(t, func(t *testing.T, name string, message []byte, c wssec.Config) {
		e := newEngine(t, c)
		want, err := e.Open(message)
		if err != nil {
			t.Fatal(err)
		}
		in := c.Incoming()
		if len(in.Sign) == 0 && !in.Login {
			return
		}
		for i := len(name) % 7; i < len(message); i += 1 + len(message)/60 {
			for _, edited := range [][]byte{
				join(message[:i], []byte{message[i] ^ 1}, message[i+1:]),
				join(message[:i], message[i+1:]),
				join(message[:i], []byte("A"), message[i:]),
			} {
				m, err := e.Open(edited)
				if err != nil {
					continue
				}
				same := bytes.Equal(m.Body, want.Body) && slices.Equal(m.Signed, want.Signed)
				if in.Login {
					same = *m.Login == *want.Login // all that the policy secures
				}
				if !same {
					t.Errorf("at %d opened as\n%s", i, m.Body)
				}
			}
		}
	})
}

func join(pieces ...[]byte) []byte { return bytes.Join(pieces, nil) }

// TestSamplesRefused makes of every signed sample what must not open.
func TestSamplesRefused(t *testing.T) {
	sampled(t, func(t *testing.T, name string, message []byte, c wssec.Config) {
		if len(c.Incoming().Sign) == 0 {
			return
		}
		s := string(bytes.TrimSpace(message))
		soap := regexp.MustCompile(`<([\w-]+):Envelope`).FindStringSubmatch(s)[1]
		element := func(pattern string) string { return regexp.MustCompile(`(?s)` + pattern).FindString(s) }
		body := element(`<` + soap + `:Body.*</` + soap + `:Body>`)
		header := element(`<` + soap + `:Header>.*</` + soap + `:Header>`)
		security := element(`<wsse:Security .*</wsse:Security>`)
		signature := element(`<([\w]+:)?Signature[ >].*</([\w]+:)?Signature>`)
		stamp := element(`<([\w]+:)?Timestamp.*</([\w]+:)?Timestamp>`)
		other := "<" + soap + ":Body><evil/></" + soap + ":Body>"
		swap := func(old, with string) string { return strings.Replace(s, old, with, 1) }
		mend := func(s, old, with string) string { return strings.Replace(s, old, with, 1) }
		wrap := func(what, with string) string {
			return mend(swap(what, with), "</"+soap+":Header>", "<x xmlns:wsu=\"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd\">"+what+"</x></"+soap+":Header>")
		}
		for what, edited := range map[string]string{
			"no header":                       swap(header, ""),
			"no Security":                     swap(security, ""),
			"no Signature":                    swap(signature, ""),
			"no Timestamp":                    swap(stamp, ""),
			"two Signatures":                  swap(signature, signature+signature),
			"two Timestamps":                  swap(stamp, stamp+stamp),
			"two Bodies":                      swap(body, body+body),
			"another Body":                    swap(body, other),
			"another Body besides":            swap(body, other+body),
			"Body in a header":                wrap(body, ""),
			"Body in a header, another Body":  wrap(body, other),
			"Body in a header, the same Body": wrap(body, body),
			"Timestamp in a header":           wrap(stamp, ""),
			"Timestamp twice":                 wrap(stamp, stamp),
			"for another actor":               swap(soap+":mustUnderstand=", soap+`:actor="urn:x" `+soap+":mustUnderstand="),
			"a DOCTYPE":                       swap("<"+soap+":Envelope", "<!DOCTYPE x><"+soap+":Envelope"),
			"cut":                             s[:len(s)-1],
			"rsa-sha1 for rsa-sha256":         mend(mend(s, "2001/04/xmldsig-more#rsa-sha256", "2000/09/xmldsig#rsa-sha1"), "2001/04/xmlenc#sha256", "2000/09/xmldsig#sha1"),
		} {
			if edited == s {
				t.Fatalf("%s: nothing was edited", what)
			}
			if m, err := newEngine(t, c).Open([]byte(edited)); err == nil {
				t.Errorf("%s: opened as\n%s", what, m.Body)
			} else if fault := (*wssec.FaultError)(nil); !errors.As(err, &fault) {
				t.Errorf("%s: no FaultError: %v", what, err)
			}
		}
		late := c
		now := c.Clock()
		for _, minutes := range []time.Duration{-2, 12} {
			late.Now = func() time.Time { return now.Add(minutes * time.Minute) }
			if _, err := newEngine(t, late).Open(message); !errors.Is(err, wssec.MessageExpired) {
				t.Errorf("after %d minutes: %v", minutes, err)
			}
		}
		distrust := c
		distrust.Trust = wssec.TrustIn(nil)
		if _, err := newEngine(t, distrust).Open(message); !errors.Is(err, wssec.FailedAuthentication) {
			t.Errorf("with nobody trusted: %v", err)
		}
	})
}
