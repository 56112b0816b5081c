package main

import (
	"context"
	"time"

	"rabbithole/backend/core"
)

type embedderCommand struct {
	Name string `arg:"" optional:"" help:"built-in, or an installed Ollama embedding model. None: go on with a change that was interrupted."`
	JSON bool   `help:"Print NDJSON progress and a final object."`
}

// Run changes what makes embeddings, and waits until the new one answers.
func (c *embedderCommand) Run(ctx context.Context, s *shell, app writable) error {
	heard := app.Events.Subscribe(16)
	printed := make(chan struct{})
	go func() {
		defer close(printed)
		said := time.Now()
		for e := range heard.C {
			if e.Kind != core.EventEmbedding {
				continue
			}
			if c.JSON {
				s.line(e.Data)
			} else if time.Since(said) > plainEvery {
				said = time.Now()
				if at, ok, err := app.Reembedding(ctx); ok && err == nil {
					s.note("%s%s", at, eta(at.ETA))
				}
			}
		}
	}()
	err := app.ChangeEmbedder(ctx, c.Name)
	if err == nil {
		err = app.AwaitEmbedder(ctx)
	}
	heard.Close()
	<-printed
	if err != nil {
		return err
	}
	name := app.Embedder()
	if c.JSON {
		s.line(map[string]string{"embedder": name})
		return nil
	}
	s.printf("%s answers.\n", name)
	return nil
}
