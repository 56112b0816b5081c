package flow

import (
	"cmp"
	"context"
	"slices"

	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// LeastPromising is the relevance by rule below which a passage of a web page is not judged: a page holds much that nobody asked for.
const LeastPromising = 0.3

// Window is what is judged of a page: at most Most of its passages, those that promise most, of at least the relevance Least.
type Window struct {
	Most  int
	Least float64
}

// Choose returns the passages to judge, in reading order. Judge says by rule what each promises; what may not be cited is left out.
func (w Window) Choose(ctx context.Context, library step.Library, passages []source.Passage, judge func([]step.Reading) ([]step.Judgement, error)) ([]step.Reading, error) {
	var readings []step.Reading
	for _, p := range passages {
		if !Citable(p) {
			continue
		}
		d, err := library.Document(ctx, p.Document)
		if err != nil {
			return nil, err
		}
		readings = append(readings, step.Reading{Passage: p, Document: d})
	}
	judged, err := judge(readings)
	if err != nil {
		return nil, err
	}
	order := make([]int, 0, len(judged))
	for i, j := range judged {
		if j.Relevance >= w.Least {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(judged[b].Relevance, judged[a].Relevance) })
	order = order[:min(len(order), w.Most)]
	slices.Sort(order)
	var out []step.Reading
	for _, i := range order {
		out = append(out, readings[i])
	}
	return out, nil
}
