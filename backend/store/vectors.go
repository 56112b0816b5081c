package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
)

// textRow is a text and its hash, the key of its vectors.
type textRow struct{ hash, text string }

// PutVectors stores the vectors an embedder made of texts with these hashes, replacing older ones. Both lists have one length.
func (db *DB) PutVectors(ctx context.Context, embedder string, hashes []string, vectors [][]float32) error {
	if len(hashes) != len(vectors) {
		return fmt.Errorf("store vectors: %d vectors for %d texts", len(vectors), len(hashes))
	}
	err := db.update(ctx, func(tx *sql.Tx) error {
		put, err := tx.PrepareContext(ctx, `INSERT OR REPLACE INTO vectors (embedder, hash, vector) VALUES (?,?,?)`)
		if err != nil {
			return err
		}
		defer put.Close()
		for i, hash := range hashes {
			if _, err := put.ExecContext(ctx, embedder, hash, vectorBlob(vectors[i])); err != nil {
				return err
			}
		}
		return nil
	})
	return explain("store vectors", err)
}

// Vectors calls yield with the vectors of an embedder whose texts stand in live documents, each once, in a fixed order.
func (db *DB) Vectors(ctx context.Context, embedder string, yield func(hash string, vector []float32) error) error {
	rows, err := db.read.QueryContext(ctx, `SELECT v.hash, v.vector FROM vectors AS v WHERE v.embedder = ? AND EXISTS (
		SELECT 1 FROM passages AS p JOIN terms AS t ON t.no = p.no WHERE p.hash = v.hash) ORDER BY v.hash`, embedder)
	if err != nil {
		return explain("read vectors", err)
	}
	defer rows.Close()
	for rows.Next() {
		var hash string
		var blob []byte
		if err := rows.Scan(&hash, &blob); err != nil {
			return explain("read vectors", err)
		}
		if err := yield(hash, blobVector(blob)); err != nil {
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

// PruneVectors deletes the vectors of texts that no passage has any more and returns how many there were.
func (db *DB) PruneVectors(ctx context.Context) (int, error) {
	var n int64
	err := db.update(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `DELETE FROM vectors WHERE hash NOT IN (SELECT hash FROM passages)`)
		if err != nil {
			return err
		}
		n, err = done.RowsAffected()
		return err
	})
	return int(n), explain("prune vectors", err)
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
