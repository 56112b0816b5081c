package core_test

import (
	"os"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	ask "rabbithole/backend/flow/answer"
	"rabbithole/kb"
)

// A run that answers is killed wherever it is, again and again, and ends in the answer that it would have given.
func TestKill_AnswerIsResumedToTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes that would be very slow under the race detector")
	}
	home := library(t)
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv})
	if err != nil {
		t.Fatal(err)
	}
	run, err := c.StartAnswer(t.Context(), core.Ask{Question: kb.Question, Profile: ask.Deep, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	twin := t.TempDir()
	if err := os.CopyFS(twin, os.DirFS(home)); err != nil {
		t.Fatal(err)
	}
	undisturbed, killed := victim{home, "", run.ID}, victim{twin, "", run.ID}
	if _, err := undisturbed.resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	killed.killAlong(t, undisturbed, 12, 6)
	same(t, killed, undisturbed)
}
