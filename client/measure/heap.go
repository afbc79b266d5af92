package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

const mebibyte = 1 << 20

// FindHeaps finds for every cell, by bisection to 1 MiB, the smallest heap of the server and of the client at
// which a cold pass completes while the other side has all of its heap; a side whose command has no {heap} has
// NoLimit. The limits of the plan are the largest that are tried. A pass that takes ten times as long as with those, and more than half a minute,
// does not complete. What the stacks must refuse is tried first, as by Measure.
func (p *Plan) FindHeaps(ctx context.Context, record Recorder, watch func(Progress)) error {
	m, jobs, err := p.begin(ctx, record, watch)
	if err != nil {
		return err
	}
	defer m.end()
	m.gauge.steps = len(jobs)
	for _, j := range jobs {
		heap, err := m.smallest(ctx, j)
		if err == nil {
			err = record.Heap(heap)
		} else {
			err = m.lost(err)
		}
		if err != nil {
			return err
		}
		m.gauge.done++
	}
	return nil
}

// smallest searches one side after the other.
func (m *measurement) smallest(ctx context.Context, j job) (Heap, error) {
	all := Heap{Server: MiB(m.ServerHeap / mebibyte), Client: MiB(m.ClientHeap / mebibyte)}
	reading, err := m.probe(ctx, j, all, m.PassTime)
	if err != nil {
		return Heap{}, err
	}
	limit := max(10*reading.Elapsed, 30*time.Second)
	found := Heap{Cell: j.cell}
	found.Server, err = leastHeap(j.stack.Server.Command, all.Server, reading.ServerRSS, func(mib MiB) error {
		_, err := m.probe(ctx, j, Heap{Server: mib, Client: all.Client}, limit)
		return err
	})
	if err != nil {
		return Heap{}, err
	}
	found.Client, err = leastHeap(j.stack.Client.Command, all.Client, reading.ClientRSS, func(mib MiB) error {
		_, err := m.probe(ctx, j, Heap{Server: all.Server, Client: mib}, limit)
		return err
	})
	return found, err
}

// leastHeap searches the heap of the process of a command, where it takes a limit. What it took in all is the
// first guess.
func leastHeap(c Command, most MiB, took float64, try func(MiB) error) (MiB, error) {
	if !c.uses("heap") {
		return NoLimit, nil
	}
	return bisect(most, MiB(math.Ceil(took)), try)
}

// bisect finds the smallest number from 1 to most, which itself will do, for which try has no error; guess
// is tried first. An error that is not a lack of memory ends it.
func bisect(most, guess MiB, try func(MiB) error) (MiB, error) {
	tooSmall, enough := MiB(0), most
	for next := guess; enough-tooSmall > 1; next = (tooSmall + enough) / 2 {
		if next <= tooSmall || next >= enough {
			next = (tooSmall + enough) / 2
		}
		switch err := try(next); {
		case err == nil:
			enough = next
		case lacksMemory(err):
			tooSmall = next
		default:
			return 0, err
		}
	}
	return enough, nil
}

// lacksMemory takes every death for one: a runtime with next to no heap dies in many ways.
func lacksMemory(err error) bool {
	var lost *Lost
	return errors.As(err, &lost) && (lost.Status == HeapExceeded || lost.Status == Died)
}

// probe starts a job with heaps of its own and walks one pass.
func (m *measurement) probe(ctx context.Context, j job, heap Heap, limit time.Duration) (Reading, error) {
	m.tell(Progress{Doing: fmt.Sprintf("heap search, server %d MiB, client %d MiB", heap.Server, heap.Client), Cell: j.cell})
	plan := *m.Plan
	plan.ServerHeap, plan.ClientHeap = int64(heap.Server)*mebibyte, int64(heap.Client)*mebibyte
	plan.Passes, plan.PassTime = 0, limit
	s, err := plan.open(ctx, j)
	if err != nil {
		return Reading{}, err
	}
	defer s.close()
	pass, err := s.pass(ctx)
	return pass.r, err
}
