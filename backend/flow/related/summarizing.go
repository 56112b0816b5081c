package related

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// summarize writes the bullets: those of the model that stand in their sources, and by rule what is missing.
func (f *run) summarize(ctx context.Context, s State) (graph.Step[State], error) {
	words := phrasesFor(s.Language)
	graph.Emit(ctx, event.New(EventStatus, StatusData{s.Article, StatusRunning, DoingSummarizing, words.summing}))
	s.Status, s.Doing, s.Made, s.Bullets = StatusReady, "", flow.ByRule, []Bullet{}
	out := graph.Step[State]{State: &s}
	beyond, err := f.bullets(ctx, &s)
	if err != nil {
		return out, err
	}
	if s.Sources, err = f.sources(ctx, s.Bullets); err != nil {
		return out, err
	}
	if s.Questions, err = f.asked(ctx, s, s.Bullets); err != nil {
		return out, err
	}
	if err := f.hold(ctx, s.Bullets); err != nil {
		return out, err
	}
	message := words.ready
	switch {
	case s.Error != "", s.Refused != "":
		s.Status, message = StatusFailed, words.failed
		if s.Error == "" {
			s.Error = fmt.Sprintf(words.searchFailed, s.Refused)
		}
	case s.Searched.Documents+s.webPages() > 0 && len(s.Bullets)-beyond < fewestBullets:
		s.Warnings = append(s.Warnings, s.few(len(s.Bullets)-beyond, beyond))
	}
	out.Events = []event.Event{s.status(message)}
	return out, nil
}

// bullets takes those of the model and tops them up by rule; beyond is how many speak to another page than the one being read. After two broken answers
// there are none: the run has failed.
func (f *run) bullets(ctx context.Context, s *State) (beyond int, err error) {
	if s.Error != "" {
		return 0, nil
	}
	if s.Answered != nil {
		proved, warnings, err := f.verify(ctx, *s, *s.Answered)
		if err != nil {
			return 0, err
		}
		s.Bullets, s.Warnings = append(s.Bullets, proved...), append(s.Warnings, warnings...)
		if len(s.Bullets) >= fewestBullets {
			s.Made = flow.ByModel
			return 0, nil
		}
	}
	shown := func(x Finding) bool {
		return !x.Rule || slices.ContainsFunc(s.Bullets, func(b Bullet) bool {
			return slices.ContainsFunc(b.Places, func(p Place) bool { return p.Passage == x.Passage })
		})
	}
	most := LimitsOf(s.Mode).Bullets
	if len(s.Bullets) > 0 {
		most = fewestBullets
	}
	chosen := s.choose(slices.DeleteFunc(slices.Clone(s.Found), shown), most-len(s.Bullets))
	rest, err := f.byRule(ctx, *s, chosen)
	s.Made = flow.Made(len(s.Bullets), len(rest))
	s.Bullets = append(s.Bullets, rest...)
	for _, x := range chosen {
		if s.reached(x) > OnPage {
			beyond++
		}
	}
	return beyond, err
}

// asked returns the questions: the model's, without anything that leads elsewhere, else those that code asks.
func (f *run) asked(ctx context.Context, s State, bullets []Bullet) ([]string, error) {
	out := []string{}
	if s.Error != "" {
		return out, nil
	}
	if s.Answered != nil {
		for _, q := range s.Answered.Questions {
			if q = flow.Clipped(plainText(q), longestClaim); len(strings.Fields(q)) > 2 && len(out) < mostQuestions && !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	if len(out) > 0 {
		return out, nil
	}
	return f.questions(ctx, s, bullets)
}

// hold keeps the pages that the bullets cite: they stay, whatever is removed meanwhile.
func (f *run) hold(ctx context.Context, bullets []Bullet) error {
	id := graph.RunID(ctx)
	for _, b := range bullets {
		for _, p := range b.Places {
			if err := f.Shelf.Cite(ctx, id, p.Document, p.Page); err != nil {
				return err
			}
		}
	}
	return nil
}
