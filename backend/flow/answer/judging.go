package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/budget"
	"rabbithole/backend/cite"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/prompts"
)

// judge keeps what is relevant of sources.
func (f *run) judge(c clock, s State, sources []opened, change *read) error {
	readings, err := f.chosen(c, s, sources)
	if err != nil {
		return err
	}
	var passages []source.Passage
	for _, r := range readings {
		passages = append(passages, r.Passage)
	}
	f, err = f.informed(c.ctx, s)
	if err == nil {
		f, err = f.knowing(c.ctx, passages)
	}
	if err != nil {
		return err
	}
	for i := range readings {
		readings[i].About = s.about(readings[i].Document, change.Sources)
	}
	p, err := f.further(c, s, len(readings))
	if err != nil {
		return err
	}
	settles := f.settles(s)
	if settles {
		var cancel context.CancelFunc
		c, cancel = f.settling(c, s)
		defer cancel()
	}
	round, err := patiently(c, f, s, &change.trouble, 1, func(ctx context.Context, k *step.Kit) (out judgedRound, err error) {
		out.readings = readings
		switch {
		case k.Model == nil && f.Kit.Model != nil: // it did not answer: rules choose what they judge, as they do without it
			out.byRule = true
			if out.readings, err = f.byRule().chosen(clock{ctx: ctx, work: ctx}, s, sources); err == nil {
				out.judged, err = f.byParts(ctx, s, out.readings)
			}
		case k.Model == nil:
			out.judged, err = f.byParts(ctx, s, readings)
		case settles:
			out, err = f.settle(ctx, c, s, k, p, readings)
		default:
			out, err = f.weigh(ctx, s, k, p, readings)
		}
		return out, err
	})
	if change.Weighed, change.Written, change.ByRule = round.decision, round.written, round.byRule; err != nil {
		return err
	}
	for _, r := range round.readings {
		change.Read = append(change.Read, r.Passage.ID)
	}
	f.Kit.Meter.Add(budget.Spend{Passages: len(round.readings)})
	if round.first > 0 {
		change.next = round.first + len(round.judged)
	}
	for i, j := range round.judged {
		if j.Relevance <= leastRelevant {
			continue
		}
		number := 0
		if round.first > 0 {
			number = round.first + i
		}
		if _, err := f.keep(c.ctx, s, round.readings[i], j, number, "", change); err != nil {
			return err
		}
	}
	return f.follow(c.ctx, s, change)
}

// judgedRound is what was read in a round, what was thought of it, and whether it is enough, where the same call said that.
type judgedRound struct {
	readings []extract.Reading
	judged   []extract.Judgement
	decision *extract.Decision
	written  *prompts.RespondOut // the answer, where the same call gave it
	first    int                 // number of the ID under which the first reading was shown; 0: what is kept is numbered as it is kept
	byRule   bool                // a model was to judge, and did not
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
func (f *run) further(c clock, s State, judged int) (extract.Loop, error) {
	all, err := f.assess(c.ctx, s)
	if err != nil {
		return extract.Loop{}, err
	}
	best, err := f.top(c.ctx, s, all, s.budget().Citations)
	if err != nil {
		return extract.Loop{}, err
	}
	p := f.loop(s, told(best))
	p.Left, p.Most = s.budget().Loops-s.round(), s.queriesAllowed(s.round()+1)
	if f.late(c, s, judged) {
		p.Left = 0
	}
	return p, nil
}

// keep makes evidence of a passage, under the ID with a number, the next one where it is 0, and returns the ID; "" when nothing of it can be quoted. via is the evidence whose reference
// led to it.
func (f *run) keep(ctx context.Context, s State, r extract.Reading, j extract.Judgement, number int, via string, change *read) (string, error) {
	k, ok, err := flow.Keep(ctx, f.Kit.Library, r.Passage, j)
	if err != nil || !ok {
		return "", err
	}
	k.Via = via
	if change.next = max(change.next, s.nextID()); number == 0 {
		number, change.next = change.next, change.next+1
	}
	k.ID = fmt.Sprintf("E%d", number)
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
	change.kept = append(change.kept, event.New(EventKept, keptData(e, s.round())))
	return k.ID, nil
}

// keptData is evidence as events tell of it.
func keptData(e cite.Evidence, round int) KeptData {
	return KeptData{e.ID, e.Document, e.Name, e.Page, e.Label, e.Locator.URL, flow.ClippedWords(e.Extract, mostTold), e.Score, round}
}

// mostTold is the most bytes of evidence that an event tells.
const mostTold = 300

// byParts judges readings by rule: by the question and by each of its parts alone. What answers one part of two has little of the whole.
func (f *run) byParts(ctx context.Context, s State, readings []extract.Reading) ([]extract.Judgement, error) {
	var out []extract.Judgement
	for _, task := range s.tasks() {
		judged, err := f.Kit.Engine.Judge(ctx, s.question(), task, readings)
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
