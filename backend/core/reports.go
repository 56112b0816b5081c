package core

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/private"
	"rabbithole/backend/report"
	"rabbithole/backend/store"
	"slices"
)

// Report returns a version of a run's report; 0 is the one handed over, else the best draft there is.
func (c *Core) Report(ctx context.Context, id string, version int) (report.Report, error) {
	run, err := c.Reported(ctx, id)
	if err != nil {
		return report.Report{}, err
	}
	r, err := c.db.Report(ctx, run.ID, version)
	if fault.KindOf(err) == fault.NotFound && version == 0 && reporting(run) {
		return r, fault.New("read the report of run "+run.ID, fault.NotFound,
			"It was lost with a damaged database. `rabbithole check --repair` looks for it in the library's folder.", err)
	}
	if err != nil {
		return r, err
	}
	if r.Titles, err = c.titles(ctx, r); err != nil {
		return r, err
	}
	return c.moved(ctx, r)
}

// titles are what the documents of a report are called, by their names: the title that each has of its own.
func (c *Core) titles(ctx context.Context, r report.Report) (map[string]string, error) {
	out, seen, times := map[string]string{}, map[string]bool{}, map[string]int{}
	for _, e := range r.Evidence {
		if seen[e.Document] || e.Document == "" || e.Locator.URL != "" {
			continue
		}
		seen[e.Document] = true
		d, err := c.db.Document(ctx, e.Document)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		if d.Title != "" {
			out[e.Name] = d.Title
			times[d.Title]++
		}
	}
	maps.DeleteFunc(out, func(_, title string) bool { return times[title] > 1 })
	return out, nil
}

// reporting reports whether a run has handed over a report: the other flows hand over something else.
func reporting(run graph.Run) bool {
	return run.Status == graph.Finished && slices.Contains([]string{research.Name, explore.Name, answer.Name}, run.Flow)
}

// Reported returns the run whose report is meant: "last" is the newest one that finished, not one that still waits for an answer; where none
// finished it is the newest.
func (c *Core) Reported(ctx context.Context, id string) (graph.Run, error) {
	if id != "last" {
		return c.Run(ctx, id)
	}
	all, err := c.Runs(ctx)
	if err != nil {
		return graph.Run{}, err
	}
	for _, run := range all {
		if run.Status == graph.Finished {
			return run, nil
		}
	}
	return c.Run(ctx, id)
}

// reportFolder is the folder of a run's report within that of the library. A database that somebody has changed may hold anything in the place of an ID.
func (c *Core) reportFolder(run string) (string, error) {
	if !runForm.MatchString(run) {
		return "", fault.New("find the folder of run "+run, fault.Unreadable, "Rabbithole did not make this run. Restore a backup of your own.", errors.New("it has no proper ID"))
	}
	return filepath.Join(c.config.Home, disk.ReportsName, run), nil
}

// WriteReport writes a run's report in the Written formats into the library's folder and returns the path of each by
// format. A repair takes in from there what the database has lost.
func (c *Core) WriteReport(ctx context.Context, id string) (map[string]string, error) {
	r, err := c.Report(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	folder, err := c.reportFolder(r.Run)
	if err == nil {
		err = private.MkdirAll(folder)
	}
	if err != nil {
		return nil, notWritten(r.Run, err)
	}
	paths, sums := map[string]string{}, ""
	for _, format := range Written {
		rendered, err := c.Render(ctx, r, format)
		if err != nil {
			return nil, err
		}
		paths[format] = filepath.Join(folder, "report."+format)
		if err := disk.WriteWhole(paths[format], rendered.Data); err != nil {
			return nil, notWritten(r.Run, err)
		}
		sums += sumLine(filepath.Base(paths[format]), rendered.Data)
	}
	if err := disk.WriteWhole(filepath.Join(folder, sumsName), []byte(sums)); err != nil {
		return nil, notWritten(r.Run, err)
	}
	return paths, nil
}

// sumsName is in the folder of a report the list of its files with their checksums, as the program sha256sum writes and reads it.
const sumsName = "SHA256SUMS"

// sumLine is the line of a file in such a list.
func sumLine(name string, data []byte) string {
	return fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name)
}

// notWritten says what to do about a report that could not be written.
func notWritten(run string, err error) error {
	hint := "Check the permissions of the library folder; the report itself is safe in the library: rabbithole show " + run
	if store.Full(err) {
		hint = fault.DiskFull + " The report itself is safe in the library: rabbithole show " + run
	}
	return fault.New("write the report", fault.Storage, hint, err)
}

// Export returns a run in the specification's shapes.
func (c *Core) Export(ctx context.Context, id string) (research.AgentState, error) {
	run, err := c.Run(ctx, id)
	if err != nil {
		return research.AgentState{}, err
	}
	s, err := c.State(ctx, run.ID, 0)
	if err != nil {
		return research.AgentState{}, err
	}
	t, err := researching{c}.tools(ctx, run.ID, runMeta{Engine: settings.Extractive})
	if err != nil {
		return research.AgentState{}, err
	}
	return research.Export(ctx, t, s)
}

// rewriteReports writes the reports of a restored library, in the restore or, where that was killed, when the library is next opened.
func (c *Core) rewriteReports(ctx context.Context) error {
	mark := filepath.Join(c.config.Home, backup.UnwrittenName)
	if _, err := os.Stat(mark); err != nil {
		return nil
	}
	runs, err := c.Runs(ctx)
	for _, run := range runs {
		if run.Status == graph.Finished && err == nil {
			if _, err = c.WriteReport(ctx, run.ID); fault.KindOf(err) == fault.NotFound {
				err = nil
			}
		}
	}
	if err != nil {
		return err
	}
	return os.Remove(mark)
}
