package core

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// OpenReference is a reference that leads to something the library does not have, with every page it stands on.
type OpenReference struct {
	Text  string         // as it is written where it stands first
	Pages []source.Folio // ascending, each once
	Count int            // how often it is made
}

// OpenReferences returns the references of a document that lead nowhere in the library, in reading order, each once.
func (c *Core) OpenReferences(ctx context.Context, hash string) ([]OpenReference, error) {
	mentions, err := c.db.MentionsOf(ctx, hash)
	if err != nil {
		return nil, err
	}
	var out []OpenReference
	at := map[string]int{}
	for _, m := range mentions {
		if m.Status != refs.Open {
			continue
		}
		text := trim(m.Text)
		i, known := at[strings.ToLower(text)]
		if !known {
			i = len(out)
			at[strings.ToLower(text)] = i
			out = append(out, OpenReference{Text: text})
		}
		out[i].Count++
		if slices.ContainsFunc(out[i].Pages, func(f source.Folio) bool { return f.Page == m.Page }) {
			continue
		}
		label, err := c.db.PageLabel(ctx, hash, m.Page)
		if err != nil {
			return nil, err
		}
		out[i].Pages = append(out[i].Pages, source.Folio{Page: m.Page, Label: label})
	}
	return out, nil
}
