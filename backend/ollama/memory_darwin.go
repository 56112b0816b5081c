package ollama

import "golang.org/x/sys/unix"

// freeMemory returns about what macOS gives a model: three quarters of the memory, which graphics and programs share. 0 when unknown.
func freeMemory() int64 {
	total, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(total / 4 * 3)
}
