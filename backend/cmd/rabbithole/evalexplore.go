package main

import (
	"context"

	"rabbithole/backend/eval"
)

type evalExploreCommand struct {
	Folder    string `arg:"" type:"path" name:"dir" help:"Folder of a set: NAME_corpus.jsonl and NAME_questions.jsonl."`
	Questions int    `help:"Only the first N questions of each part." placeholder:"N"`
	Library   string `type:"path" help:"Keep the libraries in this folder, so that the next time needs no adding." placeholder:"DIR"`
	JSON      bool   `help:"Print one JSON array, with every question."`
}

// Run measures trees of questions.
func (c *evalExploreCommand) Run(ctx context.Context, s *shell) error {
	bar := newAddPrinter(s, false)
	sets, err := eval.MeasureExplore(ctx, c.Folder, eval.RetrievalOptions{Library: c.Library, Questions: c.Questions, Progress: bar.show})
	bar.done()
	if err != nil {
		return err
	}
	if c.JSON {
		return s.value(sets)
	}
	for _, e := range sets {
		printFigures(s, e.Set, len(e.Questions), e.Figures)
		s.printf("  %+.3f  the tree finds more, 95 %% between %+.3f and %+.3f\n", e.Gain.Mean, e.Gain.Low, e.Gain.High)
	}
	return nil
}
