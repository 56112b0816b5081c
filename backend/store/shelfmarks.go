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
	marks := marking{marks: map[string]Shelfmark{}}
	group, ctx := errgroup.WithContext(ctx)
	for _, q := range []struct {
		text string
		add  func(m *Shelfmark, n [2]int)
	}{
		{`SELECT document, count(*) FILTER (WHERE status = 'found'), count(*) FILTER (WHERE status = 'open') FROM mentions GROUP BY document`,
			func(m *Shelfmark, n [2]int) { m.Found, m.Open = n[0], n[1] }},
		{leading(""), func(m *Shelfmark, n [2]int) { m.Incoming += n[0] }},
		// Hardly any: found by their documents, which is quicker than asking of every reference whether its document is live.
		{leading(" AND document IN (SELECT hash FROM documents WHERE state NOT IN ('searchable', 'ready'))"),
			func(m *Shelfmark, n [2]int) { m.Incoming -= n[0] }},
		{`SELECT document, count(DISTINCT run), 0 FROM cited WHERE run NOT IN (SELECT id FROM runs WHERE parent <> '') GROUP BY document`, func(m *Shelfmark, n [2]int) { m.Cited = n[0] }},
	} {
		group.Go(func() error {
			rows, err := db.read.QueryContext(ctx, q.text)
			all, err := collect(rows, explain("count what points where", err), scanCounts)
			marks.add(all, q.add)
			return err
		})
	}
	return marks.marks, group.Wait()
}

// counts is a row of counts of a document.
type counts struct {
	document string
	n        [2]int
}

func scanCounts(scan func(...any) error) (counts, error) {
	var c counts
	return c, scan(&c.document, &c.n[0], &c.n[1])
}

// marking is shelfmarks on which several queries work.
type marking struct {
	mu    sync.Mutex
	marks map[string]Shelfmark
}

func (k *marking) add(all []counts, add func(*Shelfmark, [2]int)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range all {
		m := k.marks[c.document]
		add(&m, c.n)
		k.marks[c.document] = m
	}
}
