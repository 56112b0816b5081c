package extract_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

// stated says a sentence with the quotes of evidence.
func stated(text string, e ...cite.Evidence) extract.Stated {
	s := extract.Stated{Text: text}
	for _, x := range e {
		s.Evidence, s.Quotes = append(s.Evidence, x.ID), append(s.Quotes, x.Quotes[0].Text)
	}
	return s
}

// examined is a good draft: two sentences that say what their quotes say.
func examined() extract.Examined {
	return extract.Examined{Answer: 2, Evidence: hives, Topics: []extract.Topic{{Task: "Hives", Evidence: hives}},
		Sentences: []extract.Stated{stated(hives[0].Extract, hives[0]), stated(hives[1].Extract, hives[1])}}
}

func score(t *testing.T, x extract.Examined) extract.Scored {
	t.Helper()
	s, err := newEngine(t).Score(t.Context(), english, x, 300)
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range map[string]int{"fidelity": s.FactualFidelity, "completeness": s.Completeness, "clarity": s.Clarity, "sources": s.SourceAccuracy} {
		if n < 0 || n > 100 {
			t.Errorf("%s is %d", name, n)
		}
	}
	if s.Total != s.FactualFidelity+s.Completeness+s.Clarity+s.SourceAccuracy || s.Threshold != 300 {
		t.Errorf("%+v", s.Quality)
	}
	return s
}

func TestScore_WhatCostsPoints(t *testing.T) {
	good := score(t, examined())
	if good.Total < 300 || len(good.Gaps) != 0 {
		t.Fatalf("a good draft scores %+v", good)
	}
	worse := map[string]struct {
		spoil func(*extract.Examined)
		less  func(extract.Scored) int
	}{
		"a sentence unproven by its quote": {func(x *extract.Examined) { x.Sentences[0].Verdict = cite.Unproven }, func(s extract.Scored) int { return s.FactualFidelity }},
		"a sentence struck":                {func(x *extract.Examined) { x.Struck = 1 }, func(s extract.Scored) int { return s.FactualFidelity }},
		"sentences that fell":              {func(x *extract.Examined) { x.Removed = 4 }, func(s extract.Scored) int { return s.SourceAccuracy }},
		"a sentence unproven":              {func(x *extract.Examined) { x.Sentences[1].Quotes = nil }, func(s extract.Scored) int { return s.SourceAccuracy }},
		"a topic without words":            {func(x *extract.Examined) { x.Topics = append(x.Topics, extract.Topic{Task: "Find the moon"}) }, func(s extract.Scored) int { return s.Completeness }},
		"something missing":                {func(x *extract.Examined) { x.Topics[0].Missing = "The fee." }, func(s extract.Scored) int { return s.Completeness }},
		"half the question":                {func(x *extract.Examined) { x.Sentences, x.Answer = x.Sentences[1:], 1 }, func(s extract.Scored) int { return s.Completeness }},
		"no answer up front":               {func(x *extract.Examined) { x.Answer = 0 }, func(s extract.Scored) int { return s.Clarity }},
		"endless sentences":                {func(x *extract.Examined) { x.Sentences[0].Text = strings.Repeat("a beehive and ", 60) + "a road." }, func(s extract.Scored) int { return s.Clarity }},
	}
	for name, c := range worse {
		x := examined()
		c.spoil(&x)
		if got := score(t, x); c.less(got) >= c.less(good) || got.Total >= good.Total {
			t.Errorf("%s: %+v, a good draft has %+v", name, got.Quality, good.Quality)
		}
	}
}

// What the plan looks for by itself was not asked for: where there are no exceptions nothing is missing.
func TestScore_ThePlansOwnTasksAreNoQuestions(t *testing.T) {
	good := score(t, examined()).Completeness
	for own, less := range map[bool]bool{false: false, true: true} {
		x := examined()
		x.Topics = append(x.Topics, extract.Topic{Task: "Check for conditions and exceptions", Own: own})
		if got := score(t, x).Completeness; got < good != less {
			t.Errorf("written by the person %v: %d beside %d", own, got, good)
		}
	}
}

func TestScore_GapsAndReason(t *testing.T) {
	x := examined()
	for _, task := range []string{"Answer: who pays", "Find the moon", "Find the sun", "Find the stars"} {
		x.Topics = append(x.Topics, extract.Topic{Task: task})
	}
	s := score(t, x)
	if !slices.Equal(s.Gaps, []string{"who pays", "Find the moon", "Find the sun"}) || !strings.Contains(s.Reason, "who pays") {
		t.Errorf("gaps %q, reason %q", s.Gaps, s.Reason)
	}
	empty := score(t, extract.Examined{Topics: []extract.Topic{{Task: "Find the moon"}}})
	if empty.Total != 0 || empty.Reason == "" || !slices.Equal(empty.Gaps, []string{"Find the moon"}) {
		t.Errorf("of nothing: %+v", empty)
	}
}

// How complete and clear a draft is says the model that checked it; what was checked it cannot praise away.
func TestScore_AModelsOpinion(t *testing.T) {
	x := examined()
	x.Removed, x.Sentences[0].Verdict = 2, cite.Unproven
	code := score(t, x)
	x.Parts, x.Clarity = []prompts.CheckPart{{Part: "where", Answered: "yes"}, {Part: "how high", Answered: "partly"}, {Part: "who pays", Answered: "no"}}, 35
	s, err := newEngine(t).Score(t.Context(), english, x, 300)
	if err != nil || s.FactualFidelity != code.FactualFidelity || s.SourceAccuracy != code.SourceAccuracy || s.Completeness != 50 || s.Clarity != 35 ||
		!slices.Equal(s.Gaps, []string{"how high", "who pays"}) || s.Reason == "" || s.Total != s.FactualFidelity+s.SourceAccuracy+50+35 {
		t.Errorf("%+v, %v; code measured %+v", s, err, code.Quality)
	}
}
