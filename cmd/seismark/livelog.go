package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"seismark/client/measure"
	"seismark/floor"
)

// liveLog writes the benchmark text of a run while it goes on, so that a kill leaves what was measured. An
// old file is emptied when there is a first record to write, not before. A file that fails, on a full disk
// say, does not end the run. Without a path it does nothing.
type liveLog struct {
	path       string
	stdout     io.Writer
	conditions measure.Conditions

	say func(format string, args ...any)

	file    *os.File // nil for stdout
	regular bool     // not a device or a pipe
	fresh   bool     // it was not there before
	log     *measure.Log
	failed  error // what ended the writing
}

func (l *liveLog) Pass(p measure.Pass) error {
	return l.write(func(g *measure.Log) error { return g.Pass(p) })
}
func (l *liveLog) Lost(p measure.Lost) error {
	return l.write(func(g *measure.Log) error { return g.Lost(p) })
}
func (l *liveLog) Weak(w measure.Weakness) error {
	return l.write(func(g *measure.Log) error { return g.Weak(w) })
}
func (l *liveLog) Note(n measure.Note) error {
	return l.write(func(g *measure.Log) error { return g.Note(n) })
}
func (l *liveLog) Heap(h measure.Heap) error {
	return l.write(func(g *measure.Log) error { return g.Heap(h) })
}
func (l *liveLog) Peak(p measure.Peak) error {
	return l.write(func(g *measure.Log) error { return g.Peak(p) })
}
func (l *liveLog) Floor(f floor.Floor) error {
	return l.write(func(g *measure.Log) error { return g.Floor(f) })
}

// interrupted marks a file that has records already.
func (l *liveLog) interrupted(where string) {
	if l.log != nil {
		l.write(func(g *measure.Log) error { return g.Interrupted(where) }) // an error shows again at close
	}
}

func (l *liveLog) write(record func(*measure.Log) error) error {
	if l.path == "" || l.failed != nil {
		return nil
	}
	err := l.begin()
	if err == nil {
		err = record(l.log)
	}
	if err == nil || l.path == "-" { // who reads a pipe has left: nobody waits for the rest
		return err
	}
	l.failed = fmt.Errorf("--bench: %w", err)
	l.say("%v: the run goes on without this file", l.failed)
	return nil
}

// open opens the file and keeps other runs from it.
func (l *liveLog) open() (err error) {
	if l.path == "" || l.path == "-" {
		return nil
	}
	_, err = os.Stat(l.path)
	l.fresh = errors.Is(err, fs.ErrNotExist)
	if l.file, err = os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
		return fmt.Errorf("--bench: %w", err)
	}
	info, err := l.file.Stat()
	if err == nil && info.Mode().IsRegular() {
		l.regular = true
		err = lock(l.file)
	}
	if err != nil {
		return fmt.Errorf("--bench: %w", errors.Join(err, l.file.Close()))
	}
	return nil
}

// begin empties the file and writes its head, once.
func (l *liveLog) begin() (err error) {
	if l.log != nil {
		return nil
	}
	w := l.stdout
	if l.file != nil {
		w = l.file
	}
	if l.regular {
		if err := l.file.Truncate(0); err != nil {
			return err
		}
	}
	l.log, err = measure.NewLog(w, l.conditions)
	return err
}

// close ends the file. One that got no record is as it was.
func (l *liveLog) close() error {
	if l.file == nil {
		return l.failed
	}
	var err error
	switch {
	case l.log == nil && l.fresh:
		err = os.Remove(l.path)
	case l.regular:
		err = l.file.Sync()
	}
	return errors.Join(l.failed, err, l.file.Close())
}
