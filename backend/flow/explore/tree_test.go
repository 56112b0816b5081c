package explore_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"rabbithole/backend/event"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/prompts"
)

// branching is a model that finds nothing sufficient and takes every question apart into breadth new ones.
func branching(breadth int) *model {
	return &model{script: map[string]func(prompts.Call) string{
		"sufficiency_node": say(prompts.SufficiencyOut{Reasoning: "No.", Gaps: []string{"all"}}),
		"queries": func(c prompts.Call) string {
			return say(prompts.QueriesOut{Queries: []string{asked(c), asked(c) + " why"}})(c)
		},
		"decompose": func(c prompts.Call) string {
			var out prompts.DecomposeOut
			for i := range breadth {
				out.Children = append(out.Children, prompts.ChildQuestion{Question: fmt.Sprintf("%sx%d", asked(c), i+1), Reason: "gap"})
			}
			return say(out)(c)
		},
	}}
}

// asked returns what stands in the last fence of a prompt.
func asked(c prompts.Call) string {
	lines := strings.Split(strings.TrimSpace(c.User), "\n")
	return lines[len(lines)-2]
}

var errKilled = errors.New("killed")

// dying is a store that ends with the program after some commits: the last one is written, its writer never learns.
type dying struct {
	graph.Store
	mu   sync.Mutex
	left int
}

func (d *dying) Commit(ctx context.Context, c graph.Commit) ([]event.Event, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.left--; d.left < 0 {
		return nil, errKilled
	}
	e, err := d.Store.Commit(ctx, c)
	if d.left == 0 {
		return nil, errKilled
	}
	return e, err
}

func TestExplore_KilledAnywhereItRepeatsNoQuestion(t *testing.T) {
	for _, after := range []int{3, 17, 40, 71, 95} {
		w := lanterns()
		d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Model = branching(3) })
		store := &dying{Store: d.store, left: after}
		run, err := d.on(store, 1).Start(context.Background(), graph.Begin{}, explore.State{Question: "root", Language: "en", Settings: explore.Settings{MaxNodes: 31, MaxDepth: 3, MaxBreadth: 3}})
		if !errors.Is(err, errKilled) {
			t.Fatalf("the run was not killed: %s %v", run.Status, err)
		}
		runs, err := d.store.Runs(context.Background(), graph.Filter{})
		if err != nil || len(runs) != 1 {
			t.Fatal(runs, err)
		}
		if run, err = d.runner.Resume(context.Background(), runs[0].ID); err != nil || run.Status != graph.Finished {
			t.Fatalf("resumed: %s %v", run.Status, err)
		}
		s := d.state(run.ID)
		if len(s.Tree) != 31 {
			t.Errorf("%d questions", len(s.Tree))
		}
		maps.DeleteFunc(w.searches, func(query string, _ int) bool { // what the report calls unfound is searched for again
			return !strings.HasPrefix(query, "root") || strings.Contains(query, "Nothing was found")
		})
		for query, n := range w.searches {
			if n != 1 {
				t.Errorf("killed after %d commits: %q was searched %d times", after, query, n)
			}
		}
		if len(w.searches) != 2*31 {
			t.Errorf("%d queries", len(w.searches))
		}
	}
}

// Branches work side by side, and no more calls are made than allowed; what is left is done by rule, and the report is written.
func TestExplore_NoMoreCallsThanAllowed(t *testing.T) {
	for _, most := range []int{1, 5, 12} {
		s, _ := newDesk(t, lanterns(), func(x *explore.Tools) { x.Kit.Model = branching(3) }).run(explore.State{Question: "root", Language: "en",
			Settings: explore.Settings{MaxNodes: 20, MaxDepth: 3, MaxBreadth: 3, MaxCalls: most}})
		if s.Spend.Calls > most || s.Spend.Calls < most-4 || !s.Reported || s.Spend.Fallbacks == 0 {
			t.Errorf("%d calls of %d, %d steps by rule, reported %v", s.Spend.Calls, most, s.Spend.Fallbacks, s.Reported)
		}
	}
}

// The checkpoints of a large tree stay small: what was asked and found lies in rows.
func TestState_StaysSmallInALargeTree(t *testing.T) {
	if testing.Short() {
		t.Skip("plants 500 questions")
	}
	d := newDesk(t, lanterns(), func(x *explore.Tools) { x.Kit.Model = branching(8) })
	s, run := d.run(explore.State{Question: "root", Language: "en", Settings: explore.Settings{MaxNodes: 500, MaxDepth: 3, MaxBreadth: 8}})
	if s.Summary().Nodes != 500 {
		t.Fatalf("%d questions", s.Summary().Nodes)
	}
	c, err := d.store.Checkpoint(context.Background(), run, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.State) > 40<<10 {
		t.Errorf("the state of 500 questions has %d bytes", len(c.State))
	}
	t.Logf("the state of 500 questions has %d bytes", len(c.State))
}

func TestDecompose_BudgetsAndMerges(t *testing.T) {
	for name, x := range map[string]struct {
		settings explore.Settings
		nodes    int
	}{
		"depth": {explore.Settings{MaxDepth: 1, MaxBreadth: 3, MaxNodes: 99}, 4}, "breadth": {explore.Settings{MaxDepth: 1, MaxBreadth: 2, MaxNodes: 99}, 3}, "total": {explore.Settings{MaxDepth: 3, MaxBreadth: 3, MaxNodes: 6}, 6},
	} {
		s, _ := newDesk(t, lanterns(), func(y *explore.Tools) { y.Kit.Model = branching(3) }).run(explore.State{Question: "root", Language: "en", Settings: x.settings})
		if got := s.Summary().Nodes; got != x.nodes {
			t.Errorf("%s: %d questions, want %d", name, got, x.nodes)
		}
	}
	// Two branches plant the same question in the same wave, and one of them its own ancestor.
	m := branching(1)
	m.script["decompose"] = func(c prompts.Call) string {
		switch asked(c) {
		case "root":
			return say(prompts.DecomposeOut{Children: []prompts.ChildQuestion{{Question: "alpha"}, {Question: "beta"}}})(c)
		case "alpha", "beta":
			return say(prompts.DecomposeOut{Children: []prompts.ChildQuestion{{Question: "root " + asked(c) + " gamma"}, {Question: "delta"}, {Question: "Root?"}}})(c)
		}
		return "{}"
	}
	w := lanterns()
	s, _ := newDesk(t, w, func(y *explore.Tools) { y.Kit.Model = m }).run(explore.State{Question: "root", Language: "en"})
	merged := 0
	for _, n := range s.Tree {
		if n.Status == explore.NodeMerged {
			if merged++; n.Same != "1.1.2" {
				t.Errorf("merged %+v", n)
			}
		}
	}
	if merged != 1 || w.searches["delta"] != 1 || w.searches["root"] != 1 {
		t.Errorf("%d merged, searched %v", merged, w.searches)
	}
}

// steered runs a tree of two branches and tells it something as soon as a query is put.
func steered(t *testing.T, at string, m graph.Message) (*desk, explore.State) {
	t.Helper()
	w := lanterns()
	d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Model = branching(2) })
	var once sync.Once
	run, err := d.runner.Create(context.Background(), graph.Begin{}, explore.State{Question: "root", Language: "en", Settings: explore.Settings{MaxDepth: 2, MaxBreadth: 2}})
	if err != nil {
		t.Fatal(err)
	}
	w.onSearch = func(q string) {
		if q == at {
			once.Do(func() {
				if err := d.runner.Send(context.Background(), run.ID, m); err != nil {
					t.Error(err)
				}
			})
		}
	}
	if run, err = d.runner.Resume(context.Background(), run.ID); err != nil || run.Status != graph.Finished {
		t.Fatalf("%s %v", run.Status, err)
	}
	if refused := d.events(run.ID, graph.MessageRefused); len(refused) > 0 {
		t.Fatalf("refused: %s", refused[0].Data)
	}
	if told := d.events(run.ID, explore.EventSteered); len(told) != 1 && m.Kind != explore.MessageFinish {
		t.Fatalf("the stream tells %d words of the person, want 1", len(told))
	}
	return d, d.state(run.ID)
}

// toldOf returns the sentence about what the person said.
func (d *desk) toldOf(s explore.State) string {
	d.t.Helper()
	return data[explore.NodeData](d.t, d.events(s.Runs[len(s.Runs)-1], explore.EventSteered)[0]).Text
}

func TestSteer_ABranchIsStopped(t *testing.T) {
	d, s := steered(t, "rootx1", graph.Note(explore.MessageStop, explore.Steering{Node: "1.2"}))
	if told := d.toldOf(s); told != "You stopped question 1.2." {
		t.Errorf("told %q", told)
	}
	status := statuses(s)
	if status["1.2"] != explore.NodeStopped || status["1.2.1"] != "" || status["1.1.2"] != explore.NodeGaps {
		t.Errorf("%v", status)
	}
}

func TestSteer_AQuestionIsAskedAnew(t *testing.T) {
	d, s := steered(t, "rootx1x1", graph.Note(explore.MessageReask, explore.Steering{Node: "1.1", Question: "other"}))
	if told := d.toldOf(s); told != "In the place of question 1.1 you ask: other" {
		t.Errorf("told %q", told)
	}
	status := statuses(s)
	if r := d.record(s, "1.1"); r.Question != "other" || d.world.searches["other"] != 1 || status["1.1.1"] != explore.NodeDropped || status["1.1.3"] != explore.NodeGaps || status["1.2.1"] != explore.NodeGaps {
		t.Errorf("%q %v %v", r.Question, status, d.world.searches)
	}
}

func TestSteer_ABranchIsDugDeeper(t *testing.T) {
	_, s := steered(t, "rootx1x1", graph.Note(explore.MessageDig, explore.Steering{Node: "1.2.1"}))
	if status := statuses(s); status["1.2.1"] != explore.NodeDecomposed || status["1.2.1.1"] != explore.NodeGaps || status["1.1.1.1"] != "" {
		t.Errorf("%v", status)
	}
	d, s := steered(t, "rootx1", graph.Note(explore.MessageDig, explore.Steering{Node: "1", Question: "mine"}))
	if told := d.toldOf(s); told != "Under question 1 you ask: mine" {
		t.Errorf("told %q", told)
	}
	r := d.record(s, "1.q1")
	if r.Question != "mine" || d.world.searches["mine"] != 1 || r.Slice.Mode != explore.ModeInherited {
		t.Errorf("%+v", r)
	}
}

func TestSteer_FinishWritesWithWhatThereIs(t *testing.T) {
	d, s := steered(t, "rootx1", graph.Note(explore.MessageFinish, nil))
	if !s.Early || !s.Reported || len(s.Tree) > 3 || len(d.world.reports) != 1 {
		t.Errorf("%+v", s.Tree)
	}
}

func statuses(s explore.State) map[string]string {
	out := map[string]string{}
	for _, n := range s.Tree {
		out[n.ID] = n.Status
	}
	return out
}
