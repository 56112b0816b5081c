package answer

import (
	"cmp"
	"context"
	"math"
	"slices"

	"rabbithole/backend/cite"
)

// againSource is what a further piece of evidence counts that a source has for an overview.
const againSource = 0.85

// byTelling sorts the evidence of a topic by what it tells of it, the sources in turn: a word alone stands in all of it, and would leave the order to
// chance and the answer to one document.
func (f *run) byTelling(ctx context.Context, s State, list []weighed) error {
	texts := make([]cite.Evidence, len(list))
	for i, w := range list {
		texts[i] = w.text
	}
	tells, err := f.Kit.Telling(ctx, s.question(), texts)
	if err != nil {
		return err
	}
	order := make([]int, len(list))
	for i := range list {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(tells[b], tells[a]) })
	worth, before := map[string]float64{}, map[string]int{}
	for _, i := range order {
		x := list[i]
		worth[x.ID] = tells[i] * math.Pow(againSource, float64(before[x.Source]))
		before[x.Source]++
	}
	slices.SortStableFunc(list, func(a, b weighed) int { return cmp.Compare(worth[b.ID], worth[a.ID]) })
	return nil
}
