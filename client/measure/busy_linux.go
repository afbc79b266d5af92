package measure

import (
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// loadOfOthers is how many cores others than this process keep busy, seen over a while; negative where it is
// unknown. The load average was tried first: it counts what ended a minute ago, so that of two runs one after the
// other the second always seemed disturbed.
func loadOfOthers(while time.Duration) float64 {
	before, ok := processorTime()
	if !ok {
		return -1
	}
	start, own := time.Now(), ownTime()
	time.Sleep(while)
	after, ok := processorTime()
	if !ok {
		return -1
	}
	others := after - before - (ownTime() - own)
	return math.Round(100*max(others.Seconds()/time.Since(start).Seconds(), 0)) / 100
}

// processorTime is what all cores together have spent on anything but idling.
func processorTime() (time.Duration, bool) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, false
	}
	return busyTicks(string(text))
}

// tick is the unit of /proc/stat on all architectures that Go knows.
const tick = 10 * time.Millisecond

// busyTicks adds up the first line of /proc/stat: "cpu", then user, nice, system, idle, iowait, irq, softirq and
// steal; what follows is in the first two already.
func busyTicks(stat string) (sum time.Duration, ok bool) {
	line, _, _ := strings.Cut(stat, "\n")
	words := strings.Fields(line)
	if len(words) < 5 || words[0] != "cpu" {
		return 0, false
	}
	const idle, iowait, steal = 4, 5, 8
	for i, word := range words {
		if i == 0 || i == idle || i == iowait || i > steal {
			continue
		}
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return 0, false
		}
		sum += time.Duration(n) * tick
	}
	return sum, true
}

// ownTime is what this process has spent.
func ownTime() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
