package core

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/fonts"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/ingest"
	"rabbithole/backend/private"
	"rabbithole/backend/report"
	"rabbithole/backend/report/bibliography"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Report returns a version of a run's report; 0 is the one handed over, else the best draft there is.
func (c *Core) Report(ctx context.Context, id string, version int) (report.Report, error) {
	run, err := c.Reported(ctx, id)
	if err != nil {
		return report.Report{}, err
	}
	r, err := c.db.Report(ctx, run.ID, version)
	if fault.KindOf(err) == fault.NotFound && version == 0 && c.reporting(ctx, run) {
		return r, fault.New("read the report of run "+run.ID, fault.NotFound,
			"It was lost with a damaged database. `rabbithole check --repair` looks for it in the library's folder.", err)
	}
	if err != nil {
		return r, err
	}
	if err := c.name(ctx, &r); err != nil {
		return r, err
	}
	return c.moved(ctx, r)
}

// reporting reports whether a run has handed over a report: some flows hand over something else.
func (c *Core) reporting(ctx context.Context, run graph.Run) bool {
	f, err := c.flowOf(run)
	return err == nil && run.Status == graph.Finished && f.reports(ctx, run.ID)
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

// reportFolder is the folder of a run's report within that of the library. A database that somebody has changed may hold anything in the
// place of an ID.
func (c *Core) reportFolder(run string) (string, error) {
	if !runForm.MatchString(run) {
		return "", fault.New("find the folder of run "+run, fault.Unreadable, "Rabbithole did not make this run. Restore a backup of your own.",
			errors.New("it has no proper ID"))
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

// Format is what a report can be rendered as.
type Format struct {
	Name   string `json:"name"`
	Ending string `json:"ending"` // of such a file, without its first dot
	Type   string `json:"type"`   // of its content
}

// Formats are all there are.
var Formats = []Format{
	{"md", "md", "text/markdown; charset=utf-8"},
	{"html", "html", "text/html; charset=utf-8"},
	{"json", "json", "application/json"},
	{"pdf", "pdf", "application/pdf"},
	{"docx", "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
	{"bibtex", "bib", "application/x-bibtex; charset=utf-8"},
	{"ris", "ris", "application/x-research-info-systems; charset=utf-8"},
	{"csl-json", "csl.json", "application/vnd.citationstyles.csl+json"},
}

// FormatNames are the names of the Formats.
func FormatNames() []string {
	var out []string
	for _, f := range Formats {
		out = append(out, f.Name)
	}
	return out
}

// Written are the formats that a finished run leaves in the library's folder; the others are made when somebody asks.
var Written = []string{"md", "html", "json", "pdf"}

// Rendering is a report in a format, with what the format could not show.
type Rendering struct {
	Data     []byte
	Warnings []string // sentences in the report's language
}

// Render returns a report in one of the Formats. Its links open the library's own copies, which stay as long as the report.
func (c *Core) Render(ctx context.Context, r report.Report, format string) (Rendering, error) {
	var err error
	if format != "json" { // what a repair takes in again is the report as it is stored
		if r, err = c.withCards(ctx, r); err != nil {
			return Rendering{}, err
		}
	}
	links, err := c.links(ctx, r)
	if err != nil {
		return Rendering{}, err
	}
	var out Rendering
	switch format {
	case "md":
		out.Data = report.Markdown(r, links)
	case "html":
		out.Data, err = report.HTML(r, links)
	case "json":
		r.Titles, r.Dates = nil, nil
		out.Data, err = report.JSON(r)
	case "pdf":
		out.Data, out.Warnings, err = report.PDF(r, links, fonts.Wide)
	case "docx":
		out.Data, err = report.DOCX(r, links)
	case "bibtex", "ris", "csl-json":
		out.Data, err = c.bibliography(ctx, r, links, format)
	default:
		err = fault.New("render a report as "+format, fault.Usage, "The formats are "+strings.Join(FormatNames(), ", ")+".", nil)
	}
	return out, err
}

// bibliography lists the documents a report cites.
func (c *Core) bibliography(ctx context.Context, r report.Report, links report.Links, format string) ([]byte, error) {
	documents := map[string]source.Document{}
	for _, e := range r.Evidence {
		if _, ok := documents[e.Document]; ok || e.Document == "" {
			continue
		}
		d, err := c.db.Document(ctx, e.Document)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		documents[e.Document] = d
	}
	works := report.Works(r, documents, links)
	switch format {
	case "bibtex":
		return bibliography.BibTeX(works), nil
	case "ris":
		return bibliography.RIS(works), nil
	}
	return bibliography.CSLJSON(works)
}

// links opens citations in the library's own copies. A copy that is gone gives no link, not an error; nor does one of HTML, whose scripts a
// browser would run and whose pictures it would fetch.
func (c *Core) links(ctx context.Context, r report.Report) (report.Links, error) {
	paths := map[string]string{}
	var cited []string
	for _, e := range r.Evidence {
		cited = append(cited, e.Document)
	}
	for _, claim := range r.Claims {
		for _, x := range claim.Citations {
			cited = append(cited, x.Document)
		}
	}
	for _, document := range cited {
		if _, ok := paths[document]; ok || document == "" {
			continue
		}
		path, err := c.FilePath(ctx, document)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		if d, known := c.db.Document(ctx, document); known == nil && d.Format == source.HTML {
			path = ""
		}
		paths[document] = path
	}
	return func(document string, page int) string {
		if paths[document] == "" {
			return ""
		}
		return report.FileURL(paths[document], page)
	}, nil
}

// ExportReport writes a version of a run's report into a file, whole or not at all, and returns its absolute path and what the format could
// not show. A file that is there is replaced, a folder or a file of the library never.
func (c *Core) ExportReport(ctx context.Context, id string, version int, format, path string) (string, []string, error) {
	if strings.TrimSpace(path) == "" {
		return "", nil, fault.New("write the report into a file", fault.Usage, "Choose a file.", errors.New("no file is named"))
	}
	path, err := c.exportTo(path)
	if err != nil {
		return "", nil, err
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // a pipe keeps whoever writes into it
		return "", nil, fault.New("write "+path, fault.Usage, "Choose a name for the file in it.", errors.New("it is a folder"))
	}
	r, err := c.Report(ctx, id, version)
	if err != nil {
		return "", nil, err
	}
	rendered, err := c.Render(ctx, r, format)
	if err != nil {
		return "", nil, err
	}
	return path, rendered.Warnings, c.SaveFile(path, rendered.Data)
}

// exportTo returns the absolute path of a file that may be written for a person. Links to it are followed: it is the file they lead to that is
// replaced, and must not be a library's.
func (c *Core) exportTo(path string) (string, error) {
	place, err := filepath.Abs(path)
	if err != nil {
		return "", fault.New("write "+path, fault.Usage, "Choose a file.", err)
	}
	if device(place) {
		return place, nil
	}
	place = ingest.Resolved(place)
	if disk.Inside(c.config.Home, place) || ingest.OfLibrary(place) {
		return "", fault.New("write "+path, fault.Usage, "Choose a folder outside the library's own.", errors.New("it belongs to the library"))
	}
	return place, nil
}

// device reports whether a path is a name that the system has for what a program writes to, as /dev/stdout, and not one of a file.
func device(path string) bool {
	info, err := os.Stat(path)
	return (disk.Within(path, "/dev") || disk.Within(path, "/proc")) && err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// SaveFile writes data into a file of a person's, whole or not at all. A file that is there is replaced, one of a library never; what is no file,
// as a terminal, is written to.
func (c *Core) SaveFile(path string, data []byte) error {
	place, err := c.exportTo(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(place)
	if device(place) || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		err = os.WriteFile(place, data, 0o666)
	} else {
		err = disk.ExportWhole(place, data)
	}
	if err == nil {
		return nil
	}
	hint := "Choose a file in a folder that exists and that you may write to."
	if store.Full(err) {
		hint = fmt.Sprintf("That disk is full: the file needs %d KB. Free some space, or choose another place; "+
			"what is in the library is safe.", len(data)>>10+1)
	}
	return fault.New("write "+path, fault.Storage, hint, err)
}
