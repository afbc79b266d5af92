package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"seismark/client/measure"
	"seismark/cmd/seismark/internal/table"
)

// peer is a stack of other people, as it is told of.
type peer struct {
	Name       string            `json:"name"`
	Title      string            `json:"title"`
	Folder     string            `json:"folder"`
	Version    string            `json:"version"`
	Built      bool              `json:"built"`
	Missing    []string          `json:"missing"`  // commands
	Packages   []string          `json:"packages"` // of Debian, that have them
	Server     bool              `json:"server"`
	Client     bool              `json:"client"`
	Policies   []string          `json:"policies"`
	Suites     []string          `json:"suites"`
	Weaknesses map[string]string `json:"weaknesses"`
}

func newPeers(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "peers",
		Short: "List and build other people's stacks",
		Long: `Lists other people's stacks: which side of a call they play, whether they are
built and what is missing for it, and what they can do. They are measured beside
ours by seismark run --stacks. Nothing of theirs is needed for the rest of
seismark.`,
		Example: `  seismark peers
  seismark peers build cxf
  seismark run --stacks seismark-stream,cxf-dom --baseline stack=cxf-dom`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownVerb(cmd, args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o struct {
				Peers string
				JSON  bool
			}
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return listPeers(cmd, peersFolder(o.Peers), o.JSON)
		},
	}
	peersFlag(cmd.Flags())
	cmd.Flags().Bool("json", false, "as JSON")
	cmd.AddCommand(newPeersBuild(s))
	return cmd
}

// stacksIn are the stacks of a folder. What is wrong with it comes after those that are right.
func stacksIn(folder string) ([]measure.Stack, error) {
	stacks, err := measure.Peers(folder)
	if errors.Is(err, fs.ErrNotExist) && len(stacks) == 0 {
		err = hint(err, "--peers names the folder: that of the sources is peers")
	}
	return stacks, err
}

func listPeers(cmd *cobra.Command, folder string, asJSON bool) error {
	stacks, wrong := stacksIn(folder)
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("where this program is: %w", err)
	}
	list := make([]peer, len(stacks))
	for i := range stacks {
		list[i] = peerOf(&stacks[i])
		list[i].Version = stacks[i].VersionHere(cmd.Context(), program)
	}
	write := writePeers
	if asJSON {
		write = writePeersJSON
	}
	if len(stacks) > 0 || wrong == nil {
		err = write(cmd.OutOrStdout(), list)
	}
	return errors.Join(err, wrong)
}

func peerOf(s *measure.Stack) peer {
	missing := s.Missing()
	return peer{
		Name: s.Name, Title: s.Title, Folder: s.Dir, Built: s.Built() == nil,
		Missing: orEmpty(missing), Packages: orEmpty(measure.PackagesOf(missing)),
		Server: s.Serves(), Client: s.Drives(), Weaknesses: maps.Collect(maps.All(s.Weaknesses)),
		Policies: slices.DeleteFunc(policyList(), func(name string) bool { return s.Policies[name] == "" }),
		Suites:   orEmpty(slices.Sorted(maps.Keys(s.Suites))),
	}
}

// orEmpty is a list that JSON writes as one.
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func writePeersJSON(w io.Writer, list []peer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(list)
}

func writePeers(w io.Writer, list []peer) error {
	state := measure.Grid{Title: "Other people's stacks", Head: []string{"stack", "plays", "built", "version"}, Names: 4}
	able := measure.Grid{Title: "What they can do", Head: []string{"stack", "policies", "suites"}, Names: 3}
	var taken []string
	for _, p := range list {
		state.Rows = append(state.Rows, []string{p.Name, p.plays(), p.built(), cmp.Or(p.Version, "-")})
		able.Rows = append(able.Rows, []string{p.Name, dashed(p.Policies), dashed(p.Suites)})
		taken = append(taken, p.taken()...)
	}
	if err := table.Draw(w, state, 0); err != nil {
		return err
	}
	fmt.Fprintln(w)
	if err := table.Draw(w, able, 0); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return table.Legend(w, taken, cmp.Or(columns(w), 100))
}

// taken are sentences about the messages that a stack takes though it must not, one for each reason.
func (p *peer) taken() []string {
	messages := map[string][]string{}
	for _, message := range slices.Sorted(maps.Keys(p.Weaknesses)) {
		why := p.Weaknesses[message]
		messages[why] = append(messages[why], message)
	}
	var sentences []string
	for _, why := range slices.Sorted(maps.Keys(messages)) {
		sentences = append(sentences, fmt.Sprintf("%s takes a message %s: %s", p.Name, strings.Join(messages[why], ", "), why))
	}
	return sentences
}

// dashed is a list in a cell of a table.
func dashed(words []string) string {
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, ", ")
}

func (p *peer) plays() string {
	switch {
	case p.Server && p.Client:
		return "server, client"
	case p.Server:
		return "server"
	}
	return "client"
}

func (p *peer) built() string {
	switch {
	case p.Built && len(p.Missing) > 0:
		return "yes, but needs " + strings.Join(p.Missing, ", ")
	case p.Built:
		return "yes"
	case len(p.Missing) > 0:
		return "no: needs " + strings.Join(p.Missing, ", ")
	}
	return "no"
}
