package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// PutReport stores a version of a run's report, replacing it if it is there; version 0 is the one handed over. In the same transaction
// it records which pages the report cites, so that their bytes stay, and of the one handed over what it says and where the passages
// stand that it cites. The report of a sub-run is handed to its run, which tells both of itself.
func (db *DB) PutReport(ctx context.Context, run string, version int, r report.Report) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("store report of run %s: %w", run, err)
	}
	return db.update(ctx, "store report of run "+run, ofReport(version), func(t *tx) {
		t.exec(ctx, `INSERT OR REPLACE INTO reports (run, version, at, report, score, claims, calls, time, verdict) VALUES (?,?,?,?,?,?,?,?,?)`,
			run, version, time.Now().UTC().Format(time.RFC3339), string(text), r.Quality.Total, len(r.Claims), r.Making.Spend.Calls,
			int64(r.Making.Spend.Time), string(r.Verdict))
		record(ctx, t, run, version, r)
	})
}

// RecordReport notes once more what a stored report cites and says, and leaves the report as it is.
func (db *DB) RecordReport(ctx context.Context, key ReportKey, r report.Report) error {
	return db.update(ctx, "store what the report of run "+key.Run+" cites", ofReport(key.Version), func(t *tx) {
		record(ctx, t, key.Run, key.Version, r)
	})
}

// record notes what a report cites and says.
func record(ctx context.Context, t *tx, run string, version int, r report.Report) {
	part := false // of another run
	t.look(ctx, `SELECT EXISTS (SELECT 1 FROM runs WHERE id = ? AND parent <> '')`, []any{run}, &part)
	if version == 0 && !part {
		writeMarks(ctx, t, run, r)
		writeSayings(ctx, t, run, r)
	}
	for _, claim := range r.Claims {
		for _, c := range claim.Citations {
			t.repeat(ctx, `INSERT OR IGNORE INTO cited (run, document, page) SELECT ?, hash, ? FROM documents WHERE hash = ?`, run, c.Page, c.Document)
		}
	}
}

// Cite records that a run cites pages of a document: bytes and pages stay as long as the record does.
func (db *DB) Cite(ctx context.Context, run, document string, pages ...int) error {
	return db.update(ctx, fmt.Sprintf("record what run %s cites of document %.12s", run, document), repeatable, func(t *tx) {
		for _, page := range pages {
			t.exec(ctx, `INSERT OR IGNORE INTO cited (run, document, page) VALUES (?,?,?)`, run, document, page)
		}
	})
}

// Report returns a version of a run's report; version 0 is the one handed over. A fault of kind NotFound when there is none.
func (db *DB) Report(ctx context.Context, run string, version int) (report.Report, error) {
	var text string
	err := db.read.QueryRowContext(ctx, `SELECT report FROM reports WHERE run = ? AND version = ?`, run, version).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return report.Report{}, fault.New("read the report of run "+run, fault.NotFound,
			"The run has not written its report yet. Resume it, or look at it with `rabbithole show "+run+"`.", nil)
	}
	if err != nil {
		return report.Report{}, explain("read report of run "+run, err)
	}
	r, err := report.Parse([]byte(text))
	r.Run = run // whatever its text says
	return r, err
}

// ReportKey names a stored version of a report.
type ReportKey struct {
	Run     string
	Version int
}

// ReportKeys returns every stored report, run by run.
func (db *DB) ReportKeys(ctx context.Context) ([]ReportKey, error) {
	return list("list reports", func(k *ReportKey) []any { return []any{&k.Run, &k.Version} })(db.read.QueryContext(ctx,
		`SELECT run, version FROM reports ORDER BY run, version`))
}

// Mark is a passage that a report cites.
type Mark struct {
	Run      string      `json:"run"`
	Question string      `json:"question"` // of the run
	Claim    string      `json:"claim"`    // ID in its report
	Text     string      `json:"text"`     // the claim
	Verdict  string      `json:"verdict"`
	Quote    string      `json:"quote"`
	Span     source.Span `json:"span"`
}

// writeMarks replaces the marks of a run by those of its report.
func writeMarks(ctx context.Context, t *tx, run string, r report.Report) {
	t.exec(ctx, `DELETE FROM marks WHERE run = ?`, run)
	for _, claim := range r.Claims {
		for i, c := range claim.Citations {
			if c.Document != "" {
				t.repeat(ctx, `INSERT OR IGNORE INTO marks (run, claim, ordinal, document, page, start, end_at, text, verdict, quote)
					VALUES (?,?,?,?,?,?,?,?,?,?)`,
					run, claim.ID, i, c.Document, c.Page, c.Span.Start, c.Span.End, claim.Text, claim.Verdict, c.Quote)
			}
		}
	}
}

// Marks returns the passages of a page that reports cite, those of the newest run first, in the order of the claims.
func (db *DB) Marks(ctx context.Context, document string, page int) ([]Mark, error) {
	return list("find what reports cite", func(m *Mark) []any {
		return []any{&m.Run, &m.Question, &m.Claim, &m.Text, &m.Verdict, &m.Quote, &m.Span.Page, &m.Span.Start, &m.Span.End}
	})(db.read.QueryContext(ctx, `SELECT m.run, coalesce(r.title, ''), m.claim, m.text, m.verdict, m.quote, m.page, m.start, m.end_at
		FROM marks AS m LEFT JOIN runs AS r ON r.id = m.run WHERE m.document = ? AND m.page = ? ORDER BY r.no DESC, length(m.claim), m.claim, m.ordinal`,
		document, page))
}

// MarkedPages returns the pages of a document that reports cite, with how many claims rest on each.
func (db *DB) MarkedPages(ctx context.Context, document string) (map[int]int, error) {
	return db.MarkedPagesBeside(ctx, document, "")
}

// MarkedPagesBeside leaves out what a run and its sub-runs cite; "" leaves out none.
func (db *DB) MarkedPagesBeside(ctx context.Context, document, run string) (map[int]int, error) {
	return byKey("find what reports cite", pair[int, int])(db.read.QueryContext(ctx, `SELECT page, count(DISTINCT run || '/' || claim) FROM marks
		WHERE document = ?1 AND run <> ?2 AND substr(run, 1, length(?2) + 1) <> ?2 || '/' GROUP BY page`, document, run))
}

// The places of a saying.
const (
	InAnswer  = "answer"
	InSection = "section"
	InClaim   = "claim"
)

// Saying is a piece of a report's text.
type Saying struct {
	Run   string
	Place string
	Claim string // ID in the report, "" elsewhere
	Text  string
}

// writeSayings replaces the sayings of a run by those of its report.
func writeSayings(ctx context.Context, t *tx, run string, r report.Report) {
	t.exec(ctx, `DELETE FROM sayings WHERE run = ?`, run)
	for _, s := range sayings(r) {
		t.repeat(ctx, `INSERT INTO sayings (run, place, claim, text) VALUES (?,?,?,?)`, run, s.Place, s.Claim, s.Text)
	}
}

// sayings returns what a report says: its answer by paragraph, its sections by title and sentence.
func sayings(r report.Report) []Saying {
	var out []Saying
	for _, block := range r.Answer {
		var text []string
		for _, s := range block.Sentences {
			text = append(text, s.Text)
		}
		out = append(out, Saying{Place: InAnswer, Text: strings.Join(text, " ")})
	}
	for _, section := range r.Sections {
		out = append(out, Saying{Place: InSection, Text: section.Title})
		for _, block := range section.Blocks {
			for _, s := range block.Sentences {
				place := InSection
				if s.Claim != "" {
					place = InClaim
				}
				out = append(out, Saying{Place: place, Claim: s.Claim, Text: s.Text})
			}
		}
	}
	return out
}

// Sayings returns what the reports of all runs say, those of a run together and in reading order.
func (db *DB) Sayings(ctx context.Context) ([]Saying, error) {
	return list("read what reports say", func(s *Saying) []any { return []any{&s.Run, &s.Place, &s.Claim, &s.Text} })(db.read.QueryContext(ctx,
		`SELECT run, place, claim, text FROM sayings ORDER BY run, no`))
}
