package measure

import (
	"fmt"
	"slices"
	"strings"

	"seismark/wssec"
)

// Baseline names the cells that others are normalized to, such as policy=plain, or stack=cxf-dom: the cell
// that has these parts and is like the other one in all else. It is a flag and configuration value. Zero is
// no baseline.
type Baseline struct{ parts Cell }

// PlainBaseline is policy=plain.
func PlainBaseline() Baseline { return Baseline{Cell{Policy: "plain"}} }

// String is the baseline as Set reads it.
func (b Baseline) String() string {
	var words []string
	for _, key := range []string{"stack", "policy", "suite", "sequence"} {
		if value := *b.parts.field(key); value != "" {
			words = append(words, key+"="+value)
		}
	}
	return strings.Join(words, ",")
}

// Set reads key=value, several with commas between.
func (b *Baseline) Set(text string) error {
	var parts Cell
	for word := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(word), "=")
		field := parts.field(key)
		if field == nil || value == "" {
			return fmt.Errorf("measure: baseline %q: write policy=plain or stack=NAME; the keys are stack, policy, suite, sequence", text)
		}
		*field = value
	}
	b.parts = parts
	return nil
}

// Type is the baseline's word in a usage text.
func (b *Baseline) Type() string { return "key=value" }

// UnmarshalText is Set.
func (b *Baseline) UnmarshalText(text []byte) error { return b.Set(string(text)) }

// Find gives the baseline's cell for a cell out of those there are. Policies use a suite or do not: where
// the parts do not name one, it follows from the policy.
func (b Baseline) Find(c Cell, cells []Cell) (Cell, bool) {
	want := c
	for _, key := range []string{"stack", "policy", "suite", "sequence"} {
		if value := *b.parts.field(key); value != "" {
			*want.field(key) = value
		}
	}
	if slices.Contains(cells, want) {
		return want, true
	}
	if b.parts.Policy != "" && b.parts.Suite == "" {
		want.Suite = wssec.SuiteNone.String()
	}
	return want, slices.Contains(cells, want)
}

// Check reports a baseline that none of the cells has.
func (b Baseline) Check(cells []Cell) error {
	if b.parts == (Cell{}) {
		return nil
	}
	for _, c := range cells {
		if _, ok := b.Find(c, cells); ok {
			return nil
		}
	}
	return &BaselineError{b, cells}
}

// BaselineError is a baseline that is not among what was measured.
type BaselineError struct {
	Baseline Baseline
	Cells    []Cell
}

func (e *BaselineError) Error() string {
	text := fmt.Sprintf("measure: no cell is the baseline %s: there are", e.Baseline)
	for _, key := range []string{"stack", "policy", "suite", "sequence"} {
		var values []string
		for _, c := range e.Cells {
			if v := *c.field(key); !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		text += fmt.Sprintf(" %s=%s", key, strings.Join(values, "|"))
	}
	return text
}

// normalize fills in the ratios of summaries, and warns where one has none though there is a baseline.
func normalize(list []Summary, b Baseline) error {
	var cells []Cell
	for i := range list {
		cells = append(cells, list[i].Cell)
	}
	if err := b.Check(cells); err != nil {
		return err
	}
	for i := range list {
		s := &list[i]
		if base, _ := PlainBaseline().of(s, list, cells); base != nil {
			s.Overhead = s.over(base)
		}
		if s.Baseline = b.String(); s.Baseline == "" {
			continue
		}
		base, why := b.of(s, list, cells)
		if base != nil {
			s.Normal = s.over(base)
		} else if why != "" && s.Best > 0 {
			s.Warnings = append(s.Warnings, "not normalized, "+why)
		}
	}
	return nil
}

// of finds the summary that another one is to be normalized to: one of the baseline's cell with the same setting,
// but for what belongs to the parts of the cell that the baseline changes. Where there is the cell but no such
// summary, or no single one, it says why.
func (b Baseline) of(s *Summary, list []Summary, cells []Cell) (*Summary, string) {
	want, ok := b.Find(s.Cell, cells)
	if !ok {
		return nil, ""
	}
	parts := unlike(s.Cell, want)
	var like []*Summary
	var others []Setting
	for i := range list {
		base := &list[i]
		switch {
		case base.Cell != want:
			continue
		case base.setting == s.setting:
			return base, ""
		case len(s.setting.differences(base.setting, parts)) == 0:
			like = append(like, base)
		}
		others = append(others, base.setting)
	}
	switch len(like) {
	case 0:
		near := s.setting.nearest(others, parts)
		return nil, "as the baseline has another setting (" + unlikeText(s.setting, near, s.setting.differences(near, parts)) + "): measure both in one run"
	case 1:
		return like[0], ""
	}
	return nil, "as there are several baselines (" + severalText(like[0].setting, like[1].setting) + "): report their files one by one"
}
