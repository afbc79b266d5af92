package measure

import (
	"strings"
	"unicode/utf8"
)

// Trait is one of the conditions that keep a summary from another of the same cell.
type Trait struct {
	Name  string `json:"name"`
	Value string `json:"value"` // "" where it is unknown or does not matter

	short string // for tables: the value where it is short, else a letter that the legend explains
}

// setApart gives summaries the traits in which those of them differ that could be alike.
func setApart(list []Summary) {
	for i, t := range traits {
		if !differ(list, i) {
			continue
		}
		short := shortTexts(distinct(list, func(s Summary) string { return s.setting[i] }))
		for k := range list {
			value := list[k].setting[i]
			list[k].Apart = append(list[k].Apart, Trait{t.name, value, short[value]})
		}
	}
}

// differ reports whether summaries that could be alike in a trait are not.
func differ(list []Summary, trait int) bool {
	values := map[string]string{} // by the part that the trait belongs to
	for i := range list {
		part, value := "", list[i].setting[trait]
		if key := traits[trait].part; key != "" {
			part = *list[i].Cell.field(key)
		}
		if first, ok := values[part]; ok && first != value {
			return true
		}
		values[part] = value
	}
	return false
}

// longValue is from when on a value does not stand in a table.
const longValue = 24

// shortTexts gives different values short texts that differ too: without what they have in brackets, or letters.
func shortTexts(values []string) map[string]string {
	short, taken, long := map[string]string{}, map[string]bool{}, false
	for _, value := range values {
		text, _, _ := strings.Cut(value, " (")
		long = long || taken[text] || utf8.RuneCountInString(text) > longValue
		short[value], taken[text] = text, true
	}
	letter := 0
	for _, value := range values {
		if long && value != "" {
			short[value] = lettered(letter)
			letter++
		}
	}
	return short
}

// lettered is A, B and so on, AA after Z.
func lettered(n int) string {
	text := string(rune('A' + n%26))
	if n >= 26 {
		text = lettered(n/26-1) + text
	}
	return text
}

// letters explain what stands in tables in the place of values.
func letters(list []Summary) []string {
	var lines []string
	for i, name := range apart(list) {
		for _, t := range distinctTraits(list, i) {
			if t.short != t.Value {
				lines = append(lines, name+" "+t.short+": "+t.Value)
			}
		}
	}
	return lines
}

// distinctTraits are the values of a trait that keeps summaries apart, each once.
func distinctTraits(list []Summary, i int) []Trait {
	var traits []Trait
	seen := map[string]bool{}
	for _, s := range list {
		if t := s.Apart[i]; !seen[t.Value] {
			seen[t.Value] = true
			traits = append(traits, t)
		}
	}
	return traits
}

// apart are the names of the traits that keep summaries of a list apart.
func apart(list []Summary) []string {
	if len(list) == 0 {
		return nil
	}
	return distinct(list[0].Apart, func(t Trait) string { return t.Name })
}

// name tells a summary from all others of a list.
func (s *Summary) name() string {
	words := []string{s.Cell.Stack, s.Cell.Policy, s.Cell.Sequence}
	for _, t := range s.Apart {
		words = append(words, t.Name+" "+orUnknown(t.short))
	}
	return strings.Join(words, " ")
}

func orUnknown(text string) string {
	if text == "" {
		return "unknown"
	}
	return text
}
