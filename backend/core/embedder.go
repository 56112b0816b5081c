package core

import (
	"cmp"
	"context"
	"encoding/json"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/index"
	"sync"
)

// embedding is what core knows of the embedder that answers searches, and of the one that is to.
type embedding struct {
	mu      sync.Mutex
	name    string // the one that answers
	missing error  // why that cannot be had; nil when it can
	next    string // the one that was chosen and has not all its vectors yet; "" when there is none
	change  *change
	stopped error // why the last change did not come to its end
}

// embedderName is an embedder as the library remembers it.
type embedderName struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
}

// The library remembers under these keys, beside the settings, whose vectors answer and whose are being made.
const (
	answeringKey = "embedder.answering"
	comingKey    = "embedder.coming"
)

// chooseEmbedder opens the embedder that answers: the one that the settings name, unless another has made the vectors that are there;
// then that goes on until ChangeEmbedder has replaced them. One that cannot be had just now must not lock a person out of the library:
// absent stands in for it.
func (c *Core) chooseEmbedder(ctx context.Context) (index.Embedder, error) {
	want := c.settings.get().Embedder
	known, err := c.remembered(ctx, answeringKey)
	if err != nil {
		return nil, err
	}
	if known.Name != "" && known.Name != want {
		has, err := c.db.HasVectors(ctx, known.Digest)
		if err != nil {
			return nil, err
		}
		if e, err := c.openEmbedder(ctx, known.Name); has && err == nil && e.Digest() == known.Digest {
			c.embedding.name, c.embedding.next = known.Name, want
			return e, nil
		}
	}
	c.embedding.name = want
	e, err := c.openEmbedder(ctx, want)
	switch {
	case err == nil && c.config.ReadOnly:
		return e, nil
	case err == nil:
		return e, c.remember(ctx, answeringKey, embedderName{want, e.Digest()})
	case ctx.Err() != nil:
		return nil, err
	}
	c.embedding.missing = fault.New("use embedder "+want, fault.KindOf(err), fault.Hint(err)+" Or do without: RABBITHOLE_EMBEDDER=built-in, or search with --mode lexical.", err)
	return absent{want, c.embedding.missing}, nil
}

func (c *Core) openEmbedder(ctx context.Context, name string) (index.Embedder, error) {
	if name == settings.BuiltIn {
		return index.Hashing{}, nil
	}
	client, err := c.client()
	if err != nil {
		return nil, err
	}
	return client.OpenEmbedder(ctx, name)
}

// noEmbedder returns why the embedder that should answer cannot be had, nil when it can.
func (c *Core) noEmbedder() error {
	c.embedding.mu.Lock()
	defer c.embedding.mu.Unlock()
	return c.embedding.missing
}

// Embedder returns the name of the embedder that answers searches.
func (c *Core) Embedder() string {
	c.embedding.mu.Lock()
	defer c.embedding.mu.Unlock()
	return c.embedding.name
}

// chosenEmbedder returns the name of the embedder that answers, or is to once it can.
func (c *Core) chosenEmbedder() string {
	c.embedding.mu.Lock()
	defer c.embedding.mu.Unlock()
	return cmp.Or(c.embedding.next, c.embedding.name)
}

func (c *Core) remembered(ctx context.Context, key string) (embedderName, error) {
	raw, _, err := c.db.Setting(ctx, key)
	if err != nil || raw == "" {
		return embedderName{}, err
	}
	var n embedderName
	if json.Unmarshal([]byte(raw), &n) != nil { // UnreadSettings tells
		return embedderName{}, nil
	}
	return n, nil
}

func (c *Core) remember(ctx context.Context, key string, n embedderName) error {
	if old, err := c.remembered(ctx, key); err == nil && old == n {
		return nil
	}
	raw, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return c.db.SetSetting(ctx, key, string(raw))
}

// absent is an embedder that cannot be had: the library opens, words are searched, and what needs the embedder says what to do.
type absent struct {
	name string
	err  error
}

func (a absent) Name() string   { return a.name }
func (a absent) Digest() string { return "absent" } // no vector has it
func (a absent) Dim() int       { return 0 }

func (a absent) EmbedDocuments(context.Context, []string) ([][]float32, error) { return nil, a.err }
func (a absent) EmbedQuery(context.Context, string) ([]float32, error)         { return nil, a.err }
