package answer

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/report"
)

// What the parts of a piece of evidence's quality weigh. Recency counts only where the answer changes with time.
const (
	weighRelevance     = 0.40
	weighSource        = 0.20
	weighCompleteness  = 0.15
	weighCorroboration = 0.15
	weighRecency       = 0.20
	contradicted       = 0.95 // factor of both sides of a contradiction: each needs the other beside it, neither is worth nothing
	unknownRecency     = 0.4  // of a source that does not say of when it is
)

// leastAgreement is the share of the terms of the shorter of two quotes that both have when they say the same.
const leastAgreement = 0.5

// weighed is a piece of evidence as it is compared with the others.
type weighed struct {
	Kept
	text   cite.Evidence
	from   Source
	terms  []string
	others map[string]bool // origins that say the same
}

// assess gives every piece of evidence its quality.
func (f *run) assess(ctx context.Context, s State) ([]weighed, error) {
	texts, err := flow.Evidence(ctx, f.Kit.Library, s.Evidence)
	if err != nil {
		return nil, err
	}
	matter, err := f.Kit.Matter(ctx, s.Language, s.question().Parts()...)
	if err != nil {
		return nil, err
	}
	all := make([]weighed, len(texts))
	for i, e := range texts {
		all[i] = weighed{Kept: s.Evidence[i], text: e, terms: f.Kit.Lexicon.Terms(e.Extract, s.Language), others: map[string]bool{}}
		if x := s.source(all[i].Source); x != nil {
			all[i].from = *x
		}
		p, err := f.Kit.Library.Passage(ctx, e.Passage)
		if err != nil {
			return nil, err
		}
		all[i].Quality = Quality{Relevance: all[i].Score, Source: flow.Worth(all[i].from.Kind), Recency: recency(all[i].from.Date, f.Now()),
			Completeness: math.Sqrt(matter.Coverage(f.Kit.Lexicon.Terms(p.Text+" "+strings.Join(p.Headings, " "), s.Language)))}
	}
	corroborate(all)
	clashes, err := flow.Clashes(ctx, f.Kit.Library, texts)
	if err != nil {
		return nil, err
	}
	for i := range all {
		for _, pair := range clashes {
			if n := slices.Index(pair[:], all[i].ID); n >= 0 {
				all[i].Quality.Contradicts = append(all[i].Quality.Contradicts, pair[1-n])
			}
		}
	}
	for i := range all {
		all[i].total(s, all)
		if f.judged(s) { // who confirms whom it was not asked
			all[i].Quality.Total, all[i].Quality.Reason = all[i].Score, all[i].kind(s)
		}
	}
	return all, nil
}

// corroborate counts for every piece of evidence the independent sources that say the same. A copy of a text confirms nothing.
func corroborate(all []weighed) {
	for i := range all {
		for j := range all {
			a, b := &all[i], all[j]
			if i != j && a.origin() != b.origin() && !copies(a.text, b.text) && agree(*a, b) {
				a.others[b.origin()] = true
			}
		}
		all[i].Quality.Corroboration = map[int]float64{0: 0.3, 1: 0.7}[len(all[i].others)]
		if len(all[i].others) > 1 {
			all[i].Quality.Corroboration = 1
		}
	}
}

// origin is what two pieces of evidence must not share to confirm each other: the document, or the site.
func (w weighed) origin() string {
	if w.from.web() {
		return flow.HostOf(w.from.URL)
	}
	return w.text.Document
}

// copies reports whether two pieces of evidence have a quote in common.
func copies(a, b cite.Evidence) bool {
	for _, q := range a.Quotes {
		if slices.ContainsFunc(b.Quotes, func(o cite.Quote) bool { return sameText(q.Text, o.Text) }) {
			return true
		}
	}
	return false
}

// repeats reports whether all that is quoted of b is quoted of a, too.
func repeats(a, b cite.Evidence) bool {
	for _, q := range b.Quotes {
		if !slices.ContainsFunc(a.Quotes, func(o cite.Quote) bool { return sameText(q.Text, o.Text) }) {
			return false
		}
	}
	return len(b.Quotes) > 0
}

func sameText(a, b string) bool {
	return strings.EqualFold(strings.TrimRight(a, " .…"), strings.TrimRight(b, " .…"))
}

// agree reports whether two pieces of evidence speak of the same and name a number in common, if both name numbers.
func agree(a, b weighed) bool {
	have := ask.Set(b.terms)
	same, numbers, common := 0, 0, 0
	distinct := ask.Set(a.terms)
	for t := range distinct {
		number := t[0] >= '0' && t[0] <= '9'
		if number {
			numbers++
		}
		if have[t] {
			same++
			if number {
				common++
			}
		}
	}
	shorter := min(len(distinct), len(have))
	counts := slices.ContainsFunc(b.terms, func(t string) bool { return t[0] >= '0' && t[0] <= '9' })
	return shorter > 0 && float64(same) >= leastAgreement*float64(shorter) && (numbers == 0 || !counts || common > 0)
}

// recency is how young a source is, 0..1.
func recency(date string, now time.Time) float64 {
	at, err := time.Parse(time.DateOnly, (date + "-01-01-01")[:min(len(date)+len("-01-01-01"), len(time.DateOnly))])
	if date == "" || err != nil {
		return unknownRecency
	}
	switch age := now.Sub(at); {
	case age <= 92*24*time.Hour:
		return 1
	case age <= 366*24*time.Hour:
		return 0.8
	case age <= 3*366*24*time.Hour:
		return 0.5
	}
	return 0.2
}

// total sums a piece of evidence up, in a number and in words.
func (w *weighed) total(s State, all []weighed) {
	q := &w.Quality
	sum := weighRelevance*q.Relevance + weighSource*q.Source + weighCompleteness*q.Completeness + weighCorroboration*q.Corroboration
	of := weighRelevance + weighSource + weighCompleteness + weighCorroboration
	if s.Timely {
		sum, of = sum+weighRecency*q.Recency, of+weighRecency
	}
	q.Total = sum / of
	if len(q.Contradicts) > 0 {
		q.Total *= contradicted
	}
	q.Total = math.Round(1000*q.Total) / 1000
	parts := []string{w.kind(s)}
	switch n := len(w.others); n {
	case 0:
		parts = append(parts, sayUnconfirmed.In(s.Language))
	case 1:
		parts = append(parts, sayConfirmedOnce.In(s.Language))
	default:
		parts = append(parts, sayConfirmed.In(s.Language, n))
	}
	for _, id := range q.Contradicts {
		if i := slices.IndexFunc(all, func(o weighed) bool { return o.ID == id }); i >= 0 {
			parts = append(parts, sayContradicts.In(s.Language, all[i].name()))
			break
		}
	}
	q.Reason = strings.Join(parts, ", ")
}

// kind is what a source is, and of when.
func (w *weighed) kind(s State) string {
	switch kind := kinds[w.from.Kind].In(s.Language); {
	case w.from.Date != "":
		return kind + ", " + sayDated.In(s.Language, report.Day(s.Language, w.from.Date))
	case s.Timely:
		return kind + ", " + sayUndated.In(s.Language)
	default:
		return kind
	}
}

// name is what a person knows a source by.
func (w weighed) name() string {
	if w.from.web() && w.from.Site != "" {
		return w.from.Site
	}
	return w.text.Name
}

// working reports whether there is a model, and it answers.
func (f *run) working(s State) bool { return f.Kit.Model != nil && !s.Slow }

// judged reports whether a model has judged what was kept.
func (f *run) judged(s State) bool { return f.working(s) && !s.Unjudged }

// top returns the evidence that an answer is written from, best first. What a model kept is all there, in the order of its judgement, from at most n
// sources. Without one it is at most n pieces: for each part of the question what says most about it, then the best of the rest; what contradicts a piece
// comes with it. What another piece says in the same words is left out.
func (f *run) top(ctx context.Context, s State, all []weighed, n int) ([]weighed, error) {
	ranked := slices.Clone(all)
	if f.judged(s) {
		slices.SortStableFunc(ranked, func(a, b weighed) int { return cmp.Compare(b.Score, a.Score) })
		return fromSources(ranked, n), nil
	}
	slices.SortStableFunc(ranked, func(a, b weighed) int { return cmp.Compare(b.Quality.Total, a.Quality.Total) })
	var out []weighed
	add := func(w weighed) {
		same := func(o weighed) bool { return o.ID == w.ID || copies(o.text, w.text) }
		if len(out) < n && !slices.ContainsFunc(out, same) {
			out = append(out, w)
		}
	}
	for _, part := range s.Parts {
		own, err := f.Kit.Matter(ctx, s.Language, ask.Part{Text: part, Factor: 1})
		if err != nil {
			return nil, err
		}
		best, at := 0.0, -1
		for i, w := range ranked {
			if c := own.Coverage(w.terms) + 0.001*w.Quality.Total; c > best {
				best, at = c, i
			}
		}
		if at >= 0 {
			add(ranked[at])
		}
	}
	for _, w := range ranked {
		add(w)
		for _, id := range w.Quality.Contradicts {
			if i := slices.IndexFunc(ranked, func(o weighed) bool { return o.ID == id }); i >= 0 {
				add(ranked[i])
			}
		}
	}
	slices.SortStableFunc(out, func(a, b weighed) int { return cmp.Compare(b.Quality.Total, a.Quality.Total) })
	return out, nil
}

// fromSources leaves out what says the same in the same words as a piece before it, and what is from more than n sources.
func fromSources(ranked []weighed, n int) []weighed {
	var out []weighed
	sources := map[string]bool{}
	for _, w := range ranked {
		same := func(o weighed) bool { return repeats(o.text, w.text) }
		if len(sources) == n && !sources[w.Source] || slices.ContainsFunc(out, same) {
			continue
		}
		sources[w.Source] = true
		out = append(out, w)
	}
	return out
}

// told is evidence as the planner and the writer are told of it.
func told(list []weighed) []extract.Weighed {
	out := make([]extract.Weighed, 0, len(list))
	for _, w := range list {
		out = append(out, extract.Weighed{Evidence: w.text, Origin: w.origin(), Site: w.from.Site, Date: w.from.Date, Quality: w.Quality.Total})
	}
	return out
}
