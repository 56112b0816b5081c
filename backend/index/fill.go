package index

import (
	"context"
	"fmt"
)

// readAhead is the number of batches whose texts are looked up at a time.
const readAhead = 16

// fill embeds the texts that have no vector yet, a batch at a time.
func (m *meaning) fill(ctx context.Context, progress func(done, total int)) error {
	digest := m.embedder.Digest()
	done, total, err := m.store.CountVectors(ctx, digest)
	if err != nil {
		return err
	}
	report := func() {
		if progress != nil {
			progress(done, total)
		}
	}
	report()
	for {
		hashes, texts, err := m.store.Unembedded(ctx, digest, readAhead*m.batch)
		if err != nil || len(hashes) == 0 {
			return err
		}
		for len(hashes) > 0 {
			n := min(m.batch, len(hashes))
			if err := m.embed(ctx, hashes[:n], texts[:n]); err != nil {
				return fmt.Errorf("embed %d texts with %s: %w", n, m.embedder.Name(), err)
			}
			hashes, texts = hashes[n:], texts[n:]
			done += n
			total = max(total, done) // passages may have come in meanwhile
			report()
		}
	}
}

// embed makes, checks and stores the vectors of one batch. A text that the embedder has no vector for gets an empty one: it is found by
// its words, and not asked for again.
func (m *meaning) embed(ctx context.Context, hashes, texts []string) error {
	made, err := m.embedder.EmbedDocuments(ctx, texts)
	if err != nil {
		return err
	}
	if len(made) != len(texts) {
		return fmt.Errorf("%d vectors came back", len(made))
	}
	for i, v := range made {
		if v == nil {
			continue
		}
		if err := m.check(v); err != nil {
			return fmt.Errorf("text %.12s: %w", hashes[i], err)
		}
	}
	if err := m.store.PutVectors(ctx, m.embedder.Digest(), hashes, made); err != nil {
		return err
	}
	return m.join(ctx, hashes, made)
}
