package step

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/quote"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// placedAt says where a passage stands, for orientation.
func placedAt(r extract.Reading) string {
	parts := []string{r.Document.Name}
	if len(r.Passage.Headings) > 0 {
		parts = append(parts, extract.Heading(r.Passage))
	}
	return chunk.Clip(strings.Join(parts, ", "), 160)
}

// Judge reads passages for a task, many per call, and returns one judgement per reading, in their order.
func (k *Kit) Judge(ctx context.Context, q ask.Question, task string, readings []extract.Reading) ([]extract.Judgement, error) {
	byRule, err := k.Engine.Judge(ctx, q, task, readings)
	if err != nil || k.Model == nil {
		return byRule, err
	}
	batches := k.promising(batchesIn(k.room(prompts.Judge.NumPredict, q, task), k.Reply(prompts.Judge.NumPredict), readings), byRule)
	return inBatches(batches, readings, byRule, func(_ int, batch []extract.Reading, guess []extract.Judgement) ([]extract.Judgement, error) {
		return k.judgeBatch(ctx, q, task, batch, guess)
	})
}

// inBatches judges readings batch by batch, by position; what is in none keeps what is known of it by rule.
func inBatches(batches [][]int, readings []extract.Reading, byRule []extract.Judgement, judge func(n int, batch []extract.Reading, guess []extract.Judgement) ([]extract.Judgement, error)) ([]extract.Judgement, error) {
	out := slices.Clone(byRule)
	for n, batch := range batches {
		var read []extract.Reading
		var guess []extract.Judgement
		for _, i := range batch {
			read, guess = append(read, readings[i]), append(guess, byRule[i])
		}
		judged, err := judge(n, read, guess)
		if err != nil {
			return nil, err
		}
		for at, i := range batch {
			out[i] = judged[at]
		}
	}
	return out, nil
}

func (k *Kit) judgeBatch(ctx context.Context, q ask.Question, task string, batch []extract.Reading, byRule []extract.Judgement) ([]extract.Judgement, error) {
	opened, shown, err := k.opened(ctx, batch, k.room(prompts.Judge.NumPredict, q, task)*2)
	if err != nil {
		return nil, err
	}
	if len(shown) == 0 {
		return make([]extract.Judgement, len(batch)), nil
	}
	someKnown := func(out *prompts.JudgeOut) error { return knownRef(*out, len(batch)) }
	out, ok, err := only(ctx, k, prompts.Judge, prompts.JudgeIn{Asked: q.Asked(), Task: task, Passages: shown}, someKnown)
	if err != nil || !ok {
		return byRule, err
	}
	return verdicts(out, opened, byRule), nil
}

// opened returns the passages of a batch with their spans, and those of them that state something as prompts show them, each at most so many bytes long.
func (k *Kit) opened(ctx context.Context, batch []extract.Reading, most int) ([]*reason.Reading, []prompts.Passage, error) {
	shelf := reason.Shelf{Library: k.Library}
	var all []*reason.Reading
	var out []prompts.Passage
	for i, r := range batch {
		e := cite.Evidence{ID: fmt.Sprintf("P%d", i+1), Name: chunk.Clip(r.Document.Name, 100), Passage: r.Passage.ID}
		o, err := shelf.Open(ctx, e, r.Passage, r.Document.Language)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, o)
		if !slices.ContainsFunc(o.Spans, func(s quote.Span) bool { return s.Kind != quote.Heading }) {
			continue // a heading alone states nothing
		}
		shown := o.Shown
		shown.Text = chunk.Clip(shown.Text, most)
		switch {
		case r.Lead != "" && i > 0 && batch[i-1].Lead == r.Lead:
			shown.Source += "; referred to like the one before"
		case r.Lead != "":
			shown.Source += "; referred to in: " + chunk.Clip(r.Lead, 160)
		}
		out = append(out, shown)
	}
	return all, out, nil
}

// knownRef returns an error when nothing is said of any of n passages.
func knownRef(out prompts.JudgeOut, n int) error {
	known := func(ref string) bool {
		_, ok := index(ref, n)
		return ok
	}
	if slices.ContainsFunc(out.Others, known) || slices.ContainsFunc(out.Passages, func(v prompts.JudgeVerdict) bool { return known(v.Ref) }) {
		return nil
	}
	return fmt.Errorf("no ref between P1 and P%d", n)
}

// verdicts returns the judgements of a batch. What the model named nowhere it has not judged: what is known of that by rule stands.
func verdicts(out prompts.JudgeOut, opened []*reason.Reading, byRule []extract.Judgement) []extract.Judgement {
	judged := slices.Clone(byRule)
	for _, ref := range out.Others {
		if i, ok := index(ref, len(judged)); ok {
			judged[i] = extract.Judgement{}
		}
	}
	for _, v := range out.Passages {
		if i, ok := index(v.Ref, len(judged)); ok {
			judged[i] = verify(v, opened[i], byRule[i])
		}
	}
	return judged
}

// mostQuotes is how many quotes are kept of a passage of which a model did not say what matters.
const mostQuotes = 4

// verify takes the spans that a model names. A passage called relevant without one gets the quotes chosen by rule, or what it begins with: the
// model said that it matters.
func verify(v prompts.JudgeVerdict, r *reason.Reading, byRule extract.Judgement) extract.Judgement {
	j := extract.Judgement{Relevance: v.Relevance, Why: strings.TrimSpace(v.Why)}
	var chosen []int
	for _, name := range v.Spans {
		of, at := quote.Named(name)
		if n, err := strconv.Atoi(of); err == nil { // "2" for "P1.2"
			of, at = r.Shown.ID, n-1
		}
		if of == r.Shown.ID && states(r, at) && !slices.Contains(chosen, at) {
			chosen = append(chosen, at)
		}
	}
	if len(chosen) == 0 && len(byRule.Quotes) > 0 {
		j.Quotes = byRule.Quotes
		return j
	}
	if len(chosen) == 0 && j.Relevance > 0 {
		for at := 0; at < len(r.Spans) && len(chosen) < mostQuotes; at++ {
			if states(r, at) {
				chosen = append(chosen, at)
			}
		}
	}
	chosen = quote.Alone(r.Spans, chosen)
	slices.Sort(chosen)
	for _, at := range chosen {
		j.Quotes = append(j.Quotes, r.Passage.Text[r.Spans[at].Start:r.Spans[at].End])
		if place := r.Places(at); len(place) > 0 {
			j.Places = append(j.Places, place)
		}
	}
	if len(j.Places) < len(j.Quotes) {
		j.Places = nil
	}
	return j
}

// states reports whether there is a span at a position that states something.
func states(r *reason.Reading, at int) bool {
	return at >= 0 && at < len(r.Spans) && r.Spans[at].Kind != quote.Heading
}

// index parses a ref such as "P3" into a position below n.
func index(ref string, n int) (int, bool) {
	var i int
	if _, err := fmt.Sscanf(strings.ToUpper(strings.TrimSpace(ref)), "P%d", &i); err != nil || i < 1 || i > n {
		return 0, false
	}
	return i - 1, true
}

// promising returns the JudgeCalls batches with the passages that code finds most relevant, in the order of reading.
func (k *Kit) promising(batches [][]int, byRule []extract.Judgement) [][]int {
	if k.JudgeCalls == 0 || len(batches) <= k.JudgeCalls {
		return batches
	}
	most := func(batch []int) float64 {
		best := 0.0
		for _, i := range batch {
			best = max(best, byRule[i].Relevance)
		}
		return best
	}
	kept := slices.Clone(batches)
	slices.SortStableFunc(kept, func(a, b []int) int { return cmp.Compare(most(b), most(a)) })
	return kept[:k.JudgeCalls]
}

// judgeReply is the number of reply tokens a judgement of one passage takes; judgeMost caps a batch.
const (
	shownMore  = 112 // percent that a passage takes with the numbers of its spans and what leads into it
	judgeReply = 90
	judgeMost  = 24
)

// batchesIn cuts readings, by position, into batches that fit the room of a model's context together with the reply they need.
func batchesIn(room, reply int, readings []extract.Reading) [][]int {
	var out [][]int
	var batch []int
	used := 0
	for i, r := range readings {
		cost := tokens(r.Passage.Text)*shownMore/100 + tokens(placedAt(r)) + fenced
		full := used+cost > room || len(batch) == judgeMost || (len(batch)+1)*judgeReply > reply
		if full && len(batch) > 0 {
			out, batch, used = append(out, batch), nil, 0
		}
		batch = append(batch, i)
		used += cost
	}
	if len(batch) > 0 {
		out = append(out, batch)
	}
	return out
}
