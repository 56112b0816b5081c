package main

import (
	"context"
	"encoding/json"
	"os"
	"slices"

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
	if err != nil {
		return err
	}
	if err := c.keep(figures.Predictions); err != nil {
		return err
	}
	if !c.Misses {
		figures.Misses, figures.Within.Misses = nil, nil
	}
	if c.JSON {
		return s.value(figures)
	}
	s.printf("%d documents, %d pages\n", figures.Documents, figures.Pages)
	s.printf("predicted units %d matched %d precision %.3f\n", figures.Predicted, figures.Matched, figures.Precision)
	for _, r := range append(figures.Relations, figures.All) {
		s.printf("%-10s gold %5d recall %.3f resolved right (of found) %.3f end-to-end %.3f\n", r.Name, r.Gold, r.Recall, float64(r.Right)/float64(max(1, r.Found)), r.EndToEnd)
	}
	s.printf("inside their own section: gold %d right %d, %.3f\n", figures.Within.Gold, figures.Within.Right, float64(figures.Within.Right)/float64(max(1, figures.Within.Gold)))
	for _, m := range slices.Concat(figures.Misses, figures.Within.Misses) {
		s.printf("%s: %s p. %d %q want %q got %q\n", m.Kind, m.Document, m.Page, m.Text, m.Want, m.Got)
	}
	return nil
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
