package main

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/refs"
	"rabbithole/backend/report"
)

type refsCommand struct {
	Document string `arg:"" optional:"" help:"Name as 'documents' prints it."`
	Open     bool   `help:"Only references that lead nowhere in the library."`
	Missing  bool   `help:"Instead: the works that the documents cite and the library does not have, the most cited first."`
	BibTeX   string `name:"bibtex" help:"With --missing: write them to this file, too, for a reference manager." placeholder:"FILE"`
	RIS      string `name:"ris" help:"The same as RIS." placeholder:"FILE"`
	JSON     bool   `help:"Print one JSON array: a row per mention and target, or per missing work."`
}

// Run prints the references of a document, or what the library misses.
func (c *refsCommand) Run(ctx context.Context, s *shell) error {
	if c.Missing == (c.Document != "") || !c.Missing && c.BibTeX+c.RIS != "" {
		return misused(errors.New("refs needs the name of a document, or --missing"))
	}
	app, err := s.look(ctx)
	if err != nil {
		return err
	}
	if c.Missing {
		return c.missing(ctx, s, app)
	}
	all, err := app.References(ctx, c.Document)
	if err != nil {
		return err
	}
	rows := []core.Reference{}
	for _, r := range all {
		if !c.Open || !r.Found {
			rows = append(rows, r)
		}
	}
	if c.JSON {
		return s.value(rows)
	}
	for _, r := range rows {
		s.printf("%-8s %-14s %s → %s\n", pageOf(r.Page, r.PageLabel), oneLine(r.Section, 14), oneLine(r.Text, 60), targetOf(r))
	}
	s.note("%s", plural(len(rows), "reference", "references"))
	return nil
}

// missing prints the works that are cited and not there, and writes them where the person wants them.
func (c *refsCommand) missing(ctx context.Context, s *shell, app *core.Core) error {
	works, err := app.Radar(ctx)
	if err != nil {
		return err
	}
	bibtex, ris := core.MissingBibliography(works)
	for _, file := range []struct {
		path string
		data []byte
	}{{c.BibTeX, bibtex}, {c.RIS, ris}} {
		if file.path == "" {
			continue
		}
		if err := app.SaveFile(file.path, file.data); err != nil {
			return err
		}
	}
	if c.JSON {
		return s.value(works)
	}
	for _, w := range works {
		s.printf("%4d  %s\n", w.Count, oneLine(w.Name, 110))
		var by []string
		for _, d := range w.By {
			by = append(by, d.Document+", "+pageOf(d.Page, d.Label)+times(d.Count))
		}
		s.printf("      %s\n", oneLine(strings.Join(by, "; "), 110))
	}
	s.note("%s cited and not in the library", plural(len(works), "work", "works"))
	return nil
}

func times(n int) string {
	if n == 1 {
		return ""
	}
	return " (" + strconv.Itoa(n) + "×)"
}

func targetOf(r core.Reference) string {
	if r.Found && r.TargetDocument == "" {
		return r.TargetSection
	}
	if r.Found {
		return r.TargetDocument + ", " + pageOf(r.TargetPage, r.TargetLabel) + " " + r.TargetSection
	}
	status := cmp.Or(map[string]string{string(refs.Open): "not found here", string(refs.External): "outside your library",
		string(refs.OldVersion): "a version no longer in force"}[r.Status], r.Status)
	if r.TargetSection != "" && r.TargetSection != r.Text {
		return status + ": " + r.TargetSection
	}
	return status
}

// pageOf names a page as reports do.
func pageOf(page int, label string) string { return report.PageOf("en", page, label) }
