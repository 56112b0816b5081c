package main

import (
	"context"
	"maps"
	"os/exec"
	"slices"
	"strings"

	"rabbithole/backend/child"
	"rabbithole/backend/eval"
)

type evalTextCommand struct {
	Folder string `arg:"" type:"path" name:"dir" help:"Folder with PDF files, in it or below."`
	Labels string `type:"path" help:"A file of labels, one JSON object a line, instead of those that the program carries." placeholder:"FILE"`
	Wrong  bool   `help:"Print the labels that are wrong, too."`
	JSON   bool   `help:"Print one JSON object."`
}

// Run measures the text of pages.
func (c *evalTextCommand) Run(ctx context.Context, s *shell) error {
	var other func(context.Context, string) ([]byte, error)
	if tool, err := exec.LookPath("pdftotext"); err == nil {
		other = func(ctx context.Context, path string) ([]byte, error) {
			return child.Output(exec.CommandContext(ctx, tool, "-q", path, "-"))
		}
	} else {
		s.note("pdftotext is not installed: nothing to compare with, labels only")
	}
	t, err := eval.MeasureText(ctx, c.Folder, c.Labels, other)
	if err != nil {
		return err
	}
	if !c.Wrong {
		t.Wrong = nil
	}
	if c.JSON {
		return s.value(t)
	}
	s.printf("%s, %s; %s of other documents left out\n", plural(t.Documents, "document", "documents"), plural(t.Pages, "page", "pages"), plural(t.LeftOut, "label", "labels"))
	for _, name := range t.Unread {
		s.printf("not read: %s\n", name)
	}
	if p := t.Compared; p != nil {
		s.printf("words: %.4f of pdftotext's are in ours, %.4f of ours in pdftotext's\npages/s: %.1f, pdftotext %.1f, ratio %.2f\n", p.Theirs, p.Ours, p.OurPace, p.TheirPace, p.OurPace/p.TheirPace)
		for _, w := range p.Worst {
			s.printf("  %s p. %d: %.3f and %.3f\n", w.Document, w.Page, w.Theirs, w.Ours)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(t.Kinds)) {
		k := t.Kinds[kind]
		s.printf("%-9s %d of %d right, %.3f\n", kind, k.Right, k.Labels, k.Share)
	}
	for _, w := range t.Wrong {
		s.printf("wrong %s: %s p. %d %q %s\n", w.Kind, w.Document, w.Page, w.Text, strings.TrimSpace(w.Mark+w.Row+" "+w.Column))
	}
	return nil
}
