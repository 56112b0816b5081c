package answer

import (
	"context"

	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// summarises reports whether the answer is a summary by rule of documents that the question names.
func (f *run) summarises(s State) bool {
	return f.Kit != nil && f.Kit.Model == nil && len(s.Openings) > 0
}

// summarise keeps the topic sentences that summarise the documents.
func (f *run) summarise(ctx context.Context, s State) (graph.Step[State], error) {
	change, out := &read{}, graph.Step[State]{State: &s}
	passages, err := f.passages(ctx, s.Openings)
	if err != nil {
		return out, err
	}
	documents := map[string]source.Document{}
	for _, p := range passages {
		d, known := documents[p.Document]
		if !known {
			if d, err = f.Kit.Library.Document(ctx, p.Document); err != nil {
				return out, err
			}
			documents[p.Document] = d
			change.Sources = append(change.Sources, Source{Key: d.Hash, Document: d.Hash, Title: d.Name, Kind: "library", Date: d.Date, Rank: 1, Status: statusRead})
		}
		if _, err := f.keep(ctx, s, extract.Reading{Passage: p, Document: d}, extract.Judgement{Relevance: 1, Quotes: []string{f.Kit.TopicSentence(d, p)}}, 0, "", change); err != nil {
			return out, err
		}
		change.Read = append(change.Read, p.ID)
	}
	s.Phase = PhaseEvaluating
	change.take(&s)
	return out, nil
}

// summary is the answer that quotes a topic sentence a line. Of several documents it tells one after the other, and does not say how they differ.
func summary(s State, evidence []cite.Evidence) extract.Response {
	var out extract.Response
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
		_, apart := flow.Extracts(s.Language)
		out.Silent = append(out.Silent, apart)
	}
	return out
}
