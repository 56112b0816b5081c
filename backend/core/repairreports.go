package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/graph"
	"rabbithole/backend/private"
	"rabbithole/backend/report"
	"rabbithole/backend/store"
	"rabbithole/prompts"
)

// reports takes in what only the library's folder has of reports, and opens every citation of every report. After a
// database was built anew, what reports and runs cite and say is recorded again: it keeps the pages there, and earlier
// research is found by it.
func (k *checker) reports(ctx context.Context) error {
	waiting, err := k.takeIn(ctx)
	if err != nil {
		return err
	}
	if len(waiting) > 0 {
		k.wrong("reports", runRepair, "the database has lost runs or reports of which the reports are still there: %s", first(waiting, 5))
		return nil
	}
	keys, err := k.core.db.ReportKeys(ctx)
	if err != nil {
		return err
	}
	citations, bad := 0, []string{}
	for _, key := range keys {
		r, err := k.core.db.Report(ctx, key.Run, key.Version)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			bad = append(bad, nameOf(key)+" cannot be read")
			continue
		}
		if k.rebuilt {
			if err := k.core.db.RecordReport(ctx, key, r); err != nil {
				return err
			}
		}
		n, broken := k.citations(ctx, key, r)
		citations, bad = citations+n, append(bad, broken...)
	}
	if k.rebuilt {
		if err := k.runs(ctx); err != nil {
			return err
		}
	}
	if len(bad) > 0 {
		k.wrong("reports", "Restore a backup, or add the cited files again and run the research again.",
			"%d of %d citations do not open: %s", len(bad), citations, first(bad, 5))
		return nil
	}
	runs := map[string]bool{}
	for _, key := range keys {
		runs[key.Run] = true
	}
	k.ok("reports", "%d reports with %d versions, and their %d citations open", len(runs), len(keys), citations)
	return nil
}

// takeIn puts back reports that the database has lost and that stand in the library's folder as WriteReport left them. A run that the
// database does not know was deleted, unless the database was built anew. It returns the runs whose reports wait to be put back.
func (k *checker) takeIn(ctx context.Context) (waiting []string, err error) {
	written, unread := writtenReports(k.cfg.Home)
	for run, err := range unread {
		if _, failed := k.core.db.Report(ctx, run, 0); failed == nil {
			continue // the database has it
		}
		k.partial = true
		k.wrong("reports", "Run the command again when the disk can be read, or move that folder out of the library.",
			"a report in the library's folder cannot be read: %v", err)
	}
	for _, r := range written {
		run, err := k.core.db.Run(ctx, r.Run)
		unknown := errors.Is(err, graph.ErrNotFound)
		if err != nil && !unknown || unknown && !k.rebuilt || !unknown && run.Status != graph.Finished {
			continue
		}
		if _, err = k.core.db.Report(ctx, r.Run, 0); err == nil && !unknown {
			continue
		}
		if !k.opt.Repair {
			waiting = append(waiting, r.Run)
			continue
		}
		if err := k.putBack(ctx, r, unknown); err != nil {
			return nil, err
		}
	}
	lost, err := k.lostRuns(ctx)
	return append(waiting, lost...), err
}

// lostRuns puts back the runs of which the database has lost all but their reports. Without a repair it returns them.
func (k *checker) lostRuns(ctx context.Context) (waiting []string, err error) {
	keys, err := k.core.db.ReportKeys(ctx)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		if _, err := k.core.db.Run(ctx, key.Run); key.Version != 0 || strings.Contains(key.Run, "/") || !errors.Is(err, graph.ErrNotFound) {
			continue
		}
		r, err := k.core.db.Report(ctx, key.Run, 0)
		if err != nil {
			continue // said where reports are opened
		}
		if !k.opt.Repair {
			waiting = append(waiting, key.Run)
			continue
		}
		if err := k.core.db.PutLostRun(ctx, runOf(r)); err != nil {
			return nil, err
		}
		k.said[key.Run] = true
		k.repaired("Of run %s only the report was left: %s", key.Run, r.Question)
	}
	return waiting, nil
}

func (k *checker) putBack(ctx context.Context, r report.Report, runLost bool) error {
	if runLost {
		if err := k.core.db.PutLostRun(ctx, runOf(r)); err != nil {
			return err
		}
		k.said[r.Run] = true
	}
	k.repaired("The report of run %s was taken in again from reports/%s.", r.Run, r.Run)
	return k.core.db.PutReport(ctx, r.Run, 0, r)
}

// runOf is what a report tells of the run that wrote it.
func runOf(r report.Report) graph.Run {
	model := prompts.Card{Name: r.Making.Model, Digest: r.Making.Digest, NumCtx: r.Making.NumCtx}
	meta, _ := json.Marshal(runMeta{Engine: settings.Engine(r.Making.Engine), Card: model}) // plain values
	return graph.Run{ID: r.Run, Flow: r.Flow, Title: r.Question, Status: graph.Finished, Meta: meta,
		Created: r.MadeAt, Updated: r.MadeAt}
}

// writtenReports returns the reports in the library's folder that are as they were written, the oldest first, and why others cannot be read,
// by run.
func writtenReports(home string) (out []report.Report, unread map[string]error) {
	unread = map[string]error{}
	folders, err := os.ReadDir(filepath.Join(home, disk.ReportsName))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		unread[""] = err
	}
	for _, entry := range folders {
		folder := filepath.Join(home, disk.ReportsName, entry.Name())
		if !entry.IsDir() {
			continue
		}
		data, err := private.ReadFile(filepath.Join(folder, "report.json"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			unread[entry.Name()] = err
		}
		if err != nil || !asWritten(folder, "report.json", data) {
			continue
		}
		if r, err := report.Parse(data); err == nil && r.Run == filepath.Base(folder) {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b report.Report) int { return a.MadeAt.Compare(b.MadeAt) })
	return out, unread
}

// asWritten reports whether a file has the checksum that WriteReport noted beside it. Before there were any, none was
// noted.
func asWritten(folder, name string, data []byte) bool {
	sums, err := private.ReadFile(filepath.Join(folder, sumsName))
	return errors.Is(err, os.ErrNotExist) || strings.Contains(string(sums), sumLine(name, data))
}

// damagedReports names the reports that cannot be read in a damaged database, and of which the repair finds another
// copy.
func (k *checker) damagedReports(ctx context.Context) {
	db, err := store.OpenReadOnly(ctx, filepath.Join(k.cfg.Home, disk.DatabaseName))
	if err != nil {
		return // what can be said of it is said
	}
	defer db.Close()
	written, _ := writtenReports(k.cfg.Home) // the repair says which cannot be read
	bad := []string{}
	keys, _ := db.ReportKeys(ctx) // as many as can be read
	for _, key := range keys {
		if _, err := db.Report(ctx, key.Run, key.Version); err == nil {
			continue
		}
		what := nameOf(key)
		if key.Version == 0 && slices.ContainsFunc(written, func(r report.Report) bool { return r.Run == key.Run }) {
			what += " (a sound copy lies in reports/" + key.Run + ")"
		}
		bad = append(bad, what)
	}
	if len(bad) > 0 {
		k.wrong("reports", "`rabbithole check --repair` takes in the sound copies that lie in the folder reports.",
			"damaged: %s", strings.Join(bad, ", "))
	}
}

func nameOf(key store.ReportKey) string {
	if key.Version == 0 {
		return "the report of run " + key.Run
	}
	return fmt.Sprintf("draft %d of run %s", key.Version, key.Run)
}

// citations counts the citations of a report and names those whose quote is not on its page.
func (k *checker) citations(ctx context.Context, key store.ReportKey, r report.Report) (n int, bad []string) {
	for _, claim := range r.Claims {
		for _, c := range claim.Citations {
			n++
			if ok, err := k.core.opens(ctx, c); err != nil || !ok {
				bad = append(bad, fmt.Sprintf("%s in %s: page %d of %s", claim.ID, nameOf(key), c.Page, c.Name))
			}
		}
	}
	return n, bad
}

// opens reports whether the quote of a citation is on its page. The part of a quote that a page break leaves on its
// first page may be too short to be looked for: it counts where its place says.
func opens(page string, c cite.Citation) bool {
	if _, _, ok := cite.Find(page, c.Quote); ok {
		return true
	}
	s := c.Span
	return c.Quote != "" && 0 <= s.Start && s.Start < s.End && s.End <= len(page) &&
		cite.Normalise(page[s.Start:s.End]).Text == cite.Normalise(c.Quote).Text
}

// first joins at most n of a list's entries.
func first(list []string, n int) string {
	if len(list) <= n {
		return strings.Join(list, "; ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:n], "; "), len(list)-n)
}
