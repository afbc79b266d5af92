package engines

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/keystore"
)

// vectors are messages of other people's stacks, as make record kept them: each asks the query of query.txt, or answers
// it.
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

// asked is the query of all vectors, and how many quakes it matches.
func asked(t *testing.T) (q quake.Query, count int) {
	t.Helper()
	text, err := os.ReadFile(vectors + "query.txt")
	if err != nil {
		t.Fatal(err)
	}
	var from, to string
	if _, err := fmt.Sscan(string(text), &from, &to, &q.Longitude.Min, &q.Longitude.Max, &q.Latitude.Min, &q.Latitude.Max, &count); err != nil {
		t.Fatal(err)
	}
	var wrong [2]error
	q.MinDate, wrong[0] = time.Parse(time.RFC3339, from)
	q.MaxDate, wrong[1] = time.Parse(time.RFC3339, to)
	if err := errors.Join(wrong[:]...); err != nil || count < 1 {
		t.Fatalf("%d quakes, %v", count, err)
	}
	return q, count
}

// TestVectors opens each, by both engines, which must give the same Body: the query, or as many quakes as it matches,
// all of them in its bounds.
func TestVectors(t *testing.T) {
	query, count := asked(t)
	for _, v := range listed(t) {
		t.Run(v.file, func(t *testing.T) {
			m, err := newEngine(t, v.config(t, 0)).Open(v.message)
			if err != nil {
				t.Fatal(err)
			}
			if !v.answers() {
				if q, err := seismic.ParseRequest(m.Body); err != nil || !near(q, query) {
					t.Errorf("asks for %+v, want %+v: %v", q, query, err)
				}
				return
			}
			var results seismic.Results
			if err := seismic.ParseResults(m.Body, &results); err != nil || results.Count() != count {
				t.Errorf("%d quakes, want %d: %v", results.Count(), count, err)
			}
			for _, set := range results.Sets {
				for _, q := range set.Quakes {
					if q.Time < query.MinDate.Unix() || q.Time > query.MaxDate.Unix() {
						t.Errorf("a quake of %d", q.Time)
					}
				}
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

// changes are each of one octet, the group of the pattern, in messages of some policies, and what engines say of it.
var changes = []struct {
	what     string
	octet    *regexp.Regexp
	policies string
	always   bool // there is one in each of these
	want     wssec.FaultCode
}{
	{"body", regexp.MustCompile(`(?s)<(?:[\w.-]+:)?Body\b.*?>(\w)`), "sign", true, wssec.FailedCheck},
	{"time", regexp.MustCompile(`Created[^>]*>[\d-]+T\d\d:\d\d:\d(\d)`), "sign signencr", true, wssec.FailedCheck},
	{"digest", regexp.MustCompile(`DigestValue[^>]*>\s*(\w)`), "sign signencr", true, wssec.FailedCheck},
	{"signature", regexp.MustCompile(`SignatureValue[^>]*>\s*(\w)`), "sign signencr", true, wssec.FailedCheck},
	{"encrypted key", regexp.MustCompile(`CipherValue[^>]*>\s*[\w+/]{24}.*?(\w)`), "signencr", true, wssec.FailedCheck},
	{"cipher text", regexp.MustCompile(`(?s).*CipherValue[^>]*>\s*[\w+/]{24}.*?(\w)`), "signencr", true, wssec.FailedCheck},
	{"serial number", regexp.MustCompile(`X509SerialNumber[^>]*>(\d)`), "sign signencr", false, wssec.SecurityTokenUnavailable},
	{"thumbprint or key identifier", regexp.MustCompile(`KeyIdentifier[^>]*>\s*(\w)`), "sign signencr", false, wssec.SecurityTokenUnavailable},
}

// TestVectorsChanged changes each in one octet, and opens it an hour later, and with another password: it is refused
// for what was done.
func TestVectorsChanged(t *testing.T) {
	for _, v := range listed(t) {
		t.Run(v.file, func(t *testing.T) {
			engine := newEngine(t, v.config(t, 0))
			for _, c := range changes {
				if !slices.Contains(strings.Fields(c.policies), v.policy) {
					continue
				}
				at := c.octet.FindSubmatchIndex(v.message)
				if at == nil {
					if c.always {
						t.Errorf("there is no %s to change", c.what)
					}
					continue
				}
				changed := bytes.Clone(v.message)
				if octet := &changed[at[2]]; *octet == '9' || *octet == 'z' || *octet == 'Z' || *octet == '_' {
					*octet--
				} else {
					*octet++
				}
				if _, err := engine.Open(changed); codeOf(err) != c.want {
					t.Errorf("another %s: %v", c.what, err)
				}
			}
			late, want := v.config(t, time.Hour), wssec.MessageExpired
			if v.policy == "username" {
				late.Admit = func(l wssec.Login) bool { return l.Password == "another" }
				want = wssec.FailedAuthentication
			}
			if _, err := newEngine(t, late).Open(v.message); codeOf(err) != want {
				t.Errorf("an hour later, or with another password: %v", err)
			}
		})
	}
}

// codeOf is that of a refusal, empty for none.
func codeOf(err error) wssec.FaultCode {
	if fault := (*wssec.FaultError)(nil); errors.As(err, &fault) {
		return fault.Code
	}
	return ""
}
