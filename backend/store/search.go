package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rabbithole/backend/source"
)

const termsColumns = `p.id, p.document, p.first_page, p.hash, t.head, t.body, t.parts`

func termsFields(t *source.Terms) []any {
	return []any{&t.Passage, &t.Document, &t.Page, &t.Hash, &t.Head, &t.Body, &t.Parts}
}

// PutTerms makes stored passages findable by their terms, replacing what they were found by. Terms of an unknown passage are
// left out. It commits in batches.
func (db *DB) PutTerms(ctx context.Context, terms []source.Terms) error {
	return db.updateEach(ctx, "store search terms", len(terms), func(t *tx, i int) { writeTerms(ctx, t, terms[i]) })
}

// writeTerms writes the terms of one passage, the index of them and the totals. No statement here may change several rows or fire a
// trigger: SQLite makes such a statement a savepoint, at which FTS5 writes out what it would otherwise gather until the commit.
func writeTerms(ctx context.Context, t *tx, terms source.Terms) {
	var no int64
	var stored bool
	if !t.look(ctx, `SELECT no, EXISTS (SELECT 1 FROM terms WHERE terms.no = passages.no) FROM passages WHERE id = ?`, []any{terms.Passage},
		&no, &stored) {
		return
	}
	if stored {
		t.repeat(ctx, `DELETE FROM terms WHERE no = ?`, no) // which has a trigger, but is rare
	}
	head, body := size(terms.Head), size(terms.Body)
	t.repeat(ctx, `INSERT INTO terms (no, head, body, parts, head_size, body_size) VALUES (?,?,?,?,?,?)`, no, terms.Head, terms.Body, terms.Parts, head,
		body)
	t.repeat(ctx, `INSERT INTO terms_index (rowid, head, body, parts) VALUES (?,?,?,?)`, no, terms.Head, terms.Body, terms.Parts)
	t.repeat(ctx, `UPDATE terms_total SET passages = passages + 1, head = head + ?, body = body + ? WHERE id = 1`, head, body)
}

// size returns the number of terms in a field.
func size(field string) int {
	if field == "" {
		return 0
	}
	return strings.Count(field, " ") + 1
}

// DropTerms takes a document out of search. Its passages stay.
func (db *DB) DropTerms(ctx context.Context, document string) error {
	return db.do(ctx, fmt.Sprintf("drop search terms of document %.12s", document), repeatable,
		`DELETE FROM terms WHERE no IN (SELECT no FROM passages WHERE document = ?)`, document)
}

// liveWhere returns the condition that a passage p takes part in search and passes the filter.
func liveWhere(f source.Filter) (string, []any) {
	documents, args := inScope(f.Scope)
	where := "p.document IN (SELECT hash FROM documents WHERE state IN ('searchable', 'ready') AND " + documents + ")"
	if len(f.Roles) > 0 {
		where, args = where+" AND p.role IN (SELECT value FROM json_each(?))", append(args, jsonList(f.Roles))
	}
	return where, args
}

// TermsByHash returns the terms of the live passages whose text has one of these hashes and that pass the filter, in the order of
// hashes; of passages with the same text all.
func (db *DB) TermsByHash(ctx context.Context, hashes []string, filter source.Filter) ([]source.Terms, error) {
	return db.terms(ctx, filter, `json_each(?) AS wanted CROSS JOIN passages AS p INDEXED BY passages_hash ON p.hash = wanted.value
		CROSS JOIN terms AS t ON t.no = p.no ORDER BY wanted.key, p.no`, jsonList(hashes))
}

// terms returns the terms that a query finds, which is given from its FROM on, without those that are not live or do not pass the filter. They are
// left out here because SQLite would make itself a list of all live documents first.
func (db *DB) terms(ctx context.Context, filter source.Filter, from string, args ...any) ([]source.Terms, error) {
	type row struct {
		source.Terms
		role source.Role
	}
	found, err := list("read search terms", func(r *row) []any { return append(termsFields(&r.Terms), &r.role) })(db.read.QueryContext(ctx,
		`SELECT `+termsColumns+`, p.role FROM `+from, args...))
	if err != nil || len(found) == 0 {
		return nil, err
	}
	live := map[string]bool{}
	for _, r := range found {
		live[r.Document] = false
	}
	where, more := inScope(filter.Scope)
	hashes, err := list("find live documents", value[string])(db.read.QueryContext(ctx, `SELECT hash FROM documents
		WHERE hash IN (SELECT value FROM json_each(?)) AND state IN ('searchable', 'ready') AND `+where,
		append([]any{jsonList(slices.Collect(maps.Keys(live)))}, more...)...))
	for _, hash := range hashes {
		live[hash] = true
	}
	var out []source.Terms
	for _, r := range found {
		if live[r.Document] && (len(filter.Roles) == 0 || slices.Contains(filter.Roles, r.role)) {
			out = append(out, r.Terms)
		}
	}
	return out, err
}

// unindexed keeps SQLite from using a condition of liveWhere to look passages up: it would look up every passage once for each document.
func unindexed(where string) string { return strings.ReplaceAll(where, "p.", "+p.") }

// PageTerms returns the terms of the live passages that pass the filter and begin on the same pages as passages, in the order of the
// library.
func (db *DB) PageTerms(ctx context.Context, passages []string, filter source.Filter) ([]source.Terms, error) {
	return db.terms(ctx, filter, `(SELECT DISTINCT c.document, c.first_page FROM json_each(?) AS wanted
			JOIN passages AS c ON c.id = wanted.value WHERE c.first_page > 0) AS page
		JOIN passages AS p ON p.document = page.document AND p.first_page = page.first_page JOIN terms AS t ON t.no = p.no
		ORDER BY p.no`, jsonList(passages))
}

// NumberedTerms returns the terms of the live passages that pass the filter and begin on a page whose number or printed label is one of
// numbers, in the order of the library.
func (db *DB) NumberedTerms(ctx context.Context, numbers []string, filter source.Filter) ([]source.Terms, error) {
	where, more := liveWhere(filter)
	return db.terms(ctx, filter, `json_each(?) AS wanted JOIN pages AS g ON g.label = wanted.value OR g.number = CAST(wanted.value AS INTEGER)
		JOIN passages AS p ON p.document = g.document AND p.first_page = g.number JOIN terms AS t ON t.no = p.no
		WHERE `+where+` GROUP BY p.no ORDER BY p.no`, append([]any{jsonList(numbers)}, more...)...)
}

// FrontTerms returns the terms of all passages that begin on the first page of a live document, in the order of the library.
func (db *DB) FrontTerms(ctx context.Context) ([]source.Terms, error) {
	where, args := liveWhere(source.Filter{Scope: source.All()})
	return list("read search terms", termsFields)(db.read.QueryContext(ctx, `SELECT `+termsColumns+` FROM passages AS p JOIN terms AS t ON t.no = p.no
		WHERE p.first_page = 1 AND `+where+` ORDER BY p.no`, args...))
}

// TextHashes returns the different text hashes of the live passages that pass the filter, in the order in which they were added.
func (db *DB) TextHashes(ctx context.Context, filter source.Filter) ([]string, error) {
	where, args := liveWhere(filter)
	return list("read passage hashes", value[string])(db.read.QueryContext(ctx, `SELECT p.hash FROM passages AS p JOIN terms AS t ON t.no = p.no
		WHERE `+where+` GROUP BY p.hash ORDER BY min(p.no)`, args...))
}

// TermCounts returns in how many passages each of terms stands; a term that stands nowhere is left out.
func (db *DB) TermCounts(ctx context.Context, terms []string) (map[string]int, error) {
	return byKey("count search terms", pair[string, int])(db.read.QueryContext(ctx, `SELECT v.term, v.doc FROM json_each(?) AS wanted
		JOIN terms_vocabulary AS v ON v.term = wanted.value`, jsonList(terms)))
}

// Vocabulary calls yield with every term of the library and the number of passages it stands in, in ascending order of terms.
func (db *DB) Vocabulary(ctx context.Context, yield func(term string, passages int)) error {
	type row struct {
		term string
		n    int
	}
	return each("read the vocabulary", func(r *row) []any { return []any{&r.term, &r.n} }, func(r row) error { yield(r.term, r.n); return nil })(
		db.read.QueryContext(ctx, `SELECT term, doc FROM terms_vocabulary`))
}

// TermTotals returns how much there is to search.
func (db *DB) TermTotals(ctx context.Context) (source.TermTotals, error) {
	return one("read search totals", func(t *source.TermTotals) []any { return []any{&t.Passages, &t.Head, &t.Body} }, sql.ErrNoRows)(
		db.read.QueryContext(ctx,
			`SELECT passages, head, body FROM terms_total`))
}

// SearchLanguages returns the languages of the live documents (ISO 639-1), the one with the most passages first; "" is left out.
func (db *DB) SearchLanguages(ctx context.Context) ([]string, error) {
	return list("read the library's languages", value[string])(db.read.QueryContext(ctx,
		`SELECT language FROM documents WHERE state IN ('searchable', 'ready')
		AND language <> '' GROUP BY language ORDER BY sum(passages) DESC, language`))
}
