package eval

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"rabbithole/backend/core"
)

// Names of the figures over pages.
const (
	tenOfAll     = "a gold page in the first 10"
	fiveOfAll    = "a gold page in the first 5"
	tenInside    = "a gold page in the first 10, inside the right document"
	fiveInside   = "a gold page in the first 5, inside the right document"
	everyOfTen   = "every gold page in the first 10"
	rightFirst   = "the first hit in the right document"
	rightOfThree = "the right document among the first 3"
)

// pageQuestion is a line of questions.jsonl; sets write the pages in one of two ways.
type pageQuestion struct {
	ID           string `json:"id"`
	Question     string `json:"question"`
	Document     string `json:"doc"`
	Pages        []int  `json:"evidence_pages1"`
	Unanswerable bool   `json:"unanswerable"`
	Evidence     []struct {
		Document string `json:"doc"`
		Page     int    `json:"page1"`
	} `json:"evidence"`
}

// gold returns the pages that answer the question.
func (q pageQuestion) gold() []string {
	var out []string
	for _, p := range q.Pages {
		out = append(out, spot(q.Document, p))
	}
	for _, e := range q.Evidence {
		out = append(out, spot(e.Document, e.Page))
	}
	return out
}

func spot(document string, page int) string {
	return fmt.Sprintf("%s:%d", strings.TrimSuffix(document, ".pdf"), page)
}

// measurePages adds the PDFs of a set to a library and asks for the pages that answer its questions, over all documents and inside the
// right one. Questions without an answer or without a page are left out.
func measurePages(ctx context.Context, dir string, opt RetrievalOptions) (Retrieval, error) {
	r := Retrieval{Set: name(dir)}
	var questions []pageQuestion
	err := readLines(filepath.Join(dir, "questions.jsonl"), func(q pageQuestion) {
		if !q.Unanswerable && len(q.gold()) > 0 {
			questions = append(questions, q)
		}
	})
	if err != nil {
		return r, err
	}
	err = opt.shelf().with(ctx, filepath.Join(dir, "pdfs"), func(app *core.Core) error {
		documents, err := app.Documents(ctx, false)
		if err != nil {
			return err
		}
		for _, d := range documents {
			r.Pages, r.Passages = r.Pages+d.Pages, r.Passages+d.Passages
		}
		for _, q := range first(questions, opt.Questions) {
			asked, err := askPages(ctx, app, q)
			if err != nil {
				return err
			}
			r.Questions = append(r.Questions, asked)
		}
		return nil
	})
	r.Figures = means(r.Questions, tenOfAll, fiveOfAll, everyOfTen, tenInside, fiveInside, rightFirst, rightOfThree)
	return r, err
}

func askPages(ctx context.Context, app *core.Core, q pageQuestion) (Asked, error) {
	all, err := pagesFound(ctx, app, q.Question, nil)
	if err != nil {
		return Asked{}, err
	}
	inside, err := pagesFound(ctx, app, q.Question, []string{q.Document + ".pdf"})
	if err != nil {
		return Asked{}, err
	}
	gold := q.gold()
	var documents []string
	for _, p := range all {
		if d := documentOf(p); len(documents) == 0 || documents[len(documents)-1] != d {
			documents = append(documents, d)
		}
	}
	right := []string{documentOf(gold[0])}
	return Asked{ID: q.ID, Question: q.Question, Gold: gold, Found: first(all, 10), Figures: map[string]float64{
		tenOfAll: anyOf(gold, all, 10), fiveOfAll: anyOf(gold, all, 5), everyOfTen: allOf(gold, all, 10),
		tenInside: anyOf(gold, inside, 10), fiveInside: anyOf(gold, inside, 5),
		rightFirst: anyOf(right, documents, 1), rightOfThree: anyOf(right, distinctOf(documents), 3),
	}}, nil
}

// pagesFound returns the pages that a search finds, each once, in the order of their best passages.
func pagesFound(ctx context.Context, app *core.Core, question string, documents []string) ([]string, error) {
	hits, err := app.Search(ctx, question, core.SearchOptions{Limit: 60, Documents: documents})
	var out []string
	for _, h := range hits {
		out = append(out, spot(h.Document, h.Page))
	}
	return distinctOf(out), err
}

func distinctOf(list []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

func documentOf(spot string) string { return spot[:strings.LastIndexByte(spot, ':')] }
