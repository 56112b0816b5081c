package index

import (
	"context"
	"fmt"

	"rabbithole/backend/source"
)

// readAhead is the number of batches whose texts are looked up at a time.
const readAhead = 64

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
		if err != nil {
			return err
		}
		if len(hashes) == 0 {
			return m.reconcile(done)
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

// reconcile has the vectors read anew when memory holds another number of them than the library's texts have: a text that came back
// into search has had its vector for long, and nobody told.
func (m *meaning) reconcile(texts int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.loaded != nil && m.loaded.size() != texts {
		m.loaded = nil
	}
	return nil
}

// embed makes, checks and stores the vectors of one batch. A text that the embedder has no usable vector for gets an empty one: it is
// found by its words, and not asked for again. Where one has the wrong length it is the embedder that is at fault, and none is kept.
func (m *meaning) embed(ctx context.Context, hashes, texts []string) error {
	made, err := m.embedder.EmbedDocuments(ctx, texts)
	if err != nil {
		return err
	}
	if len(made) != len(texts) {
		return fmt.Errorf("%d vectors came back", len(made))
	}
	vectors := make([]source.Vector, len(made))
	for i, v := range made {
		vectors[i].Hash = hashes[i]
		if len(v) == 0 || !usable(v) {
			continue
		}
		if err := m.check(ctx, v); err != nil {
			return err
		}
		vectors[i].Entries, vectors[i].Sketch = v, m.sketcher().sketch(v)
	}
	if err := m.store.PutVectors(ctx, m.embedder.Digest(), vectors); err != nil {
		return err
	}
	return m.join(ctx, vectors)
}
