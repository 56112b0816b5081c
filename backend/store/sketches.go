package store

import (
	"context"
	"database/sql"

	"rabbithole/backend/source"
)

// Sketches calls yield with number and sketch of an embedder's vectors whose texts stand in live documents. The sketch is empty when
// none was stored, and holds only until yield returns. Vectors without entries are left out.
func (db *DB) Sketches(ctx context.Context, embedder string, yield func(number int64, sketch []byte) error) error {
	rows, err := db.read.QueryContext(ctx, `SELECT v.no, s.sketch FROM vectors AS v LEFT JOIN sketches AS s ON s.no = v.no
		WHERE v.embedder = ? AND (s.no IS NOT NULL OR length(v.vector) > 0) AND `+liveText, embedder)
	if err != nil {
		return explain("read sketches", err)
	}
	defer rows.Close()
	var sketch sql.RawBytes
	for rows.Next() {
		var number int64
		if err := rows.Scan(&number, &sketch); err != nil {
			return explain("read sketches", err)
		}
		if err := yield(number, sketch); err != nil {
			return err
		}
	}
	return explain("read sketches", rows.Err())
}

// PutSketches stores the sketches of vectors that are there, replacing older ones. It commits in batches.
func (db *DB) PutSketches(ctx context.Context, vectors []source.Vector) error {
	err := db.updateEach(ctx, len(vectors), func(b *batch, i int) error {
		return b.exec(ctx, `INSERT OR REPLACE INTO sketches (no, sketch) SELECT no, ? FROM vectors WHERE no = ?`,
			vectors[i].Sketch, vectors[i].Number)
	})
	return explain("store sketches", err)
}

// VectorNumbers returns the numbers of an embedder's vectors whose texts stand in a live passage that passes the filter.
func (db *DB) VectorNumbers(ctx context.Context, embedder string, filter source.Filter) ([]int64, error) {
	where, args := liveWhere(filter)
	rows, err := db.read.QueryContext(ctx, `SELECT v.no FROM vectors AS v WHERE v.embedder = ? AND v.hash IN (
		SELECT p.hash FROM passages AS p INDEXED BY passages_hash WHERE `+where+`)`, append([]any{embedder}, args...)...)
	return collect(rows, explain("find vectors of a collection", err), func(scan func(...any) error) (int64, error) {
		var number int64
		err := scan(&number)
		return number, err
	})
}
