// Command record makes the vectors of other people's stacks: of the messages that seismark cross kept, with
// --dump and --dump-all, of their clients at our server and of our client at their servers, one request or answer
// for each stack, policy and suite, with the keys that open them and a list of what is particular about each.
//
//	record DUMP KEYS VECTORS
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"seismark/client/measure"
	"seismark/wssec"
)

// ours is the stack that is the other side.
const ours = "seismark-stream"

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: record DUMP KEYS VECTORS")
	}
	if err := record(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal("record: ", err)
	}
}

func record(dump, keys, vectors string) error {
	versions, err := versions("peers")
	if err != nil {
		return err
	}
	folders, err := filepath.Glob(filepath.Join(dump, "*", "response.xml"))
	if err != nil || len(folders) == 0 {
		return errors.Join(err, fmt.Errorf("%s holds no messages: seismark cross --dump %s --dump-all keeps some", dump, dump))
	}
	lines := []string{"file\tstack\tpolicy\tsuite\tis of\ttraits"}
	for _, file := range folders {
		v, ok := vectorOf(filepath.Dir(file))
		if !ok {
			continue
		}
		message, err := os.ReadFile(filepath.Join(filepath.Dir(file), v.side+".xml"))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(vectors, v.file()), message, 0o644); err != nil {
			return err
		}
		lines = append(lines, strings.Join([]string{v.file(), v.stack, v.policy, v.suite, versions[v.stack], strings.Join(traits(string(message)), ", ")}, "\t"))
	}
	for _, name := range []string{"ca.crt", "client.crt", "client.key", "server.crt", "server.key"} {
		data, err := os.ReadFile(filepath.Join(keys, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(vectors, "test-"+name), data, 0o644); err != nil {
			return err
		}
	}
	slices.Sort(lines[1:])
	return os.WriteFile(filepath.Join(vectors, "index.tsv"), []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}

// versions are those of the stacks of a folder.
func versions(folder string) (map[string]string, error) {
	stacks, err := measure.Peers(folder)
	list := map[string]string{}
	for _, s := range stacks {
		list[s.Name] = s.VersionHere(context.Background(), "seismark")
	}
	return list, err
}

// vector is a message of another stack.
type vector struct{ stack, policy, suite, side string }

// vectorOf is what of a pairing another stack has written, by the name of its folder: CLIENT-at-SERVER-POLICY,
// -SUITE where there is one, and -SEQUENCE. Answers under username are plain.
func vectorOf(folder string) (vector, bool) {
	client, rest, _ := strings.Cut(filepath.Base(folder), "-at-")
	v := vector{stack: client, side: "request"}
	server := ours
	if client == ours {
		server = ""
		v.side = "response"
	}
	for _, policy := range []string{"username", "sign", "signencr"} {
		name, suite, ok := strings.Cut(rest, "-"+policy+"-")
		if !ok || server != "" && name != server {
			continue
		}
		if server == "" {
			v.stack = name
		}
		v.policy, v.suite = policy, strings.TrimSuffix(strings.TrimSuffix(suite, "small"), "-")
		again := policy == "sign" && v.suite != wssec.Basic256Sha256.String() // the suites differ in ciphers
		return v, !strings.HasPrefix(v.stack, "seismark-") && !again && (policy != "username" || v.side == "request")
	}
	return v, false
}

func (v vector) file() string {
	parts := []string{v.stack, v.policy}
	if v.suite != "" {
		parts = append(parts, v.suite)
	}
	return strings.Join(append(parts, v.side), "-") + ".xml"
}
