package store

import (
	"context"
	"database/sql"
	"errors"

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

// update runs fn in one write transaction.
func (db *DB) update(ctx context.Context, d durability, fn func(*sql.Tx) error) error {
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return explain("begin to write", err)
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
	return errors.Join(err, conn.Close())
}

// synchronous sets when the one connection that writes waits for the disk: at every commit (FULL), or when the log is
// emptied (NORMAL).
func synchronous(ctx context.Context, conn *sql.Conn, mode string) error {
	_, err := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA synchronous = "+mode)
	return explain("begin to write", err)
}

func transact(ctx context.Context, conn *sql.Conn, fn func(*sql.Tx) error) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return explain("begin to write", err)
	}
	if err := fn(tx); err != nil {
		tx.Rollback() // its own error says nothing beyond err: a cancelled context has rolled back already
		return explain("write", err)
	}
	err = tx.Commit()
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
		err = ctx.Err() // the transaction was rolled back when the context ended
	}
	return explain("commit", err)
}
