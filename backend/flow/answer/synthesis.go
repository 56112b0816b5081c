package answer

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/relevance"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
)

// respondShare is the model's share of its time for writing; the rest is for checking what it wrote.
const respondShare = 0.6

// synthesize writes the answer from the best evidence, lets only those sentences through that it proves, and keeps the draft.
func (f *run) synthesize(ctx context.Context, s State) (graph.Step[State], error) {
	var t trouble
	var late read
	out := graph.Step[State]{State: &s}
	if t.Stop = StopSufficient; len(s.Evidence) == 0 { // where the person ended the search
		t.Stop = StopBudget
	}
	s.Without = ""
	c, cancel := f.writing(ctx, s)
	defer cancel()
	f, err := f.informed(ctx, s)
	if err != nil {
		return out, err
	}
	if err := f.nearest(ctx, s, &late); err != nil {
		return out, err
	}
	late.take(&s)
	all, err := f.assess(ctx, s)
	if err != nil {
		return out, err
	}
	w, err := f.writer(ctx, s, all)
	if err != nil {
		return out, err
	}
	best, evidence := w.best, textsOf(w.best)
	s.rated(all, best)
	fallbacks := f.Kit.Meter.Spent().Fallbacks
	written, err := patiently(c, f, s, &t, respondShare, w.write)
	if err != nil {
		return out, err
	}
	draft, making := written.Draft, f.Making
	if written.ByRule {
		if s.Without = f.without(s, t, f.Kit.Meter.Spent().Fallbacks > fallbacks); s.Without != "" {
			making = report.Making{Engine: "extractive", Version: f.Making.Version}
			if len(best) > 0 && slices.ContainsFunc(s.Decisions, func(d Decision) bool { return d.Loop > 0 && !d.ByRule }) {
				making.Chose = f.Making.Model
			}
		}
		draft.Answer = placed(draft.Answer, evidence)
		for i := range draft.Sections {
			draft.Sections[i].Lines = placed(draft.Sections[i].Lines, evidence)
		}
	}
	if s.Without != "" { // quotes need no check by a model that did not get them written
		f = f.byRule()
	}
	proved, err := patiently(c, f, s, &t, 1, func(inner context.Context, k *step.Kit) (flow.Proved, error) {
		return flow.Prove(inner, k, s.question(), draft, evidence)
	})
	if err != nil {
		return out, err
	}
	if f.summarises(s) {
		proved.Likely = true // that it quotes what the parts of the documents begin with is no guess
	} else if len(proved.Answer) > 0 && f.Kit.Model == nil {
		unstated, err := f.Kit.Unstated(ctx, s.question(), proved.Examined(w.material).Sentences, proved.Silent)
		if err != nil {
			return out, err
		}
		proved.Silent = append(proved.Silent, unstated...)
	}
	proved.Likely = proved.Likely && making.Model == "" // what a model wrote only a model judges
	r := proved.Report(s.Language, evidence)
	unmark(&r)
	r.Flow, r.Question, r.Making, r.MadeAt = Name, s.Question, making, f.Now().UTC()
	r.Making.ByRule = written.ByRule && f.Kit.Model != nil
	f.speakOut(s, &r, best)
	if err := f.Reports.PutReport(ctx, graph.RunID(ctx), 1, r); err != nil {
		return out, err
	}
	out.Events = append(append(late.kept, t.events()...), s.progress(PhaseFinalizing, s.Stats.Loops, sayFinalizing.In(s.Language)))
	t.applied(&s)
	s.Phase, s.Drafted, s.Written, s.Stats.StopReason = PhaseFinalizing, true, nil, s.Stop
	return out, nil
}

// writer is what an answer is written from, and how.
type writer struct {
	best     []weighed
	material extract.Material
	write    func(context.Context, *step.Kit) (extract.Response, error)
}

func (f *run) writer(ctx context.Context, s State, all []weighed) (w writer, err error) {
	if f.summarises(s) {
		w.best, w.material.Evidence = all, textsOf(all)
		w.write = func(context.Context, *step.Kit) (extract.Response, error) {
			return summary(s, w.material.Evidence), nil
		}
		return w, nil
	}
	if w.best, err = f.top(ctx, s, all, s.budget().Citations); err != nil {
		return w, err
	}
	p := f.loop(s, told(w.best))
	if w.material, err = f.material(ctx, s, p, w.best); err != nil {
		return w, err
	}
	w.write = func(inner context.Context, k *step.Kit) (extract.Response, error) {
		if s.Written != nil {
			if written := step.Written(p, *s.Written, w.material); len(written.Answer) > 0 {
				return written, nil
			}
		}
		said := w.material
		if k.Model == nil && f.judged(s) && len(w.best) > 0 { // it went away: what it kept is shown, whatever rules think of the question
			said.Silent, said.Nothing = nil, false
		}
		return k.Respond(inner, p, said, aloud(ctx, w.best))
	}
	return w, nil
}

func textsOf(list []weighed) (out []cite.Evidence) {
	for _, w := range list {
		out = append(out, w.text)
	}
	return out
}

// material is what the answer is written from: the evidence by the parts of the question, and what nothing answers.
func (f *run) material(ctx context.Context, s State, p extract.Loop, best []weighed) (extract.Material, error) {
	m := extract.Material{Evidence: textsOf(best), Links: map[string][]extract.Link{}}
	for _, l := range s.Links {
		m.Links[l.From] = append(m.Links[l.From], extract.Link{Text: l.Text, Evidence: l.Evidence})
	}
	known, err := f.passages(ctx, s.Read)
	if err != nil {
		return m, err
	}
	swept, err := f.Kit.Sweep(ctx, s.question(), known)
	if err != nil {
		return m, err
	}
	web := slices.ContainsFunc(best, func(w weighed) bool { return w.from.web() })
	for _, silence := range swept.Silent {
		carried := false
		if web { // what the library does not say the web may
			if carried, err = f.Kit.Carried(ctx, p, silence.Clause); err != nil {
				return m, err
			}
		}
		if !carried {
			m.Silent = append(m.Silent, silence)
		}
	}
	nothing := swept.Clauses() > 0 && len(m.Silent) == swept.Clauses()
	m.Nothing = nothing && (f.Kit.Model == nil || s.Slow || len(best) == 0)
	m.Topics, err = f.topics(ctx, s, best, m.Silent)
	return m, err
}

// topics groups evidence by the part of the question that it says most about.
func (f *run) topics(ctx context.Context, s State, best []weighed, silent []extract.Unanswerable) ([]extract.Topic, error) {
	var out []extract.Topic
	var matters []relevance.Profile
	for _, part := range s.Parts {
		if len(best) > 0 && slices.ContainsFunc(silent, func(x extract.Unanswerable) bool { return x.Clause == part }) {
			continue // said already, and better
		}
		matter, err := f.Kit.Matter(ctx, s.Language, ask.Part{Text: part, Factor: 1})
		if err != nil {
			return nil, err
		}
		out, matters = append(out, extract.Topic{Task: part}), append(matters, matter)
	}
	if len(out) == 0 {
		return nil, nil
	}
	for _, w := range best {
		at, most := 0, -1.0
		for i, matter := range matters {
			if c := matter.Coverage(w.terms); c > most {
				at, most = i, c
			}
		}
		out[at].Evidence = append(out[at].Evidence, w.text)
	}
	if len(best) > 0 { // a part that shares all its evidence with another is not unanswered
		out = slices.DeleteFunc(out, func(t extract.Topic) bool { return len(t.Evidence) == 0 })
	}
	return out, nil
}

// aloud tells the answer while it is written, with the numbers that its sources have for now in the place of evidence IDs.
func aloud(ctx context.Context, best []weighed) step.Writing {
	numbers, last := map[string]int{}, 0
	byKey := map[string]int{}
	for _, w := range best {
		if byKey[w.Source] == 0 {
			last++
			byKey[w.Source] = last
		}
		numbers[w.ID] = byKey[w.Source]
	}
	return func(text string, reset bool) {
		if text = numbered(text, numbers); text != "" || reset {
			graph.Emit(ctx, event.New(EventToken, Token{text, reset}))
		}
	}
}

var marks = regexp.MustCompile(`\[\s*E\d+(?:\.\d+)?(?:\s*[,;]\s*E\d+(?:\.\d+)?)*\s*\]`)

var mark = regexp.MustCompile(`E\d+`)

// numbered puts numbers of sources in the place of evidence IDs; one that is unknown is left out.
func numbered(text string, numbers map[string]int) string {
	return marks.ReplaceAllStringFunc(unmarked(text), func(group string) string {
		var out strings.Builder
		var done []int
		for _, id := range mark.FindAllString(group, -1) {
			if n := numbers[id]; n > 0 && !slices.Contains(done, n) {
				done = append(done, n)
				fmt.Fprintf(&out, "[%d]", n)
			}
		}
		return out.String()
	})
}
