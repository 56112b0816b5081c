package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

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
	var largest []string
	for _, s := range sets {
		largest = append(largest, s.files...)
	}
	largest = bySize(largest)[:min(6, len(largest))]
	for i, path := range largest {
		pages, ours, theirs, err := compare(ctx, self, tool, path, b.repeats())
		if err != nil {
			return err
		}
		ratios = append(ratios, theirs.Seconds()/ours.Seconds())
		row(fmt.Sprintf("no. %d by size, %s", i+1, megabytes(size(path))), fmt.Sprint(pages), perSecond(pages, ours), perSecond(pages, theirs), fmt.Sprintf("%.2f", ratios[i]))
	}
	row("median of these", "", "", "", fmt.Sprintf("**%.2f**", median(ratios)))
	for _, s := range sets {
		pages := 0
		for _, path := range s.files {
			n, err := count(ctx, path)
			if err != nil {
				return err
			}
			pages += n
		}
		ours, err := timed(ctx, self, append([]string{childReads}, s.files...)...)
		if err != nil {
			return err
		}
		theirs, err := two(ctx, tool, s.files)
		if err != nil {
			return err
		}
		row(fmt.Sprintf("all %d of %s", len(s.files), s.name), fmt.Sprint(pages), perSecond(pages, ours), perSecond(pages, theirs), fmt.Sprintf("%.2f", theirs.Seconds()/ours.Seconds()))
	}
	return nil
}

// compare times both programs on one file in turn and returns their medians.
func compare(ctx context.Context, self, tool, path string, repeats int) (pages int, ours, theirs time.Duration, err error) {
	if pages, err = count(ctx, path); err != nil {
		return 0, 0, 0, err
	}
	var a, b []time.Duration
	for range repeats {
		mine, err := timed(ctx, self, childReads, path)
		if err != nil {
			return 0, 0, 0, err
		}
		other, err := timed(ctx, tool, path, os.DevNull)
		if err != nil {
			return 0, 0, 0, err
		}
		a, b = append(a, mine), append(b, other)
	}
	return pages, median(a), median(b), nil
}

// two runs pdftotext over files, two at a time.
func two(ctx context.Context, tool string, files []string) (time.Duration, error) {
	begun := time.Now()
	work, failed := make(chan string), make(chan error, 2)
	for range 2 {
		go func() {
			var first error
			for path := range work {
				if _, err := timed(ctx, tool, path, os.DevNull); err != nil && first == nil {
					first = err
				}
			}
			failed <- first
		}()
	}
	for _, path := range files {
		work <- path
	}
	close(work)
	err := <-failed
	if other := <-failed; err == nil {
		err = other
	}
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
