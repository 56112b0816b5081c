package ingest

import (
	"context"
	"errors"
	"strings"

	"rabbithole/backend/source"
)

// Embed gives every live passage that has none yet its embedding, also after the embedder was changed, and moves the searchable
// documents to ready. When the embedder fails they stay searchable with the reason, which is the error, too.
func (in *Ingester) Embed(ctx context.Context, opt Options) error {
	if err := in.begin(ctx); err != nil {
		return err
	}
	defer in.end()
	m := newMeter(in.now, opt.Progress, nil)
	failed, err := in.embed(ctx, m.embedding)
	return stopped(ctx, "embed", errors.Join(failed, err))
}

// embed returns why the embedder failed apart from what stops everything: texts are in search without embeddings, too.
func (in *Ingester) embed(ctx context.Context, progress func(done, total int)) (failed, err error) {
	waiting, err := in.Library.Documents(ctx, source.DocumentFilter{States: []source.State{source.Searchable}})
	if err != nil {
		return nil, err
	}
	if failed = in.Index.Embed(ctx, progress); stopsAll(ctx, failed) {
		return nil, failed
	}
	for _, d := range waiting {
		state, reason := source.Ready, warning(d.Reason)
		if failed != nil {
			state, reason = source.Searchable, strings.TrimSpace(reason+" "+reasonNoEmbeds+reasonForEmbedder(failed))
		}
		if err := in.Library.SetState(ctx, d.Hash, state, reason); err != nil {
			return failed, err
		}
	}
	return failed, nil
}

// warning returns what a reason says about the file itself, without what an earlier embedding had to say.
func warning(reason string) string {
	about, _, _ := strings.Cut(reason, reasonNoEmbeds)
	return strings.TrimSpace(about)
}
