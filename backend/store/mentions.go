package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"rabbithole/backend/refs"
)

const mentionColumns = `document, id, page, start, end_at, section, passage, text, kind, pointers, status`

// liveDocuments is the set of documents that take part in search, as an SQL sub-query.
const liveDocuments = `(SELECT hash FROM documents WHERE state IN ('searchable', 'ready'))`

// PutMentions replaces all mentions of a document and their targets. It commits in batches: the document must not be live meanwhile.
func (db *DB) PutMentions(ctx context.Context, document string, mentions []refs.Mention) error {
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM mentions WHERE document = ?`, document)
		return err
	})
	if err == nil {
		err = db.updateEach(ctx, len(mentions), func(b *batch, i int) error {
			return writeMention(ctx, b, document, i, mentions[i])
		})
	}
	if err != nil {
		return fmt.Errorf("store mentions of document %.12s: %w", document, err)
	}
	return nil
}

func writeMention(ctx context.Context, b *batch, document string, ordinal int, m refs.Mention) error {
	pointers, err := json.Marshal(append([]refs.Pointer{}, m.Pointers...))
	if err != nil {
		return err
	}
	err = b.exec(ctx, `INSERT INTO mentions (ordinal, `+mentionColumns+`) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`,
		ordinal, document, m.ID, m.Page, m.Start, m.End, m.Section, m.Passage, m.Text, m.Kind, string(pointers), m.Status)
	if err != nil {
		return err
	}
	return writeTargets(ctx, b, document, m)
}

func writeTargets(ctx context.Context, b *batch, document string, m refs.Mention) error {
	for i, t := range m.Targets {
		err := b.exec(ctx, `INSERT INTO targets (document, mention, ordinal, target_document, target_section, label, page,
			passage, uri) VALUES (?,?,?,?,?,?,?,?,?)`, document, m.ID, i, t.Document, t.Section, t.Label, t.Page, t.Passage, t.URI)
		if err != nil {
			return err
		}
	}
	return nil
}

// PutTargets replaces status and targets of mentions that are stored already; each is known by its Document and ID.
func (db *DB) PutTargets(ctx context.Context, mentions []refs.Mention) error {
	err := db.updateEach(ctx, len(mentions), func(b *batch, i int) error { return putTargets(ctx, b, mentions[i]) })
	return explain("store targets of references", err)
}

func putTargets(ctx context.Context, b *batch, m refs.Mention) error {
	err := b.exec(ctx, `UPDATE mentions SET status = ? WHERE document = ? AND id = ?`, m.Status, m.Document, m.ID)
	if err == nil {
		err = b.exec(ctx, `DELETE FROM targets WHERE document = ? AND mention = ?`, m.Document, m.ID)
	}
	if err != nil {
		return err
	}
	return writeTargets(ctx, b, m.Document, m)
}

// MentionsOf returns the references that stand in a document, in order, with their targets.
func (r *Reader) MentionsOf(ctx context.Context, document string) ([]refs.Mention, error) {
	return r.mentions(ctx, `m.document = ?`, document)
}

// MentionsOn returns the references that stand on a page of a document, in order, with their targets.
func (r *Reader) MentionsOn(ctx context.Context, document string, page int) ([]refs.Mention, error) {
	return r.mentions(ctx, `m.document = ? AND m.page = ?`, document, page)
}

// MentionsFrom returns the references that stand in a passage, in order, with their targets.
func (r *Reader) MentionsFrom(ctx context.Context, passage string) ([]refs.Mention, error) {
	return r.mentions(ctx, `m.passage = ? AND m.passage <> ''`, passage)
}

// MentionsTo returns the references of live documents that lead to a section of a document; to section "" those to the whole of it.
func (r *Reader) MentionsTo(ctx context.Context, document, section string) ([]refs.Mention, error) {
	return r.mentions(ctx, `m.document IN `+liveDocuments+` AND (m.document, m.id) IN
		(SELECT document, mention FROM targets WHERE target_document = ? AND target_section = ?)`, document, section)
}

// LiveMentions returns all references of live documents with their targets: the edges of the reference graph.
func (r *Reader) LiveMentions(ctx context.Context) ([]refs.Mention, error) {
	return r.mentions(ctx, `m.document IN `+liveDocuments)
}

// StaleTargets reports whether a reference of a live document leads to one that is not live any more.
func (db *DB) StaleTargets(ctx context.Context) (stale bool, err error) {
	err = db.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM targets WHERE document IN `+liveDocuments+`
		AND target_document <> '' AND target_document NOT IN `+liveDocuments+`)`).Scan(&stale)
	return stale, explain("look for stale references", err)
}

// mentions returns the mentions that meet an SQL condition on m, by document and in order, with their targets.
func (r *Reader) mentions(ctx context.Context, where string, args ...any) ([]refs.Mention, error) {
	may, more := r.may("t.target_document")
	rows, err := r.query(ctx, `SELECT m.document, m.id, m.page, m.start, m.end_at, m.section, m.passage, m.text, m.kind,
		CASE WHEN coalesce(t.ordinal, 0) = 0 THEN m.pointers ELSE '' END, m.status, t.target_document, t.target_section, t.label, t.page,
		t.passage, t.uri, t.target_document = '' OR `+may+`
		FROM mentions AS m LEFT JOIN targets AS t ON t.document = m.document AND t.mention = m.id
		WHERE `+where, "m.document", ` ORDER BY m.document, m.ordinal, t.ordinal`, append(more, args...)...)
	if err != nil {
		return nil, explain("read references", err)
	}
	defer rows.Close()
	var all []refs.Mention
	for rows.Next() {
		m, err := scanMention(rows.Scan)
		if err != nil {
			return nil, explain("read references", err)
		}
		if last := len(all) - 1; last >= 0 && all[last].ID == m.ID && all[last].Document == m.Document {
			all[last].Targets = append(all[last].Targets, m.Targets...)
			continue
		}
		all = append(all, m)
	}
	for i, m := range all {
		readable := func(t refs.Target) bool { return t != (refs.Target{}) }
		if m.Status == refs.Found && len(m.Targets) > 0 && !slices.ContainsFunc(m.Targets, readable) {
			all[i].Status = refs.Outside
		}
	}
	return all, explain("read references", rows.Err())
}

// scanMention reads one row: a mention with at most one of its targets, and with its pointers in its first row. A target
// outside the scope is empty, so that the others keep their index.
func scanMention(scan func(...any) error) (refs.Mention, error) {
	var m refs.Mention
	var pointers string
	var document, section, label, passage, uri sql.NullString
	var page sql.NullInt64
	var may sql.NullBool
	err := scan(&m.Document, &m.ID, &m.Page, &m.Start, &m.End, &m.Section, &m.Passage, &m.Text, &m.Kind, &pointers, &m.Status,
		&document, &section, &label, &page, &passage, &uri, &may)
	if err != nil {
		return m, err
	}
	switch {
	case document.Valid && !may.Bool:
		m.Targets = []refs.Target{{}}
	case document.Valid:
		m.Targets = []refs.Target{{Document: document.String, Section: section.String, Label: label.String, Page: int(page.Int64),
			Passage: passage.String, URI: uri.String}}
	}
	if pointers == "" {
		return m, nil
	}
	return m, fromJSON(pointers, &m.Pointers)
}
