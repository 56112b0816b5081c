package ingest

import (
	"context"
	"strings"

	"rabbithole/backend/source"
)

// Embed gives every live passage its embedding and moves the searchable documents to ready. When the embedder fails they stay
// searchable with the reason, and that is no error.
func (in *Ingester) Embed(ctx context.Context, opt Options) error {
	if err := in.begin(ctx); err != nil {
		return err
	}
	defer in.end()
	m := newMeter(in.now, opt.Progress, nil)
	return stopped(ctx, "embed", in.embed(ctx, m.embedding))
}

func (in *Ingester) embed(ctx context.Context, progress func(done, total int)) error {
	waiting, err := in.Library.Documents(ctx, source.DocumentFilter{States: []source.State{source.Searchable}})
	if err != nil || len(waiting) == 0 {
		return err
	}
	failed := in.Index.Embed(ctx, progress)
	if stopsAll(ctx, failed) {
		return failed
	}
	for _, d := range waiting {
		state, reason := source.Ready, warning(d.Reason)
		if failed != nil {
			state, reason = source.Searchable, strings.TrimSpace(reason+" "+reasonNoEmbeds+reasonForEmbedder(failed))
		}
		if err := in.Library.SetState(ctx, d.Hash, state, reason); err != nil {
			return err
		}
	}
	return nil
}

// warning returns what a reason says about the file itself, without what an earlier embedding had to say.
func warning(reason string) string {
	about, _, _ := strings.Cut(reason, reasonNoEmbeds)
	return strings.TrimSpace(about)
}
