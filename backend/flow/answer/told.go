package answer

import (
	"context"

	"rabbithole/backend/cite"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// tells reports whether the answer tells by rule what documents say as a whole.
func (f *run) tells(s State) bool { return f.Kit != nil && f.Kit.Model == nil && len(s.Told) > 0 }

// readTold keeps the openings of the passages that tell what the documents say.
func (f *run) readTold(ctx context.Context, s State, change *read) error {
	passages, err := f.passages(ctx, s.Told)
	if err != nil {
		return err
	}
	documents := map[string]source.Document{}
	for _, p := range passages {
		d, known := documents[p.Document]
		if !known {
			if d, err = f.Kit.Library.Document(ctx, p.Document); err != nil {
				return err
			}
			documents[p.Document] = d
			change.Sources = append(change.Sources, Source{Key: d.Hash, Document: d.Hash, Title: d.Name, Kind: "library", Date: d.Date, Rank: 1, Status: statusRead})
		}
		if _, err := f.keep(ctx, s, step.Reading{Passage: p, Document: d}, step.Judgement{Relevance: 1, Quotes: []string{f.Kit.Opening(d, p)}}, "", change); err != nil {
			return err
		}
		change.Read = append(change.Read, p.ID)
	}
	return nil
}

// telling is the answer that quotes an opening a line. Of several documents it tells one after the other, and does not say how they differ.
func telling(s State, evidence []cite.Evidence) step.Response {
	var out step.Response
	out.ByRule = true
	of := map[string]bool{}
	for i, e := range evidence {
		of[e.Document] = true
		for _, q := range e.Quotes {
			text := q.Text
			if e.Section != "" {
				text = e.Section + ": " + text
			}
			out.Answer = append(out.Answer, cite.Sentence{Text: text, Evidence: []string{e.ID}, Block: i, Item: true})
		}
	}
	if len(of) > 1 {
		out.Silent = append(out.Silent, phrasesFor(s.Language).apart)
	}
	return out
}
