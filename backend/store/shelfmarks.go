package store

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Shelfmark says how a document is tied to the rest of the library.
type Shelfmark struct {
	Found    int // references it makes that have a target in the library
	Open     int // references it makes without the target that should be there
	Incoming int // references of other live documents that lead to it
	Cited    int // runs that cite it
}

// Shelfmarks returns the shelfmark of every document that has one, by its hash. It reads indexes only, each once.
func (db *DB) Shelfmarks(ctx context.Context) (map[string]Shelfmark, error) {
	leading := func(where string) string { // a reference that leads to two places in one document counts once
		return `SELECT target_document, count(*), 0 FROM targets AS t WHERE target_document <> '' AND document <> target_document` + where + `
			AND (ordinal = 0 OR NOT EXISTS (SELECT 1 FROM targets AS before WHERE before.document = t.document AND before.mention = t.mention
				AND before.ordinal < t.ordinal AND before.target_document = t.target_document)) GROUP BY target_document`
	}
	var mu sync.Mutex
	marks := map[string]Shelfmark{}
	group, ctx := errgroup.WithContext(ctx)
	for _, q := range []struct {
		text string
		add  func(m *Shelfmark, first, second int)
	}{
		{`SELECT document, count(*) FILTER (WHERE status = 'found'), count(*) FILTER (WHERE status = 'open') FROM mentions GROUP BY document`,
			func(m *Shelfmark, found, open int) { m.Found, m.Open = found, open }},
		{leading(""), func(m *Shelfmark, n, _ int) { m.Incoming += n }},
		// Hardly any: found by their documents, which is quicker than asking of every reference whether its document is live.
		{leading(" AND document IN (SELECT hash FROM documents WHERE state NOT IN ('searchable', 'ready'))"),
			func(m *Shelfmark, n, _ int) { m.Incoming -= n }},
		{`SELECT document, count(DISTINCT run), 0 FROM cited WHERE run NOT IN (SELECT id FROM runs WHERE parent <> '') GROUP BY document`,
			func(m *Shelfmark, n, _ int) { m.Cited = n }},
	} {
		group.Go(func() error {
			counts, err := byKey("count what points where", func(document *string, n *[2]int) []any { return append([]any{document}, counted(n)...) })(
				db.read.QueryContext(ctx, q.text))
			mu.Lock()
			defer mu.Unlock()
			for document, n := range counts {
				m := marks[document]
				q.add(&m, n[0], n[1])
				marks[document] = m
			}
			return err
		})
	}
	return marks, group.Wait()
}
