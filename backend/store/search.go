package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"rabbithole/backend/source"
)

const termsColumns = `p.id, p.document, p.first_page, p.hash, t.head, t.body, t.parts`

// PutTerms makes stored passages findable by their terms, replacing what they were found by. Terms of an unknown passage are
// left out. It commits in batches.
func (db *DB) PutTerms(ctx context.Context, terms []source.Terms) error {
	err := db.updateEach(ctx, len(terms), func(b *batch, i int) error { return writeTerms(ctx, b, terms[i]) })
	return explain("store search terms", err)
}

// writeTerms writes the terms of one passage, the index of them and the totals. No statement here may change several rows or fire a
// trigger: SQLite makes such a statement a savepoint, at which FTS5 writes out what it would otherwise gather until the commit.
func writeTerms(ctx context.Context, b *batch, t source.Terms) error {
	var no int64
	var stored bool
	err := b.row(ctx, `SELECT no, EXISTS (SELECT 1 FROM terms WHERE terms.no = passages.no) FROM passages WHERE id = ?`,
		[]any{t.Passage}, &no, &stored)
	if err == sql.ErrNoRows {
		return nil
	}
	if err == nil && stored {
		err = b.exec(ctx, `DELETE FROM terms WHERE no = ?`, no) // which has a trigger, but is rare
	}
	head, body := size(t.Head), size(t.Body)
	if err == nil {
		err = b.exec(ctx, `INSERT INTO terms (no, head, body, parts, head_size, body_size) VALUES (?,?,?,?,?,?)`, no, t.Head, t.Body, t.Parts, head, body)
	}
	if err == nil {
		err = b.exec(ctx, `INSERT INTO terms_index (rowid, head, body, parts) VALUES (?,?,?,?)`, no, t.Head, t.Body, t.Parts)
	}
	if err == nil {
		err = b.exec(ctx, `UPDATE terms_total SET passages = passages + 1, head = head + ?, body = body + ? WHERE id = 1`, head, body)
	}
	return err
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
	err := db.update(ctx, repeatable, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM terms WHERE no IN (SELECT no FROM passages WHERE document = ?)`, document)
		return err
	})
	return explain(fmt.Sprintf("drop search terms of document %.12s", document), err)
}

// MatchTerms returns the at most limit passages of live documents that match clauses best, weighed by rarity and field (BM25), best
// first, ties in the order in which they were added. A clause is a list of terms of which one suffices; all asks for passages that
// satisfy every clause, otherwise one will do.
func (db *DB) MatchTerms(ctx context.Context, clauses [][]string, all bool, filter source.Filter, limit int) ([]source.Terms, error) {
	if len(clauses) == 0 || filter.Scope.Empty() {
		return nil, nil
	}
	match, args := "terms_index MATCH ?", []any{matchExpression(clauses, all)}
	if chosen := filter.Scope.Documents(); len(chosen) > 0 { // their passages were added together
		documents := jsonList(chosen)
		match += ` AND i.rowid BETWEEN (SELECT min(no) FROM passages WHERE document IN (SELECT value FROM json_each(?)))
			AND (SELECT max(no) FROM passages WHERE document IN (SELECT value FROM json_each(?)))`
		args = append(args, documents, documents)
	}
	where, more := liveWhere(filter)
	// To ask of every match whether it is live costs several times as much as ranking it, so the best are ranked first. Where the filter
	// leaves too few of them, every match is asked.
	found, err := db.matched(ctx, `SELECT best.no, best.rank FROM (
			SELECT i.rowid AS no, bm25(terms_index, 2.0, 1.0, 0.5) AS rank FROM terms_index AS i WHERE `+match+` ORDER BY rank, i.rowid LIMIT ?) AS best
		JOIN passages AS p ON p.no = best.no WHERE `+where+` ORDER BY best.rank, best.no LIMIT ?`,
		append(append(append([]any{}, args...), 4*limit), append(more, limit)...))
	if err != nil || len(found) == limit {
		return found, err
	}
	return db.matched(ctx, everyMatch(match, where), append(append(args, more...), limit))
}

// everyMatch is the query that asks every match whether it meets where, a condition of liveWhere.
func everyMatch(match, where string) string {
	return `SELECT i.rowid AS no, bm25(terms_index, 2.0, 1.0, 0.5) AS rank FROM terms_index AS i
		JOIN passages AS p INDEXED BY passages_filter ON p.no = i.rowid WHERE ` + match + ` AND ` + unindexed(where) + ` ORDER BY rank, i.rowid LIMIT ?`
}

// matched returns the terms of the passages that a query chooses by number and rank, in the order of their rank.
func (db *DB) matched(ctx context.Context, choice string, args []any) ([]source.Terms, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT `+termsColumns+` FROM (`+choice+`) AS best
		JOIN passages AS p ON p.no = best.no JOIN terms AS t ON t.no = best.no ORDER BY best.rank, best.no`, args...)
	return collect(rows, explain("search", err), scanTerms)
}

// matchExpression writes clauses as an FTS5 query; quoting makes every character of a term a plain one.
func matchExpression(clauses [][]string, all bool) string {
	written := make([]string, len(clauses))
	for i, terms := range clauses {
		quoted := make([]string, len(terms))
		for j, t := range terms {
			quoted[j] = `"` + strings.ReplaceAll(t, `"`, `""`) + `"`
		}
		written[i] = "(" + strings.Join(quoted, " OR ") + ")"
	}
	if all {
		return strings.Join(written, " AND ")
	}
	return strings.Join(written, " OR ")
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
	where, args := liveWhere(filter)
	rows, err := db.read.QueryContext(ctx, `SELECT `+termsColumns+` FROM json_each(?) AS wanted
		CROSS JOIN passages AS p INDEXED BY passages_hash ON p.hash = wanted.value CROSS JOIN terms AS t ON t.no = p.no
		WHERE `+unindexed(where)+` ORDER BY wanted.key, p.no`, append([]any{jsonList(hashes)}, args...)...)
	return collect(rows, explain("read search terms", err), scanTerms)
}

// unindexed keeps SQLite from using a condition of liveWhere to look passages up: it would look up every passage once for each document.
func unindexed(where string) string { return strings.ReplaceAll(where, "p.", "+p.") }

// PageTerms returns the terms of the live passages that pass the filter and begin on the same pages as passages, in the order of the
// library.
func (db *DB) PageTerms(ctx context.Context, passages []string, filter source.Filter) ([]source.Terms, error) {
	where, args := liveWhere(filter)
	rows, err := db.read.QueryContext(ctx, `SELECT `+termsColumns+` FROM (SELECT DISTINCT c.document, c.first_page FROM json_each(?) AS wanted
			JOIN passages AS c ON c.id = wanted.value WHERE c.first_page > 0) AS page
		JOIN passages AS p ON p.document = page.document AND p.first_page = page.first_page JOIN terms AS t ON t.no = p.no
		WHERE `+where+` ORDER BY p.no`, append([]any{jsonList(passages)}, args...)...)
	return collect(rows, explain("read search terms", err), scanTerms)
}

// NumberedTerms returns the terms of the live passages that pass the filter and begin on a page whose number or printed label is one of
// numbers, in the order of the library.
func (db *DB) NumberedTerms(ctx context.Context, numbers []string, filter source.Filter) ([]source.Terms, error) {
	where, args := liveWhere(filter)
	rows, err := db.read.QueryContext(ctx, `SELECT `+termsColumns+` FROM json_each(?) AS wanted
		JOIN pages AS g ON g.label = wanted.value OR g.number = CAST(wanted.value AS INTEGER)
		JOIN passages AS p ON p.document = g.document AND p.first_page = g.number JOIN terms AS t ON t.no = p.no
		WHERE `+where+` GROUP BY p.no ORDER BY p.no`, append([]any{jsonList(numbers)}, args...)...)
	return collect(rows, explain("read search terms", err), scanTerms)
}

// FrontTerms returns the terms of all passages that begin on the first page of a live document, in the order of the library.
func (db *DB) FrontTerms(ctx context.Context) ([]source.Terms, error) {
	where, args := liveWhere(source.Filter{Scope: source.All()})
	rows, err := db.read.QueryContext(ctx, `SELECT `+termsColumns+` FROM passages AS p JOIN terms AS t ON t.no = p.no
		WHERE p.first_page = 1 AND `+where+` ORDER BY p.no`, args...)
	return collect(rows, explain("read search terms", err), scanTerms)
}

// TextHashes returns the different text hashes of the live passages that pass the filter, in the order in which they were added.
func (db *DB) TextHashes(ctx context.Context, filter source.Filter) ([]string, error) {
	where, args := liveWhere(filter)
	rows, err := db.read.QueryContext(ctx, `SELECT p.hash FROM passages AS p JOIN terms AS t ON t.no = p.no WHERE `+where+` GROUP BY p.hash ORDER BY min(p.no)`, args...)
	return collect(rows, explain("read passage hashes", err), scanString)
}

// TermCounts returns in how many passages each of terms stands; a term that stands nowhere is left out.
func (db *DB) TermCounts(ctx context.Context, terms []string) (map[string]int, error) {
	counts := map[string]int{}
	rows, err := db.read.QueryContext(ctx, `SELECT v.term, v.doc FROM json_each(?) AS wanted
		JOIN terms_vocabulary AS v ON v.term = wanted.value`, jsonList(terms))
	_, err = collect(rows, explain("count search terms", err), func(scan func(...any) error) (struct{}, error) {
		var term string
		var n int
		err := scan(&term, &n)
		counts[term] = n
		return struct{}{}, err
	})
	return counts, err
}

// Vocabulary calls yield with every term of the library and the number of passages it stands in, in ascending order of terms.
func (db *DB) Vocabulary(ctx context.Context, yield func(term string, passages int)) error {
	rows, err := db.read.QueryContext(ctx, `SELECT term, doc FROM terms_vocabulary`)
	if err != nil {
		return explain("read the vocabulary", err)
	}
	defer rows.Close()
	for rows.Next() {
		var term string
		var n int
		if err := rows.Scan(&term, &n); err != nil {
			return explain("read the vocabulary", err)
		}
		yield(term, n)
	}
	return explain("read the vocabulary", rows.Err())
}

// TermTotals returns how much there is to search.
func (db *DB) TermTotals(ctx context.Context) (source.TermTotals, error) {
	var t source.TermTotals
	err := db.read.QueryRowContext(ctx, `SELECT passages, head, body FROM terms_total`).Scan(&t.Passages, &t.Head, &t.Body)
	return t, explain("read search totals", err)
}

// SearchLanguages returns the languages of the live documents (ISO 639-1), the one with the most passages first; "" is left out.
func (db *DB) SearchLanguages(ctx context.Context) ([]string, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT language FROM documents WHERE state IN ('searchable', 'ready') AND language <> ''
		GROUP BY language ORDER BY sum(passages) DESC, language`)
	return collect(rows, explain("read the library's languages", err), scanString)
}

func scanTerms(scan func(...any) error) (source.Terms, error) {
	var t source.Terms
	err := scan(&t.Passage, &t.Document, &t.Page, &t.Hash, &t.Head, &t.Body, &t.Parts)
	return t, err
}

func scanString(scan func(...any) error) (string, error) {
	var s string
	err := scan(&s)
	return s, err
}
