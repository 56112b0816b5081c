package store

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"rabbithole/backend/fault"
)

// TestAcquireLock_HeldByAnotherProcess starts this test again as the process that holds the lock, then kills it.
func TestAcquireLock_HeldByAnotherProcess(t *testing.T) {
	if folder := os.Getenv("RABBITHOLE_TEST_LOCK"); folder != "" {
		holdLock(t, folder)
		return
	}
	folder := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestAcquireLock_HeldByAnotherProcess$")
	child.Env = append(os.Environ(), "RABBITHOLE_TEST_LOCK="+folder)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.Contains(line, "locked") {
		t.Fatalf("the child said %q, %v", line, err)
	}

	_, err = AcquireLock(folder, Owner{PID: os.Getpid()})
	hint := fault.Hint(err)
	if fault.KindOf(err) != fault.Locked || !strings.Contains(hint, strconv.Itoa(child.Process.Pid)) || !strings.Contains(hint, "127.0.0.1:7") {
		t.Errorf("second writer: %v (hint %q), want a locked fault that names process and address", err, hint)
	}
	child.Process.Kill()
	child.Wait()
	mine, err := AcquireLock(folder, Owner{PID: os.Getpid()})
	if err != nil {
		t.Fatalf("after the owner was killed: %v", err)
	}
	if owner, err := LockOwner(folder); err != nil || owner.PID != os.Getpid() {
		t.Errorf("LockOwner = %+v, %v, want this process", owner, err)
	}
	if err := mine.Release(); err != nil {
		t.Error(err)
	}
}

func holdLock(t *testing.T, folder string) {
	lock, err := AcquireLock(folder, Owner{PID: os.Getpid()})
	if err == nil {
		err = lock.SetAddress("127.0.0.1:7")
	}
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout.WriteString("locked\n")
	select {} // until it is killed
}
