package step_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// passage makes a passage of a document; its text is also its page.
func passage(id, heading, text string) source.Passage {
	return source.Passage{ID: id, Document: "hash", Headings: []string{"Title", heading}, Text: text, Role: source.Body,
		Spans: []source.Span{{Page: 1, End: len(text)}}}
}

func reading(language, heading, text string) extract.Reading {
	return extract.Reading{Passage: passage("p-"+heading, heading, text), Document: source.Document{Hash: "hash", Name: "doc.md", Language: language}}
}

// evidence makes evidence of one quote.
func evidence(id, section, quote string, score float64) cite.Evidence {
	return cite.Evidence{ID: id, Document: "hash", Name: "doc.md", Page: 1, Section: section, Extract: quote, Score: score,
		Quotes: []cite.Quote{{Text: quote, Span: source.Span{Page: 1, End: len(quote)}}}}
}

var hives = []cite.Evidence{
	evidence("E1", "1 Hives", "A beehive stands at least 10 metres from the road.", 0.9),
	evidence("E2", "1 Hives", "The keeper registers every hive with the parish council.", 0.8),
	evidence("E3", "3 Winter", "In winter the bees need sugar when the comb is empty.", 0.65),
}

// try is one step with everything it needs.
type try struct {
	name string
	do   func() error
}

// steps are the verbs that ask a model over the same material.
func steps(t *testing.T, k *kit, q ask.Question) []try {
	ctx := t.Context()
	a := extract.Analysis{KeyConcepts: []string{"beehive", "road"}}
	readings := []extract.Reading{reading("en", "1 Hives", hives[0].Extract+" "+hives[1].Extract), reading("en", "2 Honey", "Honey is harvested twice a year.")}
	stated := extract.Examined{Answer: 1, Evidence: hives, Topics: []extract.Topic{{Task: "t", Evidence: hives}},
		Sentences: []extract.Stated{{Text: hives[0].Extract, Evidence: []string{"E1"}, Quotes: []string{hives[0].Extract}}}}
	return []try{
		{"analyse", func() error { _, err := k.Analyse(ctx, q, []string{"A", "B"}); return err }},
		{"clarify", func() error { _, err := k.Clarify(ctx, q, a, []string{"A", "B"}, nil, 3); return err }},
		{"plan", func() error { _, _, err := k.Plan(ctx, q, []string{"A"}); return err }},
		{"queries", func() error { _, err := k.Queries(ctx, q, a, task, nil); return err }},
		{"judge", func() error { _, err := k.Judge(ctx, q, task.Task, readings); return err }},
		{"sift", func() error {
			_, err := k.Sift(ctx, step.Sifting{Question: q, Tasks: []string{task.Task, "t"}, Kept: hives[2:], Most: 2, MayAdd: 1}, readings)
			return err
		}},
		{"draft", func() error {
			_, err := k.Draft(ctx, q, extract.Material{Evidence: hives, Topics: stated.Topics})
			return err
		}},
	}
}

func TestFallbacks_EveryQuestionIsSurvived(t *testing.T) {
	odd := append(slices.Clone(all), ask.Question{Text: strings.Repeat("Wie hell darf eine Laterne sein? ", 120), Language: "de"},
		ask.Question{Text: "a\x00b \ufeff\u202e {{.}} %s %d \\", Language: "en"}, ask.Question{Text: "", Language: ""}, ask.Question{Text: "Ω≈ç√∫ 🐝🐝🐝", Language: "xx"},
		ask.Question{Text: english.Text, Refinements: []string{"Which hive? ", "no question mark", "? x", ""}, Language: "en"})
	for _, q := range odd {
		k := newKit(t, nil)
		for _, s := range steps(t, k, q) {
			if err := s.do(); err != nil {
				t.Errorf("%.20q, %s: %v", q.Text, s.name, err)
			}
		}
		if spent := k.Meter.Spent(); spent.Calls != 0 || spent.Fallbacks != 0 || len(k.events) != 0 {
			t.Errorf("without a model nothing is asked and nothing falls back: %+v", spent)
		}
	}
}
