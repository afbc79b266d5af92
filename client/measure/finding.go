package measure

import (
	"fmt"
	"slices"
	"strings"
)

// outcome is what became of a bad message.
type outcome uint8

const (
	refused    outcome = iota
	took               // it was taken
	readSigned         // of a wrapped one, what was signed was read
	untried            // one that is to be sent twice was refused the first time
)

var outcomes = []string{"refused", "took", "read what was signed of", "did not try"}

// String is the outcome's word between who and what.
func (o outcome) String() string { return outcomes[o] }

// finding is what a side did with a bad message.
type finding struct {
	side string
	forgery
	outcome outcome
}

// String is a sentence without its end.
func (f finding) String() string {
	what := "an answer"
	if f.side == serverSide {
		what = "a request"
	}
	return fmt.Sprintf("the %s %s %s %s", f.side, f.outcome, what, f.name)
}

// weigh tells what the stack's file tells of from what it does not. What a side takes for one and the same reason is one weakness.
func weigh(j job, all []finding) verdict {
	var v verdict
	var unknown []string
	for _, f := range all {
		why := j.stack.Weaknesses[f.name]
		switch {
		case f.outcome == untried || f.outcome == refused && !f.noted:
		case f.noted || f.outcome == readSigned:
			v.note(Note{j.cell, f.String()}, f)
		case why == "":
			unknown = append(unknown, f.String())
		default:
			v.weaken(weaken(j.cell, f.String(), why), f)
		}
	}
	if len(unknown) > 0 {
		return verdict{lost: lose(j.cell, NotRefused, strings.Join(unknown, "; "))}
	}
	return v
}

// note adds a note, or its message to that of the same side and outcome.
func (v *verdict) note(n Note, f finding) {
	start := strings.TrimSuffix(n.Text, f.name)
	if i := slices.IndexFunc(v.notes, func(o Note) bool { return strings.HasPrefix(o.Text, start) }); i >= 0 && !f.noted {
		v.notes[i].Text += ", " + f.name
		return
	}
	v.notes = append(v.notes, n)
}

// weaken adds a weakness, or its message to that of the same side with the same reason.
func (v *verdict) weaken(w Weakness, f finding) {
	same := func(o Weakness) bool { return o.Why == w.Why && strings.HasPrefix(o.Taken, "the "+f.side+" ") }
	if i := slices.IndexFunc(v.weak, same); i >= 0 {
		v.weak[i].Taken += ", " + f.name
		return
	}
	v.weak = append(v.weak, w)
}
