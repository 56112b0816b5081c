package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"rabbithole/backend/index"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// made is a library of passages that were made up, with the vectors of a sample.
type made struct {
	path    string
	db      *store.DB
	hashes  []string // of the passages' texts
	queries []string
}

// perDocument is the number of passages of a document.
const perDocument = 250

// makeLibrary writes a library with a passage of 80 words for each vector: half of them of its topic, half as they come in a
// language (Zipf). A query has three words of its passage's topic and three of the language, but for the 100 commonest, which stand in
// most passages as stop words do.
func makeLibrary(ctx context.Context, path string, s sample) (*made, error) {
	db, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	m := &made{path: path, db: db}
	random := rand.New(rand.NewPCG(3, 4))
	common := rand.NewZipf(random, 1.1, 5, 30_000)
	text := func(topic, own, shared int, rarer uint64) string {
		words := make([]string, 0, own+shared)
		for range own {
			words = append(words, fmt.Sprintf("t%dx%d", topic, random.IntN(300)))
		}
		for range shared {
			words = append(words, fmt.Sprintf("w%d", rarer+common.Uint64()))
		}
		random.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		return strings.Join(words, " ")
	}
	for at := 0; at < len(s.vectors); at += perDocument {
		if err := m.document(ctx, at, min(perDocument, len(s.vectors)-at), func(i int) string { return text(s.topic[i], 40, 40, 0) }); err != nil {
			return nil, err
		}
	}
	for _, origin := range s.origin {
		m.queries = append(m.queries, text(s.topic[origin], 3, 3, 100))
	}
	return m, index.New(db, db, m.given(s), index.Options{Batch: 500}).Embed(ctx, nil)
}

// document writes one document with the passages from at.
func (m *made) document(ctx context.Context, at, count int, text func(i int) string) error {
	hash := fmt.Sprintf("document-%d", at/perDocument)
	d := source.Document{Hash: hash, Name: filepath.Base(hash) + ".pdf", Title: hash, Language: "en", Format: source.PDF, State: source.Ready,
		Collection: fmt.Sprintf("collection-%d", at/perDocument%4), Passages: count}
	if _, err := m.db.PutDocument(ctx, d); err != nil {
		return err
	}
	var pages []source.Page
	for number := range (count + 2) / 3 {
		pages = append(pages, source.Page{Number: number + 1})
	}
	if err := m.db.PutPages(ctx, hash, pages); err != nil {
		return err
	}
	var passages []source.Passage
	var terms []source.Terms
	for i := range count {
		body := text(at + i)
		spans := []source.Span{{Page: i/3 + 1, Start: i, End: i + len(body)}}
		p := source.Passage{ID: source.PassageID(hash, spans), Document: hash, Ordinal: i, Spans: spans, Text: body, Hash: source.TextHash(body),
			Role: source.Body}
		passages, terms = append(passages, p), append(terms, source.Terms{Passage: p.ID, Body: body})
		m.hashes = append(m.hashes, p.Hash)
	}
	if err := m.db.PutPassages(ctx, hash, passages); err != nil {
		return err
	}
	return m.db.PutTerms(ctx, terms)
}

// given is an embedder that knows the vectors of a sample by their texts.
type given struct {
	texts   map[string][]float32 // by hash of the text
	queries map[string][]float32
}

// given is the embedder of a library whose vectors are a sample's.
func (m *made) given(s sample) given {
	g := given{texts: map[string][]float32{}, queries: map[string][]float32{}}
	for i, h := range m.hashes {
		g.texts[h] = s.vectors[i]
	}
	for i, q := range m.queries {
		g.queries[q] = s.queries[i]
	}
	return g
}

func (g given) Name() string   { return "sample" }
func (g given) Digest() string { return "sample" }
func (g given) Dim() int       { return dim }

func (g given) EmbedDocuments(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = g.texts[source.TextHash(t)]
	}
	return out, nil
}

func (g given) EmbedQuery(_ context.Context, text string) ([]float32, error) {
	return g.queries[text], nil
}
