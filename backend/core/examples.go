package core

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/index"
	"rabbithole/backend/source"
	"rabbithole/kb"
)

// Example is a question that the library has an answer to, as `examples --json` prints it.
type Example struct {
	Question string `json:"question"`
	Language string `json:"language"` // of the question, ISO 639-1
}

// How much is looked at for examples of a person's own documents, and how many are offered.
const (
	examplesOffered  = 4
	examplePassages  = 10_000 // read in all, the longest documents first
	exampleMentions  = 3      // passages of its document that a term stands in
	exampleNear      = 5      // first hits of a search for the question, one of which has to be the definition
	examplesTried    = 3      // terms of a document
	leastPoints      = 3      // main points that a document has
	longestTitle     = 80     // bytes
	definitionLength = 60     // bytes: what follows a term for less is cut off
)

// Examples returns questions that documents among the chosen ones answer (all of them for none): for the sample library those written for
// it; for other documents what a term means that they define, if a search for the question finds the definition, and the main points of
// those that have some. There may be none.
func (c *Core) Examples(ctx context.Context, collections, documents []string) ([]Example, error) {
	scope, err := c.scope(ctx, collections, documents, nil)
	if err != nil {
		return nil, err
	}
	all, err := c.db.Documents(ctx, source.DocumentFilter{Live: true})
	if err != nil {
		return nil, err
	}
	docs := slices.DeleteFunc(all, func(d source.Document) bool { return !scope.Holds(d) })
	written, own := exampleSample(docs)
	defined, err := c.exampleTerms(ctx, scope, own)
	if err != nil {
		return nil, err
	}
	told, err := c.exampleDocuments(ctx, scope, own, examplesOffered-len(defined))
	return append([]Example{}, slices.Concat(defined, told, written)...), err
}

// exampleDocuments returns questions for the main points of documents that their titles name and that have several, the longest first.
func (c *Core) exampleDocuments(ctx context.Context, scope source.Scope, docs []source.Document, most int) (out []Example, err error) {
	for _, d := range docs {
		form := points[d.Language]
		if len(out) >= most {
			break
		}
		if form == "" || d.Title == "" || len(d.Title) > longestTitle {
			continue
		}
		e := Example{fmt.Sprintf(form, d.Title), d.Language}
		only, _, told, err := c.ofDocuments(ctx, e.Question, e.Language, scope)
		if err != nil {
			return nil, err
		}
		if hashes := only.Documents(); len(told) >= leastPoints && len(hashes) == 1 && hashes[0] == d.Hash {
			out = append(out, e)
		}
	}
	return out, nil
}

// points ask for the main points of a document by its title.
var points = map[string]string{"en": "What are the main points of “%s”?", "de": "Was sind die Kernpunkte von „%s“?"}

// exampleSample returns the questions written for the sample library that the documents answer, and the documents that are not of it.
func exampleSample(docs []source.Document) (examples []Example, own []source.Document) {
	there := map[string]bool{}
	for _, d := range docs {
		if name := kb.Name(d.Hash); name != "" {
			there[name] = true
		} else {
			own = append(own, d)
		}
	}
	for _, e := range kb.Examples() {
		if !slices.ContainsFunc(e.Answers, func(a kb.Answer) bool { return !there[a.File] }) {
			examples = append(examples, Example{e.Question, e.Language})
		}
	}
	return examples, own
}

// exampleTerms returns what terms mean that the documents define: one term of a document at most, the longest documents first.
func (c *Core) exampleTerms(ctx context.Context, scope source.Scope, docs []source.Document) ([]Example, error) {
	slices.SortStableFunc(docs, func(a, b source.Document) int { return cmp.Compare(b.Passages, a.Passages) })
	out := []Example{}
	read := 0
	for _, d := range docs {
		if read += d.Passages; len(out) == examplesOffered || read > examplePassages && read > d.Passages {
			break
		}
		if d.Language != "de" && d.Language != "en" { // what means what is asked in these
			continue
		}
		passages, err := c.db.PassagesOf(ctx, d.Hash)
		if err != nil {
			return nil, err
		}
		for _, t := range termsOf(passages) {
			e := Example{fmt.Sprintf(meaning(d.Language), t.term), d.Language}
			if slices.Contains(out, e) {
				continue
			}
			if found, err := c.finds(ctx, e.Question+" "+t.heading, scope, t.passage); err != nil {
				return nil, err
			} else if found {
				out = append(out, e)
				break
			}
		}
	}
	return out, nil
}

func meaning(language string) string {
	if language == "de" {
		return "Was bedeutet „%s“?"
	}
	return "What does “%s” mean?"
}

// term is what a passage defines, with the number of passages of its document that speak of it.
type term struct {
	term, heading, passage string
	count                  int
}

// termsOf returns a few terms that the passages of a document define, those first that most of it is about.
func termsOf(passages []source.Passage) []term {
	var out []term
	for _, p := range passages {
		for _, name := range extract.Terms(shared.Place(p, ""), p.Text) {
			if _, behind, _ := strings.Cut(p.Text, name); len(behind) > definitionLength {
				out = append(out, term{term: name, heading: shared.Place(p, ""), passage: p.ID})
			}
		}
	}
	for i := range out {
		for _, p := range passages {
			if strings.Contains(strings.ToLower(p.Text), strings.ToLower(out[i].term)) {
				out[i].count++
			}
		}
	}
	out = slices.DeleteFunc(out, func(t term) bool { return t.count < exampleMentions })
	slices.SortStableFunc(out, func(a, b term) int { return cmp.Compare(b.count, a.count) })
	return out[:min(len(out), examplesTried)]
}

// finds reports whether a passage is among the first hits of a search by words.
func (c *Core) finds(ctx context.Context, text string, scope source.Scope, passage string) (bool, error) {
	hits, err := c.index.Search(ctx, index.Query{Text: text, Limit: exampleNear, Scope: scope, Mode: index.Lexical})
	return slices.ContainsFunc(hits, func(h index.Hit) bool { return h.Passage.ID == passage }), err
}
