package main

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"

	"rabbithole/backend/child"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/eval"
	"rabbithole/backend/fault"
)

type evalRefsCommand struct {
	Folder      string `arg:"" name:"dir" help:"Folder of the set: pdf/, docs.jsonl, mentions.jsonl."`
	Misses      bool   `help:"Print what is not as it should be, too."`
	Predictions string `help:"Write what was found to this file, a JSON value a line." placeholder:"FILE"`
	JSON        bool   `help:"Print one JSON object."`
}

// Run measures the references of a set.
func (c *evalRefsCommand) Run(ctx context.Context, s *shell) error {
	bar := newAddPrinter(s, false)
	figures, err := eval.Refs(ctx, c.Folder, eval.Options{Progress: bar.show})
	bar.done()
	if err == nil {
		err = c.keep(figures.Predictions)
	}
	if !c.Misses {
		figures.Misses, figures.Within.Misses = nil, nil
	}
	return s.result(figures, err, func() {
		s.printf("%d documents, %d pages\n", figures.Documents, figures.Pages)
		s.printf("predicted units %d matched %d precision %.3f\n", figures.Predicted, figures.Matched, figures.Precision)
		for _, r := range append(figures.Relations, figures.All) {
			s.printf("%-10s gold %5d recall %.3f resolved right (of found) %.3f end-to-end %.3f\n", r.Name, r.Gold, r.Recall, float64(r.Right)/float64(max(1,
				r.Found)), r.EndToEnd)
		}
		s.printf("inside their own section: gold %d right %d, %.3f\n", figures.Within.Gold, figures.Within.Right,
			float64(figures.Within.Right)/float64(max(1, figures.Within.Gold)))
		for _, m := range slices.Concat(figures.Misses, figures.Within.Misses) {
			s.printf("%s: %s p. %d %q want %q got %q\n", m.Kind, m.Document, m.Page, m.Text, m.Want, m.Got)
		}
	})
}

// keep writes the predictions where the person wants them.
func (c *evalRefsCommand) keep(rows []eval.Prediction) error {
	if c.Predictions == "" {
		return nil
	}
	f, err := os.Create(c.Predictions)
	if err != nil {
		return fault.New("write the predictions", fault.Storage, "Name a file in a folder that you may write to.", err)
	}
	e := json.NewEncoder(f)
	for _, r := range rows {
		if err := e.Encode(r); err != nil {
			f.Close()
			return err
		}
	}
	return f.Close()
}

type evalHTMLCommand struct {
	Folder string `arg:"" type:"path" name:"dir" help:"Folder of a set: html/ and ground-truth.json (the text of each article) or gold.json (wanted and unwanted segments)."`
	Misses bool   `help:"Print the pages that are not as they should be, too."`
	JSON   bool   `help:"Print one JSON object, with every page."`
}

// Run measures the main content of web pages.
func (c *evalHTMLCommand) Run(ctx context.Context, s *shell) error {
	h, err := eval.MeasureHTML(ctx, c.Folder)
	return s.result(h, err, func() {
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
	})
}

type evalClaimsCommand struct {
	Files  []string `arg:"" type:"path" name:"file" help:"Files of labelled sentences with the passages they cite, one JSON object a line."`
	Engine string   `enum:"extractive,ollama" default:"extractive" help:"ollama: have a model check them, too."`
	Model  string   `help:"Model of Ollama to check with." placeholder:"NAME"`
	Claims int      `help:"Only so many sentences, taken evenly from all." placeholder:"N"`
	JSON   bool     `help:"Print one JSON object a mode."`
}

// Run measures the proof of reports: which right sentences it strikes, which wrong ones it lets through.
func (c *evalClaimsCommand) Run(ctx context.Context, s *shell) error {
	opt := eval.ClaimOptions{Most: c.Claims, Progress: func(done, all int) { s.note("%d of %d sentences", done, all) }}
	if c.Engine == "ollama" {
		app, err := s.open(ctx) // what the model says is kept in its journal
		if err != nil {
			return err
		}
		if opt.Model, err = app.OpenModel(ctx, settings.Ollama, c.Model); err != nil {
			return err
		}
	}
	modes, err := eval.MeasureClaims(ctx, c.Files, opt)
	if err != nil {
		return err
	}
	for _, m := range modes {
		if c.JSON {
			s.line(m)
			continue
		}
		s.printf("%-8s right %d, struck %d (%.3f); wrong %d, caught %d (%.3f)\n", m.Mode, m.Right, m.RightStruck,
			float64(m.RightStruck)/float64(max(m.Right, 1)),
			m.Wrong, m.WrongCaught, float64(m.WrongCaught)/float64(max(m.Wrong, 1)))
	}
	return nil
}

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
	if !c.Wrong {
		t.Wrong = nil
	}
	return s.result(t, err, func() {
		s.printf("%s, %s; %s of other documents left out\n", plural(t.Documents, "document", "documents"), plural(t.Pages, "page", "pages"),
			plural(t.LeftOut, "label", "labels"))
		for _, name := range t.Unread {
			s.printf("not read: %s\n", name)
		}
		if p := t.Compared; p != nil {
			s.printf("words: %.4f of pdftotext's are in ours, %.4f of ours in pdftotext's\npages/s: %.1f, pdftotext %.1f, ratio %.2f\n", p.Theirs, p.Ours,
				p.OurPace, p.TheirPace, p.OurPace/p.TheirPace)
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
	})
}
