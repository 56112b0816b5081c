package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/report"
)

// PutReport stores a version of a run's report, replacing it if it is there; version 0 is the one handed over. In the same transaction
// it records which pages the report cites, so that their bytes stay, and of the one handed over what it says and where the passages
// stand that it cites. The report of a sub-run is handed to its run, which tells both of itself.
func (db *DB) PutReport(ctx context.Context, run string, version int, r report.Report) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("store report of run %s: %w", run, err)
	}
	err = db.update(ctx, ofReport(version), func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO reports (run, version, at, report, score, claims, calls, time, verdict) VALUES (?,?,?,?,?,?,?,?,?)`,
			run, version, time.Now().UTC().Format(time.RFC3339), string(text), r.Quality.Total, len(r.Claims), r.Making.Spend.Calls,
			int64(r.Making.Spend.Time), string(r.Verdict)); err != nil {
			return err
		}
		return record(ctx, tx, run, version, r)
	})
	return explain("store report of run "+run, err)
}

// RecordReport notes once more what a stored report cites and says, and leaves the report as it is.
func (db *DB) RecordReport(ctx context.Context, key ReportKey, r report.Report) error {
	err := db.update(ctx, ofReport(key.Version), func(tx *sql.Tx) error { return record(ctx, tx, key.Run, key.Version, r) })
	return explain("store what the report of run "+key.Run+" cites", err)
}

// record notes what a report cites and says.
func record(ctx context.Context, tx *sql.Tx, run string, version int, r report.Report) error {
	part, err := isPart(ctx, tx, run)
	if err != nil {
		return err
	}
	if version == 0 && !part {
		if err := errors.Join(writeMarks(ctx, tx, run, r), writeSayings(ctx, tx, run, r)); err != nil {
			return err
		}
	}
	for _, claim := range r.Claims {
		for _, c := range claim.Citations {
			if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO cited (run, document, page)
				SELECT ?, hash, ? FROM documents WHERE hash = ?`, run, c.Page, c.Document); err != nil {
				return err
			}
		}
	}
	return nil
}

// isPart reports whether a run is a sub-run.
func isPart(ctx context.Context, tx *sql.Tx, run string) (part bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM runs WHERE id = ? AND parent <> '')`, run).Scan(&part)
	return part, err
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

// DropReport deletes one version of a report.
func (db *DB) DropReport(ctx context.Context, key ReportKey) error {
	err := db.update(ctx, lasting, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM reports WHERE run = ? AND version = ?`, key.Run, key.Version)
		return err
	})
	return explain("delete a version of a report", err)
}
