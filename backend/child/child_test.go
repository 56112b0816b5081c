//go:build unix

package child

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// roleEnv makes a copy of the test binary play a part.
const roleEnv = "RABBITHOLE_TEST_CHILD"

func TestMain(m *testing.M) {
	RunGuardIfAsked()
	switch role := os.Getenv(roleEnv); role {
	case "":
		os.Exit(m.Run())
	case "stubborn": // a child that ends neither with its input nor by a signal that it may ignore
		signal.Ignore(syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM, syscall.SIGPIPE)
		fmt.Println(os.Getpid())
		time.Sleep(time.Hour)
	case "speaks":
		text, _ := io.ReadAll(os.Stdin)
		fmt.Printf("%s %q", text, os.Args[1:])
		fmt.Fprint(os.Stderr, " on the other hand")
		os.Exit(3)
	default: // a parent, which is about to be killed
		c := begin(role == "guarded", play(context.Background(), "stubborn"), os.Stdout)
		fmt.Fprintln(os.Stderr, c.Wait())
	}
}

// play is a command that plays a part.
func play(ctx context.Context, role string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), roleEnv+"="+role)
	return cmd
}

// begin starts a child, under a guard also where this system needs none.
func begin(guarded bool, cmd *exec.Cmd, out io.Writer) *Child {
	cmd.Stdout = out
	if guarded {
		c := &Child{cmd: cmd}
		cmd.Cancel = c.Kill
		if err := c.startGuarded(Options{Low: true}); err != nil {
			panic(err)
		}
		return c
	}
	c, err := Start(cmd, Options{Low: true})
	if err != nil {
		panic(err)
	}
	return c
}

// both runs a test for children as this system starts them, and for those under a guard.
func both(t *testing.T, test func(t *testing.T, guarded bool)) {
	for name, guarded := range map[string]bool{"direct": false, "guarded": true} {
		t.Run(name, func(t *testing.T) { test(t, guarded) })
	}
}

// number reads the process number that a stubborn child prints.
func number(t *testing.T, out io.Reader) int {
	t.Helper()
	line, _ := bufio.NewReader(out).ReadString('\n')
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatalf("no child: %q", line)
	}
	t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
	return pid
}

// alive reports whether a process goes on; a zombie that nobody waited for does not.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return syscall.Kill(pid, 0) == nil && (err != nil || !strings.Contains(string(stat), ") Z "))
}

// ended waits until a process has ended.
func ended(pid int) bool {
	for range 100 {
		if !alive(pid) {
			return true
		}
		time.Sleep(50 * time.Millisecond)
	}
	return false
}

func TestStart_ChildDiesWithTheKilledProgram(t *testing.T) {
	both(t, func(t *testing.T, guarded bool) {
		parent := play(t.Context(), map[bool]string{false: "direct", true: "guarded"}[guarded])
		out, err := parent.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := parent.Start(); err != nil {
			t.Fatal(err)
		}
		pid := number(t, out)
		if err := parent.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = parent.Wait()
		if !ended(pid) {
			t.Error("the child outlives the program that started it")
		}
	})
}

// The kernel takes the thread that started a child for its parent.
func TestStart_ChildOutlivesTheThreadThatStartedIt(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	started := make(chan *Child)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		started <- begin(false, play(t.Context(), "stubborn"), w)
	}()
	c := <-started
	w.Close()
	pid := number(t, r)
	time.Sleep(300 * time.Millisecond)
	if !alive(pid) {
		t.Error("the child ended with the thread")
	}
	if err := c.Kill(); err != nil {
		t.Error(err)
	}
	if c.Wait() == nil || !ended(pid) {
		t.Error("the child was not killed")
	}
}

func TestStart_ChildEndsWithItsContext(t *testing.T) {
	both(t, func(t *testing.T, guarded bool) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		c := begin(guarded, play(ctx, "stubborn"), w)
		w.Close()
		pid := number(t, r)
		cancel()
		if err := c.Wait(); err == nil || !ended(pid) {
			t.Errorf("Wait: %v", err)
		}
	})
}

func TestStart_InputOutputArgumentsAndExitCode(t *testing.T) {
	both(t, func(t *testing.T, guarded bool) {
		var out strings.Builder
		cmd := play(t.Context(), "speaks", "two words", "")
		cmd.Stdin, cmd.Stderr = strings.NewReader("heard"), &out
		err := begin(guarded, cmd, &out).Wait()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 3 || out.String() != `heard ["two words" ""] on the other hand` {
			t.Errorf("%v: %q", err, out.String())
		}
	})
	if out, err := Output(play(t.Context(), "speaks")); err == nil || !strings.HasSuffix(string(out), " on the other hand") {
		t.Errorf("Output = %q, %v", out, err)
	}
	if _, err := Start(exec.CommandContext(t.Context(), filepath.Join(t.TempDir(), "none")), Options{}); err == nil {
		t.Error("a program that is not there was started")
	}
}
