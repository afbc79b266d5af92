package measure

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"seismark/wssec"
	"seismark/wssec/keystore"
)

const goodStack = `name: cxf-stax
title: Apache CXF, streaming WSS4J
build: {command: [mvn, -q, package], produces: target/peer.jar, needs: [java, mvn]}
version: {command: [java, -jar, target/peer.jar, --version]}
server:
  command: [java, "-Xmx{heap}", -jar, target/peer.jar, "{port}", "{policy}", '{"json": 1}']
  ready: {line: READY}
  path: /seismic/{policy}
client: {command: [java, "-Xmx{heap}", -jar, target/peer.jar, "{url}", "{policy}", "{sequence}", "{passes}"]}
policies: {plain: plain, sign: signed}
suites: {basic256sha256gcm: gcm}
heap: {message: java.lang.OutOfMemoryError}
`

func loadStack(text string) (Stack, error) {
	return LoadStack(fstest.MapFS{"stack.yaml": {Data: []byte(text)}}, "stack.yaml", "/peers/cxf")
}

func TestLoadStack(t *testing.T) {
	s, err := loadStack(goodStack)
	if err != nil {
		t.Fatal(err)
	}
	got := s.Server.Command.fill(map[string]string{"heap": "1048576", "port": "8080", "policy": "signed"})
	if want := []string{"java", "-Xmx1048576", "-jar", "target/peer.jar", "8080", "signed", `{"json": 1}`}; !slices.Equal(got, want) {
		t.Errorf("command is %q, want %q", got, want)
	}
	if s.Name != "cxf-stax" || s.Dir != "/peers/cxf" || s.Build.Produces != "target/peer.jar" || len(s.Build.Needs) != 2 ||
		!s.Heap.message.MatchString("Exception: java.lang.OutOfMemoryError: Java heap space") {
		t.Errorf("stack is %+v", s)
	}
	for policy, want := range map[string]string{
		"plain": "", "sign": "", "username": "cxf-stax has no policy username", "sign/cbc": "cxf-stax has no suite basic256sha256",
	} {
		name, _, cbc := strings.Cut(policy, "/")
		suite := wssec.Basic256Sha256GCM
		if cbc {
			suite = wssec.Basic256Sha256
		}
		p, err := wssec.PolicyNamed(name, suite)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Can(p); err != nil && err.Error() != want || err == nil && want != "" {
			t.Errorf("%s: error is %v, want %q", policy, err, want)
		}
	}
}

// TestEverySuite has a stack that calls all suites as we do, but for one.
func TestEverySuite(t *testing.T) {
	s, err := loadStack(strings.Replace(goodStack, "{basic256sha256gcm: gcm}", `{"*": "*", basic256sha256: cbc}`, 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, suite := range wssec.Suites() {
		want := suite.String()
		if suite == wssec.Basic256Sha256 {
			want = "cbc"
		}
		if got := s.Suite(suite); got != want || s.Can(wssec.Sign(suite)) != nil {
			t.Errorf("%s is called %q, want %q; %v", suite, got, want, s.Can(wssec.Sign(suite)))
		}
	}
	if _, err := loadStack(strings.Replace(goodStack, "{basic256sha256gcm: gcm}", `{"*": gcm}`, 1)); err == nil {
		t.Error("one word for all suites is taken")
	}
}

// TestOneSide takes a stack that plays one part alone, and none that plays no part.
func TestOneSide(t *testing.T) {
	server, client, _ := strings.Cut(goodStack, "client: ")
	client, rest, _ := strings.Cut(client, "\n")
	head, _, _ := strings.Cut(server, "server:")
	for text, want := range map[string]string{
		goodStack:                                "",
		server + rest:                            "cxf-stax has no client",
		head + "client: " + client + "\n" + rest: "cxf-stax has no server",
	} {
		s, err := loadStack(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Whole(); got == nil && want != "" || got != nil && got.Error() != want {
			t.Errorf("%v, want %q", got, want)
		}
	}
	if _, err := loadStack(head + rest); err == nil || !strings.Contains(err.Error(), "it plays no part") {
		t.Errorf("error is %v", err)
	}
}

// TestStranger makes strangers with keys like those of whom they name.
func TestStranger(t *testing.T) {
	dir := t.TempDir()
	keys, err := keystore.Init(dir, keystore.Options{Kinds: []wssec.Key{wssec.P256, wssec.P384}})
	if err != nil {
		t.Fatal(err)
	}
	p := &prover{keys: keys, strangers: map[wssec.Key]wssec.Identity{}}
	for _, suite := range []wssec.Suite{wssec.Basic256Sha256, wssec.P256AES128GCM, wssec.P256AES256GCM, wssec.P384AES256GCM} {
		s, err := p.stranger(suite)
		if err != nil {
			t.Fatal(err)
		}
		of := keys.For(suite).Client.Certificate
		if s.Certificate.Subject.String() != of.Subject.String() || s.Certificate.Equal(of) {
			t.Errorf("%s: %s for %s", suite, s.Certificate.Subject, of.Subject)
		}
		c := keys.Config(wssec.Initiator, wssec.SignEncrypt(suite))
		c.Self = s
		if err := c.Validate(); err != nil {
			t.Errorf("%s: a stranger who could not even sign: %v", suite, err)
		}
		if err := keys.Trust().Verify(s.Certificate, time.Now()); err == nil {
			t.Errorf("%s: the stranger is trusted", suite)
		}
		if again, _ := p.stranger(suite); !again.Certificate.Equal(s.Certificate) {
			t.Errorf("%s: a stranger anew", suite)
		}
	}
}

// TestLoadStackRefuses names the file and, where it has one, the line.
func TestLoadStackRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"title:", "titel:", "measure: stack /peers/cxf/stack.yaml:2: field titel not found"},
		{"{line: READY}", "{lime: READY}", "stack.yaml:7: field lime not found"},
		{"{command: [java, -jar, target/peer.jar, --version]}", "{comand: [x]}", "stack.yaml:4: field comand not found: write the version itself, or {command: [...]}"},
		{`"{port}"`, `"{prot}"`, "stack.yaml:6: no placeholder {prot}: choose from {port}, {heap}"},
		{`"{url}"`, `"{port}"`, "stack.yaml:9: no placeholder {port}: choose from {url}"},
		{"/seismic/{policy}", "/seismic/{url}", "stack.yaml:8: no placeholder {url}"},
		{"/seismic/{policy}", "seismic", "server: path: begin it with /"},
		{"cxf-stax", "CXF", `name "CXF": write lower case`},
		{"cxf-stax", "a/b", `name "a/b"`},
		{"{plain: plain, sign: signed}", "{open: plain}", `no policy "open"`},
		{"{basic256sha256gcm: gcm}", "{rot13: gcm}", `no suite "rot13"`},
		{"{line: READY}", "{line: READY, http: /}", "give one of line and http"},
		{"{line: READY}", "{}", "give one of line and http"},
		{"java.lang.OutOfMemoryError", "'('", "heap: message: error parsing regexp"},
		{"name: cxf-stax", "name: [", "stack.yaml:"},
		{"name: cxf-stax", "name: cxf-stax\nname: b", "stack.yaml:2: "},
		{goodStack, "", "stack.yaml: EOF"},
		{`"{port}"`, `"{queries}"`, "stack.yaml:6: no placeholder {queries}: choose from {port}"},
		{"heap:", "weaknesses: {unsinged: why}\nheap:", `weaknesses: no bad message "unsinged": choose from without a UsernameToken, with a wrong password`},
		{"heap:", "weaknesses: {unsigned: ' '}\nheap:", "weaknesses: unsigned: say in a sentence why it is taken"},
		{"  command: [java", "  # command: [java", "server: command is missing"},
		{"[mvn, -q, package]", `[mvn, "{keys}"]`, "stack.yaml:3: no placeholder {keys}: choose from {seismark}, {dir} of build: command"},
	} {
		if _, err := loadStack(strings.Replace(goodStack, c.old, c.new, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s -> %s: error is %v, want %s", c.old, c.new, err, c.want)
		}
	}
}

// TestOwnStacks reads the embedded files.
func TestOwnStacks(t *testing.T) {
	own, err := OwnStacks()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range own {
		for _, p := range wssec.Policies(wssec.Basic256Sha256GCM) {
			if err := s.Can(p); err != nil {
				t.Error(err)
			}
		}
		again, err := FindStack(s.Name, "nowhere")
		if err != nil || again.Name != s.Name {
			t.Errorf("%s is found as %v, %v", s.Name, again.Name, err)
		}
	}
	if _, err := FindStack("cfx", "nowhere"); err == nil || !strings.Contains(err.Error(), "choose from seismark-dom, seismark-stream (there is no folder nowhere of others), or give") {
		t.Errorf("error is %v", err)
	}
	if _, err := FindStack("./nowhere/stack.yaml", ""); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("error is %v", err)
	}
}

func FuzzLoadStack(f *testing.F) {
	f.Add(goodStack)
	f.Add("name: [")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := loadStack(text)
		if err == nil && (s.Name == "" || !s.Serves() && !s.Drives()) {
			t.Errorf("taken: %+v", s)
		}
	})
}
