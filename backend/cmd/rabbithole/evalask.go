package main

import (
	"context"

	"rabbithole/backend/eval"
	"rabbithole/backend/flow/answer"
)

type evalAskCommand struct {
	Folder    string `arg:"" type:"path" name:"dir" help:"Folder of a set: pdf/ and qa.jsonl, or pdfs/ and questions.jsonl."`
	Deep      bool   `help:"Ask as ask --deep does."`
	Whole     bool   `help:"Ask each question of the whole set, not of its document."`
	Questions int    `help:"Only the first N questions." placeholder:"N"`
	Library   string `type:"path" help:"Keep the library in this folder, so that the next time needs no adding." placeholder:"DIR"`
	JSON      bool   `help:"Print one JSON object, with every question."`
}

// Run measures the answers that ask gives without a model.
func (c *evalAskCommand) Run(ctx context.Context, s *shell) error {
	bar := newAddPrinter(s, false)
	profile := answer.Chat
	if c.Deep {
		profile = answer.Deep
	}
	a, err := eval.MeasureAsk(ctx, c.Folder, profile, eval.AnswerOptions{Whole: c.Whole,
		RetrievalOptions: eval.RetrievalOptions{Library: c.Library, Questions: c.Questions, Progress: bar.show}})
	bar.done()
	if err != nil {
		return err
	}
	if c.JSON {
		return s.value(a)
	}
	printFigures(s, a.Set, len(a.Questions), a.Figures)
	return nil
}
