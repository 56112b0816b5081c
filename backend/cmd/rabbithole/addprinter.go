package main

import (
	"fmt"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"rabbithole/backend/ingest"
)

// addPrinter shows the progress of add: a bar on a terminal, a plain line every few seconds elsewhere, NDJSON for programs.
type addPrinter struct {
	shell   *shell
	json    bool
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
	if !json && s.attended {
		p.box = mpb.New(mpb.WithOutput(s.err), mpb.WithWidth(40))
		p.bar = p.box.AddBar(1, mpb.BarRemoveOnComplete(), mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return " " + describe(p.last) })))
	}
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
	switch {
	case p.json:
		p.shell.line(now)
	case p.bar != nil:
		done, total := fraction(now)
		p.bar.SetTotal(int64(max(total, 1)), false)
		p.bar.SetCurrent(int64(done))
	case time.Since(p.said) > plainEvery:
		p.said = time.Now()
		p.shell.note("%s", describe(now))
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
	return fmt.Sprintf("%d of %d files, %d of %d pages, %.0f pages/s%s", p.FilesDone, p.FilesTotal, p.PagesDone, p.PagesTotal, p.Rate, eta(p.ETA))
}
