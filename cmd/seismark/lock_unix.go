//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"fmt"
	"os"
	"syscall"
)

// lock keeps other runs from a file until it is closed, or reports that another run has it. A file system
// without locks has it its way.
func lock(file *os.File) error {
	if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == syscall.EWOULDBLOCK {
		return fmt.Errorf("%s is in use: another run writes to it", file.Name())
	}
	return nil
}
