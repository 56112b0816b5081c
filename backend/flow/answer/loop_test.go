package answer_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/reason"
)

// harbour is a small library and a small web about lanterns on boats.
const harbour = `
= law.pdf 2024-01-01
The brightness of a lantern on a boat must not exceed 40 lumens.
Cakes with candles are baked on Sundays in the village.
= guide.pdf 2023-05-01
A lantern on a boat is kept behind glass and is lit every evening.
@ https://www.harbour.gov/lanterns?utm_source=x | Lantern rules | 2026-02-01
The harbour office says that the brightness of a lantern on a boat must not exceed 40 lumens.
Fines for a lantern that is too bright on a boat are 200 crowns.
@ https://blog.example/boats | My boat | 2019-07-01
On a boat everybody likes a lantern with much brightness.
@ https://news.example/lanterns | Lantern news | 2026-02-20
The fines for a lantern that is too bright on a boat rose to 200 crowns, the harbour office said.
`

const question = "How much brightness may a lantern on a boat have?"

func TestAsk_PlansSearchesReadsEvaluatesAndAnswers(t *testing.T) {
	d := newDesk(t, newWorld(t, harbour), nil, false)
	s, r := d.ask(question, nil)
	heldTo(t, s)
	if s.Phase != answer.PhaseDone || s.Stop != answer.StopSufficient || r.StopReason != s.Stop {
		t.Errorf("phase %s, stop %s: %+v", s.Phase, s.Stop, s.Decisions)
	}
	for _, phase := range []string{answer.PhasePlanning, answer.PhaseSearching, answer.PhaseReading, answer.PhaseEvaluating, answer.PhaseSynthesizing, answer.PhaseFinalizing} {
		if !slices.Contains(d.phases(), phase) {
			t.Errorf("no phase %s in %v", phase, d.phases())
		}
	}
	text := answer.Text(r)
	if !strings.Contains(text, "40 lumens") || !strings.Contains(text, "[1]") {
		t.Errorf("answer %q", text)
	}
	if len(d.world.asked) == 0 || len(d.world.fetched) == 0 {
		t.Errorf("asked %v, fetched %v", d.world.asked, d.world.fetched)
	}
}

// many is a web of pages that each say a little.
func many(n int) string {
	var b strings.Builder
	b.WriteString(harbour)
	for i := range n {
		fmt.Fprintf(&b, "@ https://site%d.example/page | Lantern page %d | 2025-01-01\nLantern number %d on a boat has a brightness of %d lumens in the harbour.\n", i, i, i, i+100)
	}
	return b.String()
}

// endless is a web that offers other pages to every query.
func endless(t *testing.T) *world {
	w := newWorld(t, many(80))
	next := 0
	w.offers = func(string) []string {
		w.mu.Lock()
		defer w.mu.Unlock()
		var out []string
		for range 4 {
			out = append(out, fmt.Sprintf("https://site%d.example/page", next%80))
			next++
		}
		return out
	}
	return w
}

// insatiable never has enough, and asks something new every time.
func insatiable() *thinker {
	return &thinker{on: map[string]func(asked) any{
		"seek": func(asked) any {
			return more("lantern brightness boat", "boat lantern", "lantern harbour", "harbour boat")
		},
		"decide": func(a asked) any {
			return more(fmt.Sprintf("lantern number %d boat", a.n), fmt.Sprintf("brightness %d lantern", a.n+50), fmt.Sprintf("harbour %d boat", a.n), fmt.Sprintf("boat %d", a.n))
		},
	}}
}

func TestLoop_BudgetsHoldExactly(t *testing.T) {
	for _, c := range []struct {
		name                                string
		set                                 answer.Settings
		profile                             answer.Profile
		loops, queries, sources, most, stop any
	}{
		{name: "chat by default", profile: answer.Chat, loops: 2, queries: 4, sources: 4, most: 8},
		{name: "deep by default", profile: answer.Deep, loops: 6, queries: 18, sources: 16, most: 12},
		{name: "one round", profile: answer.Chat, set: answer.Settings{ChatMaxLoops: 1}, loops: 1, queries: 4, sources: 4, most: 8},
		{name: "one source", profile: answer.Chat, set: answer.Settings{ChatMaxSourcesRead: 1}, loops: 1, queries: 2, sources: 1, most: 8},
		{name: "one query", profile: answer.Chat, set: answer.Settings{ChatMaxSearchQueries: 1}, loops: 1, queries: 1, sources: 2, most: 8},
		{name: "two citations", profile: answer.Deep, set: answer.Settings{MaxCitationsDeep: 2}, loops: 6, queries: 18, sources: 16, most: 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, endless(t), insatiable(), false)
			s, r := d.ask(question, func(s *answer.State) { s.Profile, s.Settings = c.profile, c.set })
			heldTo(t, s)
			if s.Stats.Loops != c.loops || s.Stats.Queries != c.queries || s.Stats.SourcesRead != c.sources || len(r.Sources) > c.most.(int) {
				t.Errorf("%d loops, %d queries, %d sources read, %d cited", s.Stats.Loops, s.Stats.Queries, s.Stats.SourcesRead, len(r.Sources))
			}
			if s.Stop != answer.StopBudget || r.StopReason != answer.StopBudget || len(r.Claims) == 0 {
				t.Errorf("stop %q, %d claims", s.Stop, len(r.Claims))
			}
			if len(d.world.asked) > c.queries.(int) || s.Stats.FetchSuccesses > c.sources.(int) {
				t.Errorf("the web was asked %d times and read %d times", len(d.world.asked), len(d.world.fetched))
			}
		})
	}
}

// Whatever the budgets are, a run ends within them.
func TestLoop_AnyBudgetHolds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 25 {
		set := answer.Settings{ChatMaxLoops: 1 + random.IntN(5), ChatMaxSourcesRead: 1 + random.IntN(9), ChatMaxSearchQueries: 1 + random.IntN(9), MaxCitationsChat: 1 + random.IntN(9)}
		var model reason.Model
		if random.IntN(2) == 0 {
			model = insatiable()
		}
		d := newDesk(t, newWorld(t, many(12)), model, random.IntN(3) == 0)
		s, _ := d.ask(question, func(s *answer.State) { s.Settings = set })
		heldTo(t, s)
		if t.Failed() {
			t.Fatalf("with %+v", set)
		}
	}
}

func TestLoop_DeepLoopsAndReadsMoreThanChat(t *testing.T) {
	for _, model := range []func() reason.Model{func() reason.Model { return nil }, func() reason.Model { return insatiable() }} {
		run := func(p answer.Profile) answer.Stats {
			d := newDesk(t, newWorld(t, many(40)), model(), false)
			s, _ := d.ask(question+" And how much do permits for night fishing cost?", func(s *answer.State) { s.Profile = p })
			heldTo(t, s)
			return s.Stats
		}
		chat, deep := run(answer.Chat), run(answer.Deep)
		if deep.Loops <= chat.Loops || deep.SourcesRead <= chat.SourcesRead || deep.Queries <= chat.Queries {
			t.Errorf("chat %+v, deep %+v", chat, deep)
		}
	}
}

func TestLoop_IteratesWithTheQueriesOfTheEvaluation(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"decide": func(a asked) any {
		if a.n == 0 {
			return more("fines lantern too bright")
		}
		return enough()
	}}}
	d := newDesk(t, newWorld(t, harbour), m, false)
	s, _ := d.ask(question, nil)
	if s.Stop != answer.StopBudget || s.Stats.Loops != 2 || s.Queries[1].Query != "fines lantern too bright" || s.Queries[1].Loop != 2 {
		t.Errorf("stop %q, queries %+v", s.Stop, s.Queries)
	}
	want := []string{"planning", "searching", "reading", "evaluating", "iterating", "searching", "reading", "evaluating", "synthesizing", "finalizing"}
	if got := d.phases(); !slices.Equal(got, want) {
		t.Errorf("phases %v", got)
	}
	for _, p := range events[answer.Progress](d, answer.EventProgress) {
		if p.Message == "" || p.MaxLoops != 2 || p.Loop > p.MaxLoops || p.SourcesRead > p.SourcesConsidered {
			t.Errorf("progress %+v", p)
		}
	}
}

func TestLoop_ASinglePassSearchesOnceAndAnswers(t *testing.T) {
	for _, p := range []answer.Profile{answer.Chat, answer.Deep} {
		m := &thinker{}
		d := newDesk(t, newWorld(t, harbour), m, false)
		s, r := d.ask(question, func(s *answer.State) {
			s.Profile, s.Settings = p, answer.Settings{ChatSinglePass: true, DeepSinglePass: true}
		})
		if s.Stats.Loops != 1 || len(s.Queries) != 1 || s.Queries[0].Query != question || s.Stop != answer.StopSufficient || len(r.Claims) == 0 {
			t.Errorf("%s: %+v, stop %q", p, s.Queries, s.Stop)
		}
		if slices.Contains(m.steps(), "seek") || slices.Contains(m.steps(), "weigh") {
			t.Errorf("a single pass plans nothing: %v", m.steps())
		}
	}
	d := newDesk(t, newWorld(t, harbour), &thinker{}, false)
	if s, _ := d.ask(question, func(s *answer.State) { s.Settings.DeepSinglePass = true }); len(events[answer.Decision](d, answer.EventEvaluated)) == 0 {
		t.Errorf("the flag of one profile turned off the other: %+v", s.Decisions)
	}
}
