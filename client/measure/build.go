package measure

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Built reports what is missing of a stack that has to be built.
func (s *Stack) Built() error {
	if s.Build.Produces == "" {
		return nil
	}
	if _, err := os.Stat(filepath.Join(s.Dir, s.Build.Produces)); err != nil {
		return fmt.Errorf("%s is not built: there is no %s in %s", s.Name, s.Build.Produces, s.Dir)
	}
	return nil
}

// Missing are the commands that the stack needs and that are not on this machine.
func (s *Stack) Missing() []string {
	return slices.DeleteFunc(slices.Clone(s.Build.Needs), func(command string) bool {
		_, err := exec.LookPath(command)
		return err == nil
	})
}

// Make builds a stack in its folder; what the build prints goes to out. It ends with the context, and all that it
// started with it. Program is the path of seismark.
func (s *Stack) Make(ctx context.Context, program string, out io.Writer) error {
	if len(s.Build.Command) == 0 {
		return s.Built()
	}
	words := s.Build.Command.fill(map[string]string{"seismark": program, "dir": s.Dir})
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = s.Dir, withoutSettings(os.Environ()), out, out
	cmd.SysProcAttr, cmd.WaitDelay = ownGroup(), stopGrace
	cmd.Cancel = func() error { killGroup(cmd.Process); return nil }
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s: the build fails: %s: %w", s.Peer(), strings.Join(words, " "), err)
	}
	if err := s.Built(); err != nil {
		return fmt.Errorf("%s: the build comes to its end, but %w", s.Peer(), err)
	}
	return nil
}

// packageOf names the Debian package that has a command, for the commands that builds ask for.
func packageOf(command string) string {
	switch command {
	case "java", "javac", "jar", "keytool":
		return "default-jdk-headless"
	case "mvn":
		return "maven"
	case "wsdl2h", "soapcpp2":
		return "gsoap"
	case "cc", "ld":
		return "build-essential"
	case "node":
		return "nodejs"
	case "pip", "pip3":
		return "python3-pip"
	}
	return command // most have the name of their command: gcc, make, npm, patch, python3, xmlsec1
}

// PackagesOf names the Debian packages that have commands, each once.
func PackagesOf(commands []string) []string {
	var list []string
	for _, c := range commands {
		if p := packageOf(c); !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}
