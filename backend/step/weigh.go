package step

import (
	"context"
	"fmt"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// leastHelpful is the relevance above which a passage is said to state something that the answer needs.
const leastHelpful = 0.6

// Weigh judges readings and decides, in the same call, whether they are enough with what was kept before, and if not, what to search for next. Where they
// do not fit into one call the last one decides. A decision to search has at least one query that was not put before. It is nil when the
// model gave none that can be followed.
func (k *Kit) Weigh(ctx context.Context, p extract.Loop, readings []extract.Reading) ([]extract.Judgement, *extract.Decision, error) {
	out, err := k.Engine.Judge(ctx, p.Question, p.Question.Text, readings)
	if err != nil || k.Model == nil {
		return out, nil, err
	}
	p.Evidence, p.Read = slices.Clone(p.Evidence), readings
	batches := k.promising(batchesIn(k.weighRoom(p), k.Reply(prompts.Weigh.NumPredict)-decisionReply, readings), out)
	if len(batches) == 0 {
		batches = [][]int{nil}
	}
	var decision *extract.Decision
	out, err = inBatches(batches, readings, out, func(n int, batch []extract.Reading, guess []extract.Judgement) (judged []extract.Judgement, err error) {
		if n == len(batches)-1 {
			judged, decision, err = k.weighBatch(ctx, p, batch, guess)
			return judged, err
		}
		judged, err = k.judgeBatch(ctx, p.Question, p.Question.Text, batch, guess)
		for i, j := range judged {
			if r := batch[i]; j.Relevance > leastHelpful {
				p.Evidence = append(p.Evidence, extract.Weighed{Evidence: justFound(r, j, batches[n][i]), Origin: r.Document.Hash, Date: r.Document.Date, Quality: j.Relevance})
			}
		}
		return judged, err
	})
	return out, decision, err
}

// decisionReply is how many tokens of a reply the decision takes.
const decisionReply = 400

// weighRoom is how many tokens passages and what was kept before may take.
func (k *Kit) weighRoom(p extract.Loop) int {
	return k.room(prompts.Weigh.NumPredict, p.Question, slices.Concat(p.Tried, p.Talk())...)
}

// justFound is a passage that was judged just now as it is told to the next call.
func justFound(r extract.Reading, j extract.Judgement, at int) cite.Evidence {
	e := cite.Evidence{ID: fmt.Sprintf("N%d", at+1), Score: j.Relevance, Why: j.Why, Name: r.Document.Name, Section: extract.Heading(r.Passage), Document: r.Document.Hash, Passage: r.Passage.ID}
	for _, q := range j.Quotes {
		e.Quotes = append(e.Quotes, cite.Quote{Text: q})
		e.Extract += q + " "
	}
	return e
}

func (k *Kit) weighBatch(ctx context.Context, p extract.Loop, batch []extract.Reading, byRule []extract.Judgement) ([]extract.Judgement, *extract.Decision, error) {
	room := k.weighRoom(p)
	opened, shown, err := k.opened(ctx, batch, room*2)
	if err != nil {
		return nil, nil, err
	}
	in := prompts.WeighIn{Asked: p.Asked(), Passages: shown, Earlier: p.Earlier, Subject: p.Subject(), Web: p.Web, Thorough: p.Thorough, Timely: p.Timely,
		Tried: p.Tried, Max: p.Most, Left: p.Left}
	if in.Spoken, err = k.spoken(ctx, p.Question); err != nil {
		return nil, nil, err
	}
	for i, s := range shown {
		if at, ok := index(s.ID, len(batch)); ok && batch[at].About != "" {
			in.Passages[i].Source += "; " + batch[at].About
		}
		room -= reason.Tokens(s.Text+s.Source) + fenced
	}
	in.Kept = fit(weighedLines(p.Evidence), weighedText, max(room, 0))
	check := func(out *prompts.WeighOut) error {
		if len(shown) == 0 {
			return nil
		}
		return knownRef(out.JudgeOut, len(batch))
	}
	out, ok, err := only(ctx, k, prompts.Weigh, in, check)
	if err != nil || !ok {
		return byRule, nil, err
	}
	out.Queries = ask.Searchable(out.Queries)
	judged := verdicts(out.JudgeOut, opened, byRule)
	helpful := slices.ContainsFunc(judged, func(j extract.Judgement) bool { return j.Relevance > leastHelpful })
	return judged, weighed(p, out.SeekOut, helpful || len(p.Evidence) > 0), nil
}

// weighed is the decision of a model that can be followed: enough only where something was found, and more only with a query that was not put before.
func weighed(p extract.Loop, out prompts.SeekOut, found bool) *extract.Decision {
	switch {
	case out.NextAction == extract.Finalize && !found:
		return nil
	case out.NextAction == extract.Finalize:
		out.Queries = nil
	default:
		if out.Queries = p.Allowed(out.Queries); len(out.Queries) == 0 && p.Most > 0 {
			return nil
		}
	}
	d := extract.Decided(out, false)
	return &d
}
