package answer

import (
	"context"
	"slices"

	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// How far references are followed: one step, within the documents that are read anyway.
const (
	followedPerRound = 8 // passages
	passagesPerRef   = 2
)

// Link is a reference in a piece of evidence and the evidence that it leads to.
type Link struct {
	From     string   `json:"from"` // evidence ID
	Text     string   `json:"text"`
	Evidence []string `json:"evidence"` // IDs
}

// follow reads what the references in the quotes just kept point to: a rule that says "within the limit of § 3" and the limit answer together.
func (f *run) follow(ctx context.Context, s State, change *read) error {
	known, tried := map[string]string{}, map[string]bool{}
	for _, k := range append(slices.Clone(s.Evidence), change.Kept...) {
		known[k.Passage] = k.ID
	}
	open := map[string]bool{}
	for _, x := range append(slices.Clone(s.Sources), change.Sources...) {
		open[x.Document] = open[x.Document] || x.Status == statusRead && !x.web()
	}
	left, judged := followedPerRound, slices.Clone(change.Read)
	for _, k := range slices.Clone(change.Kept) {
		mentions, err := f.Kit.Library.Mentions(ctx, k.Passage)
		if err != nil {
			return err
		}
		for _, m := range mentions {
			if m.Status != refs.Found || m.Here() || flow.Quoted(k.Quotes, m) < 0 {
				continue
			}
			targets, err := f.targets(ctx, m, open)
			if err != nil {
				return err
			}
			link := Link{From: k.ID, Text: m.Text}
			for _, p := range targets {
				rejected := f.Kit.Model != nil && (slices.Contains(s.Read, p.ID) || slices.Contains(judged, p.ID))
				if known[p.ID] == "" && !tried[p.ID] && !rejected && left > 0 { // without a model, one that was read and not kept is looked at again
					left--
					tried[p.ID] = true
					if known[p.ID], err = f.pointedAt(ctx, s, k, p, change); err != nil {
						return err
					}
				}
				if id := known[p.ID]; id != "" && id != k.ID {
					link.Evidence = append(link.Evidence, id)
				}
			}
			if len(link.Evidence) > 0 {
				change.Links = append(change.Links, link)
			}
		}
	}
	return nil
}

// targets returns the passages that a reference means, in documents that are read.
func (f *run) targets(ctx context.Context, m refs.Mention, open map[string]bool) ([]source.Passage, error) {
	var out []source.Passage
	for i, t := range m.Targets {
		if !open[t.Document] {
			continue
		}
		held, err := flow.Meant(ctx, f.Kit.Library, m, i)
		if err != nil {
			return nil, err
		}
		for _, h := range held[:min(passagesPerRef, len(held))] {
			out = append(out, h.Passage)
		}
	}
	return out, nil
}

// pointedAt judges a passage by rule that evidence refers to, and returns the ID under which it was kept, "" when it was not.
func (f *run) pointedAt(ctx context.Context, s State, from Kept, p source.Passage, change *read) (string, error) {
	d, err := f.Kit.Library.Document(ctx, p.Document)
	if err != nil {
		return "", err
	}
	e, err := flow.Hydrate(ctx, f.Kit.Library, from.Kept)
	if err != nil {
		return "", err
	}
	reading := extract.Reading{Passage: p, Document: d, Lead: e.Extract, LeadScore: from.Score}
	judged, err := f.Kit.Engine.Judge(ctx, s.question(), s.Subject, []extract.Reading{reading})
	if !slices.Contains(s.Read, p.ID) && !slices.Contains(change.Read, p.ID) {
		change.Read = append(change.Read, p.ID)
	}
	if err != nil || judged[0].Relevance <= leastRelevant {
		return "", err
	}
	return f.keep(ctx, s, reading, judged[0], 0, from.ID, change)
}
