//go:build !windows

package ocr

import "golang.org/x/sys/unix"

// lowerPriority keeps recognition, which takes all the time it gets, from slowing down what a person does meanwhile. Failing is no harm.
func lowerPriority(pid int) { _ = unix.Setpriority(unix.PRIO_PROCESS, pid, 10) }
