package step

import (
	"cmp"
	"context"
	"slices"

	"rabbithole/backend/cite"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// passages returns evidence as it is shown to a model that writes from it, as far as there is room (in tokens), in the order given, but those of one
// section together, as they stand there. The first are whole; where there is no room for that, a passage is cut to what was found to matter in it, and
// so is always one of a person's own files.
func (k *Kit) passages(ctx context.Context, evidence []cite.Evidence, room int) ([]prompts.Passage, error) {
	shelf := reason.Shelf{Library: k.Library}
	var whole, out []prompts.Passage
	var of []source.Passage
	for _, e := range evidence {
		r, err := shelf.Read(ctx, e)
		if err != nil {
			return nil, err
		}
		of = append(of, r.Passage)
		brief := r.Brief()
		out = append(out, brief)
		if e.Own {
			whole = append(whole, brief)
		} else {
			whole = append(whole, r.Shown)
		}
	}
	out = fit(out, shownText, room)
	room -= taken(out, shownText)
	for i, p := range out {
		if more := tokens(shownText(whole[i])) - tokens(shownText(p)); more <= room {
			out[i], room = whole[i], room-more
		}
	}
	return asTheyStand(out, of), nil
}

// asTheyStand orders passages so that those of one section stand together, where the first of them stood, as in the document. What a passage goes on
// with is left out where that follows.
func asTheyStand(shown []prompts.Passage, of []source.Passage) []prompts.Passage {
	type section struct{ document, id string }
	first := map[section]int{}
	order, rank := make([]int, len(shown)), make([]int, len(shown))
	for i := range shown {
		order[i], rank[i] = i, i
		s := section{of[i].Document, of[i].Section}
		if at, ok := first[s]; ok && s.id != "" {
			rank[i] = at
		} else {
			first[s] = i
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(rank[a], rank[b]), cmp.Compare(of[a].Ordinal, of[b].Ordinal))
	})
	out := make([]prompts.Passage, len(shown))
	for n, i := range order {
		out[n] = shown[i]
		if n > 0 && of[order[n-1]].Document == of[i].Document && of[order[n-1]].Ordinal+1 == of[i].Ordinal {
			out[n-1].Next = ""
		}
	}
	return out
}

func shownText(p prompts.Passage) string { return p.Source + p.Lead + p.Text + p.Next }
