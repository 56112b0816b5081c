package ollama

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/prompts"
)

// DefaultModel is used when it is installed and nothing else was asked for.
const DefaultModel = "qwen3:14b"

// Pick returns the card of the model to use, its context length pinned. want is a name ("qwen3" means "qwen3:latest"); "" picks
// DefaultModel if installed, else the largest installed chat model that fits into memory. A model that is not installed is a fault of
// kind NotFound whose hint lists what is; a cloud model one of kind Denied. Nothing is pulled.
func (c *Client) Pick(ctx context.Context, want string) (prompts.Card, error) {
	list, err := c.installed(ctx)
	if err != nil {
		return prompts.Card{}, err
	}
	card, err := choose(list, want, c.free(ctx))
	if err != nil {
		return prompts.Card{}, err
	}
	card.NumCtx = c.pin(card.Digest, card.NumCtx)
	return card, nil
}

func choose(list []installed, want string, free int64) (prompts.Card, error) {
	if want = strings.TrimSpace(want); want != "" {
		return named(list, want)
	}
	if m, ok := find(list, DefaultModel); ok && m.card.Chats && !m.card.Remote {
		return m.card, nil
	}
	return largest(list, free)
}

func named(list []installed, want string) (prompts.Card, error) {
	op := "use model " + want
	m, ok := find(list, want)
	switch {
	case !ok && cloudName(want):
		return prompts.Card{}, refuseRemote(want)
	case !ok:
		return prompts.Card{}, fault.New(op, fault.NotFound, hintFor(list, want), errors.New("it is not installed"))
	case m.card.Remote:
		return prompts.Card{}, refuseRemote(m.card.Name)
	case !m.card.Chats:
		return prompts.Card{}, fault.New(op, fault.Usage, "It only makes embeddings. "+hintFor(list, DefaultModel), errors.New("it cannot answer prompts"))
	}
	return m.card, nil
}

func largest(list []installed, free int64) (prompts.Card, error) {
	var best *installed
	tooBig := false
	for i, m := range list {
		if !m.card.Chats || m.card.Remote {
			continue
		}
		if !m.memory.fits(free) {
			tooBig = true
			continue
		}
		if best == nil || m.card.Bytes > best.card.Bytes {
			best = &list[i]
		}
	}
	switch {
	case best != nil:
		return best.card, nil
	case tooBig:
		return prompts.Card{}, fault.New("choose a model", fault.NotFound,
			"No installed model fits into free memory. Close other programs, install a smaller one with `rabbithole models pull qwen3:4b`, or insist on one with --model NAME.",
			fmt.Errorf("the installed models need more than the %d MB that are free", free>>20))
	}
	return prompts.Card{}, fault.New("choose a model", fault.NotFound, hintFor(list, DefaultModel), errors.New("no chat model is installed"))
}

// find looks a name up as Ollama does: without a tag it means ":latest", and case does not matter.
func find(list []installed, name string) (installed, bool) {
	if !strings.Contains(name[strings.LastIndex(name, "/")+1:], ":") {
		name += ":latest"
	}
	i := slices.IndexFunc(list, func(m installed) bool { return strings.EqualFold(m.card.Name, name) })
	if i < 0 {
		return installed{}, false
	}
	return list[i], true
}

func hintFor(list []installed, want string) string {
	pull := " with `rabbithole models pull " + want + "`."
	var names []string
	for _, m := range list {
		if m.card.Chats && !m.card.Remote {
			names = append(names, m.card.Name)
		}
	}
	if len(names) == 0 {
		return "No chat model is installed. Install one" + pull
	}
	return "Installed: " + strings.Join(names, ", ") + ". Install it" + pull
}
