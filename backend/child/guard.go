//go:build unix

package child

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// guardArgument, as the first argument, makes the program a guard. The other arguments are the command to run.
const guardArgument = "__guard"

// lifelineNumber is the file descriptor on which the guard sees the end of the program that started it.
const lifelineNumber = 3

// startGuarded starts the child under a guard: the end of a pipe tells it that this program has died, or wants the
// child to end.
func (c *Child) startGuarded(o Options) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	c.cmd.Args = append([]string{self, guardArgument, c.cmd.Path}, c.cmd.Args[1:]...)
	c.cmd.Path, c.cmd.ExtraFiles, c.lifeline = self, []*os.File{r}, w
	if err := c.cmd.Start(); err != nil {
		return errors.Join(err, w.Close())
	}
	if o.Low {
		lower(c.cmd.Process)
	}
	return nil
}

// RunGuardIfAsked makes this process a guard and does not return, when it was started as one. A program that starts
// children calls it first thing in main, a test in TestMain.
func RunGuardIfAsked() {
	if len(os.Args) > 2 && os.Args[1] == guardArgument {
		os.Exit(guard(os.Args[2], os.Args[3:]))
	}
}

// guard runs a program, kills it when the lifeline ends, and returns its exit code.
func guard(path string, args []string) int {
	syscall.CloseOnExec(lifelineNumber)
	cmd := exec.Command(path, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 127 // as a shell says it
	}
	go func() {
		_, _ = os.NewFile(lifelineNumber, "lifeline").Read(make([]byte, 1)) // nobody writes
		_ = cmd.Process.Kill()
	}()
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode()
}

// lower gives a process a low priority; that it may not is no harm.
func lower(p *os.Process) { _ = unix.Setpriority(unix.PRIO_PROCESS, p.Pid, 10) }
