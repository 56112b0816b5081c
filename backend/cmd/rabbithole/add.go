package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
)

type addCommand struct {
	Paths    []string `arg:"" optional:"" help:"Files or folders; a folder becomes a collection. None: go on with what was interrupted."`
	Password string   `help:"For encrypted files; it is not kept." env:"RABBITHOLE_PDF_PASSWORD"`
	Light    bool     `help:"Read PDFs with the light engine."`
	NoOCR    bool     `name:"no-ocr" help:"Leave scanned pages for later, also where tesseract is installed."`
	NoEmbed  bool     `help:"Leave embeddings for later; words are searchable at once."`
	Follow   bool     `name:"follow-links" help:"Follow links in a folder that lead out of it."`
	JSON     bool     `help:"Print NDJSON progress and a final object."`
}

// Run adds files.
func (c *addCommand) Run(ctx context.Context, s *shell, app writable) error {
	bar := newAddPrinter(s, c.JSON)
	left := []string{}
	opt := core.AddOptions{Password: c.Password, Light: c.Light, Late: c.NoEmbed, NoOCR: c.NoOCR, Progress: bar.show,
		FollowLinks: c.Follow, Left: func(link string) { left = append(left, link) }}
	begun := time.Now()
	results, err := c.add(ctx, app.Core, opt)
	bar.done()
	switch kind := fault.KindOf(err); {
	case c.JSON && err == nil:
		s.line(map[string]any{"documents": jsonResults(results), "links_left": left})
	case c.JSON, kind == fault.NotFound, kind == fault.Usage: // nothing was added, and the error says why
	case err == nil && len(results) == 0 && bar.last.Embedded > bar.had:
		s.note("Made embeddings for %s that lacked them.", plural(bar.last.Embedded-bar.had, "passage", "passages"))
	case err == nil && len(results) == 0 && bar.last.Recognised > 0:
		s.note("Recognised the text of %s. Ask: rabbithole ask QUESTION", plural(bar.last.Recognised, "scanned page", "scanned pages"))
	case err == nil && len(results) == 0:
		s.note("Nothing was interrupted. 'rabbithole add FOLDER' adds documents.")
	default:
		printResults(s, results, bar.reading)
		if len(left) > 0 {
			s.note("Skipped %s out of the folder. --follow-links follows them.",
				plural(len(left), "link that leads", "links that lead"))
		}
		if slices.ContainsFunc(results, func(r ingest.Result) bool { return r.Status == ingest.Added || r.Status == ingest.Replacing }) {
			s.note("%s in all. Ask: rabbithole ask QUESTION", time.Since(begun).Round(10*time.Millisecond))
		}
		noteOld(ctx, s, app.Core)
	}
	for _, r := range results {
		if r.Status == ingest.NotAdded {
			s.code = exitPartly
		}
	}
	return err
}

func (c *addCommand) add(ctx context.Context, app *core.Core, opt core.AddOptions) ([]ingest.Result, error) {
	if len(c.Paths) == 0 {
		return app.ResumeAdding(ctx, opt)
	}
	return app.Add(ctx, c.Paths, opt)
}

// addedDocument is a row of `add --json`.
type addedDocument struct {
	Document string        `json:"document"` // name, unique in the library
	Name     string        `json:"name"`
	Hash     string        `json:"hash"`
	Pages    int           `json:"pages"`
	Passages int           `json:"passages"`
	Status   ingest.Status `json:"status"`
	Reason   string        `json:"reason"`
}

func jsonResults(results []ingest.Result) []addedDocument {
	rows := []addedDocument{}
	for _, r := range results {
		rows = append(rows, addedDocument{r.Name, r.Name, r.Document, r.Pages, r.Passages, r.Status, r.Reason})
	}
	return rows
}

func printResults(s *shell, results []ingest.Result, reading time.Duration) {
	pages, added := 0, 0
	for _, r := range results {
		s.printf("%-10s %s", r.Status, r.Name)
		if file := filepath.Base(r.Path); r.Status == ingest.Duplicate && file != r.Name {
			s.printf("  has the bytes of %s, which is not added again", file)
		}
		if r.Status == ingest.Added || r.Status == ingest.Replacing {
			s.printf("  %s, %s", plural(r.Pages, "page", "pages"), plural(r.Passages, "passage", "passages"))
			pages, added = pages+r.Pages, added+1
		}
		if r.Reason != "" {
			s.printf("\n           %s", r.Reason)
		}
		s.printf("\n")
	}
	if pages > 0 && reading > 0 {
		s.note("%s, %s read in %s: %.0f pages/s.", plural(added, "document", "documents"), plural(pages, "page", "pages"),
			reading.Round(10*time.Millisecond), float64(pages)/reading.Seconds())
	}
}

// addPrinter shows the progress of add: a bar on a terminal, a plain line every few seconds elsewhere, NDJSON for programs.
type addPrinter struct {
	shell   *shell
	json    bool
	line    atomic.Value // what the bar says beside itself: a string
	box     *mpb.Progress
	bar     *mpb.Bar
	last    ingest.Progress
	had     int // passages that had their embedding before
	said    time.Time
	begun   time.Time
	reading time.Duration // until the text of all files was in
}

// plainEvery is how often a line is printed where there is no terminal.
const plainEvery = 3 * time.Second

func newAddPrinter(s *shell, json bool) *addPrinter {
	p := &addPrinter{shell: s, json: json, begun: time.Now(), said: time.Now()}
	p.line.Store("")
	return p
}

func (p *addPrinter) show(now ingest.Progress) {
	if now.Phase == ingest.Embedding && p.last.Phase != ingest.Embedding {
		p.had = now.Embedded
	}
	p.last = now
	if now.Phase == ingest.Reading {
		p.reading = time.Since(p.begun)
	}
	if p.json {
		p.shell.line(now)
		return
	}
	done, total := fraction(now)
	p.draw(done, total, describe(now))
}

// draw shows how far something is, and says it in a line.
func (p *addPrinter) draw(done, total int, line string) {
	p.line.Store(line)
	if p.bar == nil && p.shell.attended {
		p.box = mpb.New(mpb.WithOutput(p.shell.err), mpb.WithWidth(40))
		p.bar = p.box.AddBar(1, mpb.BarRemoveOnComplete(), mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return " " + p.line.Load().(string) })))
	}
	switch {
	case p.bar != nil:
		p.bar.SetTotal(int64(max(total, 1)), false)
		p.bar.SetCurrent(int64(done))
	case time.Since(p.said) > plainEvery:
		p.said = time.Now()
		p.shell.note("%s", line)
	}
}

func (p *addPrinter) done() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.box.Wait()
	}
}

func fraction(p ingest.Progress) (done, total int) {
	switch p.Phase {
	case ingest.Embedding:
		return p.Embedded, p.ToEmbed
	case ingest.Recognising:
		return p.Recognised, p.ToRecognise
	}
	return p.PagesDone, p.PagesTotal
}

func describe(p ingest.Progress) string {
	switch p.Phase {
	case ingest.Embedding:
		return fmt.Sprintf("embedding %d of %d passages%s", p.Embedded, p.ToEmbed, eta(p.ETA))
	case ingest.Recognising:
		return fmt.Sprintf("recognising text on %d of %d scanned pages%s", p.Recognised, p.ToRecognise, eta(p.ETA))
	}
	if p.PagesTotal == 0 { // of nothing that is there already a page is read
		return fmt.Sprintf("%d of %d files", p.FilesDone, p.FilesTotal)
	}
	return fmt.Sprintf("%d of %d files, %d of %d pages, %.0f pages/s%s", p.FilesDone, p.FilesTotal, p.PagesDone, p.PagesTotal, p.Rate, eta(p.ETA))
}
