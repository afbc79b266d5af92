package floor

import (
	"testing"

	"github.com/beevik/etree"
	dsig "github.com/russellhaering/goxmldsig"

	"seismark/data"
	"seismark/wssec"
	"seismark/wssec/engines"
)

// TestLengths seals more messages than the one that was measured: all have the lengths that follow from it.
func TestLengths(t *testing.T) {
	for _, suite := range wssec.Suites() {
		if suite.Key().Bits() > 2048 {
			continue
		}
		b := bench(t, 0.02, 12, testKeys(t)) // 0 to some hundred quakes, so that CBC pads differently
		for _, policy := range wssec.Policies(suite) {
			s, err := b.subject(policy)
			if err != nil {
				t.Fatal(err)
			}
			client, server := engine(t, b.side(wssec.Initiator, policy)), engine(t, b.side(wssec.Recipient, policy))
			lengths := map[int]bool{}
			for i := range b.config.Queries {
				sent, err := client.Seal(nil, b.payload[request][i])
				if err != nil {
					t.Fatal(err)
				}
				asked, err := server.Open(sent)
				if err != nil {
					t.Fatal(err)
				}
				back, err := server.Reply(nil, b.payload[answer][i], asked)
				if err != nil {
					t.Fatal(err)
				}
				got, err := client.Open(back)
				if err != nil {
					t.Fatal(err)
				}
				for way, m := range []struct{ envelope, body []byte }{{sent, asked.Body}, {back, got.Body}} {
					d, n := &s.directions[way], len(b.payload[way][i])
					if d.wire(n) != len(m.envelope) || d.body(n) != len(m.body) {
						t.Errorf("%s %s: call %d: an envelope of %d octets, Body %d; they have %d and %d",
							policy.Name, suite, i, d.wire(n), d.body(n), len(m.envelope), len(m.body))
					}
					checkHeader(t, d, m.envelope)
					lengths[n%16] = true
				}
			}
			if len(lengths) < 6 {
				t.Errorf("only %d lengths were tried", len(lengths))
			}
		}
	}
}

func engine(t *testing.T, c wssec.Config) wssec.Engine {
	t.Helper()
	e, err := engines.New("dom", c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// checkHeader lets goxmldsig make the canonical forms.
func checkHeader(t *testing.T, d *direction, envelope []byte) {
	t.Helper()
	doc := etree.NewDocument()
	if err := doc.ReadFromBytes(envelope); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tag  string
		want int
	}{{"Timestamp", d.timestamp}, {"SignedInfo", d.signedInfo}} {
		el := doc.FindElement("//" + c.tag)
		if el == nil && c.want == 0 {
			continue
		}
		if el == nil {
			t.Errorf("there is no %s", c.tag)
			continue
		}
		form, err := dsig.MakeC14N10ExclusiveCanonicalizerWithPrefixList("").Canonicalize(inScope(el))
		if err != nil || len(form) != c.want {
			t.Errorf("%s has %d octets, want %d; %v", c.tag, len(form), c.want, err)
		}
	}
}

// inScope is a copy of an element with the declarations around it.
func inScope(el *etree.Element) *etree.Element {
	copied := el.Copy()
	for parent := el.Parent(); parent != nil; parent = parent.Parent() {
		for _, a := range parent.Attr {
			if a.Space == "xmlns" && copied.SelectAttr("xmlns:"+a.Key) == nil {
				copied.CreateAttr("xmlns:"+a.Key, a.Value)
			}
		}
	}
	return copied
}

// TestTexts counts what is written as base64 in a signed and encrypted message with keys of 2048 bits: the
// signature, two digests and the session key, besides the cipher text.
func TestTexts(t *testing.T) {
	b := bench(t, data.SmallFraction, 1, testKeys(t))
	for name, want := range map[string][]int{"sign": {256, 32, 32}, "signencr": {256, 32, 32, 256}} {
		policy, err := wssec.PolicyNamed(name, wssec.Basic256Sha256GCM)
		if err != nil {
			t.Fatal(err)
		}
		s, err := b.subject(policy)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.directions {
			got, err := s.texts(&s.directions[i])
			if err != nil || len(got) != len(want) {
				t.Fatalf("%s: %v, %v", name, got, err)
			}
			for k := range want {
				if got[k] != want[k] {
					t.Errorf("%s: %v, want %v", name, got, want)
				}
			}
		}
	}
}

// TestSealed is what the ciphers of XML Encryption add: IV and tag of GCM are 28 octets; CBC has an IV of 16
// and pads to whole blocks, at least by one octet.
func TestSealed(t *testing.T) {
	b := bench(t, data.SmallFraction, 1, testKeys(t))
	for suite, want := range map[wssec.Suite][]int{
		wssec.Basic256Sha256GCM: {28, 43, 44, 45},
		wssec.Basic256Sha256:    {32, 32, 48, 48},
	} {
		s, err := b.subject(wssec.SignEncrypt(suite))
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range []int{0, 15, 16, 17} {
			if got := s.directions[request].sealed(n); got != want[i] {
				t.Errorf("%s: %d octets are %d as cipher text, want %d", suite, n, got, want[i])
			}
		}
	}
}
