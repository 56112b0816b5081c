package research

import (
	"context"

	shared "rabbithole/backend/flow"
)

// named searches nothing: it returns what the references in a task's own words point to, one query per reference.
func (f *flow) named(ctx context.Context, s State, item *Item) ([]Searched, error) {
	mentions, err := f.Kit.Library.Pointed(ctx, item.Task)
	if err != nil {
		return nil, err
	}
	var out []Searched
	for _, m := range mentions {
		passages, err := shared.Targets(ctx, f.Kit, s.question(), m)
		if err != nil {
			return nil, err
		}
		q := Searched{Item: item.ID, Query: m.Text, Named: true}
		for _, p := range passages {
			q.Hits = append(q.Hits, p.ID)
		}
		if len(q.Hits) > 0 && len(out) < s.Settings.QueriesPerTask {
			q.Hits = q.Hits[:min(len(q.Hits), s.Settings.PassagesPerQuery)]
			out = append(out, q)
		}
	}
	return out, nil
}
