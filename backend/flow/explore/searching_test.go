package explore_test

import (
	"context"
	"slices"
	"testing"

	"rabbithole/backend/flow"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// ranking is a search that puts one document's passages first, ahead of all others by a margin.
type ranking struct {
	*world
	first  string
	margin float64
}

func (r ranking) Search(ctx context.Context, q step.Query) ([]step.Hit, error) {
	hits, err := r.world.Search(ctx, q)
	hits = slices.DeleteFunc(hits, func(h step.Hit) bool { return h.Passage.Document == r.first })
	for i := range hits {
		hits[i].Score = 1 - r.margin
	}
	for _, p := range r.passages {
		if p.Document == r.first {
			hits = append([]step.Hit{{Passage: p, Score: 1}}, hits...)
		}
	}
	return hits, err
}

// What search ranks first by far, under a heading that names the subject, is a finding though it shares few words with the question; the first of equals is not.
func TestExplore_WhatSearchKnowsCountsInTheJudgement(t *testing.T) {
	const trade = "Under some circumstances the market pays somebody for insurance in wind and weather. Unter Umständen zahlt jemand im Markt die Versicherung von Wetter, Wind."
	for question, text := range map[string]string{
		"Under which circumstances of weather, wind, insurance and market does somebody move a beehive?": "The council agrees after a flood.",
		"Unter welchen Umständen von Wetter, Wind, Versicherung und Markt versetzt jemand das Beehive?":  "Der Rat stimmt nach einer Flut zu.",
	} {
		for margin, kept := range map[float64]bool{0.3: true, 0: false} {
			w := newWorld([2]string{"beehive", text}, [2]string{"market", trade + "\n" + trade}, [2]string{"wood", "A beehive made of wood."})
			w.documents[0].Language = step.Language(question)
			d := newDesk(t, w, func(tools *explore.Tools) { tools.Kit.Search = ranking{w, "hash-beehive", margin} })
			s, _ := d.run(explore.State{Question: question, Language: step.Language(question)})
			row, err := explore.Read(context.Background(), w, s, s.Tree[0])
			if err != nil {
				t.Fatal(err)
			}
			id := source.PassageID("hash-beehive", []source.Span{{Page: 1, Start: 0, End: len(text)}})
			if got := slices.ContainsFunc(row.Evidence, func(k flow.Kept) bool { return k.Passage == id }); got != kept || !slices.Contains(row.Read, id) {
				t.Errorf("%q, %v ahead: kept is %t, want %t; read %v", question, margin, got, kept, row.Read)
			}
		}
	}
}
