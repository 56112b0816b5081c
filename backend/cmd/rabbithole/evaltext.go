package main

import (
	"context"
	"os/exec"
	"path/filepath"

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
	s.json = c.JSON
	opt := eval.TextOptions{Labels: c.Labels, Progress: func(document string) { s.note("%s", document) }}
	if tool, err := exec.LookPath("pdftotext"); err != nil {
		s.note("pdftotext is not installed: nothing to compare with, labels only")
	} else if tool, err = filepath.Abs(tool); err == nil {
		opt.Reader = func(ctx context.Context, path string) ([]byte, error) {
			return child.Output(exec.CommandContext(ctx, tool, "-q", "--", path, "-"))
		}
	}
	t, err := eval.MeasureText(ctx, c.Folder, opt)
	if err != nil {
		return err
	}
	if !c.Wrong {
		t.Wrong = nil
	}
	if c.JSON {
		return s.value(t)
	}
	s.printf("%s, %s\n", plural(t.Documents, "document", "documents"), plural(t.Pages, "page", "pages"))
	for _, name := range t.Unread {
		s.printf("not read: %s\n", name)
	}
	if p := t.Compared; p != nil {
		s.printf("words: %.4f of pdftotext's are in ours, %.4f of ours in pdftotext's (%s, %s)\n", p.Theirs, p.Ours, plural(p.Documents, "document", "documents"), plural(p.Pages, "page", "pages"))
		s.printf("pages/s: %.1f, pdftotext %.1f, ratio %.2f\n", p.OurPace, p.TheirPace, p.OurPace/p.TheirPace)
		for _, w := range p.Worst {
			s.printf("  %s p. %d: %.3f and %.3f\n", w.Document, w.Page, w.Theirs, w.Ours)
		}
	}
	for _, k := range t.Kinds {
		s.printf("%-9s %d of %d right, %.3f\n", k.Kind, k.Right, k.Labels, k.Share)
	}
	s.printf("%s left out, as the document is not there\n", plural(t.LeftOut, "label", "labels"))
	for _, w := range t.Wrong {
		s.printf("wrong %s: %s p. %d %q%s\n", w.Kind, w.Document, w.Page, w.Text, w.Where())
	}
	return nil
}
