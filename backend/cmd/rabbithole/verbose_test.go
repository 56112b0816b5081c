package main

import (
	"encoding/json"
	"strings"
	"testing"

	"rabbithole/backend/fake"
)

// With --verbose the log has what happens and every call of the model, whole: what was asked, and what was replied.
func TestVerbose_LogsEventsAndCalls(t *testing.T) {
	home, _, _ := own(t)
	t.Setenv("OLLAMA_HOST", fake.NewServer(t).URL.String())
	said := launch(t, home, "--verbose", "ask", "--engine", "ollama", "--json", "What was measured at the Lindenhof School?").wait(t).ok(t)
	calls, ended := logged(said.err, false)
	if !ended || !calls["settle"] || !calls["check"] {
		t.Errorf("the run's end is logged: %t; calls logged whole: %v\n%.3000s", ended, calls, said.err)
	}
	if quiet := rabbithole(t, home, "ask", "--engine", "ollama", "--json", "What was measured at the Lindenhof School?").ok(t); strings.Contains(quiet.err, `"msg"`) {
		t.Errorf("nobody asked for a log: %s", quiet.err)
	}
	// What a run asked that was not started with --verbose is seen when it is done again.
	said = launch(t, home, "--verbose", "fork", "last", "--checkpoint", "1", "--yes").wait(t).ok(t)
	if calls, ended := logged(said.err, true); !ended || !calls["settle"] || !calls["check"] {
		t.Errorf("done again, the run's end is logged: %t; calls of the journal: %v\n%.3000s", ended, calls, said.err)
	}
}

// logged are the calls that a log has whole, by step, those that the journal answered or the others; ended is whether it has the end of a run.
func logged(log string, replayed bool) (calls map[string]bool, ended bool) {
	calls = map[string]bool{}
	for _, line := range strings.Split(log, "\n") {
		var e struct {
			Msg, Run, Step, User, Reply string
			Replayed                    bool
			Data                        object
		}
		if json.Unmarshal([]byte(line), &e) != nil || e.Run == "" {
			continue
		}
		if ended = ended || e.Msg == "run.finished"; e.Msg == "model" && e.Replayed == replayed {
			calls[e.Step] = e.User != "" && e.Reply != ""
		}
	}
	return calls, ended
}
