package core_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/graph"
	"rabbithole/backend/ollama"
	"rabbithole/backend/report"
	"rabbithole/backend/store"
	"rabbithole/kb"
)

// finishedTasks returns the tasks whose end was written, in order.
func finishedTasks(t *testing.T, db *store.DB, run string) []string {
	t.Helper()
	events, err := db.Events(t.Context(), run, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var tasks []string
	for _, e := range events {
		if e.Kind != graph.NodeFinished {
			continue
		}
		var data graph.NodeEvent
		if err := json.Unmarshal(e.Data, &data); err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, data.Task)
	}
	return tasks
}

// calls counts the answers that are in the journal.
func calls(t *testing.T, db *store.DB, run string) int {
	t.Helper()
	entries, err := db.Calls(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// twins returns two libraries that hold the same queued run.
func twins(t *testing.T, b core.Begin, server *fake.Server) (undisturbed, killed victim) {
	t.Helper()
	host := ""
	if server != nil {
		host = server.URL.String()
	}
	home := library(t)
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: env("OLLAMA_HOST", host), Ollama: ollama.Options{NumCtx: numCtx}})
	if err != nil {
		t.Fatal(err)
	}
	b.Unattended = true
	run, err := c.StartResearch(t.Context(), b)
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
	return victim{home, host, run.ID}, victim{twin, host, run.ID}
}

// outcome is the report of a finished run, checked, without what time and death may change.
func (v victim) outcome(t *testing.T) string {
	t.Helper()
	c := open(t, v.Home, noEnv)
	run, err := c.Run(t.Context(), v.Run)
	if err != nil {
		t.Fatal(err)
	}
	r := checked(t, c, run)
	if len(r.Claims) == 0 {
		t.Fatal("a report without claims would be the same whatever happened")
	}
	r.MadeAt, r.Making.Spend.Time, r.Making.Spend.Replayed = time.Time{}, 0, 0
	raw, err := report.JSON(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// same compares a killed run with an undisturbed one: the report, and every node finished exactly once.
func same(t *testing.T, killed, undisturbed victim) {
	t.Helper()
	if got, want := killed.outcome(t), undisturbed.outcome(t); got != want {
		t.Errorf("the report of the killed run differs\n got %s\nwant %s", got, want)
	}
	want, got := finishedTasks(t, undisturbed.look(t), undisturbed.Run), finishedTasks(t, killed.look(t), killed.Run)
	if !slices.Equal(got, want) {
		t.Errorf("finished nodes\n got %q\nwant %q", got, want)
	}
	slices.Sort(got)
	if n := len(slices.Compact(slices.Clone(got))); n != len(got) {
		t.Errorf("%d nodes finished, %d of them different", len(got), n)
	}
}

// spread returns n numbers of finished nodes, from none to most that the run has.
func spread(t *testing.T, undisturbed victim, n int) []int {
	t.Helper()
	return evenly(t, len(finishedTasks(t, undisturbed.look(t), undisturbed.Run)), n)
}

// evenly returns n different numbers from 0 to almost all.
func evenly(t *testing.T, all, n int) []int {
	t.Helper()
	if all-4 < n {
		t.Fatalf("%d moments cannot be told apart among %d", n, all)
	}
	moments := make([]int, n)
	for i := range moments {
		moments[i] = i * (all - 4) / (n - 1)
	}
	return moments
}

// happened counts the durable events of a run: what was committed, in steps finer than nodes.
func happened(t *testing.T, db *store.DB, run string) int {
	t.Helper()
	events, err := db.Events(t.Context(), run, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return len(events)
}

// killAlong kills a run at moments spread over what happened in its twin, and works on it to the end. So many of the kills, at least, come before it is done.
func (v victim) killAlong(t *testing.T, twin victim, moments, least int) (kills int) {
	t.Helper()
	db, all := v.look(t), happened(t, twin.look(t), twin.Run)
	for _, events := range evenly(t, all, moments) {
		if v.killWhen(t, func() bool { return happened(t, db, v.Run) >= events }) {
			kills++
		}
	}
	if _, err := v.resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	if kills < least {
		t.Errorf("only %d of %d kills before the run was done", kills, moments)
	}
	t.Logf("%d kills, %d events, %d in the undisturbed run", kills, happened(t, db, v.Run), all)
	return kills
}

func TestKill_ExtractiveRunIsResumedToTheSameReport(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes that would be very slow under the race detector")
	}
	undisturbed, killed := twins(t, core.Begin{Question: kb.Question, Engine: settings.Extractive}, nil)
	if _, err := undisturbed.resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	killed.killAlong(t, undisturbed, 50, 45)
	same(t, killed, undisturbed)
}

func TestKill_ModelRunAsksNothingTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes that would be very slow under the race detector")
	}
	server := fake.NewServer(t)
	undisturbed, killed := twins(t, core.Begin{Question: kb.Question, Engine: settings.Ollama}, server)
	if _, err := undisturbed.resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := len(server.Chats())
	server.Break(slowly)

	db := killed.look(t)
	lost := 0
	chats := func() int { return len(server.Chats()) - before }
	kill := func(moment func() bool) {
		t.Helper()
		if !killed.killWhen(t, moment) {
			t.Fatalf("the run was done after %d calls, before the moment to kill it", chats())
		}
		// One call is under way at a time: it is lost when its answer did not reach the journal.
		now := chats() - calls(t, db, killed.Run)
		if now < lost || now > lost+1 {
			t.Errorf("%d calls were asked without being journalled, %d before this kill", now, lost)
		}
		lost = now
	}
	for i, nodes := range spread(t, undisturbed, 7) {
		kill(func() bool { return len(finishedTasks(t, db, killed.Run)) >= nodes })
		if i%3 == 2 { // and in the middle of a call
			asked := chats()
			kill(func() bool { return chats() > asked })
		}
	}
	if _, err := killed.resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	if asked, answered := chats(), calls(t, db, killed.Run); asked != answered+lost || answered != before {
		t.Errorf("%d calls were asked, %d of them lost in kills; %d are in the journal, an undisturbed run has %d", asked, lost, answered, before)
	}
	t.Logf("%d calls asked, %d lost in kills", chats(), lost)
	repeated(t, server, before, lost)
	same(t, killed, undisturbed)
}

// slowly makes each answer take a while, in two halves, so that a kill finds calls under way.
func slowly(fake.Request) fake.Failure {
	return fake.Failure{Stall: 15 * time.Millisecond, Midway: true}
}

// repeated fails when more complete requests were made twice than were lost, or one three times.
func repeated(t *testing.T, server *fake.Server, from, lost int) {
	t.Helper()
	seen := map[string]int{}
	twice := 0
	for _, chat := range server.Chats()[from:] {
		body, err := json.Marshal(chat.Raw)
		if err != nil {
			t.Fatal(err)
		}
		seen[string(body)]++
		if seen[string(body)] > 1 {
			twice++
		}
	}
	if twice != lost {
		t.Errorf("%d requests were made again, %d were lost in kills", twice, lost)
	}
}
