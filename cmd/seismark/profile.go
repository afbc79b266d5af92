package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"sync"

	"github.com/spf13/pflag"
)

// profiles are the files that a process writes about itself, "" for none.
type profiles struct{ CPUProfile, MemProfile, Trace string }

func profileFlags(f *pflag.FlagSet) {
	f.String("cpuprofile", "", "write a profile of the processor's time to `FILE`, for go tool pprof")
	f.String("memprofile", "", "write a profile of the memory at the end to `FILE`, for go tool pprof")
	f.String("trace", "", "write a trace of the execution to `FILE`, for go tool trace")
}

// start begins the profiles; stop ends them, once, and writes what is written at the end.
func (p profiles) start() (stop func() error, err error) {
	if err := distinct([2]string{"cpuprofile", p.CPUProfile}, [2]string{"trace", p.Trace}, [2]string{"memprofile", p.MemProfile}); err != nil {
		return nil, err
	}
	var ends []func() error
	stop = sync.OnceValue(func() error {
		var errs []error
		for _, end := range ends {
			errs = append(errs, end())
		}
		return errors.Join(errs...)
	})
	for _, f := range []struct {
		flag, path string
		begin      func(*os.File) (end func() error, err error)
	}{
		{"cpuprofile", p.CPUProfile, beginCPU}, {"trace", p.Trace, beginTrace}, {"memprofile", p.MemProfile, beginMemory},
	} {
		if f.path == "" {
			continue
		}
		file, err := os.Create(f.path)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("--%s: %w", f.flag, fileError(err)), stop())
		}
		end, err := f.begin(file)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("--%s: %w", f.flag, err), file.Close(), stop())
		}
		ends = append(ends, func() error {
			if err := errors.Join(end(), file.Close()); err != nil {
				return fmt.Errorf("--%s: %w", f.flag, err)
			}
			return nil
		})
	}
	return stop, nil
}

func beginCPU(f *os.File) (func() error, error) {
	return func() error { pprof.StopCPUProfile(); return nil }, pprof.StartCPUProfile(f)
}

func beginTrace(f *os.File) (func() error, error) {
	return func() error { trace.Stop(); return nil }, trace.Start(f)
}

// beginMemory writes at the end what is live then, and all that was allocated until then.
func beginMemory(f *os.File) (func() error, error) {
	return func() error {
		runtime.GC()
		return pprof.WriteHeapProfile(f)
	}, nil
}

// during runs work between the beginning and the end of the profiles, in so much memory. Where that is not enough,
// the profiles tell for what.
func (p profiles) during(heap Size, stderr io.Writer, work func() error) error {
	stop, err := p.start()
	if err != nil {
		return err
	}
	limitHeap(heap, stderr, stop)
	return errors.Join(work(), stop())
}
