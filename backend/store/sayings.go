package store

import (
	"context"
	"database/sql"
	"strings"

	"rabbithole/backend/report"
)

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
func writeSayings(ctx context.Context, tx *sql.Tx, run string, r report.Report) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM sayings WHERE run = ?`, run); err != nil {
		return err
	}
	for _, s := range sayings(r) {
		if _, err := tx.ExecContext(ctx, `INSERT INTO sayings (run, place, claim, text) VALUES (?,?,?,?)`, run, s.Place, s.Claim, s.Text); err != nil {
			return err
		}
	}
	return nil
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
	rows, err := db.read.QueryContext(ctx, `SELECT run, place, claim, text FROM sayings ORDER BY run, no`)
	return collect(rows, explain("read what reports say", err), func(scan func(...any) error) (s Saying, err error) {
		return s, scan(&s.Run, &s.Place, &s.Claim, &s.Text)
	})
}
