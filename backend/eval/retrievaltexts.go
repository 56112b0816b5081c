package eval

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/index"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Names of the figures over collections of texts.
const (
	gainOfTen     = "nDCG@10"
	recallHundred = "R@100"
)

// text is a line of corpus.jsonl or queries.jsonl.
type text struct {
	ID    string `json:"_id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// measureTexts measures a collection in the layout of BEIR. Its texts become passages of one document, their titles headings.
func measureTexts(ctx context.Context, dir string, opt RetrievalOptions) (Retrieval, error) {
	r := Retrieval{Set: name(dir)}
	var corpus, queries []text
	if err := readLines(filepath.Join(dir, "corpus.jsonl"), func(t text) { corpus = append(corpus, t) }); err != nil {
		return r, err
	}
	if err := readLines(filepath.Join(dir, "queries.jsonl"), func(t text) { queries = append(queries, t) }); err != nil {
		return r, err
	}
	grades, err := readGrades(filepath.Join(dir, "qrels.tsv"))
	if err != nil {
		return r, err
	}
	r.Passages = len(corpus)
	err = withTexts(ctx, r.Set, corpus, opt, func(x *index.Index) error {
		for _, q := range queries {
			gold := byGrade(grades[q.ID])
			if len(gold) == 0 || opt.Questions > 0 && len(r.Questions) == opt.Questions {
				continue
			}
			found, err := found(ctx, x, q.Text, 100)
			if err != nil {
				return err
			}
			r.Questions = append(r.Questions, Asked{ID: q.ID, Question: q.Text, Gold: gold, Found: first(found, 10),
				Figures: map[string]float64{gainOfTen: gain(found, gold, grades[q.ID]), recallHundred: portion(gold, found, 100)}})
		}
		return nil
	})
	r.Figures = means(r.Questions, gainOfTen, recallHundred)
	return r, err
}

// readGrades reads lines of query, text and grade; the first line is a header.
func readGrades(path string) (map[string]map[string]float64, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.New("read a file of the set", fault.NotFound, "Name the folder of a set in the layout that docs/cli.md describes.", err)
	}
	out := map[string]map[string]float64{}
	for line := range strings.Lines(string(raw)) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) < 3 {
			continue
		}
		grade, err := strconv.ParseFloat(cells[2], 64)
		if err != nil {
			continue // the header
		}
		if out[cells[0]] == nil {
			out[cells[0]] = map[string]float64{}
		}
		out[cells[0]][cells[1]] = grade
	}
	return out, nil
}

// withTexts hands the index of a library of texts to use. A kept library is used again when it has as many.
func withTexts(ctx context.Context, set string, corpus []text, opt RetrievalOptions, use func(*index.Index) error) (err error) {
	folder := opt.Library
	if folder == "" {
		if folder, err = private.MkdirTemp("", "rabbithole-eval"); err != nil {
			return fault.New("make a library to measure with", fault.Storage, "Free some disk space.", err)
		}
		defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	}
	if err := private.MkdirAll(folder); err != nil {
		return fault.New("make a library to measure with", fault.Storage, "Name a folder that you may write to with --library.", err)
	}
	db, err := store.Open(ctx, filepath.Join(folder, set+".db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	x := index.New(db, db, index.Hashing{}, index.Options{Without: opt.Without})
	if d, err := db.Document(ctx, set); err == nil && d.State == source.Ready && d.Passages == len(corpus) {
		return use(x)
	}
	if err := addTexts(ctx, db, x, set, corpus); err != nil {
		return fmt.Errorf("add the texts of the set: %w", err)
	}
	return use(x)
}

func addTexts(ctx context.Context, db *store.DB, x *index.Index, set string, corpus []text) error {
	d := source.Document{Hash: set, Name: set, Format: source.Text, Language: "en", Passages: len(corpus), State: source.Searchable}
	if _, err := db.PutDocument(ctx, d); err != nil {
		return err
	}
	passages := make([]source.Passage, len(corpus))
	for i, t := range corpus {
		passages[i] = source.Passage{ID: t.ID, Document: set, Ordinal: i, Headings: []string{t.Title}, Text: t.Text, Hash: source.TextHash(t.ID),
			Role: source.Body}
	}
	if err := db.PutPassages(ctx, set, passages); err != nil {
		return err
	}
	if err := x.Add(ctx, passages); err != nil {
		return err
	}
	if err := x.Embed(ctx, nil); err != nil {
		return err
	}
	return db.SetState(ctx, set, source.Ready, "")
}

// found returns the texts that a search finds.
func found(ctx context.Context, x *index.Index, query string, limit int) ([]string, error) {
	hits, err := x.Search(ctx, index.Query{Text: query, Limit: limit, Scope: source.All()})
	return identify(hits), err
}

func identify(hits []index.Hit) []string {
	out := make([]string, len(hits))
	for i, h := range hits {
		out[i] = h.Passage.ID
	}
	return out
}

// gain returns the normalised discounted cumulative gain of the first ten found; gold is in the ideal order.
func gain(found, gold []string, grades map[string]float64) float64 {
	sum := func(ids []string) float64 {
		s := 0.0
		for i, id := range first(ids, 10) {
			s += grades[id] / math.Log2(float64(i)+2)
		}
		return s
	}
	return sum(found) / sum(gold)
}
