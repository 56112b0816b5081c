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
	calls, ended := map[string]bool{}, false
	for _, line := range strings.Split(said.err, "\n") {
		var e struct {
			Msg, Run, Step, User, Reply string
			Data                        object
		}
		if json.Unmarshal([]byte(line), &e) != nil || e.Run == "" {
			continue
		}
		if ended = ended || e.Msg == "run.finished"; e.Msg == "model" {
			calls[e.Step] = e.User != "" && e.Reply != ""
		}
	}
	if !ended || !calls["draft"] && !calls["respond"] || !calls["check"] {
		t.Errorf("the run's end is logged: %t; calls logged whole: %v\n%.3000s", ended, calls, said.err)
	}
	if quiet := rabbithole(t, home, "ask", "--engine", "ollama", "--json", "What was measured at the Lindenhof School?").ok(t); strings.Contains(quiet.err, `"msg"`) {
		t.Errorf("nobody asked for a log: %s", quiet.err)
	}
}
