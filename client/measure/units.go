package measure

import (
	"fmt"
	"time"
)

// Milliseconds is a time for people, with the digits that matter; "-" for none.
func Milliseconds(d time.Duration) string {
	switch ms := float64(d) / 1e6; {
	case d <= 0:
		return "-"
	case ms < 10:
		return fmt.Sprintf("%.2f", ms)
	case ms < 1000:
		return fmt.Sprintf("%.1f", ms)
	default:
		return fmt.Sprintf("%.0f", ms)
	}
}

// Times is a ratio for people; "-" for none.
func Times(ratio float64) string {
	switch {
	case ratio == 0:
		return "-"
	case ratio < 10:
		return fmt.Sprintf("%.2f", ratio)
	default:
		return fmt.Sprintf("%.1f", ratio)
	}
}

// Mebibytes is an amount of memory for people; "-" for none.
func Mebibytes(mib float64) string {
	if mib == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", mib)
}

// Spread is an interval for people, as its ends; "-" for none.
func Spread(lo, hi time.Duration) string {
	if lo <= 0 || hi <= 0 {
		return "-"
	}
	return Milliseconds(lo) + "-" + Milliseconds(hi)
}
