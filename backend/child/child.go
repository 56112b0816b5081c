// Package child starts programs that end when this one does, however it ends: also after kill -9, and also when the
// child is stuck in an endless loop.
//
// On Linux the kernel takes care of that, on Windows a job object. Elsewhere the child runs under a guard: this
// program, started again to wait for whichever ends first. The package is not for programs that should outlive this
// one, such as a browser.
package child

import (
	"bytes"
	"io"
	"os/exec"
	"time"
)

// Options adjust Start. The zero value works.
type Options struct {
	Low bool // run with a low priority, so that a long computation does not slow down the person's other work
}

// Child is a started program. Wait must be called once.
type Child struct {
	cmd      *exec.Cmd
	lifeline io.Closer // closing it makes the guard kill the child; nil without a guard
}

// Start starts cmd, on Windows without a console window. If cmd has a context, the child is killed when that ends.
func Start(cmd *exec.Cmd, o Options) (*Child, error) {
	c := &Child{cmd: cmd}
	if cmd.Cancel != nil {
		cmd.Cancel = c.Kill
	}
	return c, c.start(o)
}

// Pid is the number of the child's process, or of its guard's.
func (c *Child) Pid() int { return c.cmd.Process.Pid }

// Kill ends the child at once.
func (c *Child) Kill() error {
	if c.lifeline != nil {
		return c.lifeline.Close()
	}
	return c.cmd.Process.Kill()
}

// Wait waits for the end of the child, as exec.Cmd.Wait does.
func (c *Child) Wait() error {
	err := c.cmd.Wait()
	if c.lifeline != nil {
		_ = c.lifeline.Close()
	}
	return err
}

// Output runs cmd and returns its standard output and standard error.
func Output(cmd *exec.Cmd) ([]byte, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &out, time.Second
	c, err := Start(cmd, Options{})
	if err == nil {
		err = c.Wait()
	}
	return out.Bytes(), err
}
