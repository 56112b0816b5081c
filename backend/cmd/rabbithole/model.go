package main

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"rabbithole/backend/core"
	"rabbithole/prompts"
)

type modelsCommand struct {
	List modelsListCommand `cmd:"" default:"withargs" help:"List the models that are installed."`
	Pull modelsPullCommand `cmd:"" help:"Download a model through Ollama."`
	Test modelsTestCommand `cmd:"" help:"Test whether a model can tell right sentences from wrong ones; --engine auto does it before it first takes one."`
}

type modelsListCommand struct {
	JSON bool `help:"Print one JSON array."`
}

// Run lists the installed models.
func (c *modelsListCommand) Run(ctx context.Context, s *shell, app anyhow) error {
	cards, err := app.Models(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.value(filled(cards))
	}
	if len(cards) == 0 {
		s.note("No model is installed. rabbithole models pull qwen3:14b downloads one (9.3 GB); smaller ones work too.")
		return nil
	}
	w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "MODEL\tPARAMETERS\tSIZE\tCONTEXT\tNOTE")
	for _, m := range cards {
		fmt.Fprint(w, worded("%s\t%s\t%s\t%d\t%s\n", m.Name, m.Parameters, sizeOf(m.Bytes), m.MaxCtx, noteOf(m)))
	}
	return w.Flush()
}

func noteOf(m prompts.Card) string {
	switch {
	case m.Remote:
		return "runs on somebody else's computer: never used"
	case !m.Chats:
		return "embeddings only"
	case m.Test != "":
		return core.Tested{State: m.Test, Right: m.Right}.String()
	}
	return ""
}

// sizeOf words a number of bytes: "9.3 GB", "98 MB".
func sizeOf(bytes int64) string {
	if bytes < 1e9 {
		return fmt.Sprintf("%.0f MB", float64(bytes)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
}

type modelsTestCommand struct {
	Name string `arg:"" optional:"" help:"Such as qwen3:14b; none: the model that would be taken."`
	JSON bool   `help:"Print one JSON object."`
}

// Run tests a model and remembers how it did.
func (c *modelsTestCommand) Run(ctx context.Context, s *shell, app writable) error {
	t, err := app.TestModel(ctx, c.Name, func(t core.Tested) { s.note("%s", narrateTested(t)) })
	return s.result(t, err, func() {
		s.printf("%s: %s\n", t.Model, t)
	})
}

// narrateTested says how the test of a model stands, and what to do about one that is too weak.
func narrateTested(t core.Tested) string {
	switch {
	case t.State == core.TestGoing:
		return t.String() + " (up to a minute)"
	case t.State == core.TestPassed:
		return fmt.Sprintf("%s %s", t.Model, t)
	case t.State == core.TestWeak && t.Used:
		return fmt.Sprintf("! %s is %s. --engine extractive does better.", t.Model, t)
	case t.State == core.TestWeak:
		return fmt.Sprintf("! %s is %s. It is answered without a model; the setting RABBITHOLE_WEAK_MODELS has a model used all the same that is asked for by name.", t.Model, t)
	}
	return fmt.Sprintf("! %s %s: it is slow.", t.Model, t)
}

type modelsPullCommand struct {
	Name string `arg:"" help:"Such as qwen3:14b."`
	JSON bool   `help:"Print progress as NDJSON."`
}

// Run pulls a model because the person named it.
func (c *modelsPullCommand) Run(ctx context.Context, s *shell, app anyhow) error {
	last := ""
	return app.PullModel(ctx, c.Name, func(p core.PullProgress) {
		if c.JSON {
			s.line(p)
			return
		}
		line := p.Status
		if p.Total > 0 {
			line = fmt.Sprintf("%s %3d %% of %s", p.Status, 100*p.Completed/p.Total, sizeOf(p.Total))
		}
		if line != last {
			s.note("%s", line)
			last = line
		}
	})
}

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
