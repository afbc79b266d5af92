//go:build !linux

package measure

import (
	"runtime"
	"time"
)

// Elsewhere the machine is told by its architecture, and its load is unknown.

func cpuModel() string                   { return runtime.GOARCH }
func osName() string                     { return runtime.GOOS }
func loadOfOthers(time.Duration) float64 { return -1 }
