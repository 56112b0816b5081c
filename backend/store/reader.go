package store

import (
	"context"
	"database/sql"

	"rabbithole/backend/source"
)

// Reader reads documents, pages, passages and references within a scope. What lies outside of it is not found, as if the library did not
// have it; references that lead there are refs.Outside. Every query of a Reader asks for the scope, so who holds one cannot read further.
type Reader struct {
	read  *sql.DB
	scope source.Scope
	run   string // whose attached files and web articles may be read too; "" for none
}

// Within returns a Reader of the library within a scope. The files attached to a run, and the web articles that it and its sub-runs have
// read, belong to it too; run may be "".
func (db *DB) Within(scope source.Scope, run string) *Reader {
	return &Reader{read: db.read, scope: scope, run: run}
}

// PassagesIn returns the passages of a scope with these IDs, in the order of ids; others are left out.
func (db *DB) PassagesIn(ctx context.Context, scope source.Scope, ids []string) ([]source.Passage, error) {
	return db.Within(scope, "").PassagesByID(ctx, ids)
}

// Scope returns what of the library may be read.
func (r *Reader) Scope() source.Scope { return r.scope }

// InScope returns the documents of the scope in whatever state, by collection and name. Removed and replaced ones are left out, and what
// belongs to a run alone.
func (r *Reader) InScope(ctx context.Context) ([]source.Document, error) {
	where, args := inScope(r.scope)
	rows, err := r.read.QueryContext(ctx, `SELECT `+documentRow+` FROM documents WHERE `+where+` AND state NOT IN `+nameless+`
		ORDER BY collection, name, hash`, args...)
	return collect(rows, explain("list documents", err), scanDocument)
}

// DocumentsByHash returns the documents with these hashes, in whatever state; unknown ones are left out.
func (r *Reader) DocumentsByHash(ctx context.Context, hashes []string) ([]source.Document, error) {
	rows, err := r.query(ctx, `SELECT `+documentRow+` FROM documents WHERE hash IN (SELECT value FROM json_each(?))`, "hash", "", jsonList(hashes))
	return collect(rows, explain("read documents", err), scanDocument)
}

// inScope returns the condition that a row of documents is in a scope.
func inScope(s source.Scope) (string, []any) {
	if s.Empty() {
		return "0", nil
	}
	where, args := "1", []any(nil)
	if !s.Whole() {
		where = "state <> 'saved'" // which is somebody's run's, in no collection
	}
	if list := s.Collections(); len(list) > 0 {
		where, args = where+" AND collection IN (SELECT value FROM json_each(?))", append(args, jsonList(list))
	}
	if list := s.Documents(); len(list) > 0 {
		where, args = where+" AND hash IN (SELECT value FROM json_each(?))", append(args, jsonList(list))
	}
	return where, args
}

// may returns the condition that the document whose hash an expression is may be read.
func (r *Reader) may(hash string) (string, []any) {
	if r.scope.Whole() {
		return "1", nil
	}
	where, args := inScope(r.scope)
	return hash + ` IN (SELECT hash FROM documents WHERE ` + where + ` UNION ALL SELECT hash FROM attached_to WHERE run = ?
		UNION ALL SELECT document FROM holds WHERE run = ? OR run IN (SELECT id FROM runs WHERE parent = ? AND parent <> ''))`,
		append(args, r.run, r.run, r.run)
}

// query runs a SELECT whose condition ends with the one that the document named by hash may be read, and rest behind it.
func (r *Reader) query(ctx context.Context, text, hash, rest string, args ...any) (*sql.Rows, error) {
	may, more := r.may(hash)
	return r.read.QueryContext(ctx, text+` AND `+may+rest, append(args, more...)...)
}
