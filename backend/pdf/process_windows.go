package pdf

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// detach keeps a console window from opening for the child.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_NO_WINDOW}
}
