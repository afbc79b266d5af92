package main

import (
	"errors"
	"io"
	"os"

	"seismark/client/measure"
	"seismark/floor"
)

// liveLog writes the benchmark text of a run while it goes on, so that a kill leaves what was measured. An
// old file is emptied when there is a first record to write, not before. Without a path it does nothing.
type liveLog struct {
	path       string
	stdout     io.Writer
	conditions measure.Conditions

	file *os.File
	log  *measure.Log
}

func (l *liveLog) Pass(p measure.Pass) error {
	return l.write(func(g *measure.Log) error { return g.Pass(p) })
}
func (l *liveLog) Lost(p measure.Lost) error {
	return l.write(func(g *measure.Log) error { return g.Lost(p) })
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

func (l *liveLog) write(record func(*measure.Log) error) error {
	if l.path == "" {
		return nil
	}
	if l.log == nil {
		if err := l.open(); err != nil {
			return err
		}
	}
	return record(l.log)
}

func (l *liveLog) open() (err error) {
	w := l.stdout
	if l.path != "-" {
		if l.file, err = os.Create(l.path); err != nil {
			return err
		}
		w = l.file
	}
	l.log, err = measure.NewLog(w, l.conditions)
	return err
}

func (l *liveLog) close() error {
	if l.file == nil {
		return nil
	}
	return errors.Join(l.file.Sync(), l.file.Close())
}
