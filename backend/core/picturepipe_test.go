//go:build unix

package core_test

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
)

// What is no file is refused before it is opened: a pipe that nobody writes to would keep the program waiting for ever.
func TestDiscover_APipeIsNoPicture(t *testing.T) {
	c := open(t, library(t), noEnv)
	pipe := filepath.Join(t.TempDir(), "boat.png")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("no pipe can be made here: %v", err)
	}
	refused := make(chan error, 1)
	go func() {
		_, err := c.StartDiscover(t.Context(), core.Discover{Query: "radon in cellars", Image: pipe, Engine: settings.Extractive})
		refused <- err
	}()
	select {
	case err := <-refused:
		if fault.KindOf(err) != fault.Usage {
			t.Errorf("a pipe: %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("it waits for somebody to write into the pipe")
		if end, err := syscall.Open(pipe, syscall.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
			syscall.Close(end)
		}
		<-refused
	}
}
