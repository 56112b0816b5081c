package research_test

import (
	"fmt"
	"slices"
	"testing"

	"rabbithole/backend/extract"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/prompts"
)

func tasks(plan []research.Item) []string {
	var out []string
	for _, i := range plan {
		out = append(out, fmt.Sprintf("%d %s", i.ID, i.Task))
	}
	return out
}

// edited answers the question for the plan with an edited list.
func edited(items ...research.PlanEntry) func(graph.Question) any {
	return func(q graph.Question) any {
		if q.Kind == research.QuestionPlan {
			return research.PlanAnswer{Items: items}
		}
		return research.ClarifyAnswer{}
	}
}

func TestPlan_TwinMakesThreeToFiveItems(t *testing.T) {
	for _, q := range []string{question, "Laterne", "Who must check a lantern, what is the limit, when does it apply, how is it measured, which fines are there, and who pays?"} {
		d := newDesk(t, newBooks(t, lanterns), nil)
		d.begin(q, research.Settings{})
		d.resume(func(q graph.Question) any {
			if q.Kind == research.QuestionPlan {
				return nil
			}
			return research.ClarifyAnswer{}
		})
		items := data[[]research.Item](t, d.asked[len(d.asked)-1])
		if len(items) < 3 || len(items) > 5 {
			t.Errorf("%q: %d items", q, len(items))
		}
		for i, item := range items {
			if item.ID != i+1 || item.Task == "" || item.Completed {
				t.Errorf("%q: item %+v", q, item)
			}
		}
	}
}

func TestApprove_ThePersonsList(t *testing.T) {
	cases := []struct {
		name  string
		items []research.PlanEntry
		want  []string
	}{
		{"as it is", nil, []string{"1 Find the limit", "2 Find the exceptions", "3 Find the fines"}},
		{"edited", []research.PlanEntry{{ID: 1, Task: " Find the limit at night "}, {ID: 2, Task: "Find the exceptions"}, {ID: 3, Task: "Find the fines"}},
			[]string{"1 Find the limit at night", "2 Find the exceptions", "3 Find the fines"}},
		{"reordered", []research.PlanEntry{{ID: 3, Task: "Find the fines"}, {ID: 1, Task: "Find the limit"}, {ID: 2, Task: "Find the exceptions"}},
			[]string{"3 Find the fines", "1 Find the limit", "2 Find the exceptions"}},
		{"added", []research.PlanEntry{{ID: 1, Task: "Find the limit"}, {Task: "Find the office"}, {ID: 77, Task: "Find the meter"}},
			[]string{"1 Find the limit", "4 Find the office", "5 Find the meter"}},
		{"deleted", []research.PlanEntry{{ID: 2, Task: "Find the exceptions"}}, []string{"2 Find the exceptions"}},
		{"blank and doubled entries", []research.PlanEntry{{ID: 1, Task: "One"}, {ID: 1, Task: "One again"}, {Task: "  "}}, []string{"1 One"}},
		{"everything deleted", []research.PlanEntry{}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, newBooks(t, lanterns), &thinker{})
			d.begin(question, research.Settings{})
			s := d.end(edited(c.items...))
			if got := tasks(s.Plan); !slices.Equal(got, c.want) {
				t.Errorf("plan %q, want %q", got, c.want)
			}
			for _, i := range s.Plan {
				if !i.Worked {
					t.Errorf("item %d was not worked on", i.ID)
				}
			}
		})
	}
}

func TestApprove_TheOrderIsTheOrderOfWork(t *testing.T) {
	d := newDesk(t, newBooks(t, lanterns), &thinker{})
	d.begin(question, research.Settings{})
	s := d.end(edited(research.PlanEntry{ID: 3, Task: "Find the fines"}, research.PlanEntry{ID: 1, Task: "Find the limit"}))
	if s.Queries[0].Item != 3 || s.Queries[len(s.Queries)-1].Item != 1 {
		t.Errorf("queries %+v", s.Queries)
	}
}

// big is a plan of n entries.
func big(n int) []research.PlanEntry {
	var out []research.PlanEntry
	for i := range n {
		out = append(out, research.PlanEntry{Task: fmt.Sprintf("Look into matter %d", i+1)})
	}
	return out
}

func TestTodoMaxItems_HoldsForEveryWayIn(t *testing.T) {
	spawning := sifts(func(a asked, out *prompts.SiftOut) {
		out.NewTasks = plan(fmt.Sprintf("Spawned %d", 2*a.n), fmt.Sprintf("Spawned %d", 2*a.n+1)).Items
	})
	gaps := func(a asked) any {
		return graded(a, 1, fmt.Sprintf("gap %d", 3*a.n), fmt.Sprintf("gap %d", 3*a.n+1), fmt.Sprintf("gap %d", 3*a.n+2))
	}
	cases := []struct {
		name   string
		on     map[string]func(asked) any
		answer func(graph.Question) any
		set    research.Settings
		adds   int
		want   int
	}{
		{"a plan of five and room for three", map[string]func(asked) any{"plan": func(asked) any { return plan("a", "b", "c", "d", "e") }}, approve, research.Settings{TodoMaxItems: 3}, 0, 3},
		{"edited to twenty", nil, edited(big(20)...), research.Settings{}, 0, 15},
		{"spawned by every item", map[string]func(asked) any{"sift": spawning}, approve, research.Settings{TodoMaxItems: 4}, 0, 4},
		{"gaps of every draft", map[string]func(asked) any{"check": gaps, "draft": func(a asked) any { return drafted(a, " indeed") }}, approve, research.Settings{TodoMaxItems: 5, MaxRewrites: 4, QualityThreshold: 400}, 0, 5},
		{"added while it runs", nil, approve, research.Settings{TodoMaxItems: 4}, 9, 4},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := newBooks(t, lanterns)
			d := newDesk(t, b, &thinker{on: c.on})
			b.onSearch = at("Find the limit", func() {
				for i := range c.adds {
					d.say(research.MessageAdd, extract.Task{Task: fmt.Sprintf("Added %d", i)})
				}
			})
			d.begin(question, c.set)
			s := d.end(c.answer)
			if len(s.Plan) != c.want {
				t.Errorf("%d items, want %d: %q", len(s.Plan), c.want, tasks(s.Plan))
			}
		})
	}
}

// at returns a hook that acts when a query is searched, the first time.
func at(query string, act func()) func(extract.Query) {
	done := false
	return func(q extract.Query) {
		if q.Text == query && !done {
			done = true
			act()
		}
	}
}

func TestPlan_EditedWhileItRuns(t *testing.T) {
	b := newBooks(t, lanterns)
	d := newDesk(t, b, &thinker{})
	b.onSearch = at("Find the exceptions", func() { // the second item's first query
		d.say(research.MessagePlan, research.PlanAnswer{Items: []research.PlanEntry{{Task: "Find the meter"}, {ID: 1, Task: "Rewritten although it was worked on"}}})
	})
	d.begin(question, research.Settings{})
	s := d.end(approve)
	want := []string{"1 Find the limit", "2 Find the exceptions", "3 Find the fines", "4 Find the meter"} // the three are worked on together
	if got := tasks(s.Plan); !slices.Equal(got, want) {
		t.Errorf("plan %q, want %q", got, want)
	}
	for _, i := range s.Plan {
		if !i.Worked {
			t.Errorf("item %d was not worked on", i.ID)
		}
	}
}

func TestPlan_AMessageWithoutItemsDeletesNothing(t *testing.T) {
	b := newBooks(t, lanterns)
	d := newDesk(t, b, &thinker{})
	b.onSearch = at("Find the limit", func() { d.say(research.MessagePlan, research.PlanAnswer{}) })
	if s := d.finish(research.Settings{}); len(s.Plan) != 3 {
		t.Errorf("nil items mean \"as it is\", but the plan became %q", tasks(s.Plan))
	}
}

func TestPlan_NumbersAreNeverReused(t *testing.T) {
	b := newBooks(t, lanterns)
	d := newDesk(t, b, &thinker{})
	b.onSearch = at("Find the limit", func() {
		d.say(research.MessageAdd, extract.Task{Task: "Find the mast"})
		d.say(research.MessagePlan, research.PlanAnswer{Items: []research.PlanEntry{{ID: 2, Task: "Find the exceptions"}}})
		d.say(research.MessageAdd, extract.Task{Task: "Find the office"})
	})
	s := d.finish(research.Settings{})
	if got, want := tasks(s.Plan), []string{"1 Find the limit", "2 Find the exceptions", "3 Find the fines", "5 Find the office"}; !slices.Equal(got, want) {
		t.Errorf("plan %q, want %q: 4 stood for another task before", got, want)
	}
}
