package main

import (
	"errors"
	"fmt"
	"testing"
)

func TestOnlyPipe(t *testing.T) {
	other := errors.New("--csv: no space left on device")
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{other, false},
		{errPipe, true},
		{fmt.Errorf("--json: %w", errPipe), true},
		{errors.Join(errPipe, errPipe), true},
		{errors.Join(errPipe, other), false},
		{errors.Join(errors.Join(nil, errPipe), exit(exitWrong, other)), false},
	} {
		if got := onlyPipe(c.err); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}
