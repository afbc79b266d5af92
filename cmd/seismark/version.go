package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"seismark/wssec"
	"seismark/wssec/engines"
)

// build is what seismark is made of.
type build struct {
	Version      string            `json:"version"`
	Revision     string            `json:"revision,omitempty"`
	Go           string            `json:"go"`
	OS           string            `json:"os"`
	Arch         string            `json:"arch"`
	Engines      []string          `json:"engines"`
	Policies     []string          `json:"policies"`
	Suites       []string          `json:"suites"`
	Dependencies map[string]string `json:"dependencies"`
}

func newVersion(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Tell the version and what it is built of",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o struct{ JSON bool }
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return writeVersion(cmd.OutOrStdout(), thisBuild(), o.JSON)
		},
	}
	cmd.Flags().Bool("json", false, "as JSON, with the dependencies")
	return cmd
}

func thisBuild() build {
	b := build{
		Version: "unknown", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Engines: engines.Names(), Policies: policyList(), Dependencies: map[string]string{},
	}
	for _, s := range wssec.Suites() {
		b.Suites = append(b.Suites, s.String())
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Version = cmp.Or(info.Main.Version, b.Version)
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			b.Revision = s.Value
		}
	}
	for _, d := range info.Deps {
		b.Dependencies[d.Path] = d.Version
	}
	return b
}

func writeVersion(w io.Writer, b build, asJSON bool) error {
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(b)
	}
	_, err := fmt.Fprintf(w, "seismark %s %s %s/%s\n", b.Version, b.Go, b.OS, b.Arch)
	return err
}
