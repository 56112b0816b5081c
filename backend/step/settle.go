package step

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/quote"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// Settled is what a model made of all that was found: an answer, or a decision to search for more. The judgements are of the readings, in their order.
type Settled struct {
	Judged   []extract.Judgement
	Decision *extract.Decision   // nil when it gave none that can be followed
	Answer   *prompts.RespondOut // nil when it gave none
}

// helps is the relevance of a passage that a model rests its answer on, or names first; those named later have a little less, and never too little to be kept.
const (
	helps = 0.95
	later = 0.01
)

// Settle shows the evidence kept before and readings, whole, and has the question answered from them, or has it said what to search for next: one call in the
// place of judging, deciding and writing. The readings are told under the IDs they have when they are kept, which begin with first. It is nil where not all of it
// fits into one call, and where the model gave nothing that can be used.
func (k *Kit) Settle(ctx context.Context, p extract.Loop, readings []extract.Reading, first int, told Writing) (*Settled, error) {
	shelf := reason.Shelf{Library: k.Library}
	room := k.room(prompts.Settle.NumPredict, p.Question, slices.Concat(p.Tried, p.Talk())...)
	before, err := k.weighedPassages(ctx, p, room)
	if err != nil || len(before) < len(p.Evidence) {
		return nil, err
	}
	in := prompts.SettleIn{Asked: p.Asked(), Passages: before, Earlier: p.Earlier, Subject: p.Subject(), Web: p.Web, Timely: p.Timely, Tried: p.Tried, Max: p.Most, Left: p.Left}
	if in.Spoken, err = k.spoken(ctx, p.Question); err != nil {
		return nil, err
	}
	var opened []*reason.Reading
	known := textsOf(p.Evidence)
	for i, r := range readings {
		e := cite.Evidence{ID: fmt.Sprintf("E%d", first+i), Name: chunk.Clip(r.Document.Name, 100), Document: r.Document.Hash, Passage: r.Passage.ID}
		o, err := shelf.Open(ctx, e, r.Passage, r.Document.Language)
		if err != nil {
			return nil, err
		}
		opened, known = append(opened, o), append(known, e)
		if !slices.ContainsFunc(o.Spans, func(s quote.Span) bool { return s.Kind != quote.Heading }) {
			continue // a heading alone states nothing
		}
		shown := o.Shown
		if r.About != "" {
			shown.Source += "; " + r.About
		}
		in.Passages = append(in.Passages, shown)
	}
	if len(in.Passages) == 0 || taken(in.Passages, shownText) > room {
		return nil, nil
	}
	p.Read = readings
	var draft extract.Draft
	check := func(out *prompts.SettleOut) error {
		draft = parseDraft(prompts.DraftOut{Answer: out.Answer}, p.Question.Language, known)
		if len(draft.Answer) == 0 && strings.TrimSpace(out.Answer) != "" {
			return errors.New("no sentence of the answer ends with the ID of a listed span in square brackets")
		}
		return nil
	}
	speaking := *k
	if k.Model != nil && told != nil {
		speaking.Model = aloud{k.Model, told}
	}
	out, ok, err := only(ctx, &speaking, prompts.Settle, in, check)
	if err != nil || !ok {
		return nil, err
	}
	settled := Settled{Judged: make([]extract.Judgement, len(readings))}
	if out.NextAction == extract.Finalize && len(draft.Answer) > 0 {
		settled.Answer = &prompts.RespondOut{Answer: out.Answer, Findings: []prompts.DraftSection{}, Conflicts: out.Conflicts, Unknown: out.Unknown}
		out.Passages = append(rests(parseDraft(prompts.DraftOut{Answer: out.Answer, Conflicts: out.Conflicts}, p.Question.Language, known)), out.Passages...)
	}
	for n, h := range out.Passages {
		at := slices.IndexFunc(opened, func(r *reason.Reading) bool { return r.Shown.ID == strings.ToUpper(strings.TrimSpace(h.Ref)) })
		if at >= 0 && settled.Judged[at].Relevance == 0 {
			settled.Judged[at] = verify(prompts.JudgeVerdict{Ref: opened[at].Shown.ID, Relevance: helps - later*float64(n), Spans: h.Spans}, opened[at], extract.Judgement{})
		}
	}
	found := len(p.Evidence) > 0 || slices.ContainsFunc(settled.Judged, func(j extract.Judgement) bool { return j.Relevance > leastHelpful })
	settled.Decision = weighed(p, prompts.SeekOut{NextAction: out.NextAction, Queries: ask.Searchable(out.Queries), CoverageGaps: out.CoverageGaps, Confidence: out.Confidence, Reason: out.Reason}, found)
	return &settled, nil
}

// rests names what a draft rests on, in its order.
func rests(d extract.Draft) (out []prompts.Helpful) {
	for _, s := range slices.Concat(d.Answer, d.Conflicts) {
		for _, id := range s.Evidence {
			at := slices.IndexFunc(out, func(h prompts.Helpful) bool { return h.Ref == id })
			if at < 0 {
				at, out = len(out), append(out, prompts.Helpful{Ref: id})
			}
			for _, span := range s.Spans {
				if of, _, _ := strings.Cut(span, "."); of == id && !slices.Contains(out[at].Spans, span) {
					out[at].Spans = append(out[at].Spans, span)
				}
			}
		}
	}
	return out
}

func textsOf(list []extract.Weighed) (out []cite.Evidence) {
	for _, w := range list {
		out = append(out, w.Evidence)
	}
	return out
}

// Written is an answer that Settle gave, as it was written from evidence.
func Written(p extract.Loop, answer prompts.RespondOut, m extract.Material) extract.Response {
	return parseResponse(answer, p, m)
}
