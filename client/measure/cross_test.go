package measure

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"seismark/wssec/keystore"
)

// clientStack is a stack of a client alone, by a shell's words.
func clientStack(name, words string) Stack {
	return Stack{Name: name, Client: Client{Command: Command{{text: "sh"}, {text: "-c"}, {text: words}}}, Policies: map[string]string{"plain": "plain", "username": "username", "sign": "sign"}, Suites: map[string]string{every: every}}
}

// with is a command with another text in the place of one.
func (c Command) with(text, other string) Command {
	c = slices.Clone(c)
	for i := range c {
		if c[i].text == text {
			c[i].text = other
		}
	}
	return c
}

func crossed(t *testing.T, c Cross) []Pairing {
	t.Helper()
	var list []Pairing
	var last Progress
	err := c.Run(t.Context(), func(p Pairing) error { list = append(list, p); return nil }, func(now Progress) {
		if now.Done < last.Done || now.Done >= now.Steps {
			t.Errorf("step %d of %d after %d", now.Done, now.Steps, last.Done)
		}
		last = now
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestVerdicts plants what can become of a pairing.
func TestVerdicts(t *testing.T) {
	foreign := filepath.Join(t.TempDir(), "keys")
	if _, err := keystore.Init(foreign, keystore.Options{}); err != nil {
		t.Fatal(err)
	}
	unbuilt := fakeStack(t, "unbuilt", "")
	unbuilt.Build.Produces = "nothing"
	impostor := fakeStack(t, "impostor", "verifies-nothing")
	impostor.Server.Command, impostor.Client = impostor.Server.Command.with("{keys}", foreign), Client{}
	loser := fakeStack(t, "loser", "ends-at-once")
	loser.Client = Client{}
	rude := fakeStack(t, "rude", "")
	rude.Server, rude.Client.Command = Server{}, rude.Client.Command.with("{password}", "wrong")
	mumbler := fakeStack(t, "mumbler", "mumbles")
	mumbler.Client = Client{}
	fake := fakeStack(t, "fake", "")
	for _, c := range []struct {
		policy         string
		server, client Stack
		verdict        Verdict
		reason         string // a pattern
	}{
		{"sign", fake, fake, Passes, `^$`},
		{"username", fake, rude, Refuses, `^the server refused: FailedAuthentication: `},
		{"sign", impostor, fake, Refuses, `^the client refused the answer: client: ended; client: exit status 1: fake: wssec: FailedAuthentication at Signature/KeyInfo: CN=server,O=Test is not trusted: `},
		{"plain", fake, clientStack("lazy", `read l; echo "BenchmarkColdSequence/x 10 9 ns/op 7 quakes/seq"; read l`), Wrong, `^measure: quakes at .*: 7 counted, the right total is \d+$`},
		{"plain", fake, clientStack("short", `read l; echo "BenchmarkColdSequence/x 9 9 ns/op 7 quakes/seq"; read l`), Wrong, `^measure: calls at .*: 9 counted, the right total is 10$`},
		{"plain", fake, clientStack("talker", `read l; echo "Benchmark what"; read l`), Fails, `^client: line "Benchmark what": `},
		{"plain", fake, clientStack("silent", `exec sleep 60`), Fails, `^client: silent for 2s$`},
		{"plain", fake, clientStack("quitter", `exit 0`), Fails, `^client: ended; client: exit status 0$`},
		{"plain", fake, clientStack("killed", `kill -9 $$`), Fails, `^client: ended; client: signal: killed$`},
		{"plain", fake, clientStack("mute", `echo why >&2; exit 1`), Fails, `^the client called nobody: client: ended; client: exit status 1: why$`},
		{"plain", mumbler, fake, Fails, `^no whole answer: client: ended; client: exit status 1: fake: .*EOF$`},
		{"plain", loser, fake, Fails, `^not ready: server: ended; server: exit status 7: fake: no such port$`},
		{"plain", impostor, rude, Unable, `^rude has no policy plain$`},
		{"plain", unbuilt, fake, Unable, `^unbuilt is not built: `},
	} {
		t.Run(c.client.Name+" at "+c.server.Name, func(t *testing.T) {
			t.Parallel()
			p := fakePlan(t, "", c.policy)
			p.Stacks = []Stack{c.server, c.client}
			if c.server.Name == c.client.Name {
				p.Stacks = p.Stacks[:1]
			}
			if c.verdict == Unable && c.client.Name == "rude" {
				p.Stacks[1].Policies = nil
			}
			if c.client.Name == "silent" {
				p.PassTime = 2 * time.Second
			}
			for _, pairing := range crossed(t, Cross{Plan: p, Dump: t.TempDir()}) {
				if pairing.Client != c.client.Name || pairing.Server != c.server.Name {
					continue
				}
				if pairing.Verdict != c.verdict || !regexp.MustCompile(c.reason).MatchString(pairing.Reason) {
					t.Errorf("%s: %s, want %s: %s", pairing.Verdict, pairing.Reason, c.verdict, c.reason)
				}
				return
			}
			t.Error("no such pairing")
		})
	}
}

// TestServerAnew lets five clients call a server that dies in the third pass: the others pass.
func TestServerAnew(t *testing.T) {
	p := fakePlan(t, "dies", "plain")
	for _, name := range []string{"b", "c", "d", "e"} {
		s := fakeStack(t, name, "")
		s.Server = Server{}
		p.Stacks = append(p.Stacks, s)
	}
	var got []string
	for _, pairing := range crossed(t, Cross{Plan: p})[:5] {
		got = append(got, pairing.Client+" "+pairing.Verdict.String())
		if pairing.Verdict == Fails && !strings.Contains(pairing.Reason, "server: exit status 9: fake: segmentation fault") {
			t.Error(pairing.Reason)
		}
	}
	if want := []string{"fake passes", "b passes", "c fails", "d passes", "e passes"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	noneLeft(t, p.Stacks[0].Dir)
}

// TestKept reads what is kept of a pairing that does not pass, and nothing of those that do.
func TestKept(t *testing.T) {
	p, dir := fakePlan(t, "", "username", "sign"), t.TempDir()
	rude := clientStack("rude", `echo ${0} one >&2; exec {seismark} fake-client --url {url} --policy {policy} --keys {keys} --user x --password {password} --passes 1 --calls {calls} --fraction 0.5`)
	delete(rude.Policies, "sign")
	p.Stacks = append(p.Stacks, rude)
	crossed(t, Cross{Plan: p, Dump: dir})
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, "rude-at-fake-username-small", name))
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	for name, pattern := range map[string]string{
		"request.head":  `^POST /quakes/username HTTP/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\n(?s:.*)\r\n\r\n$`,
		"request.xml":   `^<soap:Envelope (?s:.*)<wsse:Username>x</wsse:Username>(?s:.*)</soap:Envelope>$`,
		"response.head": `^HTTP/1\.1 500 Internal Server Error\r\n(?s:.*)\r\n\r\n$`,
		"response.xml":  `^<soap:Envelope (?s:.*)FailedAuthentication(?s:.*)</soap:Envelope>$`,
		"client.log":    `^sh one\nfake: `,
		"server.log":    `^$`,
	} {
		if text := read(name); !regexp.MustCompile(pattern).MatchString(text) {
			t.Errorf("%s is %q", name, text)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	for want, p := range map[string]Pairing{
		"a-at-b-plain-small":                    {Client: "a", Server: "b", Policy: "plain", Suite: "none", Sequence: "small"},
		"a-none-at-b-sign-basic256sha256-large": {Client: "a-none", Server: "b", Policy: "sign", Suite: "basic256sha256", Sequence: "large"},
	} {
		if got := p.folder(); got != want {
			t.Errorf("folder %s, want %s", got, want)
		}
	}
}

// TestTimed times ten calls with a query that matches something, and tells why they fail.
func TestTimed(t *testing.T) {
	p := fakePlan(t, "", "plain", "username")
	log := filepath.Join(t.TempDir(), "log")
	rude := clientStack("rude", `echo {calls} {skip} $(cut -d" " -f7 {queries}) >>`+log+`; exec {seismark} fake-client --url {url} --policy {policy} --keys {keys} --user x --password x --passes {passes} --skip {skip} --calls {calls} --fraction 0.5`)
	delete(rude.Policies, "plain")
	p.Stacks = append(p.Stacks, rude)
	list := crossed(t, Cross{Plan: p, Timed: true, With: "fake"})
	for i, want := range []string{"fake plain passes", "rude plain cannot", "fake username passes", "rude username refuses"} {
		if got := list[i].Client + " " + list[i].Policy + " " + list[i].Verdict.String(); got != want {
			t.Errorf("%s, want %s: %s", got, want, list[i].Reason)
		}
	}
	if len(list) != 4 {
		t.Errorf("%d pairings", len(list))
	}
	times := list[0].Times
	if times == nil || times.Start <= 0 || times.First <= 0 || times.Mean <= 0 || times.Start > time.Minute {
		t.Fatalf("times %+v", times)
	}
	text, err := os.ReadFile(log)
	if err != nil || !regexp.MustCompile(`^(1 \d [1-9]\d*\n){2}$`).Match(text) { // once timed, once to see why
		t.Errorf("the queries were %q, %v", text, err)
	}
}

func TestCallTimes(t *testing.T) {
	if got := (CallTimes{Start: time.Second, First: 40 * time.Millisecond, Mean: 2 * time.Millisecond}).Ten(); got != 58*time.Millisecond {
		t.Error(got)
	}
}

// TestCrossCancel ends in the middle: what was found stays, and no process does.
func TestCrossCancel(t *testing.T) {
	p := fakePlan(t, "", "plain", "username")
	ctx, cancel := context.WithCancel(t.Context())
	found := 0
	err := Cross{Plan: p}.Run(ctx, func(Pairing) error { found++; cancel(); return nil }, func(Progress) {})
	if !errors.Is(err, context.Canceled) || found != 1 {
		t.Errorf("%v, %d found", err, found)
	}
	noneLeft(t, p.Stacks[0].Dir)
}
