package step

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

// Seek plans what to search for first. There is at least one query as long as Most allows one.
func (k *Kit) Seek(ctx context.Context, p extract.Loop) (extract.Decision, error) {
	in := prompts.SeekIn{Asked: p.Asked(), Earlier: p.Earlier, Subject: p.Subject(), Web: p.Web, Max: p.Most}
	var err error
	if in.Spoken, err = k.spoken(ctx, p.Question); err != nil {
		return extract.Decision{}, err
	}
	check := func(out *prompts.SeekOut) error {
		if out.Queries = p.Allowed(out.Queries); len(out.Queries) == 0 && p.Most > 0 {
			return errors.New("no query that can be searched for")
		}
		out.NextAction = extract.SearchMore
		return nil
	}
	byRule := k.Model == nil
	out, err := do(ctx, k, prompts.Seek, in, check, func() (prompts.SeekOut, error) {
		byRule = true
		return k.Engine.Seek(ctx, p)
	})
	if err != nil || byRule {
		return extract.Decided(out, byRule), err
	}
	if out.Queries = ask.Searchable(out.Queries); len(out.Queries) == 0 && p.Most > 0 {
		out.Queries = []string{chunk.Clip(p.Question.Text, extract.MostQuery)}
	}
	return extract.Decided(out, false), nil
}

// best returns evidence by falling quality.
func best(evidence []extract.Weighed) []extract.Weighed {
	out := slices.Clone(evidence)
	slices.SortStableFunc(out, func(a, b extract.Weighed) int { return cmp.Compare(b.Quality, a.Quality) })
	return out
}

// weighedLines returns evidence as prompts show it, the best first.
func weighedLines(evidence []extract.Weighed) []prompts.WeighedLine {
	out := make([]prompts.WeighedLine, 0, len(evidence))
	for _, e := range best(evidence) {
		out = append(out, prompts.WeighedLine{EvidenceLine: lines([]cite.Evidence{e.Evidence})[0], Site: chunk.Clip(e.Site, 80), Date: e.Date, Quality: fmt.Sprintf("%.2f", e.Quality)})
	}
	return out
}

// weighedPassages returns evidence as the writer sees it, the best first.
func (k *Kit) weighedPassages(ctx context.Context, p extract.Loop, room int) ([]prompts.Passage, error) {
	var list []cite.Evidence
	for _, e := range best(p.Evidence) {
		list = append(list, e.Evidence)
	}
	out, err := k.passages(ctx, list, list, room-len(list)*10)
	about := p.About()
	for i := range out {
		if more := about[out[i].ID]; more != "" {
			out[i].Source += "; " + more
		}
	}
	return out, err
}

func weighedText(l prompts.WeighedLine) string { return l.Source + l.Site + l.Extract }
