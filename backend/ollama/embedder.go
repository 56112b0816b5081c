package ollama

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/ollama/ollama/api"

	"rabbithole/backend/fault"
)

// Embedder turns texts into unit vectors with one model of the server. It is safe for concurrent use; requests go one at a time,
// because the server runs embedding models so.
type Embedder struct {
	client *Client
	name   string
	digest string
	numCtx int
	prefix prefixes

	mu     sync.Mutex
	dim    int       // 0 until a reply says
	heard  time.Time // when it last answered
	silent bool      // it did not answer in time, and has not since
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
	// loadingTimes is how many times longer than who searches one waits for a model to load when documents are added.
	loadingTimes = 3
	// embedding is the phase in which an embedder stalls.
	embedding = "embedding"
)

// OpenEmbedder loads an installed embedding model and learns its dimension. An unknown model is a fault of kind NotFound, a cloud
// model one of kind Denied, no server one of kind Unavailable. A model that does not answer in time is opened all the same: it may be loading.
func (c *Client) OpenEmbedder(ctx context.Context, model string) (*Embedder, error) {
	limit := c.opts.Limits.Query
	limited, cancel := context.WithTimeoutCause(ctx, limit, &stalled{embedding, limit})
	defer cancel()
	list, err := c.installed(limited)
	if err != nil && limited.Err() != nil {
		err = c.explain(ctx, "use embedder "+model, context.Cause(limited))
	}
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
	if err := e.probe(ctx, limit); err != nil && !e.isSilent() {
		return nil, err
	}
	return e, nil
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

// Dim returns the length of every vector, 0 until a reply has said it.
func (e *Embedder) Dim() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.dim
}

func (e *Embedder) isSilent() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.silent
}

// awake reports whether it answered not long ago.
func (e *Embedder) awake() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return !e.silent && time.Since(e.heard) < time.Minute
}

// EmbedDocuments returns one unit vector per text, in order. A text that the model cannot embed (too long, or it makes the model give
// NaN) has a nil vector; the others are not affected. Errors: no server, one that does not answer in time, or one that embeds nothing at all.
func (e *Embedder) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	prefixed := make([]string, len(texts))
	for i, text := range texts {
		prefixed[i] = e.prefix.document + text
	}
	if !e.awake() { // one word shows sooner than a batch whether it answers
		if err := e.probe(ctx, loadingTimes*e.client.opts.Limits.Query); err != nil {
			return nil, err
		}
	}
	var vectors [][]float32
	for batch := range slices.Chunk(prefixed, batchSize) {
		got, err := e.bisect(ctx, batch)
		if err != nil {
			return nil, err
		}
		if none(got) {
			if err := e.probe(ctx, loadingTimes*e.client.opts.Limits.Query); err != nil { // the server is at fault, not the texts
				return nil, err
			}
		}
		vectors = append(vectors, got...)
	}
	return vectors, nil
}

// EmbedQuery returns the unit vector of a search query. Who searches waits for seconds, and less where the one before waited in vain.
func (e *Embedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	limit := e.client.opts.Limits.Query
	if e.isSilent() {
		limit /= 10
	}
	vectors, err := e.request(ctx, limit, []string{e.prefix.query + text})
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
	limit := e.client.opts.Limits.Query
	vectors, err := e.request(ctx, loadingTimes*limit+time.Duration(len(texts))*limit/2, texts)
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

// probe fails unless the model gives a vector for a harmless text.
func (e *Embedder) probe(ctx context.Context, limit time.Duration) error {
	vectors, err := e.request(ctx, limit, []string{probeText})
	if err == nil && vectors[0] == nil {
		err = fmt.Errorf("embed with %s: the model gives no usable vectors", e.name)
	}
	return err
}

// request makes one request, which may take so long with the wait for its turn, and checks every vector; a vector that is not usable
// becomes nil. One that is longer or shorter than those before it is a fault of kind Unavailable: another model made it.
func (e *Embedder) request(ctx context.Context, limit time.Duration, texts []string) ([][]float32, error) {
	op := "embed with " + e.name
	limited, cancel := context.WithTimeoutCause(ctx, limit, &stalled{embedding, limit})
	defer cancel()
	free, err := take(limited, e.client.embed)
	if err != nil {
		return nil, e.client.explain(ctx, op, context.Cause(limited))
	}
	defer free()
	no := false
	var reply struct{ Embeddings []vector }
	most := int64(mostLine + len(texts)*mostDim*perNumber)
	err = e.client.insist(limited, op, 0, func() error {
		return e.client.ask(limited, "/api/embed", &api.EmbedRequest{Model: e.name, Input: texts, Truncate: &no,
			KeepAlive: e.client.keepAlive(), Options: e.client.options(e.numCtx)}, &reply, most)
	})
	if err != nil && limited.Err() != nil {
		err = e.client.explain(ctx, op, context.Cause(limited))
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if err != nil {
		e.silent = e.silent || ctx.Err() == nil && limited.Err() != nil
		return nil, err
	}
	e.silent, e.heard = false, time.Now()
	if len(reply.Embeddings) != len(texts) {
		return nil, fmt.Errorf("%s: %d vectors for %d texts", op, len(reply.Embeddings), len(texts))
	}
	vectors := make([][]float32, len(texts))
	for i, v := range reply.Embeddings {
		if vectors[i] = unit(v); vectors[i] == nil {
			continue
		}
		if e.dim == 0 {
			e.dim = len(v)
		}
		if len(v) != e.dim {
			return nil, fault.New(op, fault.Unavailable, "Another model answers under this name. Choose another embedder with `rabbithole embedder NAME`, or start again.",
				fmt.Errorf("a vector of %d numbers where %d are due", len(v), e.dim))
		}
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

// unit returns v scaled to length 1; nil when it has more than mostDim numbers, or is not finite, or is zero.
func unit(v []float32) []float32 {
	if len(v) == 0 || len(v) > mostDim {
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
