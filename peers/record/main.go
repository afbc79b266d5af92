// Command record makes the vectors of other people's stacks: it lets their clients call our server, and our client
// their servers, all with one query, and keeps one request or answer for each stack, policy, suite and setting, with
// the query, the keys that open them, made for this, and a list of what is particular about each. How each pairing
// goes is told; what does not pass leaves no vector.
//
//	record SEISMARK WORK VECTORS
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
	"seismark/data"
	"seismark/quake"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: record SEISMARK WORK VECTORS")
	}
	if err := record(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal("record: ", err)
	}
}

// recorder has the program, a folder that it makes anew, the folder of vectors, and what is called.
type recorder struct {
	seismark, work, vectors string

	stacks   []measure.Stack // of others
	store    *quake.Store
	sequence measure.Sequence
}

func record(seismark, work, vectors string) (err error) {
	r := recorder{work: work, vectors: vectors, store: data.Builtin()}
	if r.seismark, err = filepath.Abs(seismark); err != nil {
		return err
	}
	if r.stacks, err = measure.Peers("peers"); err != nil {
		return err
	}
	if r.sequence, err = firstWith(measure.Small(), r.store); err != nil {
		return err
	}
	list, err := r.pairings(context.Background())
	if err != nil {
		return err
	}
	return r.write(list)
}

func (r recorder) keys() string     { return filepath.Join(r.work, "keys") }
func (r recorder) messages() string { return filepath.Join(r.work, "messages") }

// write puts the vectors of pairings in place of those of before, which other keys open.
func (r recorder) write(list []measure.Pairing) error {
	versions := map[string]string{}
	for _, s := range r.stacks {
		versions[s.Name] = s.VersionHere(context.Background(), r.seismark)
	}
	lines := []string{"file\tstack\tpolicy\tsuite\tsetting of our server\tis of\ttraits"}
	if err := r.clear(); err != nil {
		return err
	}
	for _, p := range list {
		v, ok := vectorOf(p)
		if !ok {
			continue
		}
		message, err := os.ReadFile(filepath.Join(r.messages(), v.folder, v.side+".xml"))
		if err != nil {
			return err
		}
		traits, err := traits(message)
		if err != nil {
			return fmt.Errorf("%s: %w", v.folder, err)
		}
		if err := r.file(v.file(), message); err != nil {
			return err
		}
		lines = append(lines, strings.Join([]string{v.file(), v.stack, v.policy, v.suite, v.setting, versions[v.stack], strings.Join(traits, ", ")}, "\t"))
	}
	slices.Sort(lines[1:])
	return errors.Join(r.copyKeys(), r.file("query.txt", []byte(line(r.sequence))), r.file("index.tsv", []byte(strings.Join(lines, "\n")+"\n")))
}

// file writes one of the vectors' folder.
func (r recorder) file(name string, content []byte) error {
	return os.WriteFile(filepath.Join(r.vectors, name), content, 0o644)
}

// clear takes away the vectors of before.
func (r recorder) clear() error {
	old, err := filepath.Glob(filepath.Join(r.vectors, "*.xml"))
	for _, file := range old {
		err = errors.Join(err, os.Remove(file))
	}
	return errors.Join(err, os.MkdirAll(r.vectors, 0o755))
}

// copyKeys keeps those that open the vectors, by names that say what they are.
func (r recorder) copyKeys() error {
	for _, name := range []string{"ca.crt", "client.crt", "client.key", "server.crt", "server.key"} {
		data, err := os.ReadFile(filepath.Join(r.keys(), name))
		if err != nil {
			return err
		}
		if err := r.file("test-"+name, data); err != nil {
			return err
		}
	}
	return nil
}
