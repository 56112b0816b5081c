package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"rabbithole/backend/source"
)

// textRow is a text and its hash, the key of its vectors.
type textRow struct{ hash, text string }

// PutVectors stores the vectors an embedder made of texts, replacing older ones, each with its sketch if it has one, and sets their
// numbers. It is done wholly or not at all.
func (db *DB) PutVectors(ctx context.Context, embedder string, vectors []source.Vector) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		for i, v := range vectors {
			err := tx.QueryRowContext(ctx, `INSERT OR REPLACE INTO vectors (embedder, hash, vector) VALUES (?,?,?) RETURNING no`,
				embedder, v.Hash, vectorBlob(v.Entries)).Scan(&vectors[i].Number)
			if err == nil && len(v.Sketch) > 0 {
				_, err = tx.ExecContext(ctx, `INSERT INTO sketches (no, sketch) VALUES (?,?)`, vectors[i].Number, v.Sketch)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return explain("store vectors", err)
}

// liveText is the condition that a vector v belongs to a text that takes part in search; it reads no passage, only an index.
const liveText = `v.hash IN (SELECT p.hash FROM passages AS p INDEXED BY passages_hash
	WHERE p.document IN (SELECT hash FROM documents WHERE state IN ('searchable', 'ready')))`

// Vectors calls yield with the vectors of an embedder whose texts stand in live documents, each once, in a fixed order.
func (db *DB) Vectors(ctx context.Context, embedder string, yield func(source.Vector) error) error {
	rows, err := db.read.QueryContext(ctx, `SELECT v.no, v.hash, v.vector FROM vectors AS v WHERE v.embedder = ? AND `+liveText+`
		ORDER BY v.hash`, embedder)
	return eachVector(rows, err, yield)
}

// VectorsByHash calls yield with those vectors of an embedder whose texts have these hashes.
func (db *DB) VectorsByHash(ctx context.Context, embedder string, hashes []string, yield func(source.Vector) error) error {
	rows, err := db.read.QueryContext(ctx, `SELECT v.no, v.hash, v.vector FROM json_each(?) AS wanted
		CROSS JOIN vectors AS v ON v.embedder = ? AND v.hash = wanted.value`, jsonList(hashes), embedder)
	return eachVector(rows, err, yield)
}

// VectorsByNumber calls yield with the vectors that have these numbers.
func (db *DB) VectorsByNumber(ctx context.Context, numbers []int64, yield func(source.Vector) error) error {
	rows, err := db.read.QueryContext(ctx, `SELECT v.no, v.hash, v.vector FROM json_each(?) AS wanted
		CROSS JOIN vectors AS v ON v.no = wanted.value`, jsonNumbers(numbers))
	return eachVector(rows, err, yield)
}

func eachVector(rows *sql.Rows, err error, yield func(source.Vector) error) error {
	if err != nil {
		return explain("read vectors", err)
	}
	defer rows.Close()
	var blob sql.RawBytes
	for rows.Next() {
		var v source.Vector
		if err := rows.Scan(&v.Number, &v.Hash, &blob); err != nil {
			return explain("read vectors", err)
		}
		v.Entries = blobVector(blob)
		if err := yield(v); err != nil {
			return err
		}
	}
	return explain("read vectors", rows.Err())
}

// Unembedded returns the hashes and texts of up to limit searchable passages that the embedder has no vector for, in the order in
// which they were added, each text once.
func (db *DB) Unembedded(ctx context.Context, embedder string, limit int) (hashes, texts []string, err error) {
	rows, err := db.read.QueryContext(ctx, `SELECT p.hash, p.text FROM terms AS t JOIN passages AS p ON p.no = t.no
		WHERE NOT EXISTS (SELECT 1 FROM vectors AS v WHERE v.embedder = ? AND v.hash = p.hash)
		AND NOT EXISTS (SELECT 1 FROM passages AS q JOIN terms AS u ON u.no = q.no WHERE q.hash = p.hash AND q.no < p.no)
		ORDER BY p.no LIMIT ?`, embedder, limit)
	found, err := collect(rows, explain("find texts without vectors", err), func(scan func(...any) error) (textRow, error) {
		var r textRow
		err := scan(&r.hash, &r.text)
		return r, err
	})
	for _, r := range found {
		hashes, texts = append(hashes, r.hash), append(texts, r.text)
	}
	return hashes, texts, err
}

// CountVectors returns how many of the searchable texts have a vector of the embedder, and how many texts there are.
func (db *DB) CountVectors(ctx context.Context, embedder string) (done, total int, err error) {
	err = db.read.QueryRowContext(ctx, `SELECT count(v.hash), count(*) FROM (SELECT DISTINCT p.hash FROM terms AS t
		JOIN passages AS p ON p.no = t.no) AS texts LEFT JOIN vectors AS v ON v.embedder = ? AND v.hash = texts.hash`, embedder).
		Scan(&done, &total)
	return done, total, explain("count vectors", err)
}

// VectorSize returns how many vectors of an embedder there are, those of texts out of search included, and how long they are, which is how
// long most of the first hundred are: one may be damaged. 0 when none has entries.
func (db *DB) VectorSize(ctx context.Context, embedder string) (vectors, entries int, err error) {
	err = db.read.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM vectors WHERE embedder = ?1), coalesce((SELECT entries FROM
		(SELECT length(vector) / 4 AS entries FROM vectors WHERE embedder = ?1 AND length(vector) > 0 LIMIT 100)
		GROUP BY entries ORDER BY count(*) DESC LIMIT 1), 0)`, embedder).Scan(&vectors, &entries)
	return vectors, entries, explain("count vectors", err)
}

// HasVectors reports whether the embedder made any vector of the library.
func (db *DB) HasVectors(ctx context.Context, embedder string) (bool, error) {
	var has bool
	err := db.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM vectors WHERE embedder = ?)`, embedder).Scan(&has)
	return has, explain("look for vectors", err)
}

// PruneVectors deletes the vectors of texts that no passage has any more, and those of every embedder but the one to keep. It returns
// how many there were.
func (db *DB) PruneVectors(ctx context.Context, keep string) (int, error) {
	total := 0
	for {
		var n int64
		err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
			done, err := tx.ExecContext(ctx, `DELETE FROM vectors WHERE no IN (SELECT no FROM vectors
				WHERE embedder <> ? OR hash NOT IN (SELECT hash FROM passages) LIMIT 500)`, keep)
			if err != nil {
				return err
			}
			n, err = done.RowsAffected()
			return err
		})
		if total += int(n); err != nil || n == 0 {
			return total, explain("prune vectors", err)
		}
	}
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

// jsonNumbers writes a list of numbers as JSON, to be unfolded by json_each.
func jsonNumbers(list []int64) string { return strings.ReplaceAll(fmt.Sprint(list), " ", ",") }
