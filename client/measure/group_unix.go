//go:build unix && !linux

package measure

import (
	"os"
	"runtime"
	"syscall"
)

// ownGroup gives a process its own group.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func askGroup(p *os.Process)  { syscall.Kill(-p.Pid, syscall.SIGTERM) }
func killGroup(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }

// peakMemory is unknown while a process runs.
func (p *process) peakMemory() float64 { return 0 }

// peakAtEnd is the peak resident memory of a process that has ended, in MiB.
func (p *process) peakAtEnd() float64 {
	usage, ok := p.state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return float64(usage.Maxrss) / (1 << 20) // bytes there, KiB elsewhere
	}
	return float64(usage.Maxrss) / (1 << 10)
}
