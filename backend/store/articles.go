package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

const articleColumns = `document, url, final, title, site, author, date, language, content_type, status, bytes, fetched_at, cut`

// PutArticle keeps an article for a run, with its pages and passages, in one transaction: all of it is there, or nothing. What is kept under
// its hash stays as it is, because citations stand on it; only when and how it was fetched is brought up to date. What no page is known to
// have answered is written anew: see DistrustArticles.
func (db *DB) PutArticle(ctx context.Context, run string, a source.Article, pages []source.Page, passages []source.Passage) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		var known bool
		if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM articles WHERE document = ? AND final <> '')`, a.Document).Scan(&known); err != nil {
			return err
		}
		fetched := `final=excluded.final, status=excluded.status, bytes=excluded.bytes, fetched_at=excluded.fetched_at`
		if !known {
			fetched += `, title=excluded.title, site=excluded.site, author=excluded.author, date=excluded.date, language=excluded.language, cut=excluded.cut`
			if err := writeText(ctx, tx, a, pages, passages); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO articles (`+articleColumns+`) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)
			ON CONFLICT(document) DO UPDATE SET `+fetched,
			a.Document, a.URL, a.Final, a.Title, a.Site, a.Author, a.Date, a.Language, a.ContentType, a.Status, a.Bytes, moment(a.FetchedAt), a.Cut)
		if err != nil {
			return err
		}
		return hold(ctx, tx, run, a.Document)
	})
	if err != nil {
		return fmt.Errorf("keep the article at %s: %w", a.URL, err)
	}
	return nil
}

// writeText stores what a citation stands on.
func writeText(ctx context.Context, tx *sql.Tx, a source.Article, pages []source.Page, passages []source.Passage) error {
	err := writeDocument(ctx, tx, source.Document{Hash: a.Document, Name: a.Name(), Format: source.Web, Title: a.Title, Author: a.Author, Date: a.Date,
		Language: a.Language, Pages: len(pages), Passages: len(passages), Bytes: a.Bytes, Engine: "web", State: source.Saved, AddedAt: a.FetchedAt, URL: a.URL})
	if err != nil {
		return err
	}
	return writeAnew(ctx, tx, a.Document, pages, nil, passages)
}

// DistrustArticles makes no article count as what a page answered. Citations of them open as before; whoever wants a page fetches it.
func (db *DB) DistrustArticles(ctx context.Context) error {
	return explain("distrust web articles", db.update(ctx, lasting, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE articles SET final = ''`)
		return err
	}))
}

func hold(ctx context.Context, tx *sql.Tx, run, document string) error {
	_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO holds (run, document) VALUES (?,?)`, run, document)
	return err
}

// ArticleByURL returns the article that was fetched last from an address that answered, not before a moment, and keeps it for the run; false
// when there is none. What only calls itself by this address is none.
func (db *DB) ArticleByURL(ctx context.Context, run, url string, notBefore time.Time) (a source.Article, found bool, err error) {
	err = db.update(ctx, repeatable, func(tx *sql.Tx) error {
		row := tx.QueryRowContext(ctx, `SELECT `+articleColumns+` FROM articles WHERE final = ?1 AND julianday(fetched_at) >= julianday(?2)
			ORDER BY julianday(fetched_at) DESC LIMIT 1`, url, moment(notBefore))
		var err error
		if a, err = scanArticle(row.Scan); err != nil {
			return err
		}
		return hold(ctx, tx, run, a.Document)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return a, false, nil
	}
	return a, err == nil, explain("look for an article", err)
}

// Article returns an article by the hash of its text; a fault of kind NotFound when there is none.
func (db *DB) Article(ctx context.Context, hash string) (source.Article, error) {
	a, err := scanArticle(db.read.QueryRowContext(ctx, `SELECT `+articleColumns+` FROM articles WHERE document = ?`, hash).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return a, fault.New("find web article "+hash, fault.NotFound, "It went with the last run that had read it.", nil)
	}
	return a, explain("find web article "+hash, err)
}

// ArticlesOf returns the articles that a run has read, in the order of fetching.
func (db *DB) ArticlesOf(ctx context.Context, run string) ([]source.Article, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT `+articleColumns+` FROM articles WHERE document IN (SELECT document FROM holds WHERE run = ?)
		ORDER BY fetched_at, document`, run)
	return collect(rows, explain("list the articles of run "+run, err), scanArticle)
}

// HoldArticlesOf lets a run hold the articles of another, of which it is a fork.
func (db *DB) HoldArticlesOf(ctx context.Context, from, to string) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO holds (run, document) SELECT ?, document FROM holds WHERE run = ?`, to, from)
		return err
	})
	return explain("keep the articles of run "+from, err)
}

// dropArticles deletes the articles that no run holds and no run cites, and the text of files that are attached no more.
func dropArticles(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM documents WHERE state = 'saved' AND hash NOT IN (SELECT document FROM holds)
		AND hash NOT IN (SELECT document FROM cited) AND hash NOT IN (SELECT hash FROM attached)`)
	return err
}

func scanArticle(scan func(...any) error) (a source.Article, err error) {
	var fetched string
	err = scan(&a.Document, &a.URL, &a.Final, &a.Title, &a.Site, &a.Author, &a.Date, &a.Language, &a.ContentType, &a.Status, &a.Bytes, &fetched, &a.Cut)
	if err != nil {
		return a, err
	}
	a.FetchedAt, err = time.Parse(time.RFC3339Nano, fetched)
	return a, err
}
