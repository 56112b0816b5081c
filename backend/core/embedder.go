package core

import (
	"context"

	"rabbithole/backend/fault"
	"rabbithole/backend/index"
)

// chooseEmbedder opens the embedder that the settings name. One that cannot be had just now must not lock a person out of the library:
// absent stands in for it.
func (c *Core) chooseEmbedder(ctx context.Context) (index.Embedder, error) {
	name := c.settings.Embedder
	if name == BuiltIn {
		return index.Hashing{}, nil
	}
	e, err := c.client.OpenEmbedder(ctx, name)
	switch {
	case err == nil:
		return e, nil
	case ctx.Err() != nil:
		return nil, err
	}
	c.noEmbedder = fault.New("use embedder "+name, fault.KindOf(err), fault.Hint(err)+" Or do without: RABBITHOLE_EMBEDDER=built-in, or search with --mode lexical.", err)
	return absent{name, c.noEmbedder}, nil
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
