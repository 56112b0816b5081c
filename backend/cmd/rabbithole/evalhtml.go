package main

import (
	"context"

	"rabbithole/backend/eval"
)

type evalHTMLCommand struct {
	Folder string `arg:"" type:"path" name:"dir" help:"Folder of a set: html/ and ground-truth.json (the text of each article) or gold.json (wanted and unwanted segments)."`
	Misses bool   `help:"Print the pages that are not as they should be, too."`
	JSON   bool   `help:"Print one JSON object, with every page."`
}

// Run measures the main content of web pages.
func (c *evalHTMLCommand) Run(ctx context.Context, s *shell) error {
	h, err := eval.MeasureHTML(ctx, c.Folder)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.value(h)
	}
	s.printf("%s %d precision %.3f recall %.3f F1 %.3f", h.Set, h.Pages, h.Precision, h.Recall, h.F1)
	if h.Accuracy > 0 {
		s.printf(" accuracy %.3f", h.Accuracy)
	}
	s.printf(" (%.1f ms a page)\n", h.Took)
	for _, p := range h.Found {
		if c.Misses && (p.Precision < 1 || p.Recall < 1) {
			s.printf("  %s precision %.2f recall %.2f missing %q unwanted %q\n", p.Page, p.Precision, p.Recall, p.Missing, p.Unwanted)
		}
	}
	return nil
}
