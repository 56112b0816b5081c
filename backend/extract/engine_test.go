package extract_test

import (
	"context"
	"sync"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	fakeshelf "rabbithole/backend/fake/shelf"
	"rabbithole/backend/refs"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// words is the lexicon of the invented texts, made once: it is a snapshot in memory.
var words struct {
	sync.Once
	relevance.Lexicon
}

func lexicon(t *testing.T) relevance.Lexicon {
	t.Helper()
	words.Do(func() {
		_, kit := fakeshelf.New(t, fakeshelf.Invented(t))
		words.Lexicon = kit.Lexicon
	})
	return words.Lexicon
}

func newEngine(t *testing.T) *extract.Engine {
	t.Helper()
	return &extract.Engine{Lexicon: lexicon(t), Library: blank{}}
}

// blank is a library of documents whose first pages say nothing.
type blank struct{ extract.Library }

func (blank) Document(_ context.Context, hash string) (source.Document, error) {
	return source.Document{Hash: hash, Name: hash}, nil
}
func (blank) PageText(context.Context, string, int) (string, error) { return "", nil }
func (blank) Documents(context.Context) ([]source.Document, error) {
	return nil, nil
}

func (blank) Pointed(context.Context, string) ([]refs.Mention, error) { return nil, nil }

// passage makes a passage of a document; its text is also its page.
func passage(id, heading, text string) source.Passage {
	return source.Passage{ID: id, Document: "hash", Headings: []string{"Title", heading}, Text: text, Role: source.Body,
		Spans: []source.Span{{Page: 1, End: len(text)}}}
}

func reading(language, heading, text string) extract.Reading {
	return extract.Reading{Passage: passage("p-"+heading, heading, text), Document: source.Document{Hash: "hash", Name: "doc.md", Language: language}}
}

// evidence makes evidence of one quote.
func evidence(id, section, quote string, score float64) cite.Evidence {
	return cite.Evidence{ID: id, Document: "hash", Name: "doc.md", Page: 1, Section: section, Extract: quote, Score: score,
		Quotes: []cite.Quote{{Text: quote, Span: source.Span{Page: 1, End: len(quote)}}}}
}

var hives = []cite.Evidence{
	evidence("E1", "1 Hives", "A beehive stands at least 10 metres from the road.", 0.9),
	evidence("E2", "1 Hives", "The keeper registers every hive with the parish council.", 0.8),
	evidence("E3", "3 Winter", "In winter the bees need sugar when the comb is empty.", 0.65),
}

var english = ask.Question{Text: "How far from the road must a beehive stand, and who registers it?", Language: "en"}

var task = extract.Task{Task: "Find the distance of a hive from the road", Context: "beekeeping"}

func itemOf(kind, text string, sources ...string) extract.ContextItem {
	return extract.ContextItem{ContextItem: prompts.ContextItem{Kind: kind, Text: text, Sources: sources}, Quotes: []extract.ContextQuote{{Passage: text, Text: text}}}
}
