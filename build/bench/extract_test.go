package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"golang.org/x/sync/errgroup"

	"rabbithole/backend/pdf"
	"rabbithole/backend/source"
)

// extract measures the text of PDF files beside pdftotext: whole processes, start included, ours with two workers. Whole sets give
// pdftotext two processes at a time.
func (b *bench) extract(ctx context.Context) error {
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		fmt.Println("pdftotext is not installed, so there is nothing to compare with. Install poppler-utils (Debian: `apt install poppler-utils`; macOS: `brew install poppler`).")
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	sets, err := b.found()
	if err != nil {
		return err
	}
	if _, err := timed(ctx, self, childReads, sets[0].files[0]); err != nil { // the first time ever compiles the reader
		return err
	}
	row := table("documents", "pages", "ours", "pdftotext", "ours / pdftotext's")
	var ratios []float64
	report := func(what string, files []string, repeats int) error {
		var ours, theirs []time.Duration
		for range repeats {
			mine, err := timed(ctx, self, append([]string{childReads}, files...)...)
			if err != nil {
				return err
			}
			other, err := two(ctx, tool, files)
			if err != nil {
				return err
			}
			ours, theirs = append(ours, mine), append(theirs, other)
		}
		pages := 0
		for _, path := range files {
			n, err := count(ctx, path)
			if err != nil {
				return err
			}
			pages += n
		}
		ratio := median(theirs).Seconds() / median(ours).Seconds()
		ratios = append(ratios, ratio)
		row(what, fmt.Sprint(pages), perSecond(pages, median(ours)), perSecond(pages, median(theirs)), fmt.Sprintf("%.2f", ratio))
		return nil
	}
	var largest []string
	for _, s := range sets {
		largest = append(largest, s.files...)
	}
	for i, path := range bySize(largest)[:min(6, len(largest))] {
		if err := report(fmt.Sprintf("no. %d by size, %s", i+1, megabytes(size(path))), []string{path}, b.repeats()); err != nil {
			return err
		}
	}
	row("median of these", "", "", "", fmt.Sprintf("**%.2f**", median(ratios)))
	for _, s := range sets {
		if err := report(fmt.Sprintf("all %d of %s", len(s.files), s.name), s.files, 1); err != nil {
			return err
		}
	}
	return nil
}

// two runs pdftotext over files, two at a time.
func two(ctx context.Context, tool string, files []string) (time.Duration, error) {
	begun := time.Now()
	var work errgroup.Group
	work.SetLimit(2)
	for _, path := range files {
		work.Go(func() error {
			_, err := timed(ctx, tool, path, os.DevNull)
			return err
		})
	}
	err := work.Wait()
	return time.Since(begun), err
}

// count returns the pages of a PDF file.
func count(ctx context.Context, path string) (int, error) {
	x := pdf.New(pdf.Options{Workers: 1})
	defer x.Close()
	f, err := x.Open(ctx, path, source.OpenOptions{})
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.Meta().Pages, nil
}

func perSecond(pages int, d time.Duration) string {
	return fmt.Sprintf("%.0f pages/s", float64(pages)/d.Seconds())
}
