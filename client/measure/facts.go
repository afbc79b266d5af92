package measure

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"seismark/wssec"
)

// fact is one line of the conditions in a result file, "key: text".
//
// benchstat puts results whose configuration lines differ into tables of their own. So only what makes
// times incomparable is a configuration line; what people compare across (a day, a version) is a comment,
// "# key: text", which it does not look at.
type fact struct {
	key     string
	comment bool
	text    string
	set     func(text string) error // nil for what follows from the other facts
}

// ofProcesses reports whether a fact is of the processes of stacks, which floors do not have.
func (f fact) ofProcesses() bool {
	return slices.Contains([]string{"versions", "stack", "server-heap", "client-heap", "order", "placement", "transport"}, f.key)
}

// facts is the list of all facts, in the order of a file.
func (c *Conditions) facts() []fact {
	list := []fact{
		{"run", true, c.Time.Format(time.RFC3339), func(t string) (err error) { c.Time, err = time.Parse(time.RFC3339, t); return }},
		{"load-of-others", true, decimal(c.Load), setFloat(&c.Load)},
		{"seismark", true, c.Seismark, setText(&c.Seismark)},
		{"go", true, c.Go, setText(&c.Go)},
		{"versions", true, versionsText(c.Versions), func(t string) error { c.Versions = parseVersions(t); return nil }},
		{"goos", false, c.GOOS, setText(&c.GOOS)},
		{"goarch", false, c.GOARCH, setText(&c.GOARCH)},
		{"cpu", false, c.CPU, setText(&c.CPU)},
		{"cores", false, strconv.Itoa(c.Cores), func(t string) (err error) { c.Cores, err = strconv.Atoi(t); return }},
		{"os", false, c.OS, setText(&c.OS)},
		{"catalogue", false, c.Catalogue, setText(&c.Catalogue)},
		{"stack", false, strings.Join(slices.Sorted(maps.Keys(c.Versions)), ", "), nil},
		{"suite", false, joined(c.Suites, wssec.Suite.String), func(t string) (err error) { c.Suites, err = parseSuites(t); return }},
	}
	for _, a := range algorithmNames {
		list = append(list, fact{a.name, false, joined(c.Suites, a.of), nil})
	}
	return append(list,
		fact{"server-heap", false, mebibytes(c.ServerHeap), setMebibytes(&c.ServerHeap)},
		fact{"client-heap", false, mebibytes(c.ClientHeap), setMebibytes(&c.ClientHeap)},
		fact{"order", false, c.Order.String(), c.Order.Set},
		fact{"placement", false, c.Placement.String(), c.Placement.Set},
		fact{"transport", false, c.Transport.String(), c.Transport.Set},
		fact{"rsa", false, c.RSA, setText(&c.RSA)},
		fact{"sequences", false, sequencesText(c.Sequences), func(t string) (err error) { c.Sequences, err = parseSequences(t); return }},
	)
}

// algorithmNames are the five choices of a suite, and the kind of key that they work with.
var algorithmNames = []struct {
	name string
	of   func(wssec.Suite) string
}{
	{"signature", func(s wssec.Suite) string { return string(s.Algorithms().Signature) }},
	{"digest", func(s wssec.Suite) string { return string(s.Algorithms().Digest) }},
	{"canonicalization", func(s wssec.Suite) string { return string(s.Algorithms().Canonicalization) }},
	{"key-transport", func(s wssec.Suite) string { return string(s.Algorithms().KeyTransport) }},
	{"cipher", func(s wssec.Suite) string { return string(s.Algorithms().Cipher) }},
	{"key", func(s wssec.Suite) string { return s.Key().String() }},
}

func joined[T any](list []T, text func(T) string) string { return joinedBy(", ", list, text) }

func joinedBy[T any](separator string, list []T, text func(T) string) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = text(v)
	}
	return strings.Join(words, separator)
}

func setText(to *string) func(string) error { return func(t string) error { *to = t; return nil } }

func setFloat(to *float64) func(string) error {
	return func(t string) error {
		v, err := strconv.ParseFloat(t, 64)
		if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
			err = fmt.Errorf("%s is no measured value", t)
		}
		*to = v
		return err
	}
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func mebibytes(bytes int64) string { return decimal(float64(bytes)/(1<<20)) + "MiB" }

func setMebibytes(to *int64) func(string) error {
	return func(t string) error {
		number, ok := strings.CutSuffix(t, "MiB")
		v, err := strconv.ParseFloat(number, 64)
		if !ok || err != nil {
			return fmt.Errorf("%q is not a number with MiB", t)
		}
		*to = int64(v * (1 << 20))
		return nil
	}
}

func parseSuites(text string) (list []wssec.Suite, err error) {
	for name := range strings.SplitSeq(text, ", ") {
		var s wssec.Suite
		if err := s.Set(name); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

func versionsText(versions map[string]string) string {
	return joined(slices.Sorted(maps.Keys(versions)), func(name string) string {
		return name + " " + strings.ReplaceAll(versions[name], ", ", " ")
	})
}

func parseVersions(text string) map[string]string {
	versions := map[string]string{}
	for entry := range strings.SplitSeq(text, ", ") {
		if name, version, _ := strings.Cut(entry, " "); name != "" {
			versions[name] = version
		}
	}
	return versions
}
