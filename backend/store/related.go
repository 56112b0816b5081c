package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Numbered is a document with the number that programs call it by.
type Numbered struct {
	ID int64
	source.Document
}

// numberedDocuments are those that have a number to be called by: what can be searched, and saved web articles.
const numberedDocuments = `state IN ('searchable', 'ready') OR state = 'saved' AND hash IN (SELECT document FROM articles)`

// NumberDocuments gives every document and saved article a number that has none.
func (db *DB) NumberDocuments(ctx context.Context) error {
	err := db.update(ctx, lasting, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO article_numbers (document) SELECT hash FROM documents
			WHERE (`+numberedDocuments+`) AND hash NOT IN (SELECT document FROM article_numbers) ORDER BY added_at, hash`)
		return err
	})
	return explain("number documents", err)
}

// NumberedDocuments returns the documents and saved articles that have a number, by it.
func (db *DB) NumberedDocuments(ctx context.Context) ([]Numbered, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT id, `+documentRow+` FROM article_numbers JOIN documents ON hash = document
		WHERE `+numberedDocuments+` ORDER BY id`)
	return collect(rows, explain("list articles", err), scanNumbered)
}

// DocumentNumbered returns the document or saved article with a number; a fault of kind NotFound when there is none, or it is out of search.
func (db *DB) DocumentNumbered(ctx context.Context, id int64) (Numbered, error) {
	return db.numbered(ctx, fmt.Sprintf("article %d", id), `id = ?`, id)
}

// NumberOf returns a document or saved article, by its hash, with its number.
func (db *DB) NumberOf(ctx context.Context, hash string) (Numbered, error) {
	n, err := db.numbered(ctx, "document with hash "+hash, `document = ?`, hash)
	if fault.KindOf(err) != fault.NotFound {
		return n, err
	}
	if err := db.NumberDocuments(ctx); err != nil {
		return n, err
	}
	return db.numbered(ctx, "document with hash "+hash, `document = ?`, hash)
}

func (db *DB) numbered(ctx context.Context, what, where string, arg any) (Numbered, error) {
	n, err := scanNumbered(db.read.QueryRowContext(ctx, `SELECT id, `+documentRow+` FROM article_numbers JOIN documents ON hash = document
		WHERE `+where+` AND (`+numberedDocuments+`)`, arg).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return n, fault.New("find "+what, fault.NotFound, "It is not in the library, or was removed from it.", nil)
	}
	return n, explain("find "+what, err)
}

func scanNumbered(scan func(...any) error) (n Numbered, err error) {
	n.Document, err = scanDocument(func(into ...any) error { return scan(append([]any{&n.ID}, into...)...) })
	return n, err
}

// Statuses of what is found beside a document.
const (
	RelatedNone    = "none"
	RelatedQueued  = "queued"
	RelatedRunning = "running"
	RelatedReady   = "ready"
	RelatedFailed  = "failed"
)

// Related is what was found beside a document, and the work on it.
type Related struct {
	Article   int64
	Status    string
	Summary   string          // Markdown
	Sources   json.RawMessage // lists, as the flow wrote them
	Questions json.RawMessage
	Bullets   json.RawMessage
	Warnings  json.RawMessage
	Error     string // for people, "" unless it failed
	Created   time.Time
	Updated   time.Time
	Expires   time.Time // zero while nothing was found
	Made      time.Time // when what is shown was found; zero while nothing was
	MadeBy    string    // "model", "model+rule" or "rule"; "" while nothing was found
	Model     string    // its name, "" without one
	Mode      string
	Automatic bool
	Run       string // that found what is shown
	Job       string // that is looking, or failed last
}

const relatedColumns = `article_id, status, summary_md, sources_json, error_message, created_at, updated_at, expires_at, made_at, questions_json, bullets_json,
	warnings_json, made_by, model, mode, automatic, run, job`

// Related returns the row of a document by its number; one of the status none when there is none.
func (db *DB) Related(ctx context.Context, article int64) (Related, error) {
	r, err := scanRelated(db.read.QueryRowContext(ctx, `SELECT `+relatedColumns+` FROM article_research WHERE article_id = ?`, article).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return Related{Article: article, Status: RelatedNone}, nil
	}
	return r, explain("read what is related", err)
}

// RelatedOfRun returns the row that names a run, as the one that found or the one that looks; false when none does.
func (db *DB) RelatedOfRun(ctx context.Context, run string) (Related, bool, error) {
	r, err := scanRelated(db.read.QueryRowContext(ctx, `SELECT `+relatedColumns+` FROM article_research WHERE job = ?1 OR run = ?1`, run).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	}
	return r, err == nil, explain("read what is related", err)
}

// UnfinishedRelated returns the rows that wait or are worked on, in the order in which they were asked for.
func (db *DB) UnfinishedRelated(ctx context.Context) ([]Related, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT `+relatedColumns+` FROM article_research WHERE status IN ('queued', 'running')
		ORDER BY status DESC, updated_at, id`)
	return collect(rows, explain("list what is looked for", err), scanRelated)
}

// PutRelated stores the row of a document; the document has to be there.
func (db *DB) PutRelated(ctx context.Context, r Related) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO article_research (`+relatedColumns+`) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
			ON CONFLICT(article_id) DO UPDATE SET status=excluded.status, summary_md=excluded.summary_md, sources_json=excluded.sources_json,
			error_message=excluded.error_message, updated_at=excluded.updated_at, expires_at=excluded.expires_at, made_at=excluded.made_at,
			questions_json=excluded.questions_json, bullets_json=excluded.bullets_json, warnings_json=excluded.warnings_json, made_by=excluded.made_by, model=excluded.model,
			mode=excluded.mode, automatic=excluded.automatic, run=excluded.run, job=excluded.job`,
			r.Article, r.Status, r.Summary, list(r.Sources), orNull(r.Error), moment(r.Created), moment(r.Updated), orNull(momentOr(r.Expires)), momentOr(r.Made),
			list(r.Questions), list(r.Bullets), list(r.Warnings), r.MadeBy, r.Model, r.Mode, r.Automatic, r.Run, r.Job)
		return err
	})
	return explain("keep what is related", err)
}

// DropRelated deletes the row of a document by its number.
func (db *DB) DropRelated(ctx context.Context, article int64) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM article_research WHERE article_id = ?`, article)
		return err
	})
	return explain("delete what is related", err)
}

// DropLeftRelated deletes the rows of documents that are out of search.
func (db *DB) DropLeftRelated(ctx context.Context) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM article_research WHERE article_id IN (SELECT id FROM article_numbers JOIN documents ON hash = document
			WHERE state IN ('removed', 'replaced'))`)
		return err
	})
	return explain("delete what is related", err)
}

// StrayRelated returns the runs of a flow that no row names: their document is gone, or a crash came before the row.
func (db *DB) StrayRelated(ctx context.Context, flow string) ([]string, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT id FROM runs WHERE flow = ? AND id NOT IN (SELECT run FROM article_research)
		AND id NOT IN (SELECT job FROM article_research) ORDER BY no`, flow)
	return collect(rows, explain("list runs", err), scanString)
}

func scanRelated(scan func(...any) error) (r Related, err error) {
	var sources, questions, bullets, warnings, created, updated, made string
	var problem, expires sql.NullString
	err = scan(&r.Article, &r.Status, &r.Summary, &sources, &problem, &created, &updated, &expires, &made, &questions, &bullets, &warnings,
		&r.MadeBy, &r.Model, &r.Mode, &r.Automatic, &r.Run, &r.Job)
	if err != nil {
		return r, err
	}
	r.Sources, r.Questions, r.Bullets, r.Warnings = rawJSON(sources), rawJSON(questions), rawJSON(bullets), rawJSON(warnings)
	r.Error = problem.String
	for _, m := range []struct {
		text string
		into *time.Time
	}{{created, &r.Created}, {updated, &r.Updated}, {expires.String, &r.Expires}, {made, &r.Made}} {
		if m.text == "" {
			continue
		}
		if *m.into, err = time.Parse(time.RFC3339Nano, m.text); err != nil {
			return r, err
		}
	}
	return r, nil
}

// list is a list as it is stored: none is an empty one.
func list(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "[]"
	}
	return string(raw)
}

func momentOr(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return moment(t)
}

// orNull is a text, or no value where there is none.
func orNull(text string) sql.NullString { return sql.NullString{String: text, Valid: text != ""} }
