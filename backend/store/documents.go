package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

const documentColumns = `hash, name, path, collection, format, title, author, date, language, pages, passages, unreadable, bytes,
	engine, state, reason, added_at, names, unreadable_pages, recognised_pages, trouble, reading`

// documentRow is what scanDocument reads: the columns, and the address of a web article.
const documentRow = documentColumns + `, coalesce((SELECT url FROM articles WHERE document = hash), '')`

// PutDocument stores d, new or known by its hash, and returns it as stored: when another document has its name, d gets its
// collection in front of it ("laws/report.pdf") and, if that is taken too, a counter ("laws/report (2).pdf").
func (db *DB) PutDocument(ctx context.Context, d source.Document) (source.Document, error) {
	err := db.update(ctx, ofDocument(d.State), func(tx *sql.Tx) error {
		var err error
		if holdsName(d.State) {
			d.Name, err = freeName(ctx, tx, d)
		}
		if err != nil {
			return err
		}
		return writeDocument(ctx, tx, d)
	})
	if err != nil {
		return d, fmt.Errorf("store document %s: %w", d.Name, err)
	}
	return d, nil
}

func writeDocument(ctx context.Context, tx *sql.Tx, d source.Document) error {
	names, err := json.Marshal(append([]string{}, d.Names...))
	if err != nil {
		return err
	}
	unreadable, err := listJSON(d.UnreadablePages)
	if err != nil {
		return err
	}
	recognised, err := listJSON(d.RecognisedPages)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO documents (`+documentColumns+`) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
		ON CONFLICT(hash) DO UPDATE SET name=excluded.name, path=excluded.path, collection=excluded.collection,
		format=excluded.format, title=excluded.title, author=excluded.author, date=excluded.date, language=excluded.language,
		pages=excluded.pages, passages=excluded.passages, unreadable=excluded.unreadable, bytes=excluded.bytes,
		engine=excluded.engine, state=excluded.state, reason=excluded.reason, added_at=excluded.added_at, names=excluded.names,
		unreadable_pages=excluded.unreadable_pages, recognised_pages=excluded.recognised_pages, trouble=excluded.trouble,
		reading=excluded.reading`,
		d.Hash, d.Name, d.Path, d.Collection, d.Format, d.Title, d.Author, d.Date, d.Language, d.Pages, d.Passages, d.Unreadable,
		d.Bytes, d.Engine, d.State, d.Reason, d.AddedAt.UTC().Format(time.RFC3339Nano), string(names), unreadable, recognised, d.Trouble, d.Reading)
	return err
}

// holdsName reports whether a document in this state keeps others from taking its name. nameless says the same to SQL.
func holdsName(s source.State) bool {
	return s != source.Removed && s != source.Replaced && s != source.Saved
}

const nameless = `('removed', 'replaced', 'saved')`

// freeName returns the first of d's possible names that no other document holds.
func freeName(ctx context.Context, tx *sql.Tx, d source.Document) (string, error) {
	for n := 0; ; n++ {
		name := nthName(d, n)
		var taken bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM documents WHERE name = ? AND hash <> ?
			AND state NOT IN `+nameless+`)`, name, d.Hash).Scan(&taken)
		if err != nil || !taken {
			return name, err
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
	rows, err := r.query(ctx, `SELECT `+documentRow+` FROM documents WHERE hash = ?`, "documents.hash", "", hash)
	return one(rows, explain("find document with hash "+hash, err), scanDocument, noDocument("document with hash "+hash))
}

// DocumentByName returns the document that holds name now; a fault of kind NotFound when there is none.
func (db *DB) DocumentByName(ctx context.Context, name string) (source.Document, error) {
	row := db.read.QueryRowContext(ctx, `SELECT `+documentRow+` FROM documents WHERE name = ?
		AND state NOT IN `+nameless, name)
	return oneDocument(row, "document "+name)
}

// Documents returns the documents that filter selects, by collection and name. Web articles are only among them when they are asked for by
// hash or state: they are no part of what the person has.
func (db *DB) Documents(ctx context.Context, filter source.DocumentFilter) ([]source.Document, error) {
	where, args := documentCondition(filter)
	rows, err := db.read.QueryContext(ctx, `SELECT `+documentRow+` FROM documents WHERE `+where+`
		ORDER BY collection, name, hash`, args...)
	return collect(rows, explain("list documents", err), scanDocument)
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
	err = db.update(ctx, lasting, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `UPDATE documents SET path = '' WHERE path <> '' AND NOT EXISTS
			(SELECT 1 FROM json_each(?) AS known WHERE known.key = documents.hash AND known.value = documents.path)`, string(known))
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		forgot = n > 0
		return err
	})
	return forgot, explain("forget paths", err)
}

// ForgetPaths takes their path from the documents that were added from one of the files or folders, and changes nothing else about them.
func (db *DB) ForgetPaths(ctx context.Context, paths []string) error {
	err := db.update(ctx, lasting, func(tx *sql.Tx) error {
		for _, path := range paths {
			below := strings.TrimSuffix(path, string(filepath.Separator)) + string(filepath.Separator)
			if _, err := tx.ExecContext(ctx, `UPDATE documents SET path = '' WHERE path = ? OR substr(path, 1, length(?)) = ?`, path, below, below); err != nil {
				return err
			}
		}
		return nil
	})
	return explain("forget paths", err)
}

// SetState moves a document to state and sets its reason. A document that comes to hold its name again may get another one.
func (db *DB) SetState(ctx context.Context, hash string, state source.State, reason string) error {
	err := db.update(ctx, ofDocument(state), func(tx *sql.Tx) error {
		row := tx.QueryRowContext(ctx, `SELECT `+documentRow+` FROM documents WHERE hash = ?`, hash)
		d, err := oneDocument(row, "document with hash "+hash)
		if err != nil {
			return err
		}
		if holdsName(state) && !holdsName(d.State) {
			if d.Name, err = freeName(ctx, tx, d); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `UPDATE documents SET name = ?, state = ?, reason = ? WHERE hash = ?`, d.Name, state, reason, hash)
		return err
	})
	if err != nil {
		return fmt.Errorf("mark document %.12s as %s: %w", hash, state, err)
	}
	return nil
}

func oneDocument(row *sql.Row, what string) (source.Document, error) {
	d, err := scanDocument(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return d, noDocument(what)
	}
	return d, explain("find "+what, err)
}

func noDocument(what string) error {
	return fault.New("find "+what, fault.NotFound, "`rabbithole documents` lists what is in the library.", errors.New("there is no such document"))
}

func scanDocument(scan func(...any) error) (source.Document, error) {
	var d source.Document
	var added, names, unreadable, recognised string
	err := scan(&d.Hash, &d.Name, &d.Path, &d.Collection, &d.Format, &d.Title, &d.Author, &d.Date, &d.Language, &d.Pages,
		&d.Passages, &d.Unreadable, &d.Bytes, &d.Engine, &d.State, &d.Reason, &added, &names, &unreadable, &recognised, &d.Trouble, &d.Reading, &d.URL)
	if err != nil {
		return d, err
	}
	if d.AddedAt, err = time.Parse(time.RFC3339Nano, added); err != nil {
		return d, err
	}
	if err := fromJSON(names, &d.Names); err != nil {
		return d, err
	}
	if err := fromJSON(unreadable, &d.UnreadablePages); err != nil {
		return d, err
	}
	return d, fromJSON(recognised, &d.RecognisedPages)
}
