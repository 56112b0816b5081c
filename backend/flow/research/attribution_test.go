package research_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/extract"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/report"
	"rabbithole/backend/report/reporttest"
	"rabbithole/prompts"
)

// check holds a report of a library in memory against the pages.
func check(t *testing.T, b *books, r report.Report) reporttest.Result {
	t.Helper()
	raw, err := report.JSON(r)
	if err != nil {
		t.Fatal(err)
	}
	return reporttest.Check(t, raw, func(document string, page int) (string, bool) {
		text, ok := b.pages[fmt.Sprintf("%s/%d", document, page)]
		return text, ok
	})
}

func TestAttribute_EveryClaimIsCitedAndLabelled(t *testing.T) {
	for name, m := range map[string]*thinker{"model": {}, "twin": nil} {
		t.Run(name, func(t *testing.T) {
			b := newBooks(t, lanterns)
			d := newDesk(t, b, nil)
			if m != nil {
				d = newDesk(t, b, m)
			}
			s := d.finish(research.Settings{RelevanceThreshold: 0.3})
			r := d.final()
			if got := check(t, b, r); got.Claims == 0 || got.Citations == 0 {
				t.Errorf("checked %+v", got)
			}
			for _, c := range r.Claims {
				for _, x := range c.Citations {
					if x.Label != fmt.Sprint(x.Page+100) {
						t.Errorf("page %d of %s is printed %q", x.Page, x.Name, x.Label)
					}
				}
			}
			if r.Run != d.id || r.Flow != research.Name || r.Question != question || r.Language != "en" || !r.MadeAt.Equal(noon) || r.Making.Engine != "test" {
				t.Errorf("head of the report: %+v", r)
			}
			if r.Making.Spend.Calls != s.Spend.Calls || (m != nil) != (r.Making.Spend.Calls > 0) {
				t.Errorf("spent %+v, the state says %+v", r.Making.Spend, s.Spend)
			}
			last := s.Messages[len(s.Messages)-1]
			if last.Role != "assistant" || !strings.Contains(last.Content, r.Answer[0].Sentences[0].Text) {
				t.Errorf("last message %+v", last)
			}
		})
	}
}

func TestAttribute_CoverageCounts(t *testing.T) {
	b := newBooks(t, lanterns)
	b.documents[1].Unreadable = 2
	d := newDesk(t, b, &thinker{})
	s := d.finish(research.Settings{})
	want := report.Coverage{Documents: 2, Pages: 8, Unreadable: 2, Queries: len(s.Queries), Passages: len(s.Read), Kept: len(s.Evidence), Followed: len(s.Followed), PagesRead: len(s.Read)}
	if got := d.final().Coverage; !reflect.DeepEqual(got, want) {
		t.Errorf("coverage %+v, want %+v", got, want)
	}
}

// lying is a writer that cites what does not exist, nothing, or quotes nobody wrote.
func lying(a asked) any {
	return prompts.DraftOut{
		Answer:   "Lanterns are green [E99]. Lanterns are blue. The limit of brightness of a lantern on a boat is 40 lumens [E1].",
		Sections: []prompts.DraftSection{{Title: "Invented", Text: "See https://lamps.example [E77]."}}, Conflicts: []string{}, Silent: []string{},
	}
}

func TestAttribute_WhatHasNoEvidenceIsRemoved(t *testing.T) {
	b := newBooks(t, lanterns)
	b.found = only("law.pdf/2")
	d := newDesk(t, b, &thinker{on: map[string]func(asked) any{"draft": lying}})
	d.finish(research.Settings{})
	r := d.final()
	check(t, b, r)
	if len(r.Claims) != 1 || !strings.Contains(r.Claims[0].Text, "40 lumens") || len(r.Sections) != 0 {
		t.Errorf("claims %+v, sections %+v", r.Claims, r.Sections)
	}
	if r.Quality.SourceAccuracy > 50 {
		t.Errorf("three of four sentences had no source, yet source accuracy is %d", r.Quality.SourceAccuracy)
	}
}

func TestNoEvidence_NoAnswer(t *testing.T) {
	for name, m := range map[string]*thinker{"model": {keeps: func(string) float64 { return 0 }}, "twin": nil} {
		t.Run(name, func(t *testing.T) {
			b := newBooks(t, lanterns)
			d := newDesk(t, b, nil)
			if m != nil {
				d = newDesk(t, b, m)
			}
			d.begin("Which volcano erupted on Saturn?", research.Settings{Unattended: true})
			s := d.end(nil)
			r := d.final()
			if len(r.Answer) != 0 || len(r.Sections) > 1 || len(r.Claims) > 0 && (len(r.Sections) == 0 || r.Sections[0].Title != "Closest passages (not an answer)") {
				t.Errorf("answer %+v, sections %+v of no evidence", r.Answer, r.Sections)
			}
			for _, kind := range []string{extract.SweepLexical, extract.SweepSemantic, extract.SweepEntity} {
				if !slices.ContainsFunc(r.Coverage.Sweeps, func(s report.Sweep) bool { return s.Kind == kind }) {
					t.Errorf("no %s sweep in %+v", kind, r.Coverage.Sweeps)
				}
			}
			if len(r.Silent) == 0 {
				t.Error("the report does not say what the documents are silent on")
			}
			if r.Coverage.Documents != 2 || r.Coverage.Queries == 0 || r.Coverage.Queries != len(s.Queries) || r.Coverage.Passages != len(s.Read) {
				t.Errorf("coverage %+v of %d queries", r.Coverage, len(s.Queries))
			}
			if r.Quality.Total >= r.Quality.Threshold || r.Quality.Reason == "" {
				t.Errorf("quality %+v", r.Quality)
			}
			if last := s.Messages[len(s.Messages)-1]; !strings.Contains(last.Content, r.Silent[0]) {
				t.Errorf("last message %+v", last)
			}
			text := string(report.Markdown(r, func(string, int) string { return "" }))
			if !strings.Contains(text, "No passage answers this question.") || !strings.Contains(text, "2 documents") {
				t.Errorf("printed:\n%s", text)
			}
		})
	}
}

func TestNoEvidence_TheModelIsNotAskedToWrite(t *testing.T) {
	m := &thinker{keeps: func(string) float64 { return 0 }}
	newDesk(t, newBooks(t, lanterns), m).finish(research.Settings{})
	for _, step := range []string{"draft", "check"} {
		if m.calls[step] != 0 {
			t.Errorf("%s was asked %d times about nothing", step, m.calls[step])
		}
	}
}

// Fallbacks and cuts are said in the report, never hidden.
func TestNotes_FallbacksAreSaid(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"plan": func(asked) any { return "no JSON at all" }}}
	d := newDesk(t, newBooks(t, lanterns), m)
	s := d.finish(research.Settings{})
	if s.Spend.Fallbacks != 1 || m.calls["plan"] != 2 || len(d.events("step.fallback")) != 1 {
		t.Fatalf("%d fallbacks after %d calls, %d events", s.Spend.Fallbacks, m.calls["plan"], len(d.events("step.fallback")))
	}
	if !slices.ContainsFunc(d.final().Notes, func(n string) bool { return strings.Contains(n, "without the model") && strings.HasSuffix(n, ": 1.") }) {
		t.Errorf("notes %q", d.final().Notes)
	}
}
