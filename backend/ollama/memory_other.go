//go:build !linux && !darwin && !windows

package ollama

// freeMemory is unknown here.
func freeMemory() int64 { return 0 }
