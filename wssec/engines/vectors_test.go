package engines

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"seismark/data"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/keystore"
)

// vectors are messages of other people's stacks: each of them the last of the sequence small, as make record kept it.
const vectors = "../testdata/vectors/"

// vector is a line of their list.
type vector struct {
	file, stack, policy, suite string
	message                    []byte
}

func (v vector) answers() bool { return strings.HasSuffix(v.file, "-response.xml") }

func listed(t *testing.T) []vector {
	t.Helper()
	f, err := os.Open(vectors + "index.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	for _, row := range rows[1:] {
		message, err := os.ReadFile(vectors + row[0])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, vector{row[0], row[1], row[2], row[3], message})
	}
	files, _ := filepath.Glob(vectors + "*.xml")
	if len(files) != len(list) || len(list) < 40 {
		t.Fatalf("%d files, %d in the list", len(files), len(list))
	}
	return list
}

// config is the narrowest that opens a vector, at the time of the message and later.
func (v vector) config(t *testing.T, later time.Duration) wssec.Config {
	t.Helper()
	identity := func(name string) wssec.Identity {
		id, err := keystore.LoadIdentity(vectors+"test-"+name+".crt", vectors+"test-"+name+".key", "")
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	ca, err := keystore.Load(vectors+"test-ca.crt", "")
	if err != nil {
		t.Fatal(err)
	}
	var suite wssec.Suite
	if v.suite != "" {
		if err := suite.Set(v.suite); err != nil {
			t.Fatal(err)
		}
	}
	policy, err := wssec.PolicyNamed(v.policy, suite)
	if err != nil {
		t.Fatal(err)
	}
	client, server := identity("client"), identity("server")
	c := wssec.Config{Role: wssec.Recipient, Policy: policy, Self: server, Peer: client.Certificate, Trust: wssec.TrustIn(pool(ca.Certificates...)),
		Admit: func(l wssec.Login) bool { return l == wssec.Login{Name: "seismic", Password: "tremor"} }}
	if v.answers() {
		c.Role, c.Self, c.Peer = wssec.Initiator, client, server.Certificate
	}
	if m := regexp.MustCompile(`Created>([^<]*)<`).FindSubmatch(v.message); m != nil {
		created, err := time.Parse(time.RFC3339, string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		c.Now = func() time.Time { return created.Add(later) }
	}
	return c
}

// TestVectors opens each, by both engines. The query is that of the generator, and the answer has as many quakes as the
// catalogue has for it; it is for packages quake and data to be right about these.
func TestVectors(t *testing.T) {
	queries := quake.Generator{Seed: data.QuerySeed, Fraction: data.SmallFraction}.Queries(data.SmallCalls)
	last := queries[len(queries)-1]
	store := data.Builtin()
	var matches quake.Matches
	store.Match(last, &matches)
	for _, v := range listed(t) {
		t.Run(v.file, func(t *testing.T) {
			m, err := newEngine(t, v.config(t, 0)).Open(v.message)
			if err != nil {
				t.Fatal(err)
			}
			var results seismic.Results
			if v.answers() {
				if err := seismic.ParseResults(m.Body, &results); err != nil || results.Count() != matches.Count() {
					t.Errorf("%d quakes, want %d: %v", results.Count(), matches.Count(), err)
				}
			} else if q, err := seismic.ParseRequest(m.Body); err != nil || !near(q, last) {
				t.Errorf("asks for %+v, want %+v: %v", q, last, err)
			}
		})
	}
}

// near compares queries but for what a decimal or a millisecond loses.
func near(a, b quake.Query) bool {
	const little = 1e-4
	close := func(x, y quake.Range) bool {
		return max(x.Min-y.Min, y.Min-x.Min, x.Max-y.Max, y.Max-x.Max) < little
	}
	return a.MinDate.Sub(b.MinDate).Abs() < time.Second && a.MaxDate.Sub(b.MaxDate).Abs() < time.Second &&
		close(a.Longitude, b.Longitude) && close(a.Latitude, b.Latitude)
}

// TestVectorsChanged changes each in one place, and opens it an hour later: it is refused for what was done.
func TestVectorsChanged(t *testing.T) {
	for _, v := range listed(t) {
		if v.policy == "username" {
			continue
		}
		t.Run(v.file, func(t *testing.T) {
			engine := newEngine(t, v.config(t, 0))
			for _, c := range []struct {
				what string
				at   *regexp.Regexp
			}{
				{"digest", regexp.MustCompile(`DigestValue[^>]*>\s*`)},
				{"signature", regexp.MustCompile(`SignatureValue[^>]*>\s*`)},
				{"cipher text", regexp.MustCompile(`(?s).*CipherValue[^>]*>\s*[A-Za-z0-9+/]{24}`)},
				{"time", regexp.MustCompile(`Created[^>]*>20`)},
				{"key name", regexp.MustCompile(`X509SerialNumber[^>]*>`)},
			} {
				at := c.at.FindIndex(v.message)
				if at == nil {
					continue
				}
				changed := []byte(string(v.message))
				octet := &changed[at[1]]
				if *octet = *octet ^ 1; !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", rune(*octet)) {
					*octet = 'q'
				}
				if _, err := engine.Open(changed); err == nil {
					t.Errorf("opens with another %s", c.what)
				}
			}
			if _, err := newEngine(t, v.config(t, time.Hour)).Open(v.message); err == nil || !strings.Contains(err.Error(), string(wssec.MessageExpired)) {
				t.Errorf("an hour later: %v", err)
			}
		})
	}
}
