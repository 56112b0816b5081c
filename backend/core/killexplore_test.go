package core_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/ollama"
	"rabbithole/backend/store"
	"rabbithole/prompts"
)

// part is what a question of a bushy tree asks about: part 1 has the parts 11, 12 and 13.
var part = regexp.MustCompile(`part (\d+)`)

// bushy is a model that is never content and takes every question apart into three.
func bushy(req fake.ChatRequest, reply fake.ChatReply) fake.ChatReply {
	switch req.Step {
	case prompts.Sufficiency.Name:
		return fake.Answer(prompts.SufficiencyOut{Reasoning: "More can be said.", Gaps: []string{"the rest"}})
	case prompts.Decompose.Name:
		all := part.FindAllStringSubmatch(req.User, -1)
		var out prompts.DecomposeOut
		for i := range 3 {
			out.Children = append(out.Children, prompts.ChildQuestion{Question: fmt.Sprintf("What is known of the cellar's part %s%d?", all[len(all)-1][1], i+1), Reason: "It was left open."})
		}
		return fake.Answer(out)
	}
	return reply
}

// grove returns two libraries that hold the same queued run of a tree of 31 questions.
func grove(t *testing.T, server *fake.Server) (undisturbed, killed victim) {
	t.Helper()
	server.Script(badly(bushy))
	home := t.TempDir()
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: env("OLLAMA_HOST", server.URL.String()), Ollama: ollama.Options{NumCtx: numCtx}})
	if err != nil {
		t.Fatal(err)
	}
	addNotes(t, c)
	run, err := c.StartExplore(t.Context(), core.Explore{Question: "Which part 1 of the cellar is measured?", Context: attach(t, c, file(t, "visit.md", visit), file(t, "more.md", "The floor of the cellar has seven cracks.")),
		Engine: settings.Ollama, MaxBreadth: 3, MaxNodes: 31})
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
	host := server.URL.String()
	return victim{home, host, run.ID}, victim{twin, host, run.ID}
}

// A tree of 31 questions is killed wherever it is, again and again: no question is worked on twice, and the report is the one it would have been.
func TestKill_TreeRepeatsNoQuestion(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes that would be very slow under the race detector")
	}
	server := fake.NewServer(t)
	undisturbed, killed := grove(t, server)
	if _, err := undisturbed.resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := len(server.Chats())
	server.Break(slowly)
	kills := killed.killAlong(t, undisturbed, 12, 8)
	db := killed.look(t)
	if got, want := killed.outcome(t), undisturbed.outcome(t); got != want {
		t.Errorf("the report of the killed run differs\n got %s\nwant %s", got, want)
	}
	got, want := finishedTasks(t, db, killed.Run), finishedTasks(t, undisturbed.look(t), undisturbed.Run)
	slices.Sort(got) // branches are done side by side, in whatever order
	slices.Sort(want)
	if !slices.Equal(got, want) || len(slices.Compact(slices.Clone(got))) != len(got) {
		t.Errorf("finished nodes\n got %q\nwant %q", got, want)
	}
	onceEach(t, db, killed.Run, 31)
	if got, want := rowsOf(t, db, killed.Run), rowsOf(t, undisturbed.look(t), undisturbed.Run); !slices.Equal(got, want) {
		t.Errorf("rows\n got %q\nwant %q", got, want)
	}
	// Up to four branches ask at a time; what was asked and not yet answered when the process died is asked again, and nothing else.
	asked, answered := len(server.Chats())-before, calls(t, db, killed.Run)
	if answered != before || asked-answered > 4*kills {
		t.Errorf("%d calls were asked and %d are in the journal, an undisturbed run has %d", asked, answered, before)
	}
	t.Logf("%d kills, %d calls asked, %d answered", kills, asked, answered)
}

// onceEach checks that every question of the tree was searched, given its context and judged exactly once.
func onceEach(t *testing.T, db *store.DB, run string, questions int) {
	t.Helper()
	events, err := db.Events(t.Context(), run, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	worked := map[string]map[string]int{}
	for _, e := range events {
		switch e.Kind {
		case explore.EventSearched, explore.EventContextReady, explore.EventJudged:
			var d struct {
				Node string `json:"node_id"`
			}
			if err := json.Unmarshal(e.Data, &d); err != nil {
				t.Fatal(err)
			}
			if worked[d.Node] == nil {
				worked[d.Node] = map[string]int{}
			}
			worked[d.Node][string(e.Kind)]++
		}
	}
	if len(worked) != questions {
		t.Errorf("%d questions were worked on, want %d", len(worked), questions)
	}
	for node, kinds := range worked {
		for _, kind := range []string{string(explore.EventSearched), string(explore.EventContextReady), string(explore.EventJudged)} {
			if kinds[kind] != 1 {
				t.Errorf("question %s: %s is told %d times", node, kind, kinds[kind])
			}
		}
	}
}

// rowsOf returns the keys and contents of a run's rows, sorted.
func rowsOf(t *testing.T, db *store.DB, run string) []string {
	t.Helper()
	rows, err := db.Rows(t.Context(), []string{run}, "")
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	var out []string
	for key, data := range rows {
		out = append(out, key.Key+" "+strings.TrimSpace(string(data)))
	}
	slices.Sort(out)
	return out
}
