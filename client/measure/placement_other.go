//go:build !linux

package measure

import (
	"errors"
	"os/exec"
)

var errPlacement = errors.New("processes are placed on Linux only: choose free")

func usableCores() ([]int, error)  { return nil, errPlacement }
func startOn(int, *exec.Cmd) error { return errPlacement }
