//go:build unix

package main

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// killed runs a command, kills it as soon as the moment has come, and reports whether that was before its end.
func killed(t *testing.T, home string, moment func() bool, args ...string) bool {
	t.Helper()
	p := launch(t, home, args...)
	over := make(chan error, 1)
	go func() { over <- p.cmd.Wait() }()
	for !moment() {
		select {
		case <-over:
			return false
		case <-time.After(100 * time.Microsecond):
		}
	}
	_ = p.cmd.Process.Kill() // fails when it has ended, which Wait says
	return <-over != nil
}

// after is the moment when some time has passed.
func after(d time.Duration) func() bool {
	begun := time.Now()
	return func() bool { return time.Since(begun) >= d }
}

// left returns what in a folder matches a pattern.
func left(t *testing.T, folder, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// names returns what is in a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, entry := range entries {
		out = append(out, entry.Name())
	}
	return out
}

const halfBackup = ".rabbithole-*.part*"

// killedBackup kills backups into a folder until one leaves something there.
func killedBackup(t *testing.T, home, folder string) {
	t.Helper()
	half := func() bool { return len(left(t, folder, halfBackup)) > 1 }
	for tries := 0; !half(); tries++ {
		if tries == 50 {
			t.Fatal("no kill came in the middle of a backup")
		}
		killed(t, home, half, "backup", filepath.Join(folder, fmt.Sprint("backup-", tries)))
	}
}

func TestKilled_BackupIsClearedUpByTheNextWriterAndByTheNextBackup(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes, which is very slow under the race detector")
	}
	home := library(t)
	for name, args := range map[string][]string{
		"writer": {"watch", "add", t.TempDir()}, "backup": {"backup", filepath.Join(t.TempDir(), "another")},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			killedBackup(t, home, folder)
			whole := left(t, folder, "backup-*")
			foreign := filepath.Join(folder, ".rabbithole-ABCDEFGHIJKLMNOPQRSTUVWXYZ.part")
			if err := os.WriteFile(foreign, []byte("somebody's"), 0o600); err != nil {
				t.Fatal(err)
			}
			s := rabbithole(t, home, args...).ok(t)
			if !strings.Contains(s.err, "Removed what an interrupted backup left: ") {
				t.Errorf("nothing is said:\n%s", s.err)
			}
			if now := left(t, folder, halfBackup); !slices.Equal(now, []string{foreign}) {
				t.Errorf("there is %q, want %q alone", now, foreign)
			}
			if now := left(t, folder, "backup-*"); !slices.Equal(now, whole) {
				t.Errorf("the whole backups are %q, before they were %q", now, whole)
			}
			if notes := left(t, home, "unfinished/*"); len(notes) > 0 {
				t.Errorf("notes are left: %q", notes)
			}
			if s := rabbithole(t, home, args...); strings.Contains(s.err, "Removed") {
				t.Errorf("said again:\n%s", s.err)
			}
		})
	}
}

func TestKilled_ABackupThatGoesOnIsLeftAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes, which is very slow under the race detector")
	}
	home, folder := library(t), t.TempDir()
	target := filepath.Join(folder, "backup")
	var p *process
	for half := false; !half; { // stopped in the middle
		os.Remove(target)
		p = launch(t, home, "backup", target)
		for !half && len(left(t, folder, "backup")) == 0 {
			half = len(left(t, folder, halfBackup)) > 1
		}
		if half {
			if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			half = len(left(t, folder, halfBackup)) > 1
		}
		if !half {
			_ = p.cmd.Process.Signal(syscall.SIGCONT)
			p.wait(t)
		}
	}
	if s := rabbithole(t, home, "watch", "add", t.TempDir()).ok(t); strings.Contains(s.err, "Removed") {
		t.Errorf("a writer cleared it away:\n%s", s.err)
	}
	if err := p.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if s := p.wait(t); s.code != 0 {
		t.Errorf("exit code %d\n%s", s.code, s.err)
	}
	if now := names(t, folder); !slices.Equal(now, []string{"backup"}) {
		t.Errorf("there is %q", now)
	}
	rabbithole(t, filepath.Join(t.TempDir(), "home"), "restore", target).ok(t)
}

func TestKilled_RestoreIsClearedUpAndTheLibraryIsWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes, which is very slow under the race detector")
	}
	home := library(t)
	backup := filepath.Join(t.TempDir(), "backup")
	rabbithole(t, home, "backup", backup).ok(t)
	base := t.TempDir()
	place := filepath.Join(base, "home [of mine]")
	rabbithole(t, place, "restore", backup).ok(t)
	kills, cleared := 0, 0
	for i := range 40 {
		if killed(t, place, after(time.Duration(i)*12*time.Millisecond), "restore", backup) {
			kills++
		}
		s := rabbithole(t, place, "watch", "add", t.TempDir()).ok(t)
		if strings.Contains(s.err, "Removed what an interrupted restore left: ") {
			cleared++
		}
		docs := one[[]object](t, rabbithole(t, place, "documents", "--json"))
		if len(docs) != 7 {
			t.Errorf("kill %d: %d documents, want 7\n%s", i, len(docs), s.err)
		}
		for _, aside := range left(t, base, "*before-restore*") {
			os.RemoveAll(aside)
		}
		if now := names(t, base); !slices.Equal(now, []string{"home [of mine]"}) {
			t.Fatalf("kill %d leaves %q\n%s", i, now, s.err)
		}
	}
	if rabbithole(t, place, "check").ok(t); cleared == 0 {
		t.Errorf("of %d kills none left anything", kills)
	}
}

// A restore that is killed between its two renames leaves no library in the place, but a whole one beside it.
func TestKilled_RestoreIsFinishedWhenItWasWhole(t *testing.T) {
	home := library(t)
	base := t.TempDir()
	place := filepath.Join(base, "home")
	rabbithole(t, home, "watch", "list").ok(t)                                                 // locks it, as a restore does
	if err := os.WriteFile(filepath.Join(home, "reports.unwritten"), nil, 0o600); err != nil { // its mark
		t.Fatal(err)
	}
	if err := os.Rename(home, place+".restored-"+rand.Text()); err != nil {
		t.Fatal(err)
	}
	rabbithole(t, place, "watch", "add", t.TempDir()).ok(t)
	if docs := one[[]object](t, rabbithole(t, place, "documents", "--json")); len(docs) != 7 {
		t.Errorf("%d documents, want 7", len(docs))
	}
	if now := names(t, base); !slices.Equal(now, []string{"home"}) {
		t.Errorf("there is %q", now)
	}
}

// TestKilled_RemoveIsFinished kills removals after times spread over one: the library is never damaged, and the next
// writer comes to what an undisturbed removal comes to.
func TestKilled_RemoveIsFinished(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes, which is very slow under the race detector")
	}
	const name = "MP-07-Measuring-Radon-in-Indoor-Air.pdf" // others refer to it
	undisturbed := library(t)
	begun := time.Now()
	if s := launch(t, undisturbed, "remove", name).wait(t); s.code != 0 {
		t.Fatal(s.err)
	}
	took := time.Since(begun)
	want := library(t) // what is there when nothing was removed
	gone, there := state(t, undisturbed), state(t, want)
	halves := 0
	for i := range 25 {
		home := library(t)
		killed(t, home, after(took*time.Duration(i)/20), "remove", name)
		if s := rabbithole(t, home, "check"); s.code != 0 {
			t.Errorf("kill %d: check ends with %d\n%s", i, s.code, s.out)
		}
		rabbithole(t, home, "watch", "list").ok(t)
		s := rabbithole(t, home, "watch", "add", t.TempDir()).ok(t)
		if strings.Contains(s.err, "interrupted") {
			halves++
		}
		if now := state(t, home); now != gone && now != there {
			t.Errorf("kill %d: the library is neither as before nor as after a removal:\n%s\n%s", i, now, s.err)
		}
	}
	t.Logf("%d of 25 kills left half a removal", halves)
}

// state is what a removal changes: the documents, where references lead, the copies.
func state(t *testing.T, home string) string {
	t.Helper()
	var b strings.Builder
	for _, d := range one[[]object](t, rabbithole(t, home, "documents", "--all", "--json")) {
		fmt.Fprintln(&b, d["name"], d["state"])
		if d["state"] == "ready" {
			for _, r := range one[[]object](t, rabbithole(t, home, "refs", d["name"].(string), "--json")) {
				fmt.Fprintln(&b, r["text"], r["status"], r["target_document"], r["target_page"])
			}
		}
	}
	for _, path := range left(t, home, "files/*/*") {
		fmt.Fprintln(&b, filepath.Base(path))
	}
	rabbithole(t, home, "check").ok(t)
	return b.String()
}

func TestKilled_AddLeavesNoHalfCopies(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes, which is very slow under the race detector")
	}
	home := t.TempDir()
	folder := pile(t, 12)
	for i := range 20 {
		killed(t, home, after(time.Duration(i)*8*time.Millisecond), "add", folder)
		rabbithole(t, home, "watch", "add", t.TempDir()).ok(t)
		if s := rabbithole(t, home, "check"); s.code != 0 {
			t.Errorf("kill %d: check ends with %d\n%s", i, s.code, s.out)
		}
		docs := one[[]object](t, rabbithole(t, home, "documents", "--all", "--json"))
		if copies := left(t, home, "files/??/*"); len(copies) != len(docs) || len(left(t, home, "files/part-*")) > 0 {
			t.Errorf("kill %d: %d documents, %d copies, %q", i, len(docs), len(copies), left(t, home, "files/part-*"))
		}
	}
	rabbithole(t, home, "add", folder).ok(t)
}

// fakeTesseract is a program that takes no end over a page, and writes down its number in a file.
func fakeTesseract(t *testing.T) (program, number string) {
	t.Helper()
	folder := t.TempDir()
	program, number = filepath.Join(folder, "tesseract"), filepath.Join(folder, "number")
	script := "#!/bin/sh\ncase \"$1\" in\n--version) echo tesseract 5.0 ;;\n--list-langs) echo languages; echo eng ;;\n" +
		"*) echo $$ >" + number + ".new; mv " + number + ".new " + number + "; exec sleep 600 ;;\nesac\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return program, number
}

func TestKilled_AddTakesTesseractAlong(t *testing.T) {
	program, number := fakeTesseract(t)
	t.Setenv("RABBITHOLE_TESSERACT", program)
	folder := filepath.Join(t.TempDir(), "radon")
	if err := unpack(folder); err != nil {
		t.Fatal(err)
	}
	recognising := func() bool { _, err := os.Stat(number); return err == nil }
	if !killed(t, t.TempDir(), recognising, "add", folder) {
		t.Fatal("nothing was recognised")
	}
	raw, err := os.ReadFile(number)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if syscall.Kill(pid, 0) != nil || err == nil && strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	t.Error("the recognition goes on after the program was killed")
}
