package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"
)

func newConfig(*settings) *cobra.Command {
	show := &cobra.Command{
		Use:   "show [VERB]",
		Short: "Show the settings of every verb and where each comes from",
		Long: `Shows the settings of every verb, or of one, as they are after environment,
configuration file and defaults, and where each comes from. What is printed can
be saved as a configuration file; passwords are left out.`,
		Example: `  seismark config show
  SEISMARK_RUN_PASSES=3 seismark config show run`,
		ValidArgsFunction: verbWords,
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := configFile(cmd)
			if err != nil {
				return err
			}
			verbs, err := named(cmd.Root(), args)
			if err != nil {
				return err
			}
			warnUnknown(cmd.Root(), newVoice(cmd.ErrOrStderr()))
			return showSettings(cmd.OutOrStdout(), verbs, path)
		},
	}
	return group(&cobra.Command{Use: "config", Short: "Show the settings", Long: configHelp}, show)
}

const configHelp = `A setting is the name of a flag, of any verb. It is taken from, strongest first:

  --passes 3                the flag
  SEISMARK_RUN_PASSES=3     the environment, for the verb run
  SEISMARK_PASSES=3         the environment, for every verb with the flag
  run: {passes: 3}          the file, for the verb run ("data-import" for
                            data import)
  passes: 3                 the file, for every verb with the flag
                            the default of the flag

The file is the first that there is of --config FILE, SEISMARK_CONFIG,
./seismark.yaml and seismark/seismark.yaml in the user's configuration folder.
A key that no verb knows is an error, a variable that none knows is told. An
empty variable counts as none.`

// named are the verbs under root, or those that words name.
func named(root *cobra.Command, words []string) ([]*cobra.Command, error) {
	if len(words) == 0 {
		return leaves(root), nil
	}
	cmd, rest, err := root.Find(words)
	if err != nil || len(rest) > 0 {
		return nil, usagef("%s has no verb %q", root.Name(), strings.Join(words, " "))
	}
	return leaves(cmd), nil
}

func showSettings(w io.Writer, verbs []*cobra.Command, path string) error {
	for _, cmd := range verbs {
		s := &settings{v: viper.New()} // one each, for their sections would mix
		if err := s.read(cmd.Root(), path); err != nil {
			return err
		}
		if err := s.merge(cmd); err != nil {
			return err
		}
		if err := showSection(w, s, cmd); err != nil {
			return err
		}
	}
	return nil
}

func showSection(w io.Writer, s *settings, cmd *cobra.Command) error {
	var lines strings.Builder
	visitSettings(cmd, func(f *pflag.Flag) {
		line := f.Name + ": " + settingText(f)
		if secret(f.Name) {
			line = "# " + f.Name + ": not shown"
		}
		fmt.Fprintf(&lines, "  %-44s # %s\n", line, s.origin(cmd, f))
	})
	if lines.Len() == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s:\n%s", section(cmd), &lines)
	return err
}

func secret(name string) bool { return name == "password" || name == "storepass" }

// settingText is the value of a setting in YAML.
func settingText(f *pflag.Flag) string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		var items []string
		for _, item := range list.GetSlice() {
			items = append(items, quoted(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	if text := f.Value.String(); f.Value.Type() != "string" && text != "" {
		return text
	}
	return quoted(f.Value.String())
}

func quoted(text string) string {
	b, err := yaml.Marshal(text)
	if err != nil {
		return fmt.Sprintf("%q", text)
	}
	return strings.TrimSpace(string(b))
}
