package flow

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rabbithole/backend/extract"
	"rabbithole/backend/quote"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// leastPromising is the relevance by rule below which a passage of a web page is not judged where no model judges: a page holds much that nobody asked for.
const leastPromising = 0.3

// atOnce is how many passages are judged by rule before the time is looked at: a page may have thousands.
const atOnce = 64

// Window is what is judged of a page, or of a document: at most Most of its passages, those that promise most. Once Over is closed only those that were looked
// at by then are chosen from, the first ones in any case.
type Window struct {
	Most int
	Web  bool
	Over <-chan struct{}
}

// Choose returns the passages to judge, in reading order. Judge says by rule what each promises; what may not be cited is left out.
func (w Window) Choose(ctx context.Context, kit *step.Kit, passages []source.Passage, judge func([]extract.Reading) ([]extract.Judgement, error)) ([]extract.Reading, error) {
	readings, err := kit.Readings(ctx, AllCitable(passages)...)
	if err != nil {
		return nil, err
	}
	var judged []extract.Judgement
parts:
	for some := range slices.Chunk(readings, atOnce) {
		select {
		case <-w.Over:
			if len(judged) > 0 {
				break parts
			}
		default:
		}
		more, err := judge(some)
		if err != nil {
			return nil, err
		}
		judged = append(judged, more...)
	}
	order := make([]int, 0, len(judged))
	for i, j := range judged {
		if !w.Web || kit.Model != nil || j.Relevance >= leastPromising {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { // of many that are all about a thing the one that says what it is comes first
		return cmp.Or(cmp.Compare(judged[b].Relevance, judged[a].Relevance), cmp.Compare(entry(judged[b]), entry(judged[a])))
	})
	order = order[:min(len(order), w.Most)]
	slices.Sort(order)
	var out []extract.Reading
	for _, i := range order {
		out = append(out, readings[i])
	}
	return wholeTables(ctx, kit.Library, out)
}

// mostBeside is how many passages are added to those chosen so that tables are whole.
const mostBeside = 6

// wholeTables adds to passages that hold a part of a table the parts right before and behind it: the row that answers may stand in either.
func wholeTables(ctx context.Context, library extract.Library, readings []extract.Reading) ([]extract.Reading, error) {
	have := map[string]bool{}
	for _, r := range readings {
		have[r.Passage.ID] = true
	}
	var out []extract.Reading
	left := mostBeside
	for _, r := range readings {
		before, behind, err := tableBeside(ctx, library, r)
		if err != nil {
			return nil, err
		}
		for _, p := range slices.Concat(before, []source.Passage{r.Passage}, behind) {
			switch {
			case p.ID == r.Passage.ID:
				out = append(out, r)
			case !have[p.ID] && left > 0:
				have[p.ID] = true
				left--
				out = append(out, extract.Reading{Passage: p, Document: r.Document})
			}
		}
	}
	return out, nil
}

// tableBeside returns the neighbours of a passage in its section into which a table goes on: rows stand on both sides of the cut, or the part behind
// it begins with the head of the part before it.
func tableBeside(ctx context.Context, library extract.Library, r extract.Reading) (before, behind []source.Passage, err error) {
	p := r.Passage
	first, last := rowsAtEnds(p, r.Document.Language)
	if p.Section == "" || !first && !last && p.Role != source.Table {
		return nil, nil, nil
	}
	others, err := library.SectionPassages(ctx, p.Document, p.Section)
	for _, o := range others {
		begins, ends := rowsAtEnds(o, r.Document.Language)
		head := (p.Role == source.Table || o.Role == source.Table) && firstLine(o) == firstLine(p)
		switch {
		case !o.Citable():
		case o.Ordinal == p.Ordinal-1 && (first && ends || head):
			before = append(before, o)
		case o.Ordinal == p.Ordinal+1 && (last && begins || head):
			behind = append(behind, o)
		}
	}
	return before, behind, err
}

func firstLine(p source.Passage) string {
	line, _, _ := strings.Cut(p.Text, "\n")
	return line
}

// rowsAtEnds reports whether a passage begins and ends with rows of a table.
func rowsAtEnds(p source.Passage, language string) (first, last bool) {
	spans := quote.Split(p, language)
	spans = slices.DeleteFunc(spans, func(s quote.Span) bool { return s.Kind == quote.Heading })
	if len(spans) == 0 {
		return false, false
	}
	return spans[0].Kind == quote.Row, spans[len(spans)-1].Kind == quote.Row
}

func entry(j extract.Judgement) int {
	if j.Entry {
		return 1
	}
	return 0
}
