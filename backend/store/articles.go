package store

import (
	"context"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

const articleColumns = `document, url, final, title, site, author, date, language, content_type, status, bytes, fetched_at, cut`

func articleFields(a *source.Article) []any {
	return []any{&a.Document, &a.URL, &a.Final, &a.Title, &a.Site, &a.Author, &a.Date, &a.Language, &a.ContentType, &a.Status, &a.Bytes,
		instant{&a.FetchedAt}, &a.Cut}
}

// PutArticle keeps an article for a run, with its pages and passages, in one transaction: all of it is there, or nothing. What is kept under
// its hash stays as it is, because citations stand on it; only when and how it was fetched is brought up to date. What no page is known to
// have answered is written anew: see DistrustArticles.
func (db *DB) PutArticle(ctx context.Context, run string, a source.Article, pages []source.Page, passages []source.Passage) error {
	return db.update(ctx, "keep the article at "+a.URL, repeatable, func(t *tx) {
		changes := `final = excluded.final, status = excluded.status, bytes = excluded.bytes, fetched_at = excluded.fetched_at`
		if known := 0; !t.look(ctx, `SELECT 1 FROM articles WHERE document = ? AND final <> ''`, []any{a.Document}, &known) {
			changes += `, title = excluded.title, site = excluded.site, author = excluded.author, date = excluded.date, language = excluded.language,
				cut = excluded.cut`
			writeDocument(ctx, t, source.Document{Hash: a.Document, Name: a.Name(), Format: source.Web, Title: a.Title, Author: a.Author, Date: a.Date,
				Language: a.Language, Pages: len(pages), Passages: len(passages), Bytes: a.Bytes, Engine: "web", State: source.Saved, AddedAt: a.FetchedAt})
			writeAnew(ctx, t, refs.Reading{Document: source.Document{Hash: a.Document}, Pages: pages, Passages: passages})
		}
		t.exec(ctx, `INSERT INTO articles (`+articleColumns+`) VALUES (`+places(articleColumns)+`) ON CONFLICT(document) DO UPDATE SET `+changes,
			articleFields(&a)...)
		hold(ctx, t, run, a.Document)
	})
}

// DistrustArticles makes no article count as what a page answered. Citations of them open as before; whoever wants a page fetches it.
func (db *DB) DistrustArticles(ctx context.Context) error {
	return db.do(ctx, "distrust web articles", lasting, `UPDATE articles SET final = ''`)
}

func hold(ctx context.Context, t *tx, run, document string) {
	t.exec(ctx, `INSERT OR IGNORE INTO holds (run, document) VALUES (?,?)`, run, document)
}

// ArticleByURL returns the article that was fetched last from an address that answered, not before a moment, and keeps it for the run; false
// when there is none. What only calls itself by this address is none.
func (db *DB) ArticleByURL(ctx context.Context, run, url string, notBefore time.Time) (a source.Article, found bool, err error) {
	err = db.update(ctx, "look for an article", repeatable, func(t *tx) {
		found = t.look(ctx, `SELECT `+articleColumns+` FROM articles WHERE final = ?1 AND julianday(fetched_at) >= julianday(?2)
			ORDER BY julianday(fetched_at) DESC LIMIT 1`, []any{url, moment(notBefore)}, articleFields(&a)...)
		if found {
			hold(ctx, t, run, a.Document)
		}
	})
	return a, found && err == nil, err
}

// Article returns an article by the hash of its text; a fault of kind NotFound when there is none.
func (db *DB) Article(ctx context.Context, hash string) (source.Article, error) {
	op := "find web article " + hash
	return one(op, articleFields, fault.New(op, fault.NotFound, "It went with the last run that had read it.", nil))(db.read.QueryContext(ctx,
		`SELECT `+articleColumns+` FROM articles WHERE document = ?`, hash))
}

// ArticlesOf returns the articles that a run has read, in the order of fetching.
func (db *DB) ArticlesOf(ctx context.Context, run string) ([]source.Article, error) {
	return list("list the articles of run "+run, articleFields)(db.read.QueryContext(ctx, `SELECT `+articleColumns+` FROM articles
		WHERE document IN (SELECT document FROM holds WHERE run = ?) ORDER BY fetched_at, document`, run))
}

// HoldArticlesOf lets a run hold the articles of another, of which it is a fork.
func (db *DB) HoldArticlesOf(ctx context.Context, from, to string) error {
	return db.do(ctx, "keep the articles of run "+from, repeatable,
		`INSERT OR IGNORE INTO holds (run, document) SELECT ?, document FROM holds WHERE run = ?`, to, from)
}

// dropArticles deletes the articles that no run holds and no run cites, and the text of files that are attached no more.
func dropArticles(ctx context.Context, t *tx) {
	t.exec(ctx, `DELETE FROM documents WHERE state = 'saved' AND hash NOT IN (SELECT document FROM holds)
		AND hash NOT IN (SELECT document FROM cited) AND hash NOT IN (SELECT hash FROM attached)`)
}
