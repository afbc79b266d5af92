package measure

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// MiB is a heap that a search found, in MiB. Zero is none.
type MiB int

// NoLimit is the heap of a process that takes no limit: nothing could be searched.
const NoLimit MiB = -1

// noLimitText is NoLimit's in tables and files.
const noLimitText = "cannot be limited"

// String is the number, or why there is none; "" for zero.
func (m MiB) String() string {
	switch m {
	case 0:
		return ""
	case NoLimit:
		return noLimitText
	}
	return strconv.Itoa(int(m))
}

// MarshalJSON writes a number, or the text of NoLimit.
func (m MiB) MarshalJSON() ([]byte, error) {
	if m == NoLimit {
		return json.Marshal(noLimitText)
	}
	return json.Marshal(int(m))
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (m *MiB) UnmarshalJSON(b []byte) error {
	if string(b) == `"`+noLimitText+`"` {
		*m = NoLimit
		return nil
	}
	var n int
	if err := json.Unmarshal(b, &n); err != nil || n < 0 {
		return fmt.Errorf("measure: heap %s: write a number of MiB, or %q", b, noLimitText)
	}
	*m = MiB(n)
	return nil
}
