package index

import (
	"context"
	"hash/fnv"
	"math"
)

// hashingDim is the length of the built-in vectors.
const hashingDim = 512

// Hashing is the built-in embedder: no model, the same vector for the same text everywhere. It hashes stems and the letter trigrams
// of words into a fixed number of dimensions (feature hashing, Weinberger et al. 2009), so that inflected, misspelt and related words
// come near one another. It knows nothing of synonyms.
type Hashing struct{}

// Name returns what to call the embedder.
func (Hashing) Name() string { return "built-in" }

// Digest names the version of the method.
func (Hashing) Digest() string { return "hashing-512-v1" }

// Dim returns the length of its vectors.
func (Hashing) Dim() int { return hashingDim }

// Share returns how much its vectors count beside words: little, since they see the same words again.
func (Hashing) Share() float64 { return 0.1 }

// EmbedDocuments returns a normalised vector per text; a text without words gets the first unit vector.
func (h Hashing) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = h.vector(t)
	}
	return out, nil
}

// EmbedQuery returns the vector of a query.
func (h Hashing) EmbedQuery(_ context.Context, text string) ([]float32, error) {
	return h.vector(text), nil
}

// vector sums the features of all words, each word once and damped by how often it stands in the text.
func (Hashing) vector(text string) []float32 {
	counts := map[string]float64{}
	var order []string
	for _, w := range words(fold(text)) {
		if counts[w.text] == 0 {
			order = append(order, w.text)
		}
		counts[w.text]++
	}
	sums := make([]float64, hashingDim)
	for _, w := range order {
		weight := 1 + math.Log(counts[w])
		addFeature(sums, w, weight)
		addTrigrams(sums, w, weight)
	}
	return unit(sums)
}

// addTrigrams adds the letter trigrams of a word, "radon" giving ^ra rad ado don on$, which together weigh as much as the word.
func addTrigrams(sums []float64, w string, weight float64) {
	signs := []rune("^" + w + "$")
	if len(signs) < 6 {
		return // short words are mostly grammar
	}
	each := weight / math.Sqrt(float64(len(signs)-2))
	for i := 0; i+3 <= len(signs); i++ {
		addFeature(sums, string(signs[i:i+3]), each)
	}
}

// addFeature adds weight to the dimension a feature hashes to, with a sign of its own so that collisions cancel out.
func addFeature(sums []float64, feature string, weight float64) {
	h := fnv.New64a()
	h.Write([]byte(feature))
	sum := h.Sum64()
	if sum>>63 == 1 {
		weight = -weight
	}
	sums[sum%hashingDim] += weight
}

// unit scales v to length one; a zero vector becomes the first unit vector, because a vector of length zero is near nothing.
func unit(v []float64) []float32 {
	norm := 0.0
	for _, x := range v {
		norm += x * x
	}
	out := make([]float32, len(v))
	if norm == 0 {
		out[0] = 1
		return out
	}
	for i, x := range v {
		out[i] = float32(x / math.Sqrt(norm))
	}
	return out
}
