package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

func newRoot() *cobra.Command {
	s := &settings{v: viper.New()}
	root := &cobra.Command{
		Use:   "seismark",
		Short: "Measure what WS-Security costs",
		Long: `Seismark measures what WS-Security costs: an earthquake-query SOAP service under
the policies plain, username, sign and signencr. It also seals and opens SOAP
messages by hand.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownVerb(cmd, args[0])
			}
			return cmd.Help()
		},
	}
	root.PersistentFlags().String("config", "", "`FILE` of settings, see seismark config --help")
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(writeUsage)
	root.SetHelpCommand(newHelp())
	cobra.EnableCommandSorting = false // the list of verbs is in order
	for _, verb := range verbs() {
		root.AddCommand(verb(s))
	}
	for _, verb := range leaves(root) {
		offerWords(verb)
	}
	return root
}

// settings merges what a verb is told. A setting is the name of a flag. From strongest to weakest:
//
//	--passes 3                      the flag
//	SEISMARK_RUN_PASSES=3           the environment, for this verb
//	SEISMARK_PASSES=3               the environment, for every verb that has the flag
//	run: {passes: 3}                the file, for this verb ("data-import" for data import)
//	passes: 3                       the file, for every verb that has the flag
//	                                the default of the flag
type settings struct {
	v    *viper.Viper
	file string // the configuration file that was read, or ""
}

// load gives a verb its settings: it fills the struct that into points to. It is called once.
func (s *settings) load(cmd *cobra.Command, into any) error {
	path, err := configFile(cmd)
	if err != nil {
		return err
	}
	if err := s.read(cmd.Root(), path); err != nil {
		return err
	}
	if err := s.merge(cmd); err != nil {
		return err
	}
	warnUnknown(cmd.Root(), newVoice(cmd.ErrOrStderr()))
	var found mapstructure.Metadata
	err = s.v.Unmarshal(into, func(c *mapstructure.DecoderConfig) { c.Metadata = &found },
		viper.DecodeHook(mapstructure.ComposeDecodeHookFunc(
			mapstructure.TextUnmarshallerHookFunc(),
			mapstructure.StringToTimeDurationHookFunc(),
		)))
	visitSettings(cmd, func(f *pflag.Flag) {
		if slices.Contains(found.Unused, f.Name) {
			panic(fmt.Sprintf("%s: no field of %T takes the flag --%s", cmd.CommandPath(), into, f.Name))
		}
	})
	return err
}

// read reads the configuration file, if there is one, and refuses keys that no verb knows.
func (s *settings) read(root *cobra.Command, path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return usagef("configuration %s: is a folder", path)
	}
	s.file = path
	s.v.SetConfigFile(path)
	if !slices.Contains(viper.SupportedExts, strings.TrimPrefix(filepath.Ext(path), ".")) {
		s.v.SetConfigType("yaml")
	}
	if err := s.v.ReadInConfig(); err != nil {
		return usagef("configuration %s: %w", path, cause(err))
	}
	return s.refuseUnknown(root)
}

// configFile is the path of the configuration file, or "".
func configFile(cmd *cobra.Command) (string, error) {
	if path, _ := cmd.Flags().GetString("config"); path != "" {
		return path, nil
	}
	if path := os.Getenv("SEISMARK_CONFIG"); path != "" {
		return path, nil
	}
	if _, err := os.Stat("seismark.yaml"); err == nil {
		return "seismark.yaml", nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("configuration: %w", fileError(err))
	}
	if dir, err := os.UserConfigDir(); err == nil {
		path := filepath.Join(dir, "seismark", "seismark.yaml")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		// Who may not look into that folder, as a service under another user, has no file there.
	}
	return "", nil
}

// merge binds the flags of a verb to its sections of environment and file. A value that a flag would not
// take is refused here, where its origin can still be named.
func (s *settings) merge(cmd *cobra.Command) error {
	if err := s.v.MergeConfigMap(s.v.GetStringMap(section(cmd))); err != nil {
		return err
	}
	var wrong error
	visitSettings(cmd, func(f *pflag.Flag) {
		err := errors.Join(
			s.v.BindPFlag(f.Name, f),
			s.v.BindEnv(f.Name, variable(section(cmd)+"-"+f.Name), variable(f.Name)),
		)
		if err == nil && !f.Changed {
			err = s.offer(f)
		}
		if err != nil && wrong == nil {
			wrong = usagef("%s %q: %w", s.origin(cmd, f), s.v.GetString(f.Name), err)
		}
	})
	return wrong
}

// offer gives the flag the value of environment or file, by the flag's own rules, and viper what came of it.
func (s *settings) offer(f *pflag.Flag) error {
	var text string
	list, isList := f.Value.(pflag.SliceValue)
	switch value := s.v.Get(f.Name).(type) {
	case []any, []string, []int:
		if !isList {
			return errors.New("must be one value")
		}
		if err := list.Replace(s.v.GetStringSlice(f.Name)); err != nil {
			return err
		}
		s.v.Set(f.Name, list.GetSlice())
		return nil
	case nil, map[string]any:
		return errors.New("has no value")
	case time.Time: // which YAML knows
		text = value.Format(time.RFC3339Nano)
	default:
		text = fmt.Sprint(value)
	}
	if err := f.Value.Set(text); err != nil {
		return err
	}
	if isList {
		s.v.Set(f.Name, list.GetSlice())
	} else {
		s.v.Set(f.Name, f.Value.String())
	}
	return nil
}

// visitSettings visits the flags of a verb that are settings.
func visitSettings(cmd *cobra.Command, do func(*pflag.Flag)) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && f.Name != "config" {
			do(f)
		}
	})
}

// section is the name of a verb in the file: its words joined by hyphens.
func section(cmd *cobra.Command) string {
	words := strings.Fields(cmd.CommandPath())
	return strings.Join(words[1:], "-")
}

// variable is the name of a setting in the environment.
func variable(setting string) string {
	return "SEISMARK_" + strings.ToUpper(strings.ReplaceAll(setting, "-", "_"))
}
