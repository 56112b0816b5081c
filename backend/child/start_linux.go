package child

import (
	"runtime"
	"sync"
	"syscall"
)

// start lets the kernel kill the child when this program dies.
func (c *Child) start(o Options) error {
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	starter() <- func() { started <- c.cmd.Start() }
	err := <-started
	if err == nil && o.Low {
		lower(c.cmd.Process)
	}
	return err
}

// starter runs the functions it is sent on a thread that lives as long as the program. The kernel sends the death
// signal when the thread that started a child ends, and Go ends threads while the program goes on.
var starter = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for start := range work {
			start()
		}
	}()
	return work
})
