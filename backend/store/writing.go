package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// durability says what a power cut may do to a write. Every write names one, here or where it is made.
//
// What was written survives a crash of the program either way, and a power cut never leaves half of a transaction.
// Writes are lost in order, the latest first: when a lasting one returns, everything written before it is on the disk
// as well.
type durability int

const (
	// repeatable is what the program makes again by itself: text, index, references and vectors of a document, what a
	// run connected to and found, its events, its position after a node that can run again. SQLite leaves it to the
	// system when it reaches the disk.
	repeatable durability = iota
	// lasting is what a person did or waited for: answers, plan edits and other messages to a run, its beginning and
	// its end, a report handed over, the reply of a model, documents and files that come and go, settings. It is on the
	// disk when the write returns.
	lasting
)

// ofCommit is the durability of a commit of a run. A run that goes on can repeat the node that ended; its messages are
// kept by Send.
func ofCommit(c graph.Commit) durability {
	if c.New || c.Run.Status != graph.Running {
		return lasting
	}
	return repeatable
}

// ofReport is the durability of a version of a report: a draft is written again.
func ofReport(version int) durability {
	if version == 0 {
		return lasting
	}
	return repeatable
}

// ofDocument is the durability of a document's row. One that is being read goes on where it was; a web article is
// fetched again.
func ofDocument(s source.State) durability {
	if s == source.Extracting || s == source.Saved {
		return repeatable
	}
	return lasting
}

// tx is a write transaction. Its first failure stays: whatever it is told afterwards does nothing, and update returns the failure.
type tx struct {
	begun    *sql.Tx
	prepared map[string]*sql.Stmt // by their text; the transaction closes them
	err      error
}

// update runs fn in one write transaction, which is undone when something in it fails. op says what is attempted.
func (db *DB) update(ctx context.Context, op string, d durability, fn func(t *tx)) error {
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return explain(op, err)
	}
	if d == lasting {
		err = synchronous(ctx, conn, "FULL")
	}
	if err == nil {
		err = transact(ctx, conn, fn)
	}
	if d == lasting {
		err = errors.Join(err, synchronous(ctx, conn, "NORMAL"))
	}
	return explain(op, errors.Join(err, conn.Close()))
}

// synchronous sets when the one connection that writes waits for the disk: at every commit (FULL), or when the log is
// emptied (NORMAL).
func synchronous(ctx context.Context, conn *sql.Conn, mode string) error {
	_, err := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA synchronous = "+mode)
	return err
}

func transact(ctx context.Context, conn *sql.Conn, fn func(t *tx)) error {
	begun, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	t := &tx{begun: begun, prepared: map[string]*sql.Stmt{}}
	if fn(t); t.err != nil {
		begun.Rollback() // its own error says nothing beyond the first: a cancelled context has rolled back already
		return t.err
	}
	err = begun.Commit()
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
		err = ctx.Err() // the transaction was rolled back when the context ended
	}
	return err
}

// exec is update with one statement. It returns how many rows were changed.
func (db *DB) exec(ctx context.Context, op string, d durability, statement string, args ...any) (changed int, err error) {
	err = db.update(ctx, op, d, func(t *tx) { changed, _ = t.exec(ctx, statement, args...) })
	return changed, err
}

// do is exec where nobody asks how many rows were changed.
func (db *DB) do(ctx context.Context, op string, d durability, statement string, args ...any) error {
	_, err := db.exec(ctx, op, d, statement, args...)
	return err
}

// batchTime bounds a write transaction, so that another writer of this process never waits long.
const batchTime = 40 * time.Millisecond

// updateEach runs fn for 0 to n-1 in as many write transactions as batchTime makes necessary. After a crash a prefix of the
// work is there: callers mark the whole as done only afterwards.
func (db *DB) updateEach(ctx context.Context, op string, n int, fn func(t *tx, i int)) error {
	for i := 0; i < n; {
		err := db.update(ctx, op, repeatable, func(t *tx) {
			for begin := time.Now(); i < n && t.err == nil && time.Since(begin) < batchTime; i++ {
				fn(t, i)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// fail ends the transaction unless err is nil.
func (t *tx) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// exec runs a statement and returns how many rows it changed, and the number of the row that it inserted last.
func (t *tx) exec(ctx context.Context, statement string, args ...any) (changed int, last int64) {
	if t.err != nil {
		return 0, 0
	}
	done, err := t.begun.ExecContext(ctx, statement, args...)
	if err != nil {
		t.fail(err)
		return 0, 0
	}
	n, first := done.RowsAffected()
	last, second := done.LastInsertId()
	t.fail(errors.Join(first, second))
	return int(n), last
}

// script runs statements that tell of no rows.
func (t *tx) script(ctx context.Context, statements string) {
	if t.err == nil {
		_, err := t.begun.ExecContext(ctx, statements)
		t.fail(err)
	}
}

// touch is exec of a statement that has to change a row; otherwise says why it did not.
func (t *tx) touch(ctx context.Context, otherwise error, statement string, args ...any) {
	if changed, _ := t.exec(ctx, statement, args...); changed == 0 {
		t.fail(otherwise)
	}
}

// repeat makes a small change that is one of many: its statement is prepared once. A context that ends stops it before, not amid: to watch
// over every statement costs as much as to run it.
func (t *tx) repeat(ctx context.Context, statement string, args ...any) {
	if s := t.statement(ctx, statement); s != nil {
		_, err := s.ExecContext(context.WithoutCancel(ctx), args...)
		t.fail(err)
	}
}

// look reads one row under the same rule, and reports whether there is one.
func (t *tx) look(ctx context.Context, query string, args []any, into ...any) bool {
	s := t.statement(ctx, query)
	if s == nil {
		return false
	}
	err := s.QueryRowContext(context.WithoutCancel(ctx), args...).Scan(into...)
	if !errors.Is(err, sql.ErrNoRows) {
		t.fail(err)
	}
	return err == nil
}

func (t *tx) statement(ctx context.Context, text string) *sql.Stmt {
	if t.fail(ctx.Err()); t.err != nil {
		return nil
	}
	s, known := t.prepared[text]
	if !known {
		var err error
		if s, err = t.begun.PrepareContext(context.WithoutCancel(ctx), text); err != nil {
			t.fail(err)
			return nil
		}
		t.prepared[text] = s
	}
	return s
}
