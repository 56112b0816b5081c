//go:build !windows

package ocr

import (
	"os/exec"

	"golang.org/x/sys/unix"
)

// start starts cmd with a low priority: recognition takes all the time it gets and must not slow down what a person does meanwhile.
func start(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	_ = unix.Setpriority(unix.PRIO_PROCESS, cmd.Process.Pid, 10) // failing is no harm
	return nil
}
