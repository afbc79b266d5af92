package measure

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// ownGroup gives a process its own group, and an end with the runner's, however that ends. The kernel
// watches the thread that started it: the Go runtime keeps its threads.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func askGroup(p *os.Process)  { syscall.Kill(-p.Pid, syscall.SIGTERM) }
func killGroup(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }

// peakMemory is the peak resident memory of a process's group in MiB, the sum over its processes: a command
// may be a script that starts what works.
func (p *process) peakMemory() float64 {
	var sum float64
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		if groupOf(stat) == p.cmd.Process.Pid {
			kib, _, _ := strings.Cut(lookup(filepath.Join(filepath.Dir(stat), "status"), "VmHWM", ":"), " ")
			n, _ := strconv.ParseFloat(kib, 64)
			sum += n / 1024
		}
	}
	return sum
}

// groupOf reads the process group out of /proc/PID/stat, "PID (name) state parent group ...".
func groupOf(stat string) (group int) {
	text, err := os.ReadFile(stat)
	if err != nil {
		return 0
	}
	rest := text[bytes.LastIndexByte(text, ')')+1:]
	var state string
	var parent int
	fmt.Sscan(string(rest), &state, &parent, &group)
	return group
}

// peakAtEnd is not needed where peakMemory tells.
func (p *process) peakAtEnd() float64 { return 0 }
