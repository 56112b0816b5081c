package core

import (
	"cmp"
	"context"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/ollama"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// Thinking is what would do the reasoning of a run begun now, and what else could.
type Thinking struct {
	Engine  settings.Engine // never Auto
	Model   string          // "" without one
	Host    string          // of Ollama
	Weak    *report.Weak    // the model that failed its test: passed over where Model is not its name
	Answers bool            // Ollama does
	Reason  string          // what to do, when it does not or the run could not begin
	Models  []prompts.Card
	Memory  int64        // bytes a model may take, about; 0 when unknown
	Fits    []Suggestion // models worth installing, the best first
}

// Suggestion is a model that this machine can run and that is not installed.
type Suggestion = ollama.Suggestion

// Think looks for Ollama and its models, for two seconds at most.
func (c *Core) Think(ctx context.Context) Thinking {
	ctx, cancel := context.WithTimeout(ctx, probe)
	defer cancel()
	set := c.settings.get()
	client, err := c.client()
	if err != nil {
		return Thinking{Engine: set.Engine, Model: set.Model, Reason: err.Error() + ". " + fault.Hint(err)}
	}
	t := Thinking{Host: client.Host(), Engine: set.Engine, Model: set.Model}
	_, err = client.Version(ctx)
	if err == nil {
		t.Answers = true
		t.Models, err = c.Models(ctx)
	}
	meta, cannot := c.choose(ctx, "", "")
	switch {
	case cannot == nil:
		t.Engine, t.Model = meta.Engine, meta.Card.Name
		t.Weak = meta.Weak
	case t.Engine == settings.Auto: // a model was chosen by name, and cannot be had
		t.Engine = settings.Ollama
	}
	if err = cmp.Or(err, cannot); err != nil {
		t.Reason = cmp.Or(fault.Hint(err), err.Error())
	}
	t.Memory = client.Memory(ctx)
	t.Fits = ollama.Suggest(t.Models, t.Memory)
	return t
}
