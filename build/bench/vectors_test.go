package bench

import (
	"math"
	"math/rand/v2"
)

// dim is the length of the vectors: that of nomic-embed-text and many others.
const dim = 768

// How vectors are made, clustered as embeddings are. A passage is a sum of random parts, scaled to length one: what all texts of a language
// share, its topic, its document, and itself. The variance along the axes falls with the square root of their rank, as that of real
// embeddings does. Topics have sizes that fall as 1/rank, documents 20 to 120 passages. A query is a passage with noise (away).
const all, ofTopic, ofDocument, own, away = 0.7, 0.55, 0.4, 0.45, 0.45

// sample is a set of passages' vectors with their topics, and queries with the passage each was made from.
type sample struct {
	vectors, queries [][]float32
	topic, origin    []int
}

// draw makes n vectors and some queries, always the same.
func draw(n, queries int) sample {
	random := rand.New(rand.NewPCG(1, 2))
	spread := make([]float64, dim)
	sum := 0.0
	for i := range spread {
		spread[i] = math.Pow(float64(i+1), -0.5)
		sum += spread[i] * spread[i]
	}
	part := func(to []float64, weight float64) {
		for i := range to {
			to[i] += weight * random.NormFloat64() * spread[i] / math.Sqrt(sum)
		}
	}
	plus := func(from []float64, weight float64) []float64 {
		to := append([]float64(nil), from...)
		part(to, weight)
		return to
	}
	shared := make([]float64, dim)
	for i := range shared {
		shared[i] = all * random.NormFloat64() / math.Sqrt(dim)
	}
	var out sample
	var passages [][]float64
	for topic := 0; len(passages) < n; topic++ {
		centre := plus(shared, ofTopic)
		for left := max(60, n/12/(topic+1)); left > 0 && len(passages) < n; {
			document := plus(centre, ofDocument)
			for range min(left, 20+random.IntN(100), n-len(passages)) {
				passages = append(passages, plus(document, own))
				out.topic = append(out.topic, topic)
				left--
			}
		}
	}
	for _, p := range passages {
		out.vectors = append(out.vectors, unit(p))
	}
	for range queries {
		from := random.IntN(n)
		out.origin = append(out.origin, from)
		out.queries = append(out.queries, unit(plus(passages[from], away)))
	}
	return out
}

// unit returns v scaled to length one.
func unit(v []float64) []float32 {
	norm := 0.0
	for _, x := range v {
		norm += x * x
	}
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(x / math.Sqrt(norm))
	}
	return out
}
