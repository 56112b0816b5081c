package flow

import (
	"cmp"
	"context"
	"slices"

	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// LeastPromising is the relevance by rule below which a passage of a web page is not judged where no model judges: a page holds much that nobody asked for.
const LeastPromising = 0.3

// atOnce is how many passages are judged by rule before the time is looked at: a page may have thousands.
const atOnce = 64

// Window is what is judged of a page: at most Most of its passages, those that promise most, of at least the relevance Least. Once Over is closed
// only those that were looked at by then are chosen from, the first ones in any case.
type Window struct {
	Most  int
	Least float64
	Over  <-chan struct{}
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
	var judged []step.Judgement
	for some := range slices.Chunk(readings, atOnce) {
		if len(judged) > 0 && w.over() {
			break
		}
		more, err := judge(some)
		if err != nil {
			return nil, err
		}
		judged = append(judged, more...)
	}
	order := make([]int, 0, len(judged))
	for i, j := range judged {
		if j.Relevance >= w.Least {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { // of many that are all about a thing the one that says what it is comes first
		return cmp.Or(cmp.Compare(judged[b].Relevance, judged[a].Relevance), cmp.Compare(entry(judged[b]), entry(judged[a])))
	})
	order = order[:min(len(order), w.Most)]
	slices.Sort(order)
	var out []step.Reading
	for _, i := range order {
		out = append(out, readings[i])
	}
	return out, nil
}

func entry(j step.Judgement) int {
	if j.Entry {
		return 1
	}
	return 0
}

func (w Window) over() bool {
	select {
	case <-w.Over:
		return true
	default:
		return false
	}
}
