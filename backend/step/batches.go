package step

import (
	"cmp"
	"slices"

	"rabbithole/prompts"
)

// promising returns the JudgeCalls batches with the passages that code finds most relevant, in the order of reading.
func (k *Kit) promising(batches [][]int, twin []Judgement) [][]int {
	if k.JudgeCalls == 0 || len(batches) <= k.JudgeCalls {
		return batches
	}
	most := func(batch []int) float64 {
		best := 0.0
		for _, i := range batch {
			best = max(best, twin[i].Relevance)
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

// batches cuts readings, by position, into batches that fit the model's context together with the reply they need.
func (k *Kit) batches(q Question, task string, readings []Reading) [][]int {
	return batchesIn(k.room(prompts.Judge.NumPredict, q, task), k.reply(prompts.Judge.NumPredict), readings)
}

func batchesIn(room, reply int, readings []Reading) [][]int {
	var out [][]int
	var batch []int
	used := 0
	for i, r := range readings {
		cost := tokens(r.Passage.Text)*shownMore/100 + tokens(r.heading()) + fenced
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
