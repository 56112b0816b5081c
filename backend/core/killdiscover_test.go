package core_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/kb"
)

// A discovery is killed wherever it is, in its own nodes and in the sub-run that does its research, again and again. It ends in the cards and the
// summary that it would have had, and its sub-run is the one that it began with.
func TestKill_DiscoveryIsResumedToTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes that would be very slow under the race detector")
	}
	home := library(t)
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv})
	if err != nil {
		t.Fatal(err)
	}
	run, err := c.StartDiscover(t.Context(), core.Discover{Query: kb.Question, Engine: settings.Extractive})
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
	want, whole := undisturbed.cards(t)
	db := killed.look(t)
	both := func() int { return happened(t, db, run.ID) + happened(t, db, whole.sub) }
	kills := 0
	const points = 14
	for _, events := range evenly(t, whole.events, points) {
		if killed.killWhen(t, func() bool { return both() >= events }) {
			kills++
		}
	}
	if _, err := killed.resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	if kills < points/2 {
		t.Errorf("only %d of %d kills before the run was done", kills, points)
	}
	if got, after := killed.cards(t); got != want || after.sub != whole.sub {
		t.Errorf("the cards of the killed run differ, its sub-run is %s\n got %s\nwant %s", after.sub, got, want)
	}
	if got, want := finishedTasks(t, db, whole.sub), finishedTasks(t, undisturbed.look(t), whole.sub); !slices.Equal(got, want) {
		t.Errorf("finished nodes of the sub-run\n got %q\nwant %q", got, want)
	}
	same(t, killed, undisturbed)
}

// discovery is what a finished one is made of.
type discovery struct {
	sub    string
	events int // of the run and its sub-run
}

// cards returns the cards of a finished discovery as JSON.
func (v victim) cards(t *testing.T) (string, discovery) {
	t.Helper()
	c, err := core.Open(t.Context(), core.Config{Home: v.Home, Env: noEnv})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := c.DiscoverState(t.Context(), v.Run)
	if err != nil || len(s.Cards) == 0 {
		t.Fatalf("%d cards, %v", len(s.Cards), err)
	}
	raw, err := json.Marshal(s.Cards)
	if err != nil {
		t.Fatal(err)
	}
	db := v.look(t)
	return string(raw), discovery{s.Inquiry, happened(t, db, v.Run) + happened(t, db, s.Inquiry)}
}
