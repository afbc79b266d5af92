package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"seismark/client"
	"seismark/client/measure"
)

// driver walks passes, and prints a line of each.
type driver struct {
	*walker
	cell     measure.Cell
	sequence measure.Sequence
	out      io.Writer
	next     func() error // waits until a pass may begin; io.EOF ends the passes
	describe func()       // before the first line
	passes   int          // begun, over all levels
}

// throughput is what a level of concurrency came to: the time of a call in its best warm pass.
type throughput struct {
	together int
	call     time.Duration // zero where no pass was warm
}

// drive walks passes at each level of concurrency.
func (d *driver) drive(ctx context.Context, levels []int, passes int) error {
	var done []throughput
	for _, together := range levels {
		best, err := d.level(ctx, together, len(levels) > 1 || together > 1, passes)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		done = append(done, throughput{together, best})
	}
	return compare(d.out, done)
}

// level walks passes with so many calls at a time. The first is cold: workers are new, and so are their
// connections. Where it is to be told, a line of the file's configuration does.
func (d *driver) level(ctx context.Context, together int, told bool, passes int) (best time.Duration, err error) {
	d.together(together)
	for n := range passes {
		if err := d.next(); err != nil {
			return 0, err
		}
		d.passes++
		reading, err := d.pass(ctx)
		if err != nil {
			return 0, lostPass(d.passes, err, d.answered.Load() > 0)
		}
		reading.Cold = n == 0
		pass, err := measure.NewPass(d.cell, d.sequence, reading)
		if err != nil {
			return 0, exit(exitWrong, fmt.Errorf("pass %d: %w", d.passes, err))
		}
		if d.passes == 1 {
			d.describe()
		}
		if n == 0 && told {
			fmt.Fprintf(d.out, "concurrency: %d\n", together)
		}
		if err := measure.WritePass(d.out, pass); err != nil {
			return 0, err
		}
		if call := reading.Elapsed / time.Duration(reading.Calls); n == 1 || n > 1 && call < best {
			best = call
		}
	}
	return best, nil
}

// compare writes the throughput of several levels over that of the first, as comments.
func compare(w io.Writer, levels []throughput) error {
	levels = slices.DeleteFunc(levels, func(t throughput) bool { return t.call == 0 })
	if len(levels) < 2 {
		return nil
	}
	for _, t := range levels {
		if _, err := fmt.Fprintf(w, "# concurrency %d: %.0f calls/s, %.2f times as many as with %d\n", t.together,
			1/t.call.Seconds(), levels[0].call.Seconds()/t.call.Seconds(), levels[0].together); err != nil {
			return err
		}
	}
	return nil
}

// lostPass is the nth pass, which a call broke. Where the service answered before, it has died since.
func lostPass(n int, err error, answered bool) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	err = callHint(fmt.Errorf("pass %d: %w", n, err))
	if fault := (*client.FaultError)(nil); answered && !errors.As(err, &fault) {
		return exit(exitWrong, err)
	}
	return err
}

// steps gives a function that waits until the next pass may begin. Its error is io.EOF at the end of stdin.
func steps(ctx context.Context, wait bool, stdin io.Reader) func() error {
	if !wait {
		return ctx.Err
	}
	lines := make(chan error)
	go func() {
		for r := bufio.NewReader(stdin); ; {
			_, err := r.ReadString('\n')
			lines <- err
		}
	}()
	return func() error {
		select {
		case err := <-lines:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
