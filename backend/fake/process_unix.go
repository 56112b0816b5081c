//go:build unix

package fake

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the server and the model runners it starts into a process group of their own, so that killGroup leaves none behind.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
