package discover

import (
	"context"
	"fmt"
	"slices"

	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

// settle puts each place on the page that its quote stands on: a passage begins on one page and may go on over the next.
func (m *material) settle(ctx context.Context, places []Place) error {
	for i := range places {
		if err := m.settleOne(ctx, &places[i]); err != nil {
			return fmt.Errorf("find the page of what a card stands on: %w", err)
		}
	}
	return nil
}

func (m *material) settleOne(ctx context.Context, at *Place) error {
	p, err := m.Library.Passage(ctx, at.Passage)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(p.Spans, func(s source.Span) bool { return s.Page != at.Page }) {
		return nil
	}
	for _, span := range p.Spans {
		text, err := m.Library.PageText(ctx, p.Document, span.Page)
		if err != nil {
			return err
		}
		if _, _, ok := cite.Find(text, at.Quote); !ok {
			continue
		}
		at.Page = span.Page
		at.Label, err = m.Library.PageLabel(ctx, p.Document, span.Page)
		return err
	}
	return nil // it goes over the break: the page that it begins on
}
