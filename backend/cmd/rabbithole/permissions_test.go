//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
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
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
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
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
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

// Another user has prepared the folder, or something in it: what is written there would be theirs to read.
func TestPermissions_NothingIsWrittenForAnotherUser(t *testing.T) {
	if testing.Short() || os.Getuid() != 0 {
		t.Skip("copies the program, and needs root to act as two users")
	}
	base, err := os.MkdirTemp("", "rabbithole-owners-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	program := filepath.Join(base, "program")
	raw, err := os.ReadFile(os.Args[0])
	if err = errors.Join(err, os.WriteFile(program, raw, 0o700), os.Chmod(program, 0o755), os.Chmod(base, 0o777)); err != nil {
		t.Fatal(err)
	}
	const me, other = 65533, 65534
	paper := filepath.Join(base, "paper.md")
	if err := os.WriteFile(paper, []byte("My private diagnosis."), 0o644); err != nil {
		t.Fatal(err)
	}
	as := func(home string, args ...string) (string, error) {
		cmd := exec.Command(program, append([]string{"--home", home}, args...)...)
		cmd.Env = append(os.Environ(), childEnv+"=alone", "HOME="+base, "XDG_CACHE_HOME="+filepath.Join(base, "cache"))
		cmd.Dir = base
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: me, Gid: me}}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := as(filepath.Join(base, "mine"), "add", "--no-embed", paper); err != nil {
		t.Fatalf("a library of my own: %v\n%s", err, out)
	}
	folder := func(home string, owner int) {
		if err := errors.Join(os.Mkdir(home, 0o700), os.Chmod(home, 0o777), os.Chown(home, owner, owner)); err != nil {
			t.Fatal(err)
		}
	}
	for name, prepare := range map[string]func(home string) error{
		"the folder": func(home string) error { folder(home, other); return nil },
		"the database": func(home string) error {
			folder(home, me)
			db := filepath.Join(home, "library.db")
			return errors.Join(os.WriteFile(db, nil, 0o666), os.Chown(db, other, other))
		},
		"a link": func(home string) error {
			folder(home, me)
			folder(home+"-theirs", other)
			link := filepath.Join(home, "files")
			return errors.Join(os.Symlink(home+"-theirs", link), os.Lchown(link, other, other))
		},
	} {
		home := filepath.Join(base, name)
		if err := prepare(home); err != nil {
			t.Fatal(err)
		}
		if out, err := as(home, "add", "--no-embed", paper); err == nil || !strings.Contains(out, "belongs to another user") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		_ = filepath.WalkDir(base, func(path string, entry fs.DirEntry, _ error) error {
			if strings.HasPrefix(path, home) && entry.Type().IsRegular() {
				if raw, _ := os.ReadFile(path); strings.Contains(string(raw), "diagnosis") {
					t.Errorf("%s: it stands in %s", name, path)
				}
			}
			return nil
		})
	}
}
