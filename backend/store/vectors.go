package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"math"

	"rabbithole/backend/source"
)

// PutVectors stores the vectors an embedder made of texts, replacing older ones, each with its sketch if it has one, and sets their
// numbers. It is done wholly or not at all.
func (db *DB) PutVectors(ctx context.Context, embedder string, vectors []source.Vector) error {
	return db.update(ctx, "store vectors", repeatable, func(t *tx) {
		for i, v := range vectors {
			t.look(ctx, `INSERT OR REPLACE INTO vectors (embedder, hash, vector) VALUES (?,?,?) RETURNING no`,
				[]any{embedder, v.Hash, vectorBlob(v.Entries)}, &vectors[i].Number)
			if len(v.Sketch) > 0 {
				t.repeat(ctx, `INSERT INTO sketches (no, sketch) VALUES (?,?)`, vectors[i].Number, v.Sketch)
			}
		}
	})
}

// liveText is the condition that a vector v belongs to a text that takes part in search; it reads no passage, only an index.
const liveText = `v.hash IN (SELECT p.hash FROM passages AS p INDEXED BY passages_hash
	WHERE p.document IN (SELECT hash FROM documents WHERE state IN ('searchable', 'ready')))`

// Vectors calls yield with the vectors of an embedder whose texts stand in live documents, each once, in a fixed order.
func (db *DB) Vectors(ctx context.Context, embedder string, yield func(source.Vector) error) error {
	return eachVector(yield)(db.read.QueryContext(ctx, `SELECT v.no, v.hash, v.vector FROM vectors AS v WHERE v.embedder = ? AND `+liveText+`
		ORDER BY v.hash`, embedder))
}

// VectorsByHash calls yield with those vectors of an embedder whose texts have these hashes.
func (db *DB) VectorsByHash(ctx context.Context, embedder string, hashes []string, yield func(source.Vector) error) error {
	return eachVector(yield)(db.read.QueryContext(ctx, `SELECT v.no, v.hash, v.vector FROM json_each(?) AS wanted
		CROSS JOIN vectors AS v ON v.embedder = ? AND v.hash = wanted.value`, jsonList(hashes), embedder))
}

// VectorsByNumber calls yield with the vectors that have these numbers.
func (db *DB) VectorsByNumber(ctx context.Context, numbers []int64, yield func(source.Vector) error) error {
	return eachVector(yield)(db.read.QueryContext(ctx, `SELECT v.no, v.hash, v.vector FROM json_each(?) AS wanted
		CROSS JOIN vectors AS v ON v.no = wanted.value`, jsonList(numbers)))
}

func eachVector(yield func(source.Vector) error) func(*sql.Rows, error) error {
	type row struct {
		source.Vector
		blob sql.RawBytes
	}
	return each("read vectors", func(r *row) []any { return []any{&r.Number, &r.Hash, &r.blob} }, func(r row) error {
		r.Entries = blobVector(r.blob)
		return yield(r.Vector)
	})
}

// Unembedded returns the hashes and texts of up to limit searchable passages that the embedder has no vector for, in the order in
// which they were added, each text once.
func (db *DB) Unembedded(ctx context.Context, embedder string, limit int) (hashes, texts []string, err error) {
	type row struct{ hash, text string }
	err = each("find texts without vectors", func(r *row) []any { return []any{&r.hash, &r.text} }, func(r row) error {
		hashes, texts = append(hashes, r.hash), append(texts, r.text)
		return nil
	})(db.read.QueryContext(ctx, `SELECT p.hash, p.text FROM terms AS t JOIN passages AS p ON p.no = t.no
		WHERE NOT EXISTS (SELECT 1 FROM vectors AS v WHERE v.embedder = ? AND v.hash = p.hash)
		AND NOT EXISTS (SELECT 1 FROM passages AS q JOIN terms AS u ON u.no = q.no WHERE q.hash = p.hash AND q.no < p.no)
		ORDER BY p.no LIMIT ?`, embedder, limit))
	return hashes, texts, err
}

// CountVectors returns how many of the searchable texts have a vector of the embedder, and how many texts there are.
func (db *DB) CountVectors(ctx context.Context, embedder string) (done, total int, err error) {
	n, err := one("count vectors", counted, nil)(db.read.QueryContext(ctx, `SELECT count(v.hash), count(*) FROM (SELECT DISTINCT p.hash FROM terms AS t
		JOIN passages AS p ON p.no = t.no) AS texts LEFT JOIN vectors AS v ON v.embedder = ? AND v.hash = texts.hash`, embedder))
	return n[0], n[1], err
}

// VectorSize returns how many vectors of an embedder there are, those of texts out of search included, and how long they are, which is how
// long most of the first hundred are: one may be damaged. 0 when none has entries.
func (db *DB) VectorSize(ctx context.Context, embedder string) (vectors, entries int, err error) {
	n, err := one("count vectors", counted, nil)(db.read.QueryContext(ctx,
		`SELECT (SELECT count(*) FROM vectors WHERE embedder = ?1), coalesce((SELECT entries FROM
		(SELECT length(vector) / 4 AS entries FROM vectors WHERE embedder = ?1 AND length(vector) > 0 LIMIT 100)
		GROUP BY entries ORDER BY count(*) DESC LIMIT 1), 0)`, embedder))
	return n[0], n[1], err
}

// HasVectors reports whether the embedder made any vector of the library.
func (db *DB) HasVectors(ctx context.Context, embedder string) (bool, error) {
	return one("look for vectors", value[bool], nil)(db.read.QueryContext(ctx, `SELECT EXISTS (SELECT 1 FROM vectors WHERE embedder = ?)`, embedder))
}

// PruneVectors deletes the vectors of texts that no passage has any more, and those of every embedder but the one to keep. It returns
// how many there were.
func (db *DB) PruneVectors(ctx context.Context, keep string) (total int, err error) {
	for {
		n, err := db.exec(ctx, "prune vectors", repeatable, `DELETE FROM vectors WHERE no IN (SELECT no FROM vectors
			WHERE embedder <> ? OR hash NOT IN (SELECT hash FROM passages) LIMIT 500)`, keep)
		if total += n; err != nil || n == 0 {
			return total, err
		}
	}
}

// Sketches calls yield with number and sketch of an embedder's vectors whose texts stand in live documents. The sketch is empty when
// none was stored, and holds only until yield returns. Vectors without entries are left out.
func (db *DB) Sketches(ctx context.Context, embedder string, yield func(number int64, sketch []byte) error) error {
	type row struct {
		number int64
		sketch sql.RawBytes
	}
	return each("read sketches", func(r *row) []any { return []any{&r.number, &r.sketch} }, func(r row) error { return yield(r.number, r.sketch) })(
		db.read.QueryContext(ctx, `SELECT v.no, s.sketch FROM vectors AS v LEFT JOIN sketches AS s ON s.no = v.no
		WHERE v.embedder = ? AND (s.no IS NOT NULL OR length(v.vector) > 0) AND `+liveText, embedder))
}

// PutSketches stores the sketches of vectors that are there, replacing older ones. It commits in batches.
func (db *DB) PutSketches(ctx context.Context, vectors []source.Vector) error {
	return db.updateEach(ctx, "store sketches", len(vectors), func(t *tx, i int) {
		t.repeat(ctx, `INSERT OR REPLACE INTO sketches (no, sketch) SELECT no, ? FROM vectors WHERE no = ?`, vectors[i].Sketch, vectors[i].Number)
	})
}

// VectorNumbers returns the numbers of an embedder's vectors whose texts stand in a live passage that passes the filter.
func (db *DB) VectorNumbers(ctx context.Context, embedder string, filter source.Filter) ([]int64, error) {
	where, args := liveWhere(filter)
	return list("find vectors of a collection", value[int64])(db.read.QueryContext(ctx,
		`SELECT v.no FROM vectors AS v WHERE v.embedder = ? AND v.hash IN (
		SELECT p.hash FROM passages AS p INDEXED BY passages_hash WHERE `+where+`)`, append([]any{embedder}, args...)...))
}

// vectorBlob writes a vector as little-endian float32.
func vectorBlob(v []float32) []byte {
	blob := make([]byte, 4*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint32(blob[4*i:], math.Float32bits(x))
	}
	return blob
}

func blobVector(blob []byte) []float32 {
	v := make([]float32, len(blob)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(blob[4*i:]))
	}
	return v
}
