package main

import (
	"context"

	"rabbithole/backend/eval"
)

// evalCommand measures the program.
type evalCommand struct {
	Refs      evalRefsCommand      `cmd:"" help:"References: how many are found, and how many lead where they should."`
	Answers   evalAnswersCommand   `cmd:"" help:"Answers: whether research finds what answers, and says so where nothing does."`
	Ask       evalAskCommand       `cmd:"" help:"Answers of ask: the same, with rounds, sources read and seconds."`
	Explore   evalExploreCommand   `cmd:"" help:"Trees of questions: what they read, beside one search that reads as much."`
	HTML      evalHTMLCommand      `cmd:"" name:"html" help:"Web pages: whether their main content is found, and nothing else."`
	Claims    evalClaimsCommand    `cmd:"" help:"Proof: which labelled sentences it strikes, the right and the wrong ones."`
	Retrieval evalRetrievalCommand `cmd:"" help:"Search: how often it finds the page or text that answers."`
	Text      evalTextCommand      `cmd:"" help:"Text of pages: whether it says what the pages show, and its words beside pdftotext's."`
}

// evalAnswering is what the commands take that measure answers.
type evalAnswering struct {
	Folder    string `arg:"" type:"path" name:"dir" help:"Folder of a set: pdf/ and qa.jsonl, or pdfs/ and questions.jsonl."`
	Whole     bool   `help:"Ask each question of the whole set, not of its document."`
	Questions int    `help:"Only the first N questions." placeholder:"N"`
	Library   string `type:"path" help:"Keep the library in this folder, so that the next time needs no adding." placeholder:"DIR"`
	JSON      bool   `help:"Print one JSON object, with every question."`
}

func (c evalAnswering) options(bar *addPrinter) eval.AnswerOptions {
	return eval.AnswerOptions{Whole: c.Whole, RetrievalOptions: eval.RetrievalOptions{Library: c.Library, Questions: c.Questions, Progress: bar.show}}
}

type evalAnswersCommand struct {
	Decision      bool `help:"Only decide whether the documents say: each question, and questions made from it that they do not answer."`
	evalAnswering `embed:""`
}

// Run measures the answers that research gives without a model.
func (c *evalAnswersCommand) Run(ctx context.Context, s *shell) error {
	bar := newAddPrinter(s, false)
	if c.Decision {
		d, err := eval.MeasureDecisions(ctx, c.Folder, c.options(bar))
		bar.done()
		return s.result(d, err, func() { printFigures(s, d.Set, asked(d.Questions), d.Figures) })
	}
	a, err := eval.MeasureAnswers(ctx, c.Folder, c.options(bar))
	bar.done()
	return s.result(a, err, func() { printFigures(s, a.Set, asked(a.Questions), a.Figures) })
}

// printFigures prints what was measured over a set, a line each.
func printFigures(s *shell, set, what string, figures []eval.Figure) {
	s.printf("%s: %s\n", set, what)
	for _, f := range figures {
		s.printf("  %.3f  %s (%s)\n", f.Value, f.Name, plural(f.Over, "question", "questions"))
	}
}

// asked counts questions.
func asked[Q any](list []Q) string { return plural(len(list), "question", "questions") }

type evalAskCommand struct {
	Deep          bool `help:"Ask as ask --deep does."`
	evalAnswering `embed:""`
}

// Run measures the answers that ask gives without a model.
func (c *evalAskCommand) Run(ctx context.Context, s *shell) error {
	bar := newAddPrinter(s, false)
	profile := (&askCommand{Deep: c.Deep}).profile()
	a, err := eval.MeasureAsk(ctx, c.Folder, profile, c.options(bar))
	bar.done()
	return s.result(a, err, func() { printFigures(s, a.Set, asked(a.Questions), a.Figures) })
}

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
	return s.result(sets, err, func() {
		for _, e := range sets {
			printFigures(s, e.Set, asked(e.Questions), e.Figures)
			s.printf("  %+.3f  the tree finds more, 95 %% between %+.3f and %+.3f\n", e.Gain.Mean, e.Gain.Low, e.Gain.High)
		}
	})
}

type evalRetrievalCommand struct {
	Folder    string   `arg:"" type:"path" help:"Folder of a set: corpus.jsonl, queries.jsonl and qrels.tsv; or pdfs/ and questions.jsonl; or NAME_corpus.jsonl and NAME_questions.jsonl."`
	Questions int      `help:"Only the first N questions." placeholder:"N"`
	Library   string   `type:"path" help:"Keep the library in this folder, so that the next time needs no adding." placeholder:"DIR"`
	Without   []string `help:"Leave out a part of ranking: neighbours, feedback, pages, documents, places or implied; repeatable." placeholder:"PART"`
	JSON      bool     `help:"Print one JSON array, with every question."`
}

// Run measures search.
func (c *evalRetrievalCommand) Run(ctx context.Context, s *shell) error {
	without, err := eval.Parts(c.Without)
	if err != nil {
		return err
	}
	sets, err := eval.MeasureRetrieval(ctx, c.Folder, eval.RetrievalOptions{Library: c.Library, Without: without, Questions: c.Questions})
	return s.result(sets, err, func() {
		for _, r := range sets {
			what := plural(r.Passages, "passage", "passages")
			if r.Pages > 0 {
				what += " on " + plural(r.Pages, "page", "pages")
			}
			printFigures(s, r.Set, what, r.Figures)
		}
	})
}
