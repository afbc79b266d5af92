package main

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// row writes a labelled line.
func row(b *strings.Builder, label, format string, args ...any) {
	fmt.Fprintf(b, "%-15s %s\n", label, wrapped(printable(fmt.Sprintf(format, args...)), 16))
}

// label is a label for the first line of several.
func label(text string, line int) string {
	if line > 0 {
		return ""
	}
	return text
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.999Z") }

// relative says when t is, seen from now.
func relative(t, now time.Time) string {
	d := now.Sub(t)
	if d < 0 {
		return "in " + span(-d)
	}
	return span(d) + " ago"
}

// span is a length of time in its largest units.
func span(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%d days", d/(24*time.Hour))
	case d >= time.Hour:
		return fmt.Sprintf("%d h %d min", d/time.Hour, d%time.Hour/time.Minute)
	case d >= time.Minute:
		return fmt.Sprintf("%d min %d s", d/time.Minute, d%time.Minute/time.Second)
	case d >= time.Second:
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return fmt.Sprintf("%d ms", d/time.Millisecond)
}

// counted writes a number with its thousands apart.
func counted(n int) string {
	digits := fmt.Sprint(n)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 && digits[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// fieldNames are the places of texts that name a field of Go, with what is said instead.
var fieldNames = [...]struct {
	is   *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`,? (or raise|nor in|or name the cipher in) (Limits|Config)\.\w+`), ""},
	{regexp.MustCompile(`\bLimits\.\w+ is (\d+)`), "the most is $1"},
	{regexp.MustCompile(`\bat most Limits\.\w+, (\d+)`), "at most $1"},
	{regexp.MustCompile(`\bmore than Limits\.\w+`), "more than are taken"},
}

// withoutFields leaves away what only a program could do.
func withoutFields(text string) string {
	for _, n := range fieldNames {
		text = n.is.ReplaceAllString(text, n.with)
	}
	return text
}

// shortened cuts a text to a width, and says so by two dots.
func shortened(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return strings.TrimRight(string(r[:width-2]), " ") + ".."
	}
	return text
}

// shownOctets bounds how much of a reference's octets is shown.
const shownOctets = 1200

// readable shows at most limit octets.
func readable(octets []byte, limit int) string {
	rest := len(octets) - limit
	if rest <= 0 {
		return printable(string(octets))
	}
	return printable(string(octets[:limit])) + fmt.Sprintf("\n... and %d octets more: --canonical FILE writes them all", rest)
}

// wrapped breaks a line at blanks before column 80; further lines are indented.
func wrapped(text string, indent int) string {
	var b strings.Builder
	column := indent
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > 80:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}
