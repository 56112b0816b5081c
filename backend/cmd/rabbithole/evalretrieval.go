package main

import (
	"context"

	"rabbithole/backend/eval"
)

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
	if err != nil {
		return err
	}
	if c.JSON {
		return s.value(sets)
	}
	for _, r := range sets {
		s.printf("%s: %s", r.Set, plural(r.Passages, "passage", "passages"))
		if r.Pages > 0 {
			s.printf(" on %s", plural(r.Pages, "page", "pages"))
		}
		s.printf("\n")
		for _, f := range r.Figures {
			s.printf("  %.3f  %s (%s)\n", f.Value, f.Name, plural(f.Over, "question", "questions"))
		}
	}
	return nil
}
