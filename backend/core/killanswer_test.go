package core_test

import (
	"os"
	"testing"

	"rabbithole/backend/core"
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
	run, err := c.StartAnswer(t.Context(), core.Ask{Question: kb.Question, Profile: ask.Deep, Engine: core.Extractive})
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
	db := killed.look(t)
	kills := 0
	const points = 12
	for _, events := range evenly(t, happened(t, undisturbed.look(t), undisturbed.Run), points) {
		if killed.killWhen(t, func() bool { return happened(t, db, killed.Run) >= events }) {
			kills++
		}
	}
	if _, err := killed.resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	if kills < points/2 {
		t.Errorf("only %d of %d kills before the run was done", kills, points)
	}
	same(t, killed, undisturbed)
}
