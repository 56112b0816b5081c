package store

import (
	"context"
	"database/sql"

	"rabbithole/backend/source"
)

// Reader reads documents, pages, passages and references within a scope. Everything outside the scope is NotFound or
// missing from lists, and references that lead there have the status refs.Outside. The limit is part of every query, so
// code that holds a Reader cannot read past it.
type Reader struct {
	read  *sql.DB
	scope source.Scope
	run   string // its attached files and web articles are readable too; "" for none
}

// Within returns a Reader limited to a scope. The files attached to the run, and the web articles that the run and its
// sub-runs have read, are readable too. run may be "".
func (db *DB) Within(scope source.Scope, run string) *Reader {
	return &Reader{read: db.read, scope: scope, run: run}
}

// PassagesIn returns the passages with these IDs that are in the scope, in the order of ids.
func (db *DB) PassagesIn(ctx context.Context, scope source.Scope, ids []string) ([]source.Passage, error) {
	return db.Within(scope, "").PassagesByID(ctx, ids)
}

// Scope returns the limit of the Reader.
func (r *Reader) Scope() source.Scope { return r.scope }

// InScope returns the documents of the scope by collection and name, also those that failed or are not read yet, but
// not removed or replaced ones. Files and web articles of the run are not among them.
func (r *Reader) InScope(ctx context.Context) ([]source.Document, error) {
	where, args := inScope(r.scope)
	return list("list documents", documentRowFields)(r.read.QueryContext(ctx, `SELECT `+documentRow+` FROM documents
		WHERE `+where+` AND state NOT IN `+nameless+` ORDER BY collection, name, hash`, args...))
}

// DocumentsByHash returns the documents with these hashes, in whatever state; unknown ones are left out.
func (r *Reader) DocumentsByHash(ctx context.Context, hashes []string) ([]source.Document, error) {
	return list("read documents", documentRowFields)(r.query(ctx, `SELECT `+documentRow+` FROM documents WHERE hash IN (SELECT value FROM json_each(?))`,
		"documents.hash", "", jsonList(hashes)))
}

// inScope returns an SQL condition on a row of documents: it is in the scope.
func inScope(s source.Scope) (string, []any) {
	if s.Empty() {
		return "0", nil
	}
	where, args := "1", []any(nil)
	if !s.Whole() {
		where = "state <> 'saved'" // those belong to runs, not to a collection
	}
	if list := s.Collections(); len(list) > 0 {
		where, args = where+" AND collection IN (SELECT value FROM json_each(?))", append(args, jsonList(list))
	}
	if list := s.Documents(); len(list) > 0 {
		where, args = where+" AND hash IN (SELECT value FROM json_each(?))", append(args, jsonList(list))
	}
	return where, args
}

// may returns an SQL condition: the document may be read whose hash is in a column, named with its table.
func (r *Reader) may(hash string) (string, []any) {
	if r.scope.Whole() {
		return "1", nil
	}
	where, args := inScope(r.scope)
	return `(EXISTS (SELECT 1 FROM documents AS d WHERE d.hash = ` + hash + ` AND ` + where + `)
		OR EXISTS (SELECT 1 FROM attached_to AS a WHERE a.run = ? AND a.hash = ` + hash + `)
		OR EXISTS (SELECT 1 FROM holds AS h WHERE h.document = ` + hash + `
			AND (h.run = ? OR h.run IN (SELECT id FROM runs WHERE parent = ? AND parent <> ''))))`,
		append(args, r.run, r.run, r.run)
}

// query runs a SELECT that ends inside its WHERE clause, adds the condition that the document with the hash may be
// read, and then rest, such as an ORDER BY.
func (r *Reader) query(ctx context.Context, text, hash, rest string, args ...any) (*sql.Rows, error) {
	may, more := r.may(hash)
	return r.read.QueryContext(ctx, text+` AND `+may+rest, append(args, more...)...)
}
