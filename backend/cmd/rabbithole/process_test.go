package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"rabbithole/backend/fake"
	"rabbithole/kb"
)

// signals skips a test that a system cannot run.
func signals(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted from outside on Windows")
	}
}

// process is the program in a process of its own.
type process struct {
	cmd *exec.Cmd
	out *bufio.Reader
	err *bytes.Buffer
}

// launch starts the program; its output is read line by line, and to its end by wait.
func launch(t *testing.T, home string, args ...string) *process {
	t.Helper()
	p := &process{err: &bytes.Buffer{}}
	p.cmd = exec.Command(os.Args[0], append([]string{"--home", home}, args...)...)
	p.cmd.Env = append([]string{childEnv + "=alone"}, os.Environ()...) // a test may seat a person
	p.cmd.Stderr = p.err
	if _, err := p.cmd.StdinPipe(); err != nil { // stays open: the person says nothing
		t.Fatal(err)
	}
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

// line waits for a line of output that has the words.
func (p *process) line(t *testing.T, words string) string {
	t.Helper()
	for {
		line, err := p.out.ReadString('\n')
		if err != nil {
			t.Fatalf("no line with %q: %v\n%s", words, err, p.err)
		}
		if strings.Contains(line, words) {
			return line
		}
	}
}

// wait reads what is left and returns how the process ended.
func (p *process) wait(t *testing.T) said {
	t.Helper()
	rest, err := io.ReadAll(p.out)
	if err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := p.cmd.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return said{p.cmd.ProcessState.ExitCode(), string(rest), p.err.String()}
}

// pile is a folder of many files, which take a while to add.
func pile(t *testing.T, n int) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "pile")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		text := strings.Repeat(fmt.Sprintf("Note %d on radon in cellars, measured over ninety days in winter. ", i), 200)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("note-%03d.txt", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestProcess_SecondWriterIsToldWhoIsInTheWay(t *testing.T) {
	if testing.Short() {
		t.Skip("adds many files, which is very slow under the race detector")
	}
	home := library(t)
	first := launch(t, home, "add", pile(t, 150), "--json")
	first.line(t, `"phase":"reading"`)

	s := rabbithole(t, home, "add", file(t, "late.txt", []byte("Too late.")))
	if pid := fmt.Sprint(first.cmd.Process.Pid); s.code != 4 || !strings.Contains(s.err, "process "+pid) {
		t.Errorf("exit code %d, want 4 and process %s\n%s%s", s.code, pid, s.out, s.err)
	}
	for _, args := range [][]string{{"search", "craft room"}, {"documents"}, {"refs", memo}, {"runs"}, {"settings"}, {"doctor"}} {
		if s := rabbithole(t, home, args...); s.code != 0 {
			t.Errorf("%v beside a writer: exit code %d\n%s", args, s.code, s.err)
		}
	}
	if s := rabbithole(t, home, "research", "Why radon?", "--yes", "--json"); s.code != 4 || !strings.Contains(s.out, `"kind":"locked"`) {
		t.Errorf("research beside a writer: exit code %d\n%s", s.code, s.out)
	}
	if s := first.wait(t); s.code != 0 {
		t.Fatalf("the first add: exit code %d\n%s", s.code, s.err)
	}
	rabbithole(t, home, "add", file(t, "late.txt", []byte("Not too late."))).ok(t)
}

func TestProcess_KilledAddIsTakenUpAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("adds many files, which is very slow under the race detector")
	}
	home, folder := t.TempDir(), pile(t, 100)
	first := launch(t, home, "add", folder, "--json")
	first.line(t, `"files_done":5,`)
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	first.wait(t)
	rabbithole(t, home, "add", folder).ok(t)
	docs := one[[]object](t, rabbithole(t, home, "documents", "--json"))
	if len(docs) != 100 {
		t.Errorf("%d documents, want 100", len(docs))
	}
	for _, d := range docs {
		if d["state"] != "ready" {
			t.Errorf("%v is %v", d["name"], d["state"])
		}
	}
}

// stalled is a model server whose n-th answer does not come.
func stalled(t *testing.T, n int) *fake.Server {
	t.Helper()
	server := fake.NewServer(t)
	server.Break(func(fake.Request) fake.Failure {
		if len(server.Chats()) < n {
			return fake.Failure{}
		}
		return fake.Failure{Stall: time.Minute, Midway: true}
	})
	return server
}

func TestProcess_SignalsStopARunWithinASecond(t *testing.T) {
	signals(t)
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	t.Setenv("MAX_ITERATIONS", "1")
	t.Setenv("MAX_REWRITES", "1")
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			server := stalled(t, 4)
			t.Setenv("OLLAMA_HOST", server.URL.String())
			home := library(t)
			p := launch(t, home, "research", kb.Question, "--yes", "--engine", "ollama")
			for len(server.Chats()) < 4 {
				time.Sleep(time.Millisecond)
			}
			told := time.Now()
			if err := p.cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			s := p.wait(t)
			if after := time.Since(told); after > 1500*time.Millisecond {
				t.Errorf("ended after %s", after)
			}
			if signal != syscall.SIGKILL && (s.code != 130 || !strings.Contains(s.err, "--home "+home+" resume ")) {
				t.Errorf("exit code %d\n%s", s.code, s.err)
			}
			server.Break(nil)
			asked := len(server.Chats())
			rabbithole(t, home, "resume", "last", "--yes").ok(t).has(t, "Report: ")
			for _, chat := range server.Chats()[asked:] {
				if chat.Step == "analyse" || chat.Step == "plan" {
					t.Errorf("%s was asked again", chat.Step)
				}
			}
		})
	}
}

func TestProcess_CtrlCAtAQuestionLeavesTheRunWaiting(t *testing.T) {
	signals(t)
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	t.Setenv(childEnv, "attended")
	home := library(t)
	p := launch(t, home, "research", kb.Question, "--engine", "extractive")
	for !strings.Contains(rabbithole(t, home, "runs").out, "waiting") {
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(50 * time.Millisecond) // until the question is on the screen
	told := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if s := p.wait(t); s.code != 130 || !strings.Contains(s.err, "1/") || !strings.Contains(s.err, "--home "+home+" resume ") || time.Since(told) > time.Second {
		t.Errorf("exit code %d after %s\n%s", s.code, time.Since(told), s.err)
	}
}

func TestProcess_OllamaDiesInTheMiddle(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	server.Break(func(fake.Request) fake.Failure { return fake.Failure{Die: len(server.Chats()) > 3} })
	t.Setenv("OLLAMA_HOST", server.URL.String())
	t.Setenv("MAX_ITERATIONS", "1")
	t.Setenv("MAX_REWRITES", "1")
	home := library(t)
	s := rabbithole(t, home, "research", kb.Question, "--yes", "--engine", "ollama", "--json")
	list := lines(t, s)
	last := list[len(list)-1]
	if e, ok := last["error"].(object); s.code != 6 || !ok || e["kind"] != "unavailable" || !strings.Contains(e["hint"].(string), "resume") {
		t.Errorf("exit code %d, %v", s.code, last)
	}
	rabbithole(t, home, "show", "last").ok(t).has(t, "failed since", "ollama serve")
	server.Break(nil)
	rabbithole(t, home, "resume", "last").ok(t).has(t, "Report: ")
}
