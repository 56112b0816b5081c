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

func TestSummarise_PerQueryWithEvidence(t *testing.T) {
	for name, m := range map[string]*thinker{"model": {}, "twin": nil} {
		d := newDesk(t, newBooks(t, lanterns), nil)
		if m != nil {
			d = newDesk(t, newBooks(t, lanterns), m)
		}
		s := d.finish(research.Settings{RelevanceThreshold: 0.3})
		known := map[string]bool{}
		for _, k := range s.Evidence {
			known["["+k.ID+"]"] = true
		}
		written := 0
		for _, q := range s.Queries {
			if q.Quality < 0 || q.Quality > 1 || q.Rank < 0 || q.Rank > 1 {
				t.Errorf("%s: quality %v, rank %v", name, q.Quality, q.Rank)
			}
			if q.Summary == "" {
				continue
			}
			written++
			if q.Quality == 0 {
				t.Errorf("%s: summary %q has no score", name, q.Summary)
			}
			from, to := strings.Index(q.Summary, "[E"), strings.IndexAny(q.Summary, "]#")
			if from < 0 || !known[q.Summary[from:to]+"]"] {
				t.Errorf("%s: summary %q names no evidence of the run", name, q.Summary)
			}
			if name == "twin" && strings.ContainsAny(q.Summary, "aeiou") {
				t.Errorf("the state holds quotes: %q", q.Summary)
			}
		}
		if written == 0 || len(d.events(research.EventSummarised)) < written {
			t.Errorf("%s: %d summaries, %d events", name, written, len(d.events(research.EventSummarised)))
		}
	}
}

func TestRank_TheMostRelevantSummaryIsReadFirst(t *testing.T) {
	const first, second = "This law is about", "The limit of brightness"
	b := newBooks(t, lanterns)
	b.found = func(q string) []string {
		if strings.Contains(q, "limit") {
			return []string{"law.pdf/2"}
		}
		return []string{"law.pdf/1"}
	}
	m := &thinker{keeps: func(text string) float64 {
		if strings.Contains(text, first) {
			return 0.95
		}
		return 0.7
	}}
	s := newDesk(t, b, m).finish(research.Settings{MaxRewrites: -1})
	for _, q := range s.Queries {
		if want := map[bool]float64{true: 0.7, false: 0.95}[strings.Contains(q.Query, "limit")]; q.Rank != want || q.Summary == "" {
			t.Errorf("rank %v of %q, whose evidence has %v; summary %q", q.Rank, q.Query, want, q.Summary)
		}
	}
	draft := m.heard[slices.IndexFunc(m.heard, func(c prompts.Call) bool { return c.Step == "draft" })].User
	if at := strings.Index(draft, first); at < 0 || at > strings.Index(draft, second) {
		t.Errorf("the draft reads the evidence in the wrong order:\n%s", draft)
	}
}

func TestScore_FourDimensions(t *testing.T) {
	for name, m := range map[string]*thinker{"model": {}, "twin": nil} {
		d := newDesk(t, newBooks(t, lanterns), nil)
		if m != nil {
			d = newDesk(t, newBooks(t, lanterns), m)
		}
		s := d.finish(research.Settings{RelevanceThreshold: 0.3})
		for _, v := range s.Drafts {
			q := v.Quality
			for _, n := range []int{q.FactualFidelity, q.Completeness, q.Clarity, q.SourceAccuracy} {
				if n < 0 || n > 100 {
					t.Errorf("%s: %+v", name, q)
				}
			}
			if q.Total != q.FactualFidelity+q.Completeness+q.Clarity+q.SourceAccuracy || q.Threshold != 300 || q.Total == 0 {
				t.Errorf("%s: %+v", name, q)
			}
		}
		if d.final().Quality != s.Drafts[len(s.Drafts)-1].Quality && len(s.Drafts) == 1 {
			t.Errorf("%s: the report says %+v", name, d.final().Quality)
		}
	}
}

// grading grades each draft in turn, and names one gap every time.
func grading(each ...int) func(asked) any {
	return func(a asked) any {
		out := graded(a, each[min(a.n, len(each)-1)])
		for i, p := range out.Parts {
			if p.Answered == "no" {
				out.Parts = append(out.Parts[:i], prompts.CheckPart{Part: fmt.Sprintf("what about matter %d", a.n), Answered: "no"})
				break
			}
		}
		return out
	}
}

func TestRewrites_AreBoundedAndFillGaps(t *testing.T) {
	cases := []struct {
		name   string
		set    research.Settings
		check  func(asked) any
		drafts int
	}{
		{"good enough at once", research.Settings{QualityThreshold: 50}, grading(8), 1},
		{"never good enough", research.Settings{}, grading(1), 3},
		{"one rewrite", research.Settings{MaxRewrites: 1}, grading(1), 2},
		{"good enough after one", research.Settings{QualityThreshold: 300}, grading(1, 8), 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := &thinker{}
			m.on = map[string]func(asked) any{"check": c.check, "draft": func(a asked) any { return drafted(a, strings.Repeat(" indeed", a.n+1)) }}
			d := newDesk(t, newBooks(t, lanterns), m)
			s := d.finish(c.set)
			if len(s.Drafts) != c.drafts || m.calls["draft"] != c.drafts {
				t.Fatalf("%d drafts, want %d: %+v", len(s.Drafts), c.drafts, s.Drafts)
			}
			gaps := 0
			for _, i := range s.Plan {
				if i.Gap {
					gaps++
					if !i.Worked {
						t.Errorf("gap %q was not looked into", i.Task)
					}
				}
			}
			if gaps != c.drafts-1 || len(s.GapTried) != gaps {
				t.Errorf("%d gap items for %d drafts", gaps, c.drafts)
			}
			for i := range c.drafts {
				if _, err := d.reports.Report(t.Context(), d.id, i+1); err != nil {
					t.Errorf("version %d is not kept: %v", i+1, err)
				}
			}
			if rewritten := strings.Contains(strings.Join(d.final().Notes, " "), "versions were written"); rewritten != (c.drafts > 1) {
				t.Errorf("notes %q", d.final().Notes)
			}
		})
	}
}

func TestRewrites_TheBestVersionIsHandedOver(t *testing.T) {
	for name, c := range map[string]struct {
		grades []int
		best   int
	}{"the first": {[]int{6, 2, 1}, 1}, "the second": {[]int{2, 6, 1}, 2}, "the last": {[]int{1, 2, 6}, 3}, "equals: the earliest": {[]int{3, 3, 3}, 1}} {
		m := &thinker{}
		m.on = map[string]func(asked) any{"check": grading(c.grades...), "draft": func(a asked) any { return drafted(a, fmt.Sprintf(" in version%d", a.n+1)) }}
		d := newDesk(t, newBooks(t, lanterns), m)
		s := d.finish(research.Settings{QualityThreshold: 400})
		r := d.final()
		if len(s.Drafts) != 3 || !strings.Contains(r.Claims[0].Text, fmt.Sprintf("version%d", c.best)) || r.Quality != s.Drafts[c.best-1].Quality {
			t.Errorf("%s: handed over %q with %+v of %+v", name, r.Claims[0].Text, r.Quality, s.Drafts)
		}
		var told research.Version
		if all := d.events(research.EventReport); len(all) != 1 || json.Unmarshal(all[0], &told) != nil || told.Number != c.best {
			t.Errorf("%s: events %s", name, all)
		}
	}
}

func TestRewrites_CriticismReachesTheWriter(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"check": grading(1), "draft": func(a asked) any { return drafted(a, " indeed") }}}
	s := newDesk(t, newBooks(t, lanterns), m).finish(research.Settings{MaxRewrites: 1})
	var drafts []string
	for _, c := range m.heard {
		if c.Step == "draft" {
			drafts = append(drafts, c.User)
		}
	}
	said := s.Drafts[0].Quality.Reason
	if len(drafts) != 2 || said == "" || strings.Contains(drafts[0], said) || !strings.Contains(drafts[1], said) {
		t.Errorf("%d drafts, or the criticism %q is not where it belongs", len(drafts), said)
	}
}

func TestWeb_OfflineNothingOutsideIsAsked(t *testing.T) {
	d := newDesk(t, newBooks(t, lanterns), &thinker{on: map[string]func(asked) any{"check": grading(1)}})
	d.finish(research.Settings{})
	a, err := research.Export(t.Context(), d.tools, d.state())
	if err != nil || a.ResearchContext.Metadata.ExternalSourcesUsed {
		t.Errorf("external sources in an offline run: %v, %v", a.ResearchContext.Metadata, err)
	}
	for _, q := range a.ResearchContext.SearchQueries {
		if q.WebSearchResults != nil {
			t.Errorf("query %q has web results", q.Query)
		}
	}
}

func TestSummarise_EvidenceTooLongForTheModel(t *testing.T) {
	long := strings.Repeat("the lantern hangs on the mast and the crew looks after it with care and oil ", 20)
	b := newBooks(t, "= a.pdf\n1: Lantern one, "+long+"as it is said.\n2: Lantern two, "+long+"as it is known.\n")
	b.found = func(q string) []string {
		if strings.Contains(q, "limit") {
			return []string{"a.pdf/1"}
		}
		return []string{"a.pdf/2"}
	}
	m := &thinker{numCtx: 2048, on: map[string]func(asked) any{"sift": func(a asked) any {
		out := prompts.JudgeOut{}
		for _, p := range a.of("P") {
			out.Passages = append(out.Passages, prompts.JudgeVerdict{Ref: p.ref, Relevance: 0.9, Spans: []string{p.ref + ".1"}, Why: "Long."})
		}
		return out
	}}}
	d := newDesk(t, b, m)
	if s := d.finish(research.Settings{}); s.Phase != research.PhaseDone {
		t.Errorf("phase %s", s.Phase)
	}
}

// What has no room when the report is written is shown in a second call, which adds to it.
func TestDraft_WhatHadNoRoomIsAddedLater(t *testing.T) {
	for numCtx, want := range map[int]int{4096: 2, 32768: 1} {
		var lines strings.Builder
		lines.WriteString("= big.pdf\n")
		long := strings.Repeat("It took 12,345 and 23,456 on the quay, after 34,567 and 45,678 crowns the year before. ", 9)
		for i := 1; i <= 15; i++ {
			fmt.Fprintf(&lines, "%d: Lantern rule %d holds. %s\n", i, i, long)
		}
		b := newBooks(t, lines.String())
		n := 0
		b.found = func(string) (out []string) {
			for i := range 5 {
				out = append(out, fmt.Sprintf("big.pdf/%d", n%3*5+i+1))
			}
			n++
			return out
		}
		var first, then []string // what was shown
		m := &thinker{numCtx: numCtx, queries: func(string) []string { return []string{"first", "second", "third"} }}
		m.on = map[string]func(asked) any{"sift": sifts(func(a asked, out *prompts.SiftOut) {
			neverEnough(a, out)
			for i, p := range out.Passages {
				for n := 2; n <= 8; n++ {
					out.Passages[i].Spans = append(out.Passages[i].Spans, fmt.Sprintf("%s.%d", p.Ref, n))
				}
			}
		}), "draft": func(a asked) any {
			var shown []string
			for _, e := range a.of("E") {
				shown = append(shown, e.ref)
			}
			out := prompts.DraftOut{Sections: []prompts.DraftSection{{Title: "Rules", Text: fmt.Sprintf("The first rule of the quay holds [%s].", shown[0])}}, Conflicts: []string{}, Silent: []string{}}
			if strings.Contains(a.User, "The report so far") {
				then = shown
				out.Sections[0].Text = fmt.Sprintf("A further rule of the quay holds [%s].", shown[0])
				out.Sections = append(out.Sections, prompts.DraftSection{Title: "More", Text: fmt.Sprintf("And one more rule holds [%s].", shown[1])})
				if !strings.Contains(a.User, "The rules hold.\n\nRules\nThe first rule of the quay holds.") {
					t.Errorf("the writer is shown %s", a.User)
				}
			} else {
				first, out.Answer = shown, fmt.Sprintf("The rules hold [%s].", shown[0])
			}
			return out
		}}
		d := newDesk(t, b, m)
		d.finish(research.Settings{MaxIterations: 1})
		for _, c := range m.heard {
			if most := numCtx - min(prompts.Draft.NumPredict, numCtx/4); c.Step == "draft" && c.Tokens() > most {
				t.Errorf("context of %d: the writer is asked with %d tokens of %d", numCtx, c.Tokens(), most)
			}
		}
		if m.calls["draft"] != want {
			t.Fatalf("context of %d: the report is written in %d calls, from %q and %q", numCtx, m.calls["draft"], first, then)
		}
		if slices.ContainsFunc(then, func(id string) bool { return slices.Contains(first, id) }) {
			t.Errorf("%q is shown after %q", then, first)
		}
		r := d.final()
		if want == 2 && (len(r.Sections) != 2 || len(r.Sections[0].Blocks) != 2 || r.Sections[1].Title != "More") {
			t.Errorf("%+v", r.Sections)
		}
	}
}
