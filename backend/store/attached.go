package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// Attached is a file that a person gives to runs, as far as it is known without reading it.
type Attached struct {
	Hash   string
	Name   string
	Format source.Format
	Bytes  int64
	At     time.Time
}

const attachedColumns = `hash, name, format, bytes, at`

// Attach notes that a file waits for a run, once for the same bytes.
func (db *DB) Attach(ctx context.Context, a Attached) error {
	err := db.update(ctx, lasting, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO attached (`+attachedColumns+`, waiting) VALUES (?,?,?,?,?,1)
			ON CONFLICT(hash) DO UPDATE SET name = excluded.name, at = excluded.at, waiting = 1`, a.Hash, a.Name, a.Format, a.Bytes, moment(a.At))
		return err
	})
	return explain("attach "+a.Name, err)
}

// Waiting returns the files that wait for a run, the newest first.
func (db *DB) Waiting(ctx context.Context) ([]Attached, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT `+attachedColumns+` FROM attached WHERE waiting = 1 ORDER BY julianday(at) DESC, name, hash`)
	return collect(rows, explain("list attached files", err), scanAttached)
}

// AllAttached returns every file that waits for a run or that one uses, by hash.
func (db *DB) AllAttached(ctx context.Context) ([]Attached, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT `+attachedColumns+` FROM attached ORDER BY hash`)
	return collect(rows, explain("list attached files", err), scanAttached)
}

// Attached returns a file; a fault of kind NotFound when it is not attached.
func (db *DB) Attached(ctx context.Context, hash string) (Attached, error) {
	return oneAttached(db.read.QueryRowContext(ctx, `SELECT `+attachedColumns+` FROM attached WHERE hash = ?`, hash), hash)
}

// AttachedTo returns a file under the name that a run knows it by; a fault of kind NotFound when the run has no such file.
func (db *DB) AttachedTo(ctx context.Context, run, hash string) (Attached, error) {
	return oneAttached(db.read.QueryRowContext(ctx, `SELECT a.hash, t.name, a.format, a.bytes, a.at FROM attached_to AS t JOIN attached AS a ON a.hash = t.hash
		WHERE t.run = ? AND t.hash = ?`, run, hash), hash)
}

// Detach takes a file back that waits for a run. Runs that use it keep it.
func (db *DB) Detach(ctx context.Context, hash string) error {
	err := db.update(ctx, lasting, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `UPDATE attached SET waiting = 0 WHERE hash = ? AND waiting = 1`, hash)
		if err := touched(done, err, sql.ErrNoRows); err != nil {
			return err
		}
		if err := dropAttached(ctx, tx); err != nil {
			return err
		}
		return dropArticles(ctx, tx)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return notAttached(hash)
	}
	return explain("detach a file", err)
}

// CommitAttached is Commit of a new run that uses attached files: they wait no longer.
func (db *DB) CommitAttached(ctx context.Context, c graph.Commit, hashes []string) ([]event.Event, error) {
	return db.commit(ctx, c, func(tx *sql.Tx) error {
		for _, hash := range hashes {
			done, err := tx.ExecContext(ctx, `INSERT INTO attached_to (run, hash, name) SELECT ?, hash, name FROM attached WHERE hash = ?`, c.Run.ID, hash)
			if err := touched(done, err, notAttached(hash)); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `UPDATE attached SET waiting = 0 WHERE hash = ?`, hash); err != nil {
				return err
			}
		}
		return nil
	})
}

// dropAttached deletes the files that wait for no run and that none uses any more.
func dropAttached(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM attached WHERE waiting = 0 AND hash NOT IN (SELECT hash FROM attached_to)`)
	return err
}

// keepAttached has the files wait of which it is not known any more which runs use them, so that they are not deleted. Where all articles are
// known, so do the files of which only the text is known.
func (db *DB) keepAttached(ctx context.Context, articles bool) error {
	if articles {
		if _, err := db.write.ExecContext(ctx, `INSERT OR IGNORE INTO attached (`+attachedColumns+`, waiting) SELECT hash, name, format, bytes, added_at, 1
			FROM documents WHERE state = 'saved' AND hash NOT IN (SELECT document FROM articles)`); err != nil {
			return err
		}
	}
	_, err := db.write.ExecContext(ctx, `UPDATE attached SET waiting = 1 WHERE hash NOT IN (SELECT hash FROM attached_to)`)
	return err
}

func oneAttached(row *sql.Row, hash string) (Attached, error) {
	a, err := scanAttached(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return a, notAttached(hash)
	}
	return a, explain("find an attached file", err)
}

func notAttached(hash string) error {
	return fault.New(fmt.Sprintf("find the attached file %.12s", hash), fault.NotFound, "Attach the file again.", nil)
}

func scanAttached(scan func(...any) error) (a Attached, err error) {
	var at string
	if err = scan(&a.Hash, &a.Name, &a.Format, &a.Bytes, &at); err != nil {
		return a, err
	}
	a.At, err = time.Parse(time.RFC3339Nano, at)
	return a, err
}
