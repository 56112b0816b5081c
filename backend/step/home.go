package step

import (
	"context"

	"rabbithole/backend/ask"
)

// Home returns the documents in scope that answers to questions asked back choose. Without a model, which knows from their titles what to look
// for where, it is else those that carry every name the question gives as their own; none where different documents carry them, or begin with them too.
func (k *Kit) Home(ctx context.Context, q ask.Question) (ask.Home, error) {
	return k.Engine.Home(ctx, q, k.Model == nil)
}
