package store

import (
	"context"
	"database/sql"
	"math"

	"rabbithole/backend/source"
)

// Unindexed returns the live documents of which passages are not findable by their words.
func (db *DB) Unindexed(ctx context.Context) ([]string, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT DISTINCT p.document FROM passages AS p LEFT JOIN terms AS t ON t.no = p.no
		WHERE t.no IS NULL AND p.document IN `+liveDocuments+` ORDER BY p.document`)
	return collect(rows, explain("compare index and passages", err), scanString)
}

// Stray returns the documents out of search that are still findable.
func (db *DB) Stray(ctx context.Context) ([]string, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT DISTINCT p.document FROM terms AS t JOIN passages AS p ON p.no = t.no
		WHERE p.document IN (SELECT hash FROM documents WHERE state IN ('removed', 'replaced', 'failed')) ORDER BY p.document`)
	return collect(rows, explain("compare index and documents", err), scanString)
}

// IndexSound reports whether the full-text index holds as many passages as it should, and the totals are right.
func (db *DB) IndexSound(ctx context.Context) (bool, error) {
	var sound bool
	err := db.read.QueryRowContext(ctx, `SELECT t.passages = s.n AND t.head = s.head AND t.body = s.body AND s.n = (SELECT count(*) FROM terms_index_docsize)
		FROM terms_total AS t, (SELECT count(*) AS n, coalesce(sum(head_size), 0) AS head, coalesce(sum(body_size), 0) AS body FROM terms) AS s`).Scan(&sound)
	return sound, explain("compare index and terms", err)
}

// RebuildIndex makes the full-text index and the totals anew from the terms.
func (db *DB) RebuildIndex(ctx context.Context) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		for _, statement := range []string{
			`INSERT INTO terms_index(terms_index) VALUES ('delete-all')`,
			`INSERT INTO terms_index(rowid, head, body, parts) SELECT no, head, body, parts FROM terms`,
			`DELETE FROM terms_total`,
			`INSERT INTO terms_total SELECT 1, count(*), coalesce(sum(head_size), 0), coalesce(sum(body_size), 0) FROM terms`,
		} {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	return explain("make the index anew", err)
}

// VectorKey names a stored vector.
type VectorKey struct{ Embedder, Hash string }

// CountUnembedded returns how many texts an embedder was given, and how many of them it could not embed; "" stands for all embedders.
func (db *DB) CountUnembedded(ctx context.Context, embedder string) (texts, empty int, err error) {
	err = db.read.QueryRowContext(ctx, `SELECT count(*), count(CASE WHEN coalesce(length(vector), 0) = 0 THEN 1 END) FROM vectors WHERE ? IN (embedder, '')`, embedder).
		Scan(&texts, &empty)
	return texts, empty, explain("count vectors", err)
}

// BadVectors returns the vectors that cannot be compared with the others of their embedder: of another length, or with an entry that is
// no number.
func (db *DB) BadVectors(ctx context.Context) ([]VectorKey, error) {
	var bad []VectorKey
	length := map[string]int{}
	rows, err := db.read.QueryContext(ctx, `SELECT embedder, length(vector) FROM vectors WHERE length(vector) > 0
		GROUP BY 1, 2 ORDER BY 1, count(*)`) // the most frequent length comes last
	_, err = collect(rows, explain("check vectors", err), func(scan func(...any) error) (struct{}, error) {
		var embedder string
		var n int
		err := scan(&embedder, &n)
		length[embedder] = n
		return struct{}{}, err
	})
	if err != nil {
		return nil, err
	}
	rows, err = db.read.QueryContext(ctx, `SELECT embedder, hash, vector FROM vectors`)
	_, err = collect(rows, explain("check vectors", err), func(scan func(...any) error) (struct{}, error) {
		var key VectorKey
		var blob []byte
		err := scan(&key.Embedder, &key.Hash, &blob)
		if len(blob) > 0 && (len(blob) != length[key.Embedder] || len(blob)%4 != 0 || !finite(blobVector(blob))) {
			bad = append(bad, key)
		}
		return struct{}{}, err
	})
	return bad, err
}

func finite(v []float32) bool {
	for _, x := range v {
		if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
			return false
		}
	}
	return true
}

// DropEmpty forgets what an embedder could not embed, so that it is asked again.
func (db *DB) DropEmpty(ctx context.Context, embedder string) error {
	return db.update(ctx, repeatable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM vectors WHERE embedder = ? AND coalesce(length(vector), 0) = 0`, embedder)
		return err
	})
}

// DropVectors deletes vectors, so that they are made again.
func (db *DB) DropVectors(ctx context.Context, keys []VectorKey) error {
	return db.updateEach(ctx, len(keys), func(b *batch, i int) error {
		return b.exec(ctx, `DELETE FROM vectors WHERE embedder = ? AND hash = ?`, keys[i].Embedder, keys[i].Hash)
	})
}

// BadSketches returns the numbers of the vectors whose sketch, as fits tells, was not made of them.
func (db *DB) BadSketches(ctx context.Context, fits func(vector []float32, sketch []byte) bool) ([]int64, error) {
	var bad []int64
	rows, err := db.read.QueryContext(ctx, `SELECT s.no, v.vector, s.sketch FROM sketches AS s JOIN vectors AS v ON v.no = s.no ORDER BY s.no`)
	_, err = collect(rows, explain("check sketches", err), func(scan func(...any) error) (struct{}, error) {
		var no int64
		var vector, sketch sql.RawBytes
		err := scan(&no, &vector, &sketch)
		if err == nil && !fits(blobVector(vector), sketch) {
			bad = append(bad, no)
		}
		return struct{}{}, err
	})
	return bad, err
}

// DropSketches deletes the sketches of vectors, so that the next search makes them again.
func (db *DB) DropSketches(ctx context.Context, numbers []int64) error {
	return db.updateEach(ctx, len(numbers), func(b *batch, i int) error {
		return b.exec(ctx, `DELETE FROM sketches WHERE no = ?`, numbers[i])
	})
}

// ReportKey names a stored version of a report.
type ReportKey struct {
	Run     string
	Version int
}

// ReportKeys returns every stored report, run by run.
func (db *DB) ReportKeys(ctx context.Context) ([]ReportKey, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT run, version FROM reports ORDER BY run, version`)
	return collect(rows, explain("list reports", err), func(scan func(...any) error) (ReportKey, error) {
		var k ReportKey
		return k, scan(&k.Run, &k.Version)
	})
}

// Forget deletes what was read from a document, so that it is read again from its copy: state becomes Queued.
func (db *DB) Forget(ctx context.Context, d source.Document) error {
	d.State, d.Reason = source.Queued, ""
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		for _, table := range []string{"mentions", "passages", "sections", "pages"} {
			if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE document = ?`, d.Hash); err != nil {
				return err
			}
		}
		return writeDocument(ctx, tx, d)
	})
	return explain("read "+d.Name+" again", err)
}
