package related

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/quote"
	"rabbithole/backend/refs"
)

// summarize writes the bullets: those of the model that stand in their sources, else what was found itself.
func (f *run) summarize(ctx context.Context, s State) (graph.Step[State], error) {
	graph.Emit(ctx, event.New(EventStatus, StatusData{s.Article, StatusRunning, DoingSummarizing, saySumming.In(s.Language)}))
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
	message := sayReady.In(s.Language)
	switch {
	case s.Error != "", s.Refused != "":
		s.Status, message = StatusFailed, sayFailed.In(s.Language)
		if s.Error == "" {
			s.Error = saySearchFailed.In(s.Language, s.Refused)
		}
	case s.Searched.Documents+s.webPages() > 0 && len(s.Bullets)-beyond < fewestBullets:
		s.Warnings = append(s.Warnings, s.few(len(s.Bullets)-beyond, beyond))
	}
	out.Events = []event.Event{s.status(message)}
	return out, nil
}

// bullets are those of the model that stand; where there is no model or nothing of it stands, the findings themselves. beyond is how many of these
// speak to another page than the one being read. After two broken answers there are none: the run has failed.
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
		if len(s.Bullets) > 0 {
			s.Made = flow.ByModel
			return 0, nil
		}
	}
	for _, x := range slices.SortedStableFunc(slices.Values(s.Found), Finding.before) {
		if len(s.Bullets) == LimitsOf(s.Mode).Bullets {
			break
		}
		if !x.Rule || x.Reach > OnPage && x.Relation != Contradicts && len(s.Bullets) >= fewestBullets {
			continue
		}
		place, err := f.place(ctx, x.Kept)
		if err != nil {
			return 0, err
		}
		b := Bullet{Relation: x.Relation, Text: short(place.Quote), Places: []Place{place}, Rule: true}
		if b.About, err = f.about(ctx, *s, x.Point); err != nil {
			return 0, err
		}
		if s.Bullets = append(s.Bullets, b); x.Reach > OnPage {
			beyond++
		}
	}
	return beyond, nil
}

// about is where a statement of the document stands, nil for none.
func (f *run) about(ctx context.Context, s State, point int) (*Place, error) {
	if point < 0 {
		return nil, nil
	}
	p, err := f.place(ctx, s.Points[point].Kept)
	return &p, err
}

// place returns where a kept quote stands.
func (f *run) place(ctx context.Context, k flow.Kept) (Place, error) {
	e, err := flow.Hydrate(ctx, f.Kit.Library, k)
	return Place{Passage: e.Passage, Document: e.Document, Name: e.Name, Page: e.Page, Label: e.Label, URL: e.Locator.URL, Quote: e.Extract}, err
}

// longest is the most bytes of a bullet by rule.
const longest = 420

// clauseEnd matches what ends a clause, an entry of a list or a sentence.
var clauseEnd = regexp.MustCompile(`[,;] |\pL\. `)

// short cuts what is longer than a bullet where a clause, an entry of a list or a sentence ends, else at a word; its citation opens all of it.
func short(text string) string {
	text = oneLine(text)
	if len(text) <= longest {
		return text
	}
	cut := flow.Clipped(text, longest)
	at := strings.LastIndexByte(cut, ' ')
	if ends := clauseEnd.FindAllStringIndex(cut, -1); len(ends) > 0 && ends[len(ends)-1][1] > longest/2 {
		at = ends[len(ends)-1][1]
	}
	return strings.TrimRight(cut[:max(at, 0)], " ,;:") + " …"
}

// sources lists what the bullets cite, each once, in the order in which they do, and numbers their places.
func (f *run) sources(ctx context.Context, bullets []Bullet) ([]Source, error) {
	out := []Source{}
	for b := range bullets {
		for i := range bullets[b].Places {
			p := &bullets[b].Places[i]
			at := slices.IndexFunc(out, func(s Source) bool { return s.Document == p.Document })
			if at < 0 {
				d, err := f.Kit.Library.Document(ctx, p.Document)
				if err != nil {
					return nil, err
				}
				s := Source{Title: cmp.Or(d.Title, d.Name), URL: d.URL, Snippet: p.Quote, Publisher: d.Name, PublishedAt: d.Date, Document: d.Hash, Page: p.Page}
				if d.URL != "" {
					s.Publisher = flow.HostOf(d.URL)
				}
				at, out = len(out), append(out, s)
			}
			p.Source = at + 1
		}
	}
	return out, nil
}

// longestClaim is the most bytes of a question; mostVerify how many there are without a model.
const (
	longestClaim = 300
	mostVerify   = 3
)

// asked returns the questions: the model's, without anything that leads elsewhere. Where it has none they are for the sentences of the page being
// read that state a figure, refer to nothing that it could come from, and of which no bullet says anything.
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
	for _, p := range s.Points {
		place, err := f.place(ctx, p.Kept)
		if err != nil {
			return nil, err
		}
		mentions, err := f.Kit.Library.Mentions(ctx, p.Passage)
		if err != nil {
			return nil, err
		}
		told := slices.ContainsFunc(bullets, func(b Bullet) bool { return b.About != nil && b.About.Quote == place.Quote })
		refers := slices.ContainsFunc(mentions, func(m refs.Mention) bool { return flow.Quoted(p.Quotes, m) >= 0 })
		q := oneLine(place.Quote)
		alone := quote.IsSentence(quote.ParagraphMark.ReplaceAllString(q, "")) && len(q) <= longestClaim
		if p.Reach == OnPage && !told && !refers && alone && ask.StatesQuantity(q) && len(out) < mostVerify {
			out = append(out, sayVerify.In(s.Language, q))
		}
	}
	return out, nil
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
