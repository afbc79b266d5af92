package measure

import (
	"fmt"
	"os/exec"
	"runtime"

	"golang.org/x/sys/unix"
)

// usableCores are the processors that this process may run on.
func usableCores() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, fmt.Errorf("which cores there are: %w", err)
	}
	var cores []int
	for core := range len(set) * 64 {
		if set.IsSet(core) {
			cores = append(cores, core)
		}
	}
	return cores, nil
}

// startOn starts a process that runs on one core. It inherits that from the thread that starts it, which gets
// back its own cores: the thread must not end, as the process would end with it (see ownGroup).
func startOn(core int, cmd *exec.Cmd) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return fmt.Errorf("which cores there are: %w", err)
	}
	one.Set(core)
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		return fmt.Errorf("core %d: %w", core, err)
	}
	err := cmd.Start()
	if back := unix.SchedSetaffinity(0, &before); back != nil && err == nil {
		err = fmt.Errorf("from core %d back to all: %w", core, back)
	}
	return err
}
