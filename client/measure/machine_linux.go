package measure

import (
	"bufio"
	"os"
	"strings"
)

// cpuModel is the name of the processor.
func cpuModel() string { return lookup("/proc/cpuinfo", "model name", ":") }

// osName is the distribution and the kernel.
func osName() string {
	name := strings.Trim(lookup("/etc/os-release", "PRETTY_NAME", "="), `"`)
	kernel, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return name
	}
	return strings.TrimPrefix(name+", Linux "+strings.TrimSpace(string(kernel)), ", ")
}

// lookup finds the value of a key in a file of lines "key separator value".
func lookup(path, key, separator string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if k, v, ok := strings.Cut(lines.Text(), separator); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return ""
}
