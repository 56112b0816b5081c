package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// judge keeps what is relevant of readings.
func (f *run) judge(c clock, s State, readings []step.Reading, change *read) error {
	var passages []source.Passage
	for _, r := range readings {
		passages = append(passages, r.Passage)
	}
	f, err := f.informed(c.ctx, s)
	if err == nil {
		f, err = f.knowing(c.ctx, passages)
	}
	if err != nil {
		return err
	}
	for _, r := range readings {
		change.Read = append(change.Read, r.Passage.ID)
	}
	for i := range readings {
		readings[i].About = s.about(readings[i].Document, change.Sources)
	}
	p, err := f.further(c, s, len(readings))
	if err != nil {
		return err
	}
	judged, err := patiently(c, f, s, &change.trouble, 1, func(ctx context.Context, k *step.Kit) ([]step.Judgement, error) {
		if k.Model == nil {
			change.Weighed = nil
			return f.byParts(ctx, s, readings)
		}
		if len(readings) == 0 || p.Left <= 0 || p.Most <= 0 {
			return k.Judge(ctx, s.question(), s.Subject, readings)
		}
		judged, decision, err := k.Weigh(ctx, p, readings)
		if change.Weighed = decision; decision == nil {
			change.Weighed = &step.Decision{}
		}
		return judged, err
	})
	if err != nil {
		return err
	}
	f.Kit.Meter.Add(budget.Spend{Passages: len(readings)})
	for i, j := range judged {
		if j.Relevance <= leastRelevant {
			continue
		}
		if _, err := f.keep(c.ctx, s, readings[i], j, "", change); err != nil {
			return err
		}
	}
	return f.follow(c.ctx, s, change)
}

// about is what the model should know of a source that decides whether it is good enough: the site of a page, and the date where the answer changes with time.
func (s State) about(d source.Document, opened []Source) string {
	var out []string
	for _, x := range slices.Concat(opened, s.Sources) {
		if x.Document == d.Hash && x.web() {
			out = append(out, x.Site, x.Date)
			break
		}
	}
	if s.Timely && len(out) == 0 {
		out = append(out, d.Date)
	}
	return strings.Join(slices.DeleteFunc(out, func(x string) bool { return x == "" }), ", ")
}

// further is what the model is told that judges so many passages and decides whether another round is needed. None is left where there is no time for it.
func (f *run) further(c clock, s State, judged int) (step.Pursuit, error) {
	all, err := f.assess(c.ctx, s)
	if err != nil {
		return step.Pursuit{}, err
	}
	best, err := f.top(c.ctx, s, all, s.budget().Citations)
	if err != nil {
		return step.Pursuit{}, err
	}
	p := f.pursuit(s, told(best))
	p.Left, p.Most = s.budget().Loops-s.round(), s.queriesAllowed(s.round()+1)
	if f.late(c, s, judged) {
		p.Left = 0
	}
	return p, nil
}

// keep makes evidence of a passage, under the next ID, which it returns; "" when nothing of it can be quoted. via is the evidence whose reference
// led to it.
func (f *run) keep(ctx context.Context, s State, r step.Reading, j step.Judgement, via string, change *read) (string, error) {
	k, ok, err := flow.Keep(ctx, f.Kit.Library, r.Passage, j)
	if err != nil || !ok {
		return "", err
	}
	k.Via = via
	k.ID = fmt.Sprintf("E%d", len(s.Evidence)+len(change.Kept)+1)
	kept := Kept{Kept: k, Source: r.Document.Hash, Loop: s.round()}
	for _, x := range slices.Concat(s.Sources, change.Sources) {
		if x.Document == r.Document.Hash {
			kept.Source = x.Key
		}
	}
	if err := f.Reports.Cite(ctx, graph.RunID(ctx), r.Document.Hash, r.Passage.Page()); err != nil {
		return "", err
	}
	e, err := flow.Hydrate(ctx, f.Kit.Library, k)
	if err != nil {
		return "", err
	}
	change.Kept = append(change.Kept, kept)
	change.kept = append(change.kept, event.New(EventKept, KeptData{k.ID, e.Name, e.Page, e.Label, e.Locator.URL, flow.Clipped(e.Extract, mostTold), k.Score, s.round()}))
	return k.ID, nil
}

// mostTold is the most bytes of evidence that an event tells.
const mostTold = 300

// byParts judges readings by rule: by the question and by each of its parts alone. What answers one part of two has little of the whole.
func (f *run) byParts(ctx context.Context, s State, readings []step.Reading) ([]step.Judgement, error) {
	var out []step.Judgement
	for _, task := range s.tasks() {
		judged, err := f.Kit.Rejudge(ctx, s.question(), task, readings)
		if err != nil {
			return nil, err
		}
		if out == nil {
			out = judged
			continue
		}
		for i, j := range judged {
			if j.Relevance > out[i].Relevance {
				out[i] = j
			}
		}
	}
	return out, nil
}

// tasks are what readings are judged for.
func (s State) tasks() []string {
	if len(s.Parts) < 2 {
		return []string{s.Subject}
	}
	return s.Parts
}
