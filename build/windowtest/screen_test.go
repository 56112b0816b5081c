//go:build linux

// Package windowtest holds the tests of the window as it ships: the built program on a screen in memory, with a window manager, a mouse
// and a keyboard. They look at what a person sees, and at the library through the command line; they know nothing of the program's inside.
package windowtest

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fake/screen"
)

// tools are what the tests of one process share.
type tools struct {
	*screen.Screen
	app, cli string // the programs under test; "" when there are none
}

func TestMain(m *testing.M) {
	os.Exit(func() int {
		shared.app, shared.cli = os.Getenv("RABBITHOLE_APP"), os.Getenv("RABBITHOLE_CLI")
		if shared.app == "" || shared.cli == "" {
			return m.Run() // every test skips
		}
		dir, err := os.MkdirTemp("", "windowtest")
		if err == nil {
			defer os.RemoveAll(dir)
			shared.Screen, err = screen.New(dir)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "windowtest:", err)
			return 1
		}
		defer shared.Close()
		os.Setenv("DISPLAY", shared.Display) // for xdotool and import
		return m.Run()
	}())
}

var shared tools

// xdotool does what a hand does, and returns what it prints.
func xdotool(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("xdotool", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("xdotool %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// press presses keys in the window that has the focus, as a keyboard does.
func press(t *testing.T, keys string) {
	t.Helper()
	xdotool(t, "key", "--clearmodifiers", keys)
}

// place is where a window stands on the screen.
type place struct{ X, Y, Width, Height int }

// where returns the place of a window.
func where(t *testing.T, window string) (p place) {
	t.Helper()
	for line := range strings.Lines(xdotool(t, "getwindowgeometry", "--shell", window)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		n, _ := strconv.Atoi(value)
		switch name {
		case "X":
			p.X = n
		case "Y":
			p.Y = n
		case "WIDTH":
			p.Width = n
		case "HEIGHT":
			p.Height = n
		}
	}
	return p
}

// picture takes a picture of the window. It is kept in the folder that RABBITHOLE_PICTURES names.
func picture(t *testing.T, window, name string) image.Image {
	t.Helper()
	data, err := exec.Command("import", "-window", window, "png:-").Output()
	if err != nil {
		t.Fatalf("import: %v", err)
	}
	if folder := os.Getenv("RABBITHOLE_PICTURES"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, name+".png"), data, 0o644); err != nil {
			t.Error(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// eventually waits for something that happens soon; it fails when that takes a minute.
func eventually(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if happened() {
			return
		}
	}
	t.Fatalf("waited a minute for this: %s", what)
}
