package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"rabbithole/backend/fault"
)

// Check reads the whole database file and returns a fault of kind Storage when it is damaged; on a large library it takes seconds.
func (db *DB) Check(ctx context.Context) error {
	found, err := db.integrity(ctx)
	if err != nil {
		return err
	}
	if len(found) == 1 && found[0] == "ok" {
		found = nil
	}
	orphans, err := db.orphans(ctx)
	if err != nil {
		return err
	}
	if found = append(found, orphans...); len(found) == 0 {
		return nil
	}
	return fault.New("check the library", fault.Storage, damagedHint, fmt.Errorf("%w: %s", errDamaged, strings.Join(found, "; ")))
}

// errDamaged is what Check finds.
var errDamaged = errors.New("the database is damaged")

// Damaged reports whether err says that the database file is damaged, and not that the disk, a permission or another process is in the way.
func Damaged(err error) bool {
	code := codeOf(err)
	return errors.Is(err, errDamaged) || code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
}

// integrity lets SQLite look through a connection of its own: FTS5 checks against what a connection remembers of the index, and one that
// was used before the index was merged takes what it finds for damage.
func (db *DB) integrity(ctx context.Context) (found []string, err error) {
	fresh, err := connectToRead(ctx, db.path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, fresh.Close()) }()
	return list("check the library", value[string])(fresh.QueryContext(ctx, `PRAGMA integrity_check(10)`))
}

// CheckFile checks the database file at path, whatever version of the program wrote it, without changing it.
func CheckFile(ctx context.Context, path string) error {
	db, err := openToRead(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(db.Check(ctx), db.Close())
}

// orphans names the tables with rows whose owner is missing.
func (db *DB) orphans(ctx context.Context) ([]string, error) {
	return list("check the library", value[string])(db.read.QueryContext(ctx,
		`SELECT format('%d rows of %s without their row in %s', count(*), "table", "parent")
		FROM pragma_foreign_key_check GROUP BY "table", "parent"`))
}

// Unindexed returns the live documents of which passages are not findable by their words.
func (db *DB) Unindexed(ctx context.Context) ([]string, error) {
	return list("compare index and passages", value[string])(db.read.QueryContext(ctx,
		`SELECT DISTINCT p.document FROM passages AS p LEFT JOIN terms AS t ON t.no = p.no
		WHERE t.no IS NULL AND p.document IN `+liveDocuments+` ORDER BY p.document`))
}

// Stray returns the documents out of search that are still findable.
func (db *DB) Stray(ctx context.Context) ([]string, error) {
	return list("compare index and documents", value[string])(db.read.QueryContext(ctx,
		`SELECT DISTINCT p.document FROM terms AS t JOIN passages AS p ON p.no = t.no
		WHERE p.document IN (SELECT hash FROM documents WHERE state IN ('removed', 'replaced', 'failed')) ORDER BY p.document`))
}

// IndexSound reports whether the full-text index holds as many passages as it should, and the totals are right.
func (db *DB) IndexSound(ctx context.Context) (bool, error) {
	return one("compare index and terms", value[bool], sql.ErrNoRows)(db.read.QueryContext(ctx,
		`SELECT t.passages = s.n AND t.head = s.head AND t.body = s.body AND s.n = (SELECT count(*) FROM terms_index_docsize)
		FROM terms_total AS t, (SELECT count(*) AS n, coalesce(sum(head_size), 0) AS head, coalesce(sum(body_size), 0) AS body FROM terms) AS s`))
}

// RebuildIndex makes the full-text index and the totals anew from the terms.
func (db *DB) RebuildIndex(ctx context.Context) error {
	return db.update(ctx, "make the index anew", repeatable, func(t *tx) {
		t.exec(ctx, `INSERT INTO terms_index(terms_index) VALUES ('delete-all')`)
		t.exec(ctx, `INSERT INTO terms_index(rowid, head, body, parts) SELECT no, head, body, parts FROM terms`)
		t.exec(ctx, `DELETE FROM terms_total`)
		t.exec(ctx, `INSERT INTO terms_total SELECT 1, count(*), coalesce(sum(head_size), 0), coalesce(sum(body_size), 0) FROM terms`)
	})
}

// VectorKey names a stored vector.
type VectorKey struct{ Embedder, Hash string }

// CountUnembedded returns how many texts an embedder was given, and how many of them it could not embed; "" stands for all embedders.
func (db *DB) CountUnembedded(ctx context.Context, embedder string) (texts, empty int, err error) {
	n, err := one("count vectors", counted, nil)(db.read.QueryContext(ctx,
		`SELECT count(*), count(CASE WHEN coalesce(length(vector), 0) = 0 THEN 1 END) FROM vectors WHERE ? IN (embedder, '')`, embedder))
	return n[0], n[1], err
}

// BadVectors returns the vectors that cannot be compared with the others of their embedder: of another length, or with an entry that is
// no number.
func (db *DB) BadVectors(ctx context.Context) (bad []VectorKey, err error) {
	length, err := byKey("check vectors", pair[string, int])(db.read.QueryContext(ctx,
		`SELECT embedder, length(vector) FROM vectors WHERE length(vector) > 0
		GROUP BY 1, 2 ORDER BY 1, count(*)`)) // the most frequent length comes last
	if err != nil {
		return nil, err
	}
	type row struct {
		VectorKey
		blob sql.RawBytes
	}
	err = each("check vectors", func(r *row) []any { return []any{&r.Embedder, &r.Hash, &r.blob} }, func(r row) error {
		if len(r.blob) > 0 && (len(r.blob) != length[r.Embedder] || len(r.blob)%4 != 0 || !finite(blobVector(r.blob))) {
			bad = append(bad, r.VectorKey)
		}
		return nil
	})(db.read.QueryContext(ctx, `SELECT embedder, hash, vector FROM vectors`))
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
	return db.do(ctx, "forget empty vectors", repeatable, `DELETE FROM vectors WHERE embedder = ? AND coalesce(length(vector), 0) = 0`, embedder)
}

// DropVectors deletes vectors, so that they are made again.
func (db *DB) DropVectors(ctx context.Context, keys []VectorKey) error {
	return db.updateEach(ctx, "delete vectors", len(keys), func(t *tx, i int) {
		t.repeat(ctx, `DELETE FROM vectors WHERE embedder = ? AND hash = ?`, keys[i].Embedder, keys[i].Hash)
	})
}

// BadSketches returns the numbers of the vectors whose sketch, as fits tells, was not made of them.
func (db *DB) BadSketches(ctx context.Context, fits func(vector []float32, sketch []byte) bool) (bad []int64, err error) {
	type row struct {
		no             int64
		vector, sketch sql.RawBytes
	}
	err = each("check sketches", func(r *row) []any { return []any{&r.no, &r.vector, &r.sketch} }, func(r row) error {
		if !fits(blobVector(r.vector), r.sketch) {
			bad = append(bad, r.no)
		}
		return nil
	})(db.read.QueryContext(ctx, `SELECT s.no, v.vector, s.sketch FROM sketches AS s JOIN vectors AS v ON v.no = s.no ORDER BY s.no`))
	return bad, err
}

// DropSketches deletes the sketches of vectors, so that the next search makes them again.
func (db *DB) DropSketches(ctx context.Context, numbers []int64) error {
	return db.updateEach(ctx, "delete sketches", len(numbers), func(t *tx, i int) { t.repeat(ctx, `DELETE FROM sketches WHERE no = ?`, numbers[i]) })
}
