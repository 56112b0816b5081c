package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

const documentColumns = `hash, name, path, collection, format, title, author, date, language, pages, passages, unreadable, bytes,
	engine, state, reason, added_at, names, unreadable_pages, recognised_pages, trouble, reading`

// documentRow is what documentFields names, and the address of a web article.
const documentRow = documentColumns + `, coalesce((SELECT url FROM articles WHERE document = hash), '')`

func documentFields(d *source.Document) []any {
	return []any{&d.Hash, &d.Name, &d.Path, &d.Collection, &d.Format, &d.Title, &d.Author, &d.Date, &d.Language, &d.Pages, &d.Passages, &d.Unreadable,
		&d.Bytes, &d.Engine, &d.State, &d.Reason, instant{&d.AddedAt}, listJSON(&d.Names), inJSON(&d.UnreadablePages), inJSON(&d.RecognisedPages),
		&d.Trouble, &d.Reading}
}

func documentRowFields(d *source.Document) []any { return append(documentFields(d), &d.URL) }

// PutDocument stores d, new or known by its hash, and returns it as stored: when another document has its name, d gets its
// collection in front of it ("laws/report.pdf") and, if that is taken too, a counter ("laws/report (2).pdf").
func (db *DB) PutDocument(ctx context.Context, d source.Document) (source.Document, error) {
	err := db.update(ctx, "store document "+d.Name, ofDocument(d.State), func(t *tx) {
		if holdsName(d.State) {
			d.Name = freeName(ctx, t, d)
		}
		writeDocument(ctx, t, d)
	})
	return d, err
}

func writeDocument(ctx context.Context, t *tx, d source.Document) {
	t.exec(ctx, upsert("documents", "hash", documentColumns), documentFields(&d)...)
}

// holdsName reports whether a document in this state keeps others from taking its name. nameless says the same to SQL.
func holdsName(s source.State) bool {
	return s != source.Removed && s != source.Replaced && s != source.Saved
}

const nameless = `('removed', 'replaced', 'saved')`

// freeName returns the first of d's possible names that no other document holds.
func freeName(ctx context.Context, t *tx, d source.Document) string {
	for n := 0; ; n++ {
		name, taken := nthName(d, n), 0
		t.look(ctx, `SELECT EXISTS (SELECT 1 FROM documents WHERE name = ? AND hash <> ? AND state NOT IN `+nameless+`)`, []any{name, d.Hash}, &taken)
		if taken == 0 {
			return name
		}
	}
}

// nthName returns the n-th choice of name: the plain one, with the collection in front, then counted from 2.
func nthName(d source.Document, n int) string {
	if n == 0 {
		return d.Name
	}
	name := d.Name
	if d.Collection != "" && !strings.HasPrefix(name, d.Collection+"/") {
		name = d.Collection + "/" + name
		n--
	}
	if n == 0 {
		return name
	}
	ext := filepath.Ext(name)
	return fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, ext), n+1, ext)
}

// Document returns the document whose bytes have this hash, in whatever state; a fault of kind NotFound when there is none.
func (r *Reader) Document(ctx context.Context, hash string) (source.Document, error) {
	what := "document with hash " + hash
	return one("find "+what, documentRowFields, noDocument(what))(r.query(ctx,
		`SELECT `+documentRow+` FROM documents WHERE hash = ?`, "documents.hash", "", hash))
}

// DocumentByName returns the document that holds name now; a fault of kind NotFound when there is none.
func (db *DB) DocumentByName(ctx context.Context, name string) (source.Document, error) {
	what := "document " + name
	return one("find "+what, documentRowFields, noDocument(what))(db.read.QueryContext(ctx, `SELECT `+documentRow+` FROM documents
		WHERE name = ? AND state NOT IN `+nameless, name))
}

// Documents returns the documents that filter selects, by collection and name. Web articles are only among them when they are asked for by
// hash or state: they are no part of what the person has.
func (db *DB) Documents(ctx context.Context, filter source.DocumentFilter) ([]source.Document, error) {
	where, args := documentCondition(filter)
	return list("list documents", documentRowFields)(db.read.QueryContext(ctx, `SELECT `+documentRow+` FROM documents WHERE `+where+`
		ORDER BY collection, name, hash`, args...))
}

// documentCondition returns a filter as an SQL condition and its arguments.
func documentCondition(f source.DocumentFilter) (string, []any) {
	terms, args := []string{"1"}, []any{}
	add := func(term string, arg any) { terms, args = append(terms, term), append(args, arg) }
	if f.Live {
		terms = append(terms, "state IN ('searchable', 'ready')")
	}
	if len(f.Hashes) > 0 {
		add("hash IN (SELECT value FROM json_each(?))", jsonList(f.Hashes))
	}
	if len(f.States) > 0 {
		add("state IN (SELECT value FROM json_each(?))", jsonList(f.States))
	}
	if f.Path != "" {
		add("path = ?", f.Path)
	}
	if len(f.Hashes) == 0 && len(f.States) == 0 {
		terms = append(terms, "state <> 'saved'")
	}
	return strings.Join(terms, " AND "), args
}

// KeepPaths takes their path from all documents but those that have the one given for their hash, and reports whether some had another.
func (db *DB) KeepPaths(ctx context.Context, paths map[string]string) (forgot bool, err error) {
	known, err := json.Marshal(paths)
	if err != nil {
		return false, err
	}
	forgotten, err := db.exec(ctx, "forget paths", lasting, `UPDATE documents SET path = '' WHERE path <> '' AND NOT EXISTS
		(SELECT 1 FROM json_each(?) AS known WHERE known.key = documents.hash AND known.value = documents.path)`, string(known))
	return forgotten > 0, err
}

// ForgetPaths takes their path from the documents that were added from one of the files or folders, and changes nothing else about them.
func (db *DB) ForgetPaths(ctx context.Context, paths []string) error {
	return db.update(ctx, "forget paths", lasting, func(t *tx) {
		for _, path := range paths {
			below := strings.TrimSuffix(path, string(filepath.Separator)) + string(filepath.Separator)
			t.exec(ctx, `UPDATE documents SET path = '' WHERE path = ? OR substr(path, 1, length(?)) = ?`, path, below, below)
		}
	})
}

// SetState moves a document to state and sets its reason. A document that comes to hold its name again may get another one.
func (db *DB) SetState(ctx context.Context, hash string, state source.State, reason string) error {
	return db.update(ctx, fmt.Sprintf("mark document %.12s as %s", hash, state), ofDocument(state), func(t *tx) {
		var d source.Document
		if !t.look(ctx, `SELECT `+documentRow+` FROM documents WHERE hash = ?`, []any{hash}, documentRowFields(&d)...) {
			t.fail(noDocument("document with hash " + hash))
		}
		if holdsName(state) && !holdsName(d.State) {
			d.Name = freeName(ctx, t, d)
		}
		t.exec(ctx, `UPDATE documents SET name = ?, state = ?, reason = ? WHERE hash = ?`, d.Name, state, reason, hash)
	})
}

func noDocument(what string) error {
	return fault.New("find "+what, fault.NotFound, "`rabbithole documents` lists what is in the library.", errors.New("there is no such document"))
}

// Standing is how many documents there are, and whether anything was ever done here.
type Standing struct {
	Searchable int
	Unfinished int  // waiting to be read, or read in part
	Used       bool // there is a document or a run, in whatever state
}

// Standing counts the documents.
func (db *DB) Standing(ctx context.Context) (Standing, error) {
	return one("count documents", func(s *Standing) []any { return []any{&s.Searchable, &s.Unfinished, &s.Used} }, nil)(db.read.QueryContext(ctx,
		`SELECT count(*) FILTER (WHERE state IN ('searchable', 'ready')), count(*) FILTER (WHERE state IN ('queued', 'extracting')),
			count(*) > 0 OR EXISTS (SELECT 1 FROM runs) FROM documents`))
}

// CountRows returns how many documents and runs there are, whatever their state; web articles are no documents of the person's.
func (db *DB) CountRows(ctx context.Context) (documents, runs int, err error) {
	n, err := one("count documents and runs", counted, nil)(db.read.QueryContext(ctx,
		`SELECT (SELECT count(*) FROM documents WHERE state <> 'saved'), (SELECT count(*) FROM runs)`))
	return n[0], n[1], err
}

// counted names a row of two numbers.
func counted(n *[2]int) []any { return []any{&n[0], &n[1]} }

// CollectGarbage deletes the removed and replaced documents that no run cites and nobody attached, with all that was read from them, and returns
// them: their stored bytes are the caller's to delete.
func (db *DB) CollectGarbage(ctx context.Context) (gone []source.Document, err error) {
	found, err := list("find what nothing cites", documentRowFields)(db.read.QueryContext(ctx, `SELECT `+documentRow+` FROM documents WHERE `+garbage))
	for _, d := range found { // unless it was cited or brought back in the meantime
		deleted, err := db.exec(ctx, "delete document "+d.Name, repeatable, `DELETE FROM documents WHERE hash = ? AND `+garbage, d.Hash)
		if err != nil {
			return gone, err
		}
		if deleted > 0 {
			gone = append(gone, d)
		}
	}
	return gone, err
}

const garbage = `state IN ('removed', 'replaced') AND NOT EXISTS (SELECT 1 FROM cited WHERE document = documents.hash)
	AND NOT EXISTS (SELECT 1 FROM attached WHERE attached.hash = documents.hash)`

// NoteCopy notes that a copy with this hash is about to be made that no document and no attached file knows yet. Putting or attaching it takes
// the note back; deleting the last row that knows a copy notes it again.
func (db *DB) NoteCopy(ctx context.Context, hash string) error {
	return db.do(ctx, "note a copy", repeatable, `INSERT OR IGNORE INTO loose_copies (hash) VALUES (?)`, hash)
}

// ForgetCopy takes back that a copy with this hash is known to nobody: it is deleted, or known after all.
func (db *DB) ForgetCopy(ctx context.Context, hash string) error {
	return db.do(ctx, "forget a copy", repeatable, `DELETE FROM loose_copies WHERE hash = ?`, hash)
}

// LooseCopies returns the hashes that are noted, sorted. A copy that is also attached, or a document, may be among them.
func (db *DB) LooseCopies(ctx context.Context) ([]string, error) {
	return list("list copies without a document", value[string])(db.read.QueryContext(ctx, `SELECT hash FROM loose_copies ORDER BY hash`))
}
