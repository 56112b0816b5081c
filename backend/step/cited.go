package step

import (
	"context"

	"rabbithole/backend/cite"
	"rabbithole/backend/step/ask"
)

// named returns the evidence, by ID, that stands in a section to which the question itself points.
func (k *Kit) named(ctx context.Context, q Question, evidence []cite.Evidence) (map[string]bool, error) {
	if len(ask.Places(q.Text)) == 0 {
		return map[string]bool{}, nil
	}
	mentions, err := k.Library.Pointed(ctx, q.Text)
	if err != nil {
		return nil, err
	}
	type place struct{ document, section string }
	within, documents := map[place]bool{}, map[string]bool{}
	for _, m := range mentions {
		for _, t := range m.Targets {
			if t.Document != "" && t.Section != "" {
				within[place{t.Document, t.Section}], documents[t.Document] = true, true
			}
		}
	}
	out := map[string]bool{}
	for _, e := range evidence {
		if !documents[e.Document] {
			continue
		}
		p, err := k.Library.Passage(ctx, e.Passage)
		if err != nil {
			return nil, err
		}
		out[e.ID] = within[place{p.Document, p.Section}]
	}
	return out, nil
}
