package index

import "context"

// Embedder turns texts into vectors whose nearness is nearness of meaning. Vectors have Dim entries; they need not be normalised. A text
// that it cannot embed has a nil vector, and does not fail the others.
type Embedder interface {
	Name() string   // what to call it: "nomic-embed-text", "built-in"
	Digest() string // changes whenever the same text may get another vector
	Dim() int       // entries of a vector, 0 when it is not known before the first one
	EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error)
	EmbedQuery(ctx context.Context, text string) ([]float32, error)
}

// weighted is an embedder that knows how much its vectors should count beside words.
type weighted interface {
	Share() float64 // 0 to 1
}

// shareOf returns the share of e's vectors in a hybrid score.
func shareOf(e Embedder) float64 {
	if w, ok := e.(weighted); ok {
		return w.Share()
	}
	return 0.5
}
