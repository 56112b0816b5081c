package answer

import (
	"context"
	"fmt"

	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/graph"
	"rabbithole/backend/step"
)

// settles reports whether the model answers in the same call in which it reads what was found: a quick answer needs no more, one that looks for two
// sources of everything does.
func (f *run) settles(s State) bool { return f.working(s) && s.Profile != Deep && !s.Broad }

// settle has the model answer from what was kept and the readings, or say what to search for next. What it cannot do in one call it does in two: it judges, and
// what it keeps is written from later.
func (f *run) settle(ctx context.Context, c clock, s State, k *step.Kit, p extract.Loop, readings []extract.Reading) (out judgedRound, err error) {
	out.readings = readings
	first := s.nextID()
	var shown []weighed
	for _, e := range s.Evidence {
		shown = append(shown, weighed{Kept: e})
	}
	for i, r := range readings {
		w := weighed{Kept: Kept{Source: r.Document.Hash}}
		w.ID = fmt.Sprintf("E%d", first+i)
		shown = append(shown, w)
	}
	said := false
	tell := aloud(c.ctx, shown)
	settled, err := k.Settle(ctx, p, readings, first, func(text string, reset bool) {
		said = said || text != ""
		tell(text, reset)
	})
	if said && (settled == nil || settled.Answer == nil) { // nothing of it is kept
		graph.Emit(c.ctx, event.New(EventToken, Token{Reset: true}))
	}
	switch {
	case err != nil:
		return out, err
	case settled == nil:
		return f.weigh(ctx, s, k, p, readings)
	}
	out.judged, out.decision, out.written, out.first = settled.Judged, settled.Decision, settled.Answer, first
	if p.Left <= 0 {
		out.decision = nil // it was not asked for one
	} else if out.decision == nil {
		out.decision = &extract.Decision{}
	}
	return out, nil
}

// weigh has the model judge readings and, where another round is left, decide.
func (f *run) weigh(ctx context.Context, s State, k *step.Kit, p extract.Loop, readings []extract.Reading) (out judgedRound, err error) {
	out.readings = readings
	if len(readings) == 0 || p.Left <= 0 || p.Most <= 0 {
		out.judged, err = k.Judge(ctx, s.question(), s.Subject, readings)
		return out, err
	}
	if out.judged, out.decision, err = k.Weigh(ctx, p, readings); out.decision == nil {
		out.decision = &extract.Decision{}
	}
	return out, err
}

// nextID is the number of the ID that evidence kept next is given.
func (s State) nextID() int {
	last := 0
	for _, k := range s.Evidence {
		n := 0
		if _, err := fmt.Sscanf(k.ID, "E%d", &n); err == nil {
			last = max(last, n)
		}
	}
	return last + 1
}
