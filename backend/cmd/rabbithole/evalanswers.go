package main

import (
	"context"

	"rabbithole/backend/eval"
)

type evalAnswersCommand struct {
	Folder    string `arg:"" type:"path" name:"dir" help:"Folder of a set: pdf/ and qa.jsonl, or pdfs/ and questions.jsonl."`
	Whole     bool   `help:"Ask each question of the whole set, not of its document."`
	Questions int    `help:"Only the first N questions." placeholder:"N"`
	Decision  bool   `help:"Only decide whether the documents say: each question, and questions made from it that they do not answer."`
	Library   string `type:"path" help:"Keep the library in this folder, so that the next time needs no adding." placeholder:"DIR"`
	JSON      bool   `help:"Print one JSON object, with every question."`
}

// Run measures the answers that research gives without a model.
func (c *evalAnswersCommand) Run(ctx context.Context, s *shell) error {
	bar := newAddPrinter(s, false)
	opt := eval.AnswerOptions{Whole: c.Whole, RetrievalOptions: eval.RetrievalOptions{Library: c.Library, Questions: c.Questions, Progress: bar.show}}
	if c.Decision {
		return c.decide(ctx, s, opt)
	}
	a, err := eval.MeasureAnswers(ctx, c.Folder, opt)
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

func (c *evalAnswersCommand) decide(ctx context.Context, s *shell, opt eval.AnswerOptions) error {
	d, err := eval.MeasureDecisions(ctx, c.Folder, opt)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.value(d)
	}
	printFigures(s, d.Set, len(d.Questions), d.Figures)
	return nil
}

// printFigures prints what was measured over the questions of a set, a line each.
func printFigures(s *shell, set string, questions int, figures []eval.Figure) {
	s.printf("%s: %s\n", set, plural(questions, "question", "questions"))
	for _, f := range figures {
		s.printf("  %.3f  %s (%s)\n", f.Value, f.Name, plural(f.Over, "question", "questions"))
	}
}
