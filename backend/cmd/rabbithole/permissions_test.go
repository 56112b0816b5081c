//go:build unix

package main

import (
	"bufio"
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/kb"
)

// under starts the program as launch does, with a umask and with folders of its own for everything that it keeps.
func under(t *testing.T, umask, home string, args ...string) *process {
	t.Helper()
	p := &process{err: &bytes.Buffer{}}
	start := []string{"-c", "umask " + umask + `; exec "$0" "$@"`, os.Args[0], "--home", home}
	p.cmd = exec.Command("sh", append(start, args...)...)
	p.cmd.Env = append(os.Environ(), childEnv+"=alone", "XDG_CACHE_HOME="+filepath.Join(home, "..", "cache"))
	p.cmd.Stderr = p.err
	pipe, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(pipe)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	return p
}

// exposed returns what below a folder others may open, or its owner may not, by its path in there.
func exposed(t *testing.T, folder string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		want := map[bool]fs.FileMode{true: 0o700, false: 0o600}[entry.IsDir()]
		if err == nil && info.Mode().Perm() != want {
			paths = append(paths, info.Mode().String()+" "+path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestPermissions_UnderEveryUmask(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	for _, umask := range []string{"0", "0777"} {
		t.Run(umask, func(t *testing.T) {
			base := t.TempDir()
			home, backup := filepath.Join(base, "home"), filepath.Join(base, "backup")
			report := filepath.Join(t.TempDir(), "report.md")
			if err := os.Mkdir(home, 0o755); err != nil {
				t.Fatal(err)
			}
			folder := filepath.Join(t.TempDir(), "radon")
			if err := unpack(folder); err != nil {
				t.Fatal(err)
			}
			steps := [][]string{{"add", folder}, {"research", kb.Question, "--yes", "--engine", "extractive"},
				{"backup", backup}, {"export", "last", "-o", report}, {"check"}}
			for _, args := range steps {
				if s := under(t, umask, home, args...).wait(t); s.code != 0 {
					t.Fatalf("%v ends with %d\n%s%s", args, s.code, s.out, s.err)
				}
				if open := exposed(t, home); len(open) > 0 {
					t.Fatalf("after %v:\n%s", args, strings.Join(open, "\n"))
				}
			}
			p := under(t, umask, home, "serve", "--no-open", "--json")
			p.line(t, `"token"`)
			if open := exposed(t, base); len(open) != 1 { // the folder of the test itself
				t.Errorf("while it serves:\n%s", strings.Join(open, "\n"))
			}
			_ = p.cmd.Process.Kill()
			p.wait(t)
			if s := under(t, umask, home, "restore", backup).wait(t); s.code != 0 {
				t.Errorf("restore ends with %d\n%s", s.code, s.err)
			}
			if open := exposed(t, base); len(open) != 1 {
				t.Errorf("after the restore:\n%s", strings.Join(open, "\n"))
			}
			info, err := os.Stat(report)
			if want := map[string]fs.FileMode{"0": 0o666, "0777": 0}[umask]; err != nil || info.Mode().Perm() != want {
				t.Errorf("the exported report: %v, want %v (%v)", info.Mode(), want, err)
			}
		})
	}
}

// chmodAll opens a library to others.
func chmodAll(t *testing.T, home string) {
	t.Helper()
	err := filepath.WalkDir(home, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(path, map[bool]fs.FileMode{true: 0o755, false: 0o644}[entry.IsDir()])
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPermissions_WhatIsFoundOpenIsClosedAndSaid(t *testing.T) {
	home := library(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(home, link); err != nil {
		t.Fatal(err)
	}
	commands := [][]string{{"documents"}, {"search", "radon"}, {"watch", "add", t.TempDir()}, {"check"}, {"doctor"}}
	for _, args := range commands {
		chmodAll(t, home)
		s := rabbithole(t, link, args...).ok(t)
		if open := exposed(t, home); len(open) > 0 {
			t.Errorf("%v leaves open:\n%s", args, strings.Join(open, "\n"))
		}
		const note = "of the library were open to other users of this computer; now only you can open them."
		if strings.Count(s.err, note) != 1 {
			t.Errorf("%v does not say it once:\n%s", args, s.err)
		}
		if s := rabbithole(t, link, args...).ok(t); strings.Contains(s.err, "open to other users") {
			t.Errorf("%v says it again:\n%s", args, s.err)
		}
	}
	chmodAll(t, home)
	rabbithole(t, home, "doctor").ok(t).has(t, "✓ permissions", "were open to other users")
	rabbithole(t, home, "doctor").ok(t).has(t, "✓ permissions only you can open the library's files")
}

// The library's folders may lie elsewhere, by a link.
func TestPermissions_OfFoldersThatLieElsewhere(t *testing.T) {
	home, elsewhere := library(t), filepath.Join(t.TempDir(), "disk")
	if err := os.Rename(filepath.Join(home, "files"), elsewhere); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(home, "files")); err != nil {
		t.Fatal(err)
	}
	chmodAll(t, elsewhere)
	rabbithole(t, home, "watch", "add", t.TempDir()).ok(t)
	if open := exposed(t, elsewhere); len(open) > 0 {
		t.Errorf("open:\n%s", strings.Join(open, "\n"))
	}
	rabbithole(t, home, "check").ok(t).has(t, "7 copies have the bytes")
	rabbithole(t, home, "add", file(t, "new.txt", []byte("Radon."))).ok(t)
}
