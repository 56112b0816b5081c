package discover

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"rabbithole/backend/ask"
	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/discover/picture"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// surface makes the cards: the model's that stand on passages, and the fallback's where there are too few of them.
func (f *run) surface(ctx context.Context, s State) (graph.Step[State], error) {
	m, err := f.gather(ctx, s)
	if err != nil {
		return graph.Step[State]{}, err
	}
	told := len(s.Warnings)
	s.Phase, s.Made, s.Cards = PhaseSurfacing, flow.ByModel, nil
	if len(m.list)+len(m.spare) > 0 && f.Kit.Model != nil {
		if s.Cards, err = f.imagine(ctx, &s, m); err != nil {
			return graph.Step[State]{}, err
		}
	}
	if n := len(s.Cards); n < FewestCards {
		report, err := f.Reports.Report(ctx, graph.RunID(ctx), 0)
		if err != nil {
			return graph.Step[State]{}, fmt.Errorf("read what the research came to: %w", err)
		}
		most := FewestCards
		if n == 0 {
			most = MostCards
		}
		more, err := f.fallback(ctx, m, report.Evidence, s.Cards, most)
		if err != nil {
			return graph.Step[State]{}, err
		}
		s.Cards = append(s.Cards, more...)
		s.Made = flow.Made(n, len(more))
	}
	nothing, err := flow.Unreadable(ctx, f.Kit.Library, s.Language)
	if err != nil {
		return graph.Step[State]{}, err
	}
	if len(s.Cards) > 0 || nothing == nil {
		nothing = s.few(len(s.Cards))
	}
	s.Warnings = append(s.Warnings, nothing...)
	out := graph.Step[State]{State: &s}
	for i := range s.Cards {
		c := &s.Cards[i]
		c.ID = "C" + strconv.Itoa(i+1)
		for j := range c.Places {
			p := &c.Places[j]
			if err := m.pin(ctx, p); err != nil {
				return out, err
			}
			if err := f.Reports.Cite(ctx, graph.RunID(ctx), p.Document, p.Page); err != nil {
				return out, fmt.Errorf("hold what a card stands on: %w", err)
			}
		}
		out.Events = append(out.Events, event.New(EventHeadline, *c))
	}
	for _, w := range s.Warnings[told:] {
		out.Events = append(out.Events, event.New(EventWarning, Warning{w}))
	}
	return out, nil
}

// few says why there are fewer cards than there should be.
func (s State) few(n int) []string {
	switch {
	case s.Subject == "": // that was said when the picture was looked at
		return nil
	case n == 0:
		return []string{sayNothing.In(s.Language, s.about())}
	case n < FewestCards:
		return []string{sayFew.In(s.Language, n, s.about())}
	}
	return nil
}

// about names the query for people.
func (s State) about() string {
	if s.Query == "" && s.Image != nil {
		return s.Image.Name
	}
	return flow.ClippedWords(s.Query, 120)
}

// tries is how often a model is asked. The prompt is fixed, so what was wrong with the first answer is said behind it.
const tries = 2

// retry says what was wrong with an answer of so many headlines, of which some were kept.
func retry(headlines int, kept []Card) prompts.Turn {
	text := fmt.Sprintf("Your last answer could not be used: it has %d headlines that can be read, and %d of them stand in the passages above. Answer again in the same form. ", headlines, len(kept))
	if len(kept) > 0 {
		text += "Leave out what was kept: "
		for _, c := range kept {
			text += prompts.Named(c.Title) + "; "
		}
	}
	return prompts.Turn{Role: prompts.User, Text: text + "Take every figure and every statement from one passage."}
}

// imagine has the model surface related angles, and keeps those that stand on passages. A model that is gone or answers nothing usable leaves
// the cards to the fallback.
func (f *run) imagine(ctx context.Context, s *State, m *material) ([]Card, error) {
	call, err := f.prompt(ctx, *s, m)
	if err != nil {
		return nil, err
	}
	var cards []Card
	for try := range tries {
		call.Attempt = try
		reply, err := f.Kit.Tell(ctx, call)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			f.Kit.GaveUp(ctx, Name, err)
			why := sayGone.In(s.Language)
			if errors.Is(err, reason.ErrLimit) {
				why = saySpent.In(s.Language)
			}
			s.Warnings = append(s.Warnings, why)
			return cards, nil
		}
		said := Parse(reply)
		more, err := m.bind(ctx, said, cards)
		if err != nil {
			return nil, err
		}
		if cards = append(cards, more...); len(cards) >= FewestCards {
			return cards[:min(len(cards), MostCards)], nil
		}
		call.Turns = append(call.Turns, retry(len(said), cards))
	}
	f.Kit.GaveUp(ctx, Name, errors.New("too few of the model's headlines stand in the documents: "+strconv.Itoa(len(cards))))
	return cards, nil
}

// mostShown is how many passages the model is shown.
const mostShown = 14

// prompt is the specification's, as the only message of the person's, and behind it what the research found: as the result of the tool that the prompt speaks
// of for a model that knows tools, else as a message.
func (f *run) prompt(ctx context.Context, s State, m *material) (prompts.Call, error) {
	call, err := prompts.Discover.Render(prompts.DiscoverIn{Query: s.Query, Image: s.Image != nil})
	if err != nil {
		return call, err
	}
	if s.Image != nil && s.Image.Seen {
		picture, err := f.picture(ctx, *s.Image)
		if err != nil {
			return call, err
		}
		call.Images = [][]byte{picture}
	}
	in := prompts.FoundIn{Language: ask.LanguageName(s.Language)}
	if in.Passages, err = m.show(ctx, call); err != nil {
		return call, err
	}
	found, err := prompts.Found.Render(in)
	if err != nil {
		return call, err
	}
	if !f.Kit.Model.Card().Tools {
		call.Turns = []prompts.Turn{{Role: prompts.User, Text: found.User}}
		return call, nil
	}
	query, err := json.Marshal(map[string]string{"query": s.Subject})
	call.Turns = []prompts.Turn{{Role: prompts.Assistant, Calls: []prompts.ToolCall{{Name: prompts.Subagent, Arguments: query}}},
		{Role: prompts.ToolRole, Tool: prompts.Subagent, Text: found.User}}
	return call, err
}

// show numbers the passages that a model is shown, as many as a call has room for.
func (m *material) show(ctx context.Context, call prompts.Call) ([]prompts.Passage, error) {
	shelf := reason.Shelf{Library: m.Library}
	var all []prompts.Passage
	var texts []string
	m.shown = nil
	for i, p := range slices.Concat(m.list, m.spare) {
		if i == mostShown {
			break
		}
		r, err := shelf.Open(ctx, p.evidence("P"+strconv.Itoa(i+1)), p.Passage, p.document.Language)
		if err != nil {
			return nil, err
		}
		if p.document.Date != "" {
			r.Shown.Source += "; " + p.document.Date
		}
		m.shown, all = append(m.shown, p), append(all, r.Whole())
		texts = append(texts, all[i].Source+all[i].Lead+all[i].Text)
	}
	n := len(m.FitBehind(call, texts))
	m.shown = m.shown[:n]
	return all[:n], nil
}

// finish ends the run.
func (f *run) finish(_ context.Context, s State) (graph.Step[State], error) {
	done := Done{Cards: len(s.Cards), Warnings: len(s.Warnings)}
	s.Phase = PhaseDone
	return graph.Step[State]{State: &s, Events: []event.Event{event.New(EventPhase, Phase{PhaseDone}), event.New(EventDone, done)}}, nil
}

// picture draws the picture of the query for the model.
func (f *run) picture(ctx context.Context, i Image) ([]byte, error) {
	_, raw, err := f.Picture(ctx, i.Hash)
	if err != nil {
		return nil, err
	}
	opened, err := picture.Open(raw)
	if err != nil {
		return nil, err
	}
	return opened.PNG(f.Drawing)
}
