//go:build linux

package windowtest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rabbithole/backend/fake/screen"
)

// app is the running program with its window.
type app struct {
	t      *testing.T
	home   string
	window string // of X
	pid    int
	ended  chan struct{} // closed when the process is gone
	page   *screen.Page  // what the driver sees in it; nil without one
}

// newHome returns the folder of a library that is not there yet, below a home folder of a person who never started the program.
func newHome(t *testing.T) string {
	t.Helper()
	if shared.app == "" || shared.cli == "" {
		t.Skip("RABBITHOLE_APP and RABBITHOLE_CLI name no programs: make test-window builds and names them")
	}
	folder, err := os.MkdirTemp("", "windowtest")
	if err != nil {
		t.Fatal(err)
	}
	// WebKit's own processes write for a moment after the window was killed, so that a folder just emptied is not empty.
	t.Cleanup(func() {
		eventually(t, "the test's folder is removed", func() bool { return os.RemoveAll(folder) == nil })
	})
	return filepath.Join(folder, "library")
}

// open starts the program as it ships and waits for its window.
func open(t *testing.T, home string) *app {
	t.Helper()
	cmd := exec.Command(shared.app, "--home", home)
	cmd.Env = shared.Environment(filepath.Dir(home))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	a := &app{t: t, home: home, pid: cmd.Process.Pid, ended: make(chan struct{})}
	go func() {
		cmd.Wait()
		close(a.ended)
	}()
	t.Cleanup(func() { a.end(syscall.SIGKILL) })
	a.findWindow()
	return a
}

// openDriven starts the program with a driver that sees its page.
func openDriven(t *testing.T, home string) *app {
	t.Helper()
	page, err := shared.Drive(filepath.Dir(home), shared.app, "--home", home)
	if err != nil {
		t.Fatal(err)
	}
	a := &app{t: t, home: home, pid: page.PID, ended: make(chan struct{}), page: page}
	t.Cleanup(func() {
		a.end(syscall.SIGKILL)
		page.Close()
	})
	go func() { // it is the driver's child
		for syscall.Kill(a.pid, 0) == nil && !zombie(a.pid) {
			time.Sleep(10 * time.Millisecond)
		}
		close(a.ended)
	}()
	a.findWindow()
	return a
}

func zombie(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, after, _ := strings.Cut(string(stat), ") ")
	return err == nil && strings.HasPrefix(after, "Z")
}

func (a *app) findWindow() {
	a.t.Helper()
	eventually(a.t, "the window is on the screen", func() bool {
		out, err := exec.Command("xdotool", "search", "--onlyvisible", "--all", "--pid", strconv.Itoa(a.pid), "--name", "^Rabbithole$").Output()
		a.window, _, _ = strings.Cut(string(out), "\n")
		return err == nil && a.window != ""
	})
	xdotool(a.t, "windowactivate", "--sync", a.window)
}

// end sends a signal and waits for the process to be gone.
func (a *app) end(signal syscall.Signal) {
	a.t.Helper()
	syscall.Kill(a.pid, signal)
	a.gone("after " + signal.String())
}

// close closes the window as a person does: again, where a busy window manager missed the keys and the window is still to be seen.
func (a *app) close() {
	a.t.Helper()
	for range 4 {
		xdotool(a.t, "windowactivate", "--sync", a.window)
		press(a.t, "alt+F4")
		select {
		case <-a.ended:
			return
		case <-time.After(5 * time.Second):
		}
		if exec.Command("xdotool", "search", "--onlyvisible", "--all", "--pid", strconv.Itoa(a.pid), "--name", "^Rabbithole$").Run() != nil {
			a.gone("though its window is closed")
			return
		}
	}
	a.gone("after alt+F4, and so is its window")
}

func (a *app) gone(when string) {
	a.t.Helper()
	select {
	case <-a.ended:
	case <-time.After(20 * time.Second):
		a.t.Fatalf("the process is still there %s", when)
	}
}

// command runs the command line on the library, and decodes the JSON it prints into out.
func (a *app) command(out any, args ...string) {
	a.t.Helper()
	cmd := exec.Command(shared.cli, append([]string{"--home", a.home}, args...)...)
	cmd.Env = shared.Environment(filepath.Dir(a.home))
	data, err := cmd.Output()
	if err == nil && out != nil {
		err = json.Unmarshal(data, out)
	}
	if err != nil {
		a.t.Fatalf("rabbithole %s: %v: %s", strings.Join(args, " "), err, data)
	}
}

// document is what the command line says of a document.
type document struct{ Name, State string }

func (a *app) documents() (docs []document) {
	a.t.Helper()
	a.command(&docs, "documents", "--json")
	return docs
}

// status returns how a run stands.
func (a *app) status(run string) string {
	a.t.Helper()
	var runs []struct{ ID, Status string }
	a.command(&runs, "runs", "--json")
	for _, r := range runs {
		if r.ID == run {
			return r.Status
		}
	}
	return ""
}

// must runs JavaScript in the page.
func (a *app) must(out any, body string, args ...any) {
	a.t.Helper()
	if err := a.page.Eval(out, body, args...); err != nil {
		a.t.Fatalf("%s: %v", body, err)
	}
}

// count returns how many elements of a selector the page has.
func (a *app) count(selector string) (n int) {
	if err := a.page.Eval(&n, `return document.querySelectorAll(args[0]).length`, selector); err != nil {
		return -1 // the page is being loaded
	}
	return n
}

// waitFor waits for an element.
func (a *app) waitFor(selector string) {
	a.t.Helper()
	eventually(a.t, selector+" is on the page", func() bool { return a.count(selector) > 0 })
}
