package research_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/research"
	"rabbithole/prompts"
)

func TestExtraction_TwoToFourQueriesThreeToFivePassages(t *testing.T) {
	var many strings.Builder
	many.WriteString("= many.pdf\n")
	for i := range 12 {
		fmt.Fprintf(&many, "%d: Lantern rule %d on the limit, the exceptions and the fines.\n", i, i)
	}
	cases := []struct {
		name              string
		set               research.Settings
		queries, passages int // most
	}{
		{"by default", research.Settings{}, 4, 5},
		{"fewest", research.Settings{QueriesPerTask: 1, PassagesPerQuery: 1}, 2, 3},
		{"most", research.Settings{QueriesPerTask: 40, PassagesPerQuery: 50}, 4, 5},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := newBooks(t, many.String())
			m := &thinker{queries: func(task string) []string { return []string{task, task + " rule", task + " lantern", task + " on"} }}
			s := newDesk(t, b, m).finish(c.set)
			per := map[int]int{}
			for _, q := range s.Queries {
				per[q.Item]++
				if len(q.Found) != len(q.Hits) || q.Found[0].Rank != 1 {
					t.Errorf("query %q knows %+v of its hits", q.Query, q.Found)
				}
				if len(q.Hits) != c.passages {
					t.Errorf("query %q has %d hits, want %d", q.Query, len(q.Hits), c.passages)
				}
			}
			for item, n := range per {
				if n < 2 || n > c.queries {
					t.Errorf("item %d has %d queries, want 2 to %d", item, n, c.queries)
				}
			}
		})
	}
}

func TestExtraction_TheQueriesCarryScopeAndLanguage(t *testing.T) {
	b := newBooks(t, lanterns)
	d := newDesk(t, b, &thinker{})
	d.finish(research.Settings{})
	for _, q := range b.asked {
		if q.Language != "en" || q.Limit < 5 {
			t.Errorf("asked %+v", q)
		}
	}
	seen := map[string]bool{}
	for _, q := range d.state().Queries {
		if seen[q.Query] {
			t.Errorf("query %q was searched twice", q.Query)
		}
		seen[q.Query] = true
	}
}

func TestExtraction_EachPassageIsReadOnceForATask(t *testing.T) {
	m := &thinker{keeps: func(text string) float64 {
		if strings.Contains(text, "brightness") {
			return 0.8
		}
		return 0.2
	}}
	d := newDesk(t, newBooks(t, lanterns), m)
	s := d.finish(research.Settings{})
	read, judged := map[string]bool{}, 0
	times := map[string]int{} // by task
	for _, call := range m.heard {
		if call.Step == "sift" {
			for _, p := range (asked{texts: fences(call.User)}).of("P") {
				key := taskLine.FindString(call.User) + p.text
				if times[key] > 0 || strings.Contains(p.text, "brightness") && read[p.text] {
					t.Errorf("read again for one task, or though it is kept: %s", p.text)
				}
				times[key]++
				judged, read[p.text] = judged+1, true
			}
		}
	}
	if len(read) == 0 || len(read) != len(s.Read) {
		t.Errorf("the model read %d passages, the state says %d", len(read), len(s.Read))
	}
	if double := slices.Compact(slices.Sorted(slices.Values(s.Read))); len(double) != len(s.Read) {
		t.Errorf("read %q", s.Read)
	}
	if spent := s.Spend.Passages; spent != judged {
		t.Errorf("charged for %d passages, judged %d", spent, judged)
	}
}

func TestExtraction_KeptOnlyAboveTheThreshold(t *testing.T) {
	b := func() *books {
		return newBooks(t, "= a.pdf\n1: Lantern with 0.59 in it.\n2: Lantern with 0.60 in it.\n3: Lantern with 0.61 in it.\n4: Lantern with 0.90 in it.\n")
	}
	m := func() *thinker {
		return &thinker{keeps: func(text string) float64 {
			var f float64
			fmt.Sscanf(text, "Lantern with %f", &f)
			return f
		}}
	}
	for _, c := range []struct {
		threshold float64
		want      []string
	}{
		{0, []string{"a.pdf/3", "a.pdf/4"}}, // 0.6 by default, and above it
		{0.7, []string{"a.pdf/4"}},
		{0.5, []string{"a.pdf/1", "a.pdf/2", "a.pdf/3", "a.pdf/4"}},
		{7, []string{"a.pdf/3", "a.pdf/4"}}, // no threshold: the default
	} {
		d := newDesk(t, b(), m())
		s := d.finish(research.Settings{RelevanceThreshold: c.threshold})
		if got := slices.Sorted(slices.Values(ids(s.Evidence))); !slices.Equal(got, c.want) {
			t.Errorf("threshold %v keeps %q, want %q", c.threshold, got, c.want)
		}
		for i, k := range s.Evidence {
			if k.ID != fmt.Sprintf("E%d", i+1) || len(k.Quotes) == 0 || k.Why == "" {
				t.Errorf("evidence %+v", k)
			}
		}
		if n := len(d.events(research.EventKept)); n != len(s.Evidence) {
			t.Errorf("%d events for %d pieces of evidence", n, len(s.Evidence))
		}
		for page := range d.reports.cited {
			if !strings.HasPrefix(page, "hash-a.pdf/") {
				t.Errorf("holds on to page %s", page)
			}
		}
		if len(d.reports.cited) != len(s.Evidence) {
			t.Errorf("holds on to %v for %d pieces of evidence", d.reports.cited, len(s.Evidence))
		}
	}
}

func TestExtraction_ASpanThatIsNotThereIsNoEvidence(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"sift": func(a asked) any {
		out := prompts.JudgeOut{}
		for _, p := range a.of("P") {
			out.Passages = append(out.Passages, prompts.JudgeVerdict{Ref: p.ref, Relevance: 0.95, Spans: []string{p.ref + ".99", "E1.1", "the law"}, Why: "Invented."})
		}
		return out
	}}}
	d := newDesk(t, newBooks(t, lanterns), m)
	s := d.finish(research.Settings{})
	for _, raw := range d.events(research.EventKept) {
		var k research.KeptData
		if err := json.Unmarshal(raw, &k); err != nil || strings.Contains(k.Extract, "as you like") {
			t.Errorf("kept %+v, %v", k, err)
		}
	}
	if len(s.Evidence) == 0 {
		t.Error("the model said that the passages matter; code should have found what to quote")
	}
}

func TestReflect_DoneAndSpawned(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"sift": sifts(func(a asked, out *prompts.SiftOut) {
		if strings.Contains(a.User, "T2 ") { // the three items of the plan
			out.Tasks[0] = prompts.SiftTask{Task: "T1", Answered: "partly", Missing: "The limit at night."}
			out.NewTasks = plan("Find the limit at night", "Find the fines").Items
		}
	})}}
	d := newDesk(t, newBooks(t, lanterns), m)
	s := d.finish(research.Settings{})
	want := []string{"1 Find the limit", "2 Find the exceptions", "3 Find the fines", "4 Find the limit at night"}
	if got := tasks(s.Plan); !slices.Equal(got, want) {
		t.Fatalf("plan %q, want %q", got, want)
	}
	first := s.Plan[0]
	if first.Completed || !first.Worked || first.Missing != "The limit at night." || !slices.Equal(first.Subtasks, []string{"Find the limit at night"}) {
		t.Errorf("the first item: %+v", first)
	}
	for _, i := range s.Plan[1:] {
		if !i.Completed || !i.Worked {
			t.Errorf("item %+v", i)
		}
	}
	if s.Iterations != 4 || s.Current != 0 {
		t.Errorf("%d iterations, current item %d", s.Iterations, s.Current)
	}
}

// endless spawns two new items whenever something is read.
var endless = sifts(func(a asked, out *prompts.SiftOut) {
	neverEnough(a, out)
	out.NewTasks = plan(fmt.Sprintf("More %d", 2*a.n), fmt.Sprintf("More %d", 2*a.n+1)).Items
})

func TestBudget_EndsTheExtractionWithANote(t *testing.T) {
	cases := []struct {
		name string
		set  research.Settings
		why  string
		note string
	}{
		{"iterations", research.Settings{MaxIterations: 2}, "iterations", "Written early: the most tasks allowed were worked on."},
		{"calls", research.Settings{MaxCalls: 6}, "calls", "Written early: the most model calls allowed were made."},
		{"enough for all", research.Settings{MaxIterations: 40, MaxCalls: 400}, "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := &thinker{on: map[string]func(asked) any{"sift": endless}}
			d := newDesk(t, newBooks(t, lanterns), m)
			s := d.finish(c.set)
			if s.Finish != c.why {
				t.Errorf("finished because of %q, want %q", s.Finish, c.why)
			}
			if c.set.MaxIterations > 0 && s.Iterations > c.set.MaxIterations {
				t.Errorf("%d iterations", s.Iterations)
			}
			notes := d.final().Notes
			if said := slices.Contains(notes, c.note); said != (c.note != "") {
				t.Errorf("notes %q", notes)
			}
			if len(d.final().Claims) == 0 {
				t.Error("no report of what was found until then")
			}
		})
	}
}

func TestBudget_NothingLeftIsNotWrittenEarly(t *testing.T) {
	d := newDesk(t, newBooks(t, lanterns), &thinker{})
	s := d.finish(research.Settings{MaxIterations: 3})
	if s.Iterations != 3 || s.Finish != "" {
		t.Errorf("all three items were worked on in %d iterations, yet the run says that %q ended it: %q", s.Iterations, s.Finish, d.final().Notes)
	}
}

func TestExtraction_ReferencesNamedByTheQuestionAreReadFirst(t *testing.T) {
	b := newBooks(t, lanterns)
	b.named = map[string]string{"section 5 of the law": "law.pdf/5"}
	b.found = func(string) []string { return []string{"law.pdf/1"} }
	m := &thinker{on: map[string]func(asked) any{"plan": func(asked) any {
		return plan("Read section 5 of the law", "Find the exceptions", "Find the limit")
	}}}
	s := newDesk(t, b, m).finish(research.Settings{})
	if !slices.Contains(ids(s.Evidence), "law.pdf/5") {
		t.Errorf("kept %q", ids(s.Evidence))
	}
}
