package store

import (
	"context"
	"database/sql"
	"slices"

	"rabbithole/backend/refs"
)

const mentionColumns = `document, id, page, start, end_at, section, passage, text, kind, pointers, status`

// liveDocuments is the set of documents that take part in search, as an SQL sub-query.
const liveDocuments = `(SELECT hash FROM documents WHERE state IN ('searchable', 'ready'))`

// PutMentions replaces all mentions of a document and their targets. It commits in batches: the document must not be live meanwhile.
func (db *DB) PutMentions(ctx context.Context, document string, mentions []refs.Mention) error {
	return db.replace(ctx, "mentions", document, len(mentions), func(t *tx, i int) { writeMention(ctx, t, document, i, mentions[i]) })
}

func writeMention(ctx context.Context, t *tx, document string, ordinal int, m refs.Mention) {
	t.repeat(ctx, `INSERT INTO mentions (ordinal, `+mentionColumns+`) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`,
		ordinal, document, m.ID, m.Page, m.Start, m.End, m.Section, m.Passage, m.Text, m.Kind, listJSON(&m.Pointers), m.Status)
	writeTargets(ctx, t, document, m)
}

func writeTargets(ctx context.Context, t *tx, document string, m refs.Mention) {
	for i, to := range m.Targets {
		t.repeat(ctx, `INSERT INTO targets (document, mention, ordinal, target_document, target_section, label, page,
			passage, uri) VALUES (?,?,?,?,?,?,?,?,?)`, document, m.ID, i, to.Document, to.Section, to.Label, to.Page, to.Passage, to.URI)
	}
}

// PutTargets replaces status and targets of mentions that are stored already; each is known by its Document and ID.
func (db *DB) PutTargets(ctx context.Context, mentions []refs.Mention) error {
	return db.updateEach(ctx, "store targets of references", len(mentions), func(t *tx, i int) { putTargets(ctx, t, mentions[i]) })
}

func putTargets(ctx context.Context, t *tx, m refs.Mention) {
	t.repeat(ctx, `UPDATE mentions SET status = ? WHERE document = ? AND id = ?`, m.Status, m.Document, m.ID)
	t.repeat(ctx, `DELETE FROM targets WHERE document = ? AND mention = ?`, m.Document, m.ID)
	writeTargets(ctx, t, m.Document, m)
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

// MentionsInto returns the references of other live documents that lead into a document, with their targets.
func (db *DB) MentionsInto(ctx context.Context, document string) ([]refs.Mention, error) {
	return db.mentions(ctx, `m.document IN `+liveDocuments+` AND m.document <> ? AND (m.document, m.id) IN
		(SELECT document, mention FROM targets WHERE target_document = ?)`, document, document)
}

// StaleTargets reports whether a reference of a live document leads to one that is not live any more.
func (db *DB) StaleTargets(ctx context.Context) (stale bool, err error) {
	return one("look for stale references", value[bool], nil)(db.read.QueryContext(ctx,
		`SELECT EXISTS (SELECT 1 FROM targets WHERE document IN `+liveDocuments+`
		AND target_document <> '' AND target_document NOT IN `+liveDocuments+`)`))
}

// mentions returns the mentions that meet an SQL condition on m, by document and in order, with their targets. Of a mention with several targets
// there are as many rows, of which the first has the pointers. A target outside the scope is empty, so that the others keep their index.
func (r *Reader) mentions(ctx context.Context, where string, args ...any) (all []refs.Mention, err error) {
	type row struct {
		refs.Mention
		to    refs.Target
		leads sql.NullBool // to where it may be read; NULL where it leads nowhere
	}
	may, more := r.may("t.target_document")
	err = each("read references", func(m *row) []any {
		return []any{&m.Document, &m.ID, &m.Page, &m.Start, &m.End, &m.Section, &m.Passage, &m.Text, &m.Kind, inJSON(&m.Pointers), &m.Status,
			&m.to.Document, &m.to.Section, &m.to.Label, &m.to.Page, &m.to.Passage, &m.to.URI, &m.leads}
	}, func(m row) error {
		switch {
		case m.leads.Bool:
			m.Targets = []refs.Target{m.to}
		case m.leads.Valid:
			m.Targets = []refs.Target{{}}
		}
		if last := len(all) - 1; last >= 0 && all[last].ID == m.ID && all[last].Document == m.Document {
			all[last].Targets = append(all[last].Targets, m.Targets...)
		} else {
			all = append(all, m.Mention)
		}
		return nil
	})(r.query(ctx, `SELECT m.document, m.id, m.page, m.start, m.end_at, m.section, m.passage, m.text, m.kind,
		CASE WHEN coalesce(t.ordinal, 0) = 0 THEN m.pointers ELSE '' END, m.status, coalesce(t.target_document, ''), coalesce(t.target_section, ''),
		coalesce(t.label, ''), coalesce(t.page, 0), coalesce(t.passage, ''), coalesce(t.uri, ''),
		CASE WHEN t.ordinal IS NOT NULL THEN t.target_document = '' OR `+may+` END
		FROM mentions AS m LEFT JOIN targets AS t ON t.document = m.document AND t.mention = m.id
		WHERE `+where, "m.document", ` ORDER BY m.document, m.ordinal, t.ordinal`, append(more, args...)...))
	for i, m := range all {
		readable := func(t refs.Target) bool { return t != (refs.Target{}) }
		if m.Status == refs.Found && len(m.Targets) > 0 && !slices.ContainsFunc(m.Targets, readable) {
			all[i].Status = refs.Outside
		}
	}
	return all, err
}
