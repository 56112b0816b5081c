package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestHome_FlagOverEnvironmentOverDefault(t *testing.T) {
	data := t.TempDir()
	flagged, named, standard := filepath.Join(data, "flag"), filepath.Join(data, "env"), filepath.Join(data, "org.rabbithole.library")
	t.Setenv("XDG_DATA_HOME", data)
	for _, k := range []struct {
		env  string
		args []string
		want string
	}{
		{"", nil, standard},
		{named, nil, named},
		{named, []string{"--home", flagged}, flagged},
	} {
		t.Setenv("RABBITHOLE_HOME", k.env)
		if k.env == "" {
			os.Unsetenv("RABBITHOLE_HOME")
		}
		var out, err bytes.Buffer
		if code := run(append(k.args, "doctor"), &shell{out: &out, err: &err, in: strings.NewReader("")}); code != 0 {
			t.Fatalf("exit code %d\n%s", code, err.String())
		}
		if !strings.Contains(out.String(), k.want+": 0 documents") {
			t.Errorf("want the library in %s\n%s", k.want, out.String())
		}
	}
}

// What is printed to be typed finds the library that the program was started with, whatever its name.
func TestHome_CommandsNameTheLibrary(t *testing.T) {
	home := filepath.Join(t.TempDir(), "Ann's 100% books")
	said := func(args ...string) string {
		var out, err bytes.Buffer
		run(args, &shell{out: &out, err: &err, in: strings.NewReader("")})
		return out.String() + err.String()
	}
	said("--home", home, "settings") // makes the library
	_, command, found := strings.Cut(said("--home", home, "documents"), "rabbithole ")
	if want := "--home " + quoted(home) + " add FOLDER\n"; !found || command != want {
		t.Errorf("it says %q, want %q", command, want)
	}
	if hint := said("--home", home, "ask", "What is radon?"); !strings.Contains(hint, "rabbithole --home "+quoted(home)+" add FOLDER") {
		t.Errorf("it says %q", hint)
	}
	var out, err bytes.Buffer
	run([]string{"--home", home, "documents"}, &shell{out: &out, err: &err, in: strings.NewReader(""), called: "./bin/100%/rabbithole"})
	if want := "./bin/100%/rabbithole --home " + quoted(home) + " add FOLDER\n"; !strings.HasSuffix(out.String()+err.String(), want) {
		t.Errorf("called by a path it says %q, want %q", out.String()+err.String(), want)
	}
	t.Setenv("RABBITHOLE_HOME", home)
	if text := said("documents"); strings.Contains(text, "--home") {
		t.Errorf("the environment names the library, and yet: %q", text)
	}
	if runtime.GOOS == "windows" {
		return
	}
	if got, err := exec.Command("sh", "-c", "printf %s "+quoted(home)).Output(); err != nil || string(got) != home {
		t.Errorf("a shell reads %q, %v", got, err)
	}
}

func TestHome_TheProgramIsNamedAsItWasCalled(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "rabbithole")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if err := os.WriteFile(program, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", t.TempDir())
	if got := calledBy(program); got != quoted(program) {
		t.Errorf("where no shell finds it: %q", got)
	}
	t.Setenv("PATH", folder)
	if by, path := calledBy("rabbithole"), calledBy(program); by != "rabbithole" || path != "rabbithole" {
		t.Errorf("where a shell finds it: %q, %q", by, path)
	}
}
