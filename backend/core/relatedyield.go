package core

import (
	"context"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/flow/related"
)

// yield lets a search beside a document wait as long as a run that a person began works with the same model. Without a model nothing is to be shared.
func (c *Core) yield(meta runMeta) func(ctx context.Context, waiting func()) error {
	if meta.Engine != settings.Ollama {
		return nil
	}
	return func(ctx context.Context, waiting func()) error {
		told := false
		for {
			rested := c.wanted(meta.Card.Digest)
			if rested == nil {
				return nil
			}
			if !told && waiting != nil {
				waiting()
			}
			told = true
			select {
			case <-rested:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
	}
}

// wanted returns what is closed when a run comes to rest that a person began and that works with the model; nil when there is none.
func (c *Core) wanted(digest string) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, l := range c.live {
		if l.flow != related.Name && l.digest == digest {
			return l.done
		}
	}
	return nil
}
