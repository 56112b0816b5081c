// Package screen is a screen in memory with a window manager, for tests and measurements of the window as it ships: files can be dragged
// into it, and a driver looks at its page.
//
// It needs what `sh build/need.sh window` installs, and promises to leave no process behind. It knows nothing of what the program shows.
package screen

import (
	"bufio"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed c
var sources embed.FS

// Screen is a display with a window manager.
type Screen struct {
	Display    string // as in DISPLAY
	DragSource string // program that shows a window from which the files named can be dragged

	automation string // library that lets the driver into a program's page
	dir        string
	running    []*exec.Cmd
}

// New starts a screen. It keeps its files in dir, which must exist until Close.
func New(dir string) (*Screen, error) {
	s := &Screen{dir: dir, DragSource: filepath.Join(dir, "dragsource"), automation: filepath.Join(dir, "automation.so")}
	err := s.compile("dragsource.c", "gtk+-3.0", "-o", s.DragSource)
	if err == nil {
		err = s.compile("automation.c", "webkit2gtk-4.1", "-shared", "-fPIC", "-o", s.automation)
	}
	if err == nil {
		err = s.display()
	}
	if err == nil {
		err = s.run(exec.Command("openbox"))
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Screen) compile(source, library string, flags ...string) error {
	text, err := sources.ReadFile("c/" + source)
	if err != nil {
		return err
	}
	path := filepath.Join(s.dir, source)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return err
	}
	line := "cc -w " + strings.Join(flags, " ") + " " + path + " $(pkg-config --cflags --libs " + library + ")"
	if out, err := exec.Command("sh", "-c", line).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", line, err, out)
	}
	return nil
}

// display starts the X server, which says its number.
func (s *Screen) display() error {
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer read.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1600x1100x24", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{write}
	err = s.run(server)
	write.Close()
	if err != nil {
		return err
	}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		return fmt.Errorf("Xvfb did not start: %w", err)
	}
	s.Display = ":" + strings.TrimSpace(number)
	return nil
}

func (s *Screen) run(cmd *exec.Cmd) error {
	cmd.Env = s.Environment("")
	if err := cmd.Start(); err != nil {
		return err
	}
	s.running = append(s.running, cmd)
	return nil
}

// Environment returns this process's environment as a program on the screen needs it. With a folder, the program believes that it is the
// home of a person who never started it.
func (s *Screen) Environment(home string) []string {
	env := append(os.Environ(), "DISPLAY="+s.Display, "WAYLAND_DISPLAY=", "GDK_BACKEND=x11", "NO_AT_BRIDGE=1", "LANG=C.UTF-8", "LC_ALL=",
		"MESA_SHADER_CACHE_DISABLE=true")
	if home != "" {
		env = append(env, "HOME="+home, "XDG_DATA_HOME="+home+"/data", "XDG_CACHE_HOME="+home+"/cache", "XDG_CONFIG_HOME="+home+"/config",
			"RABBITHOLE_HOME=", "OLLAMA_HOST=127.0.0.1:1")
	}
	return env
}

// Close ends everything that runs on the screen, and the screen.
func (s *Screen) Close() {
	for i := len(s.running) - 1; i >= 0; i-- {
		s.running[i].Process.Kill()
		s.running[i].Wait()
	}
	s.running = nil
}
