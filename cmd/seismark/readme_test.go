package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"seismark/wssec/keystore"
)

// TestReadmeProgram runs the program of the README as it stands there, as a package of this module that is on no disk.
func TestReadmeProgram(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go to run it with")
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	program := regexp.MustCompile("(?s)```go\n(package main\n.*?)```").FindSubmatch(readme)
	if program == nil {
		t.Fatal("there is none")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(root, "readme", "main.go"): source}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{source: program[1], filepath.Join(dir, "overlay.json"): overlay} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := keystore.Init(filepath.Join(dir, "keys"), keystore.Options{}); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", filepath.Join(dir, "program"), "seismark/readme")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(filepath.Join(dir, "program"))
	run.Dir = dir
	out, err := run.CombinedOutput()
	want := regexp.MustCompile(`^CN=.*client.* asks <soap:Body .*><hello xmlns="urn:example"></hello></soap:Body>\nCN=.*server.* says <soap:Body .*><welcome xmlns="urn:example"></welcome></soap:Body>\n$`)
	if err != nil || !want.Match(out) {
		t.Errorf("%v\n%s", err, out)
	}
}
