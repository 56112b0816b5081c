package desk

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"rabbithole/backend/fault"
)

// shortly is how long a file manager may take to say that it cannot be started; one that is still there by then works.
const shortly = 1500 * time.Millisecond

// reveal shows a file in the system's file manager.
func reveal(path string) error {
	name, args := fileManager(runtime.GOOS, path)
	program, err := exec.LookPath(name)
	if err != nil {
		return notRevealed(path, err)
	}
	cmd := exec.Command(program, args...)
	if err := cmd.Start(); err != nil {
		return notRevealed(path, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }() // ends with the file manager, which belongs to the person
	select {
	case err := <-ended:
		if err != nil && runtime.GOOS != "windows" { // Explorer's exit code says nothing
			return notRevealed(path, err)
		}
	case <-time.After(shortly):
	}
	return nil
}

// fileManager returns the program that shows a file on a system, and its arguments.
func fileManager(system, path string) (name string, args []string) {
	switch system {
	case "windows":
		return "explorer", []string{"/select,", path}
	case "darwin":
		return "open", []string{"-R", path}
	}
	return "xdg-open", []string{filepath.Dir(path)} // no way to mark a file works everywhere
}

func notRevealed(path string, err error) error {
	return fault.New("show "+filepath.Base(path)+" in its folder", fault.Unavailable, "No file manager could be started. The file is "+path+".",
		fmt.Errorf("there is no file manager: %w", err))
}
