package store

import "context"

// Standing is how many documents there are, and whether anything was ever done here.
type Standing struct {
	Searchable int
	Unfinished int  // waiting to be read, or read in part
	Used       bool // there is a document or a run, in whatever state
}

// Standing counts the documents.
func (db *DB) Standing(ctx context.Context) (Standing, error) {
	var s Standing
	err := db.read.QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE state IN ('searchable', 'ready')),
		count(*) FILTER (WHERE state IN ('queued', 'extracting')), count(*) > 0 OR EXISTS (SELECT 1 FROM runs) FROM documents`).
		Scan(&s.Searchable, &s.Unfinished, &s.Used)
	return s, explain("count documents", err)
}
