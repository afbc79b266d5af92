package measure

import (
	"fmt"
	"regexp"

	"seismark/wssec"
)

// Stack is what is timed: how a server process and a client process are started. It is data, a YAML file.
// Our engines are stacks like all others. One that has a server or a client alone plays that part alone.
type Stack struct {
	Name    string  `yaml:"name"`  // lower case letters, digits, hyphens
	Title   string  `yaml:"title"` // for people
	Build   Build   `yaml:"build"`
	Version Version `yaml:"version"`
	Server  Server  `yaml:"server"`
	Client  Client  `yaml:"client"`

	Policies map[string]string `yaml:"policies"` // our name: the stack's; what is missing it cannot do
	Suites   map[string]string `yaml:"suites"`

	Heap HeapSigns `yaml:"heap"`

	// Weaknesses are bad messages that the stack is known to take, by the names of the security proof, each with a
	// sentence that says why. Its figures bear a mark with that sentence.
	Weaknesses map[string]string `yaml:"weaknesses"`

	Dir string `yaml:"-"` // where its commands run: the folder of its file, "" for ours
}

// Build is how the stack comes to be. Without a command there is nothing to build.
type Build struct {
	Command  Command  `yaml:"command"`
	Produces string   `yaml:"produces"` // what is there once it was built
	Needs    []string `yaml:"needs"`    // commands that the build and the stack need
	Packages []string `yaml:"packages"` // of Debian, that the build needs besides them
}

// Version is fixed, or what a command prints first.
type Version struct {
	Fixed   string
	Command Command
}

// Server is a process that serves one policy until SIGTERM.
type Server struct {
	Command Command `yaml:"command"`
	Ready   Ready   `yaml:"ready"`
	Path    Text    `yaml:"path"` // of the endpoint's URL
}

// Ready is how one knows that the server listens: a line of its output that begins so ("READY", or
// "READY http://127.0.0.1:PORT" where it chose the port), or a path that answers 200.
type Ready struct {
	Line string `yaml:"line"`
	HTTP string `yaml:"http"`
}

// Client is a process that waits for a line on its input before each pass, prints one line of Go benchmark
// text after it, and ends with its input.
type Client struct {
	Command Command `yaml:"command"`
}

// HeapSigns tell a death by lack of heap from others.
type HeapSigns struct {
	Message string `yaml:"message"` // regular expression for a line of what the process says

	message *regexp.Regexp
}

// Serves reports whether the stack plays the server.
func (s *Stack) Serves() bool { return len(s.Server.Command) > 0 }

// Drives reports whether the stack plays the client.
func (s *Stack) Drives() bool { return len(s.Client.Command) > 0 }

// Whole reports which side a stack lacks that is to be measured by itself, nil for none.
func (s *Stack) Whole() error {
	switch {
	case !s.Serves():
		return fmt.Errorf("%s has no server", s.Name)
	case !s.Drives():
		return fmt.Errorf("%s has no client", s.Name)
	}
	return nil
}

// Can reports what keeps the stack from a policy and suite, nil for nothing.
func (s *Stack) Can(p wssec.Policy) error {
	if s.Policies[p.Name] == "" {
		return fmt.Errorf("%s has no policy %s", s.Name, p.Name)
	}
	if p.Suite != wssec.SuiteNone && s.Suite(p.Suite) == "" {
		return fmt.Errorf("%s has no suite %s", s.Name, p.Suite)
	}
	return nil
}

// every, as the name of a suite, stands for all suites that are not named: the stack calls them as we do.
const every = "*"

// Suite is the stack's word for a suite, "" where it has none.
func (s *Stack) Suite(suite wssec.Suite) string {
	if word := s.Suites[suite.String()]; word != "" || s.Suites[every] == "" {
		return word
	}
	return suite.String()
}
