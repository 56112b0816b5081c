package ocr

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// start starts cmd without a console window and with a low priority: recognition takes all the time it gets and must not slow down what a
// person does meanwhile.
func start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_NO_WINDOW | windows.BELOW_NORMAL_PRIORITY_CLASS}
	return cmd.Start()
}
