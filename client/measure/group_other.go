//go:build !unix

package measure

import (
	"os"
	"syscall"
)

// Without process groups and signals a process is ended by force, and what it started is not.

func ownGroup() *syscall.SysProcAttr { return nil }

func askGroup(p *os.Process)  { p.Kill() }
func killGroup(p *os.Process) { p.Kill() }

func (p *process) peakMemory() float64 { return 0 }
func (p *process) peakAtEnd() float64  { return 0 }
