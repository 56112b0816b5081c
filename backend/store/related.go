package store

import (
	"context"
	"database/sql"
	"encoding/json"
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
	return db.do(ctx, "number documents", lasting, `INSERT INTO article_numbers (document) SELECT hash FROM documents
		WHERE (`+numberedDocuments+`) AND hash NOT IN (SELECT document FROM article_numbers) ORDER BY added_at, hash`)
}

// NumberedDocuments returns the documents and saved articles that have a number, by it.
func (db *DB) NumberedDocuments(ctx context.Context) ([]Numbered, error) {
	return list("list articles", numberedFields)(db.numbered(ctx, `1`))
}

// DocumentNumbered returns the document or saved article with a number; a fault of kind NotFound when there is none, or it is out of search.
func (db *DB) DocumentNumbered(ctx context.Context, id int64) (Numbered, error) {
	return db.oneNumbered(ctx, fmt.Sprintf("article %d", id), `id = ?`, id)
}

// NumberOf returns a document or saved article, by its hash, with its number.
func (db *DB) NumberOf(ctx context.Context, hash string) (Numbered, error) {
	n, err := db.oneNumbered(ctx, "document with hash "+hash, `document = ?`, hash)
	if fault.KindOf(err) != fault.NotFound {
		return n, err
	}
	if err := db.NumberDocuments(ctx); err != nil {
		return n, err
	}
	return db.oneNumbered(ctx, "document with hash "+hash, `document = ?`, hash)
}

func (db *DB) oneNumbered(ctx context.Context, what, where string, arg any) (Numbered, error) {
	op := "find " + what
	return one(op, numberedFields, fault.New(op, fault.NotFound, "It is not in the library, or was removed from it.", nil))(db.numbered(ctx, where, arg))
}

func (db *DB) numbered(ctx context.Context, where string, args ...any) (*sql.Rows, error) {
	return db.read.QueryContext(ctx, `SELECT id, `+documentRow+` FROM article_numbers JOIN documents ON hash = document
		WHERE `+where+` AND (`+numberedDocuments+`) ORDER BY id`, args...)
}

func numberedFields(n *Numbered) []any {
	return append([]any{&n.ID}, documentRowFields(&n.Document)...)
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
	MadeBy    string    // "model" or "rule"; "" while nothing was found
	Model     string    // its name, "" without one
	Mode      string
	Automatic bool
	Run       string // that found what is shown
	Job       string // that is looking, or failed last
}

const relatedColumns = `article_id, status, summary_md, sources_json, error_message, created_at, updated_at, expires_at, made_at, questions_json, bullets_json,
	warnings_json, made_by, model, mode, automatic, run, job`

func relatedFields(r *Related) []any {
	return []any{&r.Article, &r.Status, &r.Summary, rawJSON{&r.Sources, "[]"}, nullable{&r.Error}, instant{&r.Created}, instant{&r.Updated},
		perhaps{&r.Expires, nil}, perhaps{&r.Made, ""}, rawJSON{&r.Questions, "[]"}, rawJSON{&r.Bullets, "[]"}, rawJSON{&r.Warnings, "[]"}, &r.MadeBy,
		&r.Model, &r.Mode, &r.Automatic, &r.Run, &r.Job}
}

// Related returns the row of a document by its number; one of the status none when there is none.
func (db *DB) Related(ctx context.Context, article int64) (Related, error) {
	found, err := db.related(ctx, `article_id = ?`, article)
	if err != nil || len(found) == 0 {
		return Related{Article: article, Status: RelatedNone}, err
	}
	return found[0], nil
}

// RelatedOfRun returns the row that names a run, as the one that found or the one that looks; false when none does.
func (db *DB) RelatedOfRun(ctx context.Context, run string) (Related, bool, error) {
	found, err := db.related(ctx, `job = ?1 OR run = ?1`, run)
	if err != nil || len(found) == 0 {
		return Related{}, false, err
	}
	return found[0], true, nil
}

// UnfinishedRelated returns the rows that wait or are worked on, in the order in which they were asked for.
func (db *DB) UnfinishedRelated(ctx context.Context) ([]Related, error) {
	return db.related(ctx, `status IN ('queued', 'running')`)
}

func (db *DB) related(ctx context.Context, where string, args ...any) ([]Related, error) {
	return list("read what is related", relatedFields)(db.read.QueryContext(ctx, `SELECT `+relatedColumns+` FROM article_research WHERE `+where+`
		ORDER BY status DESC, updated_at, id`, args...))
}

// PutRelated stores the row of a document; the document has to be there.
func (db *DB) PutRelated(ctx context.Context, r Related) error {
	return db.do(ctx, "keep what is related", repeatable, upsert("article_research", "article_id", relatedColumns, "created_at"), relatedFields(&r)...)
}

// DropRelated deletes the row of a document by its number.
func (db *DB) DropRelated(ctx context.Context, article int64) error {
	return db.do(ctx, "delete what is related", repeatable, `DELETE FROM article_research WHERE article_id = ?`, article)
}

// DropLeftRelated deletes the rows of documents that are out of search.
func (db *DB) DropLeftRelated(ctx context.Context) error {
	return db.do(ctx, "delete what is related", repeatable, `DELETE FROM article_research WHERE article_id IN
		(SELECT id FROM article_numbers JOIN documents ON hash = document WHERE state IN ('removed', 'replaced'))`)
}

// StrayRelated returns the runs of a flow that no row names: their document is gone, or a crash came before the row.
func (db *DB) StrayRelated(ctx context.Context, flow string) ([]string, error) {
	return list("list runs", value[string])(db.read.QueryContext(ctx, `SELECT id FROM runs WHERE flow = ?
		AND id NOT IN (SELECT run FROM article_research) AND id NOT IN (SELECT job FROM article_research) ORDER BY no`, flow))
}
