package child

import (
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// start puts the child into the job of this program.
func (c *Child) start(o Options) error {
	flags := uint32(windows.CREATE_NO_WINDOW)
	if o.Low {
		flags |= windows.BELOW_NORMAL_PRIORITY_CLASS
	}
	c.cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: flags}
	job, err := job()
	if err != nil {
		return err
	}
	if err := c.cmd.Start(); err != nil {
		return err
	}
	// This fails for a child that has already ended.
	_ = c.cmd.Process.WithHandle(func(handle uintptr) {
		_ = windows.AssignProcessToJobObject(job, windows.Handle(handle))
	})
	return nil
}

// job is a job object that kills its processes when its last handle is closed. This program has the only one.
var job = sync.OnceValues(func() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, err
	}
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	return job, err
})

// RunGuardIfAsked does nothing here: there is no guard.
func RunGuardIfAsked() {}
