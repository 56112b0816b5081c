package ollama

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"

	"rabbithole/backend/fault"
)

// Embedder turns texts into unit vectors with one model of the server. It is safe for concurrent use; requests go one at a time,
// because the server runs embedding models so.
type Embedder struct {
	client *Client
	name   string
	digest string
	dim    int
	numCtx int
	prefix prefixes
}

const (
	// batchSize texts go into one request: enough to keep the server busy, few enough to bisect cheaply.
	batchSize = 24
	// embedContext is enough for a passage; embedding models are trained for 512 to 8192 tokens.
	embedContext = 2048
	// mostDim is the longest vector that is used, and perNumber how many bytes a server writes for one number of it at
	// most.
	mostDim, perNumber = 8192, 24
	// probeText shows the dimension, and later whether the server is healthy when every text of a request failed.
	probeText = "probe"
)

// OpenEmbedder loads an installed embedding model and learns its dimension. An unknown model is a fault of kind NotFound, a cloud
// model one of kind Denied, no server one of kind Unavailable.
func (c *Client) OpenEmbedder(ctx context.Context, model string) (*Embedder, error) {
	list, err := c.installed(ctx)
	if err != nil {
		return nil, err
	}
	m, ok := find(list, model)
	switch {
	case cloudName(model), ok && m.card.Remote:
		return nil, refuseRemote(model)
	case !ok:
		return nil, fault.New("use embedder "+model, fault.NotFound,
			"Install it with `rabbithole models pull "+model+"`, or do without: the built-in one needs nothing.", errors.New("it is not installed"))
	}
	e := &Embedder{client: c, name: m.card.Name, digest: m.card.Digest, prefix: prefixesOf(m.card.Name)}
	if e.prefix.scheme != "" {
		e.digest += "+" + e.prefix.scheme
	}
	e.numCtx = c.embedContext(m)
	if e.dim, err = e.probe(ctx); err != nil {
		return nil, err
	}
	return e, nil
}

// PickEmbedder returns the name of the embedding model to use when none is configured: an installed one that is known to be stable;
// "" when there is none. Some half-precision ones (bge-m3, qwen3-embedding) give NaN on some texts and must be asked for by name.
func (c *Client) PickEmbedder(ctx context.Context) (string, error) {
	cards, err := c.Models(ctx)
	if err != nil {
		return "", err
	}
	for _, family := range []string{"embeddinggemma", "nomic-embed-text", "snowflake-arctic-embed2", "mxbai-embed-large", "paraphrase-multilingual", "all-minilm"} {
		for _, card := range cards {
			if !card.Remote && strings.HasPrefix(strings.ToLower(card.Name), family) {
				return card.Name, nil
			}
		}
	}
	return "", nil
}

// embedContext is the chat's context when the same model does both: another one would reload it at every change.
func (c *Client) embedContext(m installed) int {
	if m.card.Chats {
		return c.pin(m.card.Digest, m.card.NumCtx)
	}
	if m.card.MaxCtx > 0 {
		return min(embedContext, m.card.MaxCtx)
	}
	return embedContext
}

// Name returns the model's name.
func (e *Embedder) Name() string { return e.name }

// Digest names everything that decides a vector: the model's digest, and its prefixes if it has any ("3f2a...+nomic").
func (e *Embedder) Digest() string { return e.digest }

// Dim returns the length of every vector.
func (e *Embedder) Dim() int { return e.dim }

// Unload frees the model's memory on the server.
func (e *Embedder) Unload(ctx context.Context) error { return e.client.Unload(ctx, e.name) }

// EmbedDocuments returns one unit vector per text, in order. A text that the model cannot embed (too long, or it makes the model give
// NaN) has a nil vector; the others are not affected. Errors: no server, or a server that embeds nothing at all.
func (e *Embedder) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	prefixed := make([]string, len(texts))
	for i, text := range texts {
		prefixed[i] = e.prefix.document + text
	}
	var vectors [][]float32
	for batch := range slices.Chunk(prefixed, batchSize) {
		got, err := e.bisect(ctx, batch)
		if err != nil {
			return nil, err
		}
		if none(got) {
			if _, err := e.probe(ctx); err != nil { // the server is at fault, not the texts
				return nil, err
			}
		}
		vectors = append(vectors, got...)
	}
	return vectors, nil
}

// EmbedQuery returns the unit vector of a search query.
func (e *Embedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	vectors, err := e.request(ctx, []string{e.prefix.query + text})
	if err != nil {
		return nil, err
	}
	if vectors[0] == nil {
		return nil, fmt.Errorf("embed a query with %s: the model gave no usable vector", e.name)
	}
	return vectors[0], nil
}

// bisect embeds texts; when the request fails because of one of them, each half is tried alone, down to the text at fault.
func (e *Embedder) bisect(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := e.request(ctx, texts)
	switch {
	case err == nil:
		return vectors, nil
	case ctx.Err() != nil || fault.KindOf(err) != fault.Internal:
		return nil, err
	case len(texts) == 1:
		return [][]float32{nil}, nil
	}
	half := len(texts) / 2
	left, err := e.bisect(ctx, texts[:half])
	if err != nil {
		return nil, err
	}
	right, err := e.bisect(ctx, texts[half:])
	if err != nil {
		return nil, err
	}
	return append(left, right...), nil
}

// probe returns the dimension that the model gives for a harmless text.
func (e *Embedder) probe(ctx context.Context) (int, error) {
	vectors, err := e.request(ctx, []string{probeText})
	if err != nil {
		return 0, err
	}
	if vectors[0] == nil {
		return 0, fmt.Errorf("embed with %s: the model gives no usable vectors", e.name)
	}
	return len(vectors[0]), nil
}

// request makes one request and checks every vector; a vector that is not usable becomes nil.
func (e *Embedder) request(ctx context.Context, texts []string) ([][]float32, error) {
	free, err := take(ctx, e.client.embed)
	if err != nil {
		return nil, fmt.Errorf("wait for embedder %s: %w", e.name, err)
	}
	defer free()
	limit := e.client.opts.Limits.Loading + e.client.opts.Limits.FirstToken
	no := false
	var reply struct{ Embeddings []vector }
	most := int64(mostLine + len(texts)*mostDim*perNumber)
	err = e.client.insist(ctx, "embed with "+e.name, 0, func() error {
		limited, cancel := context.WithTimeoutCause(ctx, limit, &stalled{"embedding", limit})
		defer cancel()
		err := e.client.ask(limited, "/api/embed", &api.EmbedRequest{Model: e.name, Input: texts, Truncate: &no,
			KeepAlive: e.client.keepAlive(), Options: e.client.options(e.numCtx)}, &reply, most)
		if limited.Err() != nil {
			return context.Cause(limited)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(reply.Embeddings) != len(texts) {
		return nil, fmt.Errorf("embed with %s: %d vectors for %d texts", e.name, len(reply.Embeddings), len(texts))
	}
	vectors := make([][]float32, len(texts))
	for i, v := range reply.Embeddings {
		vectors[i] = unit(v, e.dim)
	}
	return vectors, nil
}

// vector is a vector of a reply. One that is not made of numbers is nil, and takes no other with it.
type vector []float32

// UnmarshalJSON never fails.
func (v *vector) UnmarshalJSON(text []byte) error {
	*v = nil
	var numbers []float32
	if json.Unmarshal(text, &numbers) == nil && !bytes.Contains(text, []byte("null")) {
		*v = numbers
	}
	return nil
}

// unit returns v scaled to length 1; nil when it has not dim numbers (0: any up to mostDim), or is not finite, or is
// zero.
func unit(v []float32, dim int) []float32 {
	if len(v) == 0 || len(v) > mostDim || dim > 0 && len(v) != dim {
		return nil
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	norm := math.Sqrt(sum)
	if math.IsNaN(norm) || math.IsInf(norm, 0) || norm < 1e-6 {
		return nil
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / norm)
	}
	return v
}

func none(vectors [][]float32) bool {
	return !slices.ContainsFunc(vectors, func(v []float32) bool { return v != nil })
}
