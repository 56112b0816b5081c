package store

import (
	"context"
	"database/sql"

	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// Mark is a passage that a report cites.
type Mark struct {
	Run      string
	Question string // of the run
	Claim    string // ID in its report
	Text     string // the claim
	Verdict  string
	Quote    string
	Span     source.Span
}

// writeMarks replaces the marks of a run by those of its report.
func writeMarks(ctx context.Context, tx *sql.Tx, run string, r report.Report) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM marks WHERE run = ?`, run); err != nil {
		return err
	}
	for _, claim := range r.Claims {
		for i, c := range claim.Citations {
			if c.Document == "" {
				continue
			}
			if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO marks (run, claim, ordinal, document, page, start, end_at, text, verdict, quote)
				VALUES (?,?,?,?,?,?,?,?,?,?)`, run, claim.ID, i, c.Document, c.Page, c.Span.Start, c.Span.End, claim.Text, claim.Verdict, c.Quote); err != nil {
				return err
			}
		}
	}
	return nil
}

// Marks returns the passages of a page that reports cite, those of the newest run first, in the order of the claims.
func (db *DB) Marks(ctx context.Context, document string, page int) ([]Mark, error) {
	rows, err := db.read.QueryContext(ctx, `SELECT m.run, coalesce(r.title, ''), m.claim, m.text, m.verdict, m.quote, m.page, m.start, m.end_at
		FROM marks AS m LEFT JOIN runs AS r ON r.id = m.run WHERE m.document = ? AND m.page = ? ORDER BY r.no DESC, length(m.claim), m.claim, m.ordinal`,
		document, page)
	return collect(rows, explain("find what reports cite", err), func(scan func(...any) error) (m Mark, err error) {
		return m, scan(&m.Run, &m.Question, &m.Claim, &m.Text, &m.Verdict, &m.Quote, &m.Span.Page, &m.Span.Start, &m.Span.End)
	})
}

// MarkedPages returns the pages of a document that reports cite, with how many claims rest on each.
func (db *DB) MarkedPages(ctx context.Context, document string) (map[int]int, error) {
	return db.MarkedPagesBeside(ctx, document, "")
}

// MarkedPagesBeside leaves out what a run and its sub-runs cite; "" leaves out none.
func (db *DB) MarkedPagesBeside(ctx context.Context, document, run string) (map[int]int, error) {
	type row struct{ page, claims int }
	rows, err := db.read.QueryContext(ctx, `SELECT page, count(DISTINCT run || '/' || claim) FROM marks
		WHERE document = ?1 AND run <> ?2 AND substr(run, 1, length(?2) + 1) <> ?2 || '/' GROUP BY page`, document, run)
	list, err := collect(rows, explain("find what reports cite", err), func(scan func(...any) error) (r row, err error) { return r, scan(&r.page, &r.claims) })
	out := make(map[int]int, len(list))
	for _, r := range list {
		out[r.page] = r.claims
	}
	return out, err
}
