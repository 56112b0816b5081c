package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fake"
	"rabbithole/prompts"
)

// slowly has a question answered by a model that takes its time over the answer.
func slowly(t *testing.T, s *shell, args ...string) (out, err string) {
	t.Helper()
	server := fake.NewServer(t)
	server.Script(func(req fake.ChatRequest) fake.ChatReply {
		reply := fake.Sensible(req)
		if req.Step == prompts.Respond.Name {
			reply.Pause = 100 * time.Millisecond
		}
		return reply
	})
	server.Break(func(r fake.Request) fake.Failure {
		if r.Step() == prompts.Weigh.Name {
			return fake.Failure{Stall: 2200 * time.Millisecond}
		}
		return fake.Failure{}
	})
	t.Setenv("OLLAMA_HOST", server.URL.String())
	var o, e bytes.Buffer
	s.out, s.err, s.in = &o, &e, strings.NewReader("")
	if code := run(append([]string{"--home", library(t), "ask", "--engine", "ollama", askedOf}, args...), s); code != 0 {
		t.Fatalf("exit code %d\n%s", code, e.String())
	}
	return o.String(), e.String()
}

const growing = "Being written, not yet checked:\n"

func TestStatus_OnATerminalALineTicksAndWordsGrow(t *testing.T) {
	out, err := slowly(t, &shell{width: func() int { return 100 }})
	for _, want := range []string{clearLine + dimmed + "qwen3:14b is judging passages, call 2 of about 5, 0:01, reading ", ", 0:02, reading ", growing} {
		if !strings.Contains(err, want) {
			t.Errorf("%q was not shown in\n%q", want, err)
		}
	}
	_, words, _ := strings.Cut(err, growing)
	const said = "log as received"
	if strings.Count(words, said) != 1 || strings.Count(out, said) != 1 || strings.Contains(words, "[E") {
		t.Errorf("%q grew, the answer is\n%s", words, out)
	}
	for _, line := range strings.Split(err, clearLine) {
		if shown, _, whole := strings.Cut(strings.TrimPrefix(line, dimmed), undimmed); whole && strings.HasPrefix(shown, "qwen3") && len([]rune(shown)) >= 100 {
			t.Errorf("a line of %d characters breaks: %s", len([]rune(shown)), shown)
		}
	}
	if strings.Contains(out, "\x1b") {
		t.Errorf("the answer holds commands: %q", out)
	}
}

func TestStatus_ElsewhereLinesComeSeldomAndWordsOnlyWhenAskedFor(t *testing.T) {
	if _, err := slowly(t, &shell{}); strings.Contains(err, "\x1b") || strings.Contains(err, growing) || strings.Contains(err, "0:01") {
		t.Errorf("where nobody looks:\n%q", err)
	}
	if _, err := slowly(t, &shell{}, "--stream"); strings.Contains(err, "\x1b") || !strings.Contains(err, growing) {
		t.Errorf("with --stream:\n%q", err)
	}
	if out, _ := slowly(t, &shell{}, "--json"); !strings.Contains(out, `"step.asking"`) || strings.Contains(out, `"step.words"`) {
		t.Errorf("with --json:\n%s", out)
	}
	s := runStatus{shell: &shell{err: new(bytes.Buffer)}, working: true, since: time.Now().Add(-7 * time.Second)}
	s.tick()
	s.tick()
	if got := s.shell.err.(*bytes.Buffer).String(); got != "Working, 0:07\n" {
		t.Errorf("after seven seconds of silence: %q", got)
	}
}
