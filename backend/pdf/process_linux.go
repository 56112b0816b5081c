package pdf

import (
	"os/exec"
	"syscall"
)

// detach lets the kernel kill the child when the program dies. A child ends when its input does, but one in an endless loop of
// compiled code may not come to see that.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
