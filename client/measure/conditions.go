package measure

import (
	"fmt"
	"runtime"
	"time"

	"seismark/wssec"
)

// Conditions are what a run was measured on, and how.
type Conditions struct {
	Time     time.Time         `json:"time"`
	Load     float64           `json:"load_of_others"` // how many cores others kept busy just before; negative where unknown
	Seismark string            `json:"seismark"`       // version of the runner
	Go       string            `json:"go"`             // version that the runner is built with
	Versions map[string]string `json:"versions"`       // of the stacks, by name

	GOOS      string `json:"goos"`
	GOARCH    string `json:"goarch"`
	CPU       string `json:"cpu"`
	Cores     int    `json:"cores"`
	OS        string `json:"os"`
	Catalogue string `json:"catalogue"` // what it is, its size and digest

	Suites     []wssec.Suite `json:"suites"`
	ServerHeap int64         `json:"server_heap_bytes"` // what a process may use, in bytes; zero for no limit
	ClientHeap int64         `json:"client_heap_bytes"`
	Order      Order         `json:"order"`
	Placement  Placement     `json:"placement"`
	Transport  Transport     `json:"transport"` // of our stacks
	RSA        string        `json:"rsa"`       // the library that worked with the keys of our stacks, see library; "" where none did
	Sequences  []Sequence    `json:"sequences"`
}

// busyWindow is for how long is looked what others do. Ticks of the kernel's clock are 10 ms.
const busyWindow = 400 * time.Millisecond

// ThisMachine gives the conditions that the machine sets, now. It rests for a moment, to see what others do.
func ThisMachine() Conditions {
	return Conditions{
		Time: time.Now().UTC().Truncate(time.Second), Load: loadOfOthers(busyWindow), Go: runtime.Version(),
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, CPU: cpuModel(), Cores: runtime.NumCPU(), OS: osName(),
	}
}

// Busy reports whether others kept a quarter of a core or more busy.
func (c *Conditions) Busy() bool { return c.Load >= 0.25 }

// Doubt says why all that is measured under the conditions is doubtful, "" for nothing.
func (c *Conditions) Doubt() string {
	if !c.Busy() {
		return ""
	}
	return fmt.Sprintf("busy machine: others kept %.2f cores busy just before", c.Load)
}

// sequence finds the sequence that a run walked. A file that names none walked those of the built-in
// catalogue.
func (c Conditions) sequence(name string) (Sequence, error) {
	for _, s := range c.Sequences {
		if s.Name == name {
			return s, nil
		}
	}
	return SequenceNamed(name)
}
