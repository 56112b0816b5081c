package store

import (
	"context"
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

func attachedFields(a *Attached) []any {
	return []any{&a.Hash, &a.Name, &a.Format, &a.Bytes, instant{&a.At}}
}

// Attach notes that a file waits for a run, once for the same bytes.
func (db *DB) Attach(ctx context.Context, a Attached) error {
	return db.do(ctx, "attach "+a.Name, lasting, `INSERT INTO attached (`+attachedColumns+`, waiting) VALUES (?,?,?,?,?,1)
		ON CONFLICT(hash) DO UPDATE SET name = excluded.name, at = excluded.at, waiting = 1`, attachedFields(&a)...)
}

// Waiting returns the files that wait for a run, the newest first.
func (db *DB) Waiting(ctx context.Context) ([]Attached, error) {
	return list("list attached files", attachedFields)(db.read.QueryContext(ctx,
		`SELECT `+attachedColumns+` FROM attached WHERE waiting = 1 ORDER BY julianday(at) DESC, name, hash`))
}

// AllAttached returns every file that waits for a run or that one uses, by hash.
func (db *DB) AllAttached(ctx context.Context) ([]Attached, error) {
	return list("list attached files", attachedFields)(db.read.QueryContext(ctx, `SELECT `+attachedColumns+` FROM attached ORDER BY hash`))
}

// Attached returns a file; a fault of kind NotFound when it is not attached.
func (db *DB) Attached(ctx context.Context, hash string) (Attached, error) {
	return one("find an attached file", attachedFields, notAttached(hash))(db.read.QueryContext(ctx,
		`SELECT `+attachedColumns+` FROM attached WHERE hash = ?`, hash))
}

// AttachedTo returns a file under the name that a run knows it by; a fault of kind NotFound when the run has no such file.
func (db *DB) AttachedTo(ctx context.Context, run, hash string) (Attached, error) {
	return one("find an attached file", attachedFields, notAttached(hash))(db.read.QueryContext(ctx, `SELECT a.hash, t.name, a.format, a.bytes, a.at
		FROM attached_to AS t JOIN attached AS a ON a.hash = t.hash WHERE t.run = ? AND t.hash = ?`, run, hash))
}

// Detach takes a file back that waits for a run. Runs that use it keep it.
func (db *DB) Detach(ctx context.Context, hash string) error {
	return db.update(ctx, "detach a file", lasting, func(t *tx) {
		t.touch(ctx, notAttached(hash), `UPDATE attached SET waiting = 0 WHERE hash = ? AND waiting = 1`, hash)
		dropAttached(ctx, t)
		dropArticles(ctx, t)
	})
}

// CommitAttached is Commit of a new run that uses attached files: they wait no longer.
func (db *DB) CommitAttached(ctx context.Context, c graph.Commit, hashes []string) ([]event.Event, error) {
	return db.commit(ctx, c, func(t *tx) {
		for _, hash := range hashes {
			t.touch(ctx, notAttached(hash), `INSERT INTO attached_to (run, hash, name) SELECT ?, hash, name FROM attached WHERE hash = ?`, c.Run.ID, hash)
			t.exec(ctx, `UPDATE attached SET waiting = 0 WHERE hash = ?`, hash)
		}
	})
}

// dropAttached deletes the files that wait for no run and that none uses any more.
func dropAttached(ctx context.Context, t *tx) {
	t.exec(ctx, `DELETE FROM attached WHERE waiting = 0 AND hash NOT IN (SELECT hash FROM attached_to)`)
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

func notAttached(hash string) error {
	return fault.New(fmt.Sprintf("find the attached file %.12s", hash), fault.NotFound, "Attach the file again.", nil)
}
