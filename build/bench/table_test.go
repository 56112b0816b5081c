package bench

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// table prints Markdown.
func table(head ...string) func(cells ...string) {
	line := func(cells ...string) { fmt.Println("| " + strings.Join(cells, " | ") + " |") }
	line(head...)
	rule := make([]string, len(head))
	for i := range rule {
		rule[i] = "---"
	}
	line(rule...)
	return line
}

// quantile returns the value below which share of list lies; list is not empty.
func quantile[T int | int64 | float64 | time.Duration](list []T, share float64) T {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
}

func median[T int | int64 | float64 | time.Duration](list []T) T { return quantile(list, 0.5) }

// ms prints a duration in milliseconds with about three digits.
func ms(d time.Duration) string {
	v := float64(d.Microseconds()) / 1000
	switch {
	case v < 10:
		return fmt.Sprintf("%.2f ms", v)
	case v < 100:
		return fmt.Sprintf("%.1f ms", v)
	}
	return fmt.Sprintf("%.0f ms", v)
}

func megabytes(bytes int64) string { return fmt.Sprintf("%d MB", (bytes+500_000)/1_000_000) }
