//go:build unix

package pdf

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// parentVariable names a file that a test process, started as a parent, reads until it is killed.
const parentVariable = "RABBITHOLE_TEST_PARENT_OF"

// runParentIfAsked makes this process a program that opens a PDF, tells its child's number, and waits for its end.
func runParentIfAsked() {
	path := os.Getenv(parentVariable)
	if path == "" {
		return
	}
	x := New(Options{Workers: 1})
	f, err := x.Open(context.Background(), path, source.OpenOptions{})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(x.pool.idle[0].child.Pid())
	_ = f.Pages(context.Background(), 1, func(source.Page) error { return nil }) // busy with a slow page
	select {}
}

func TestProcess_ChildDiesWithItsParent(t *testing.T) {
	for name, doc := range map[string]pdftest.Doc{"idle": numbered(1), "busy": slowDoc()} {
		t.Run(name, func(t *testing.T) {
			parent := exec.Command(os.Args[0])
			parent.Env = append(os.Environ(), parentVariable+"="+pdftest.Write(t, "a.pdf", doc.Bytes()))
			out, err := parent.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := parent.Start(); err != nil {
				t.Fatal(err)
			}
			line, _ := bufio.NewReader(out).ReadString('\n')
			child, err := strconv.Atoi(strings.TrimSpace(line))
			if err != nil {
				t.Fatalf("no child: %q", line)
			}
			time.Sleep(300 * time.Millisecond) // into the slow page
			if err := parent.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = parent.Wait()
			for range 50 {
				if gone(child) {
					return
				}
				time.Sleep(100 * time.Millisecond)
			}
			_ = syscall.Kill(child, syscall.SIGKILL)
			t.Error("the child outlives its parent by five seconds")
		})
	}
}

// gone reports whether a process has ended; a zombie nobody has waited for has.
func gone(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") Z ")
}

// childMemory returns the most bytes that an ended child has held.
func childMemory() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
