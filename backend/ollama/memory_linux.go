package ollama

import (
	"os"
	"strconv"
	"strings"
)

// freeMemory returns the bytes that a new program could use without swapping, 0 when unknown.
func freeMemory() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	return availableIn(string(text))
}

// availableIn reads the line "MemAvailable:   16384 kB".
func availableIn(meminfo string) int64 {
	for line := range strings.Lines(meminfo) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] != "MemAvailable:" {
			continue
		}
		n, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil {
			return 0
		}
		return n << 10
	}
	return 0
}
