package index

import "context"

// Switch makes the vectors of another embedder, those that are missing, while the present one goes on answering. When all are there it
// calls commit (may be nil), and unless that fails the new embedder answers from then on. Passages that come in at the very end get their
// vector from the next Embed. Interrupted, it can be called again and goes on where it was. progress may be nil.
func (x *Index) Switch(ctx context.Context, next Embedder, progress func(done, total int), commit func() error) error {
	m := x.meaningOf(next)
	if err := m.fill(ctx, progress); err != nil {
		return err
	}
	if _, err := m.space(ctx); err != nil { // the first search after the switch is not to wait
		return err
	}
	if commit != nil {
		if err := commit(); err != nil {
			return err
		}
	}
	x.meaning.Store(m)
	return nil
}
