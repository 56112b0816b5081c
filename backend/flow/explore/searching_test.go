package explore_test

import (
	"context"
	"slices"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// ranking is a search that puts one document's passages first, ahead of all others by a margin.
type ranking struct {
	*world
	first  string
	margin float64
}

func (r ranking) Search(ctx context.Context, q extract.Query) ([]extract.Hit, error) {
	hits, err := r.world.Search(ctx, q)
	hits = slices.DeleteFunc(hits, func(h extract.Hit) bool { return h.Passage.Document == r.first })
	for i := range hits {
		hits[i].Score = 1 - r.margin
	}
	for _, p := range r.passages {
		if p.Document == r.first {
			hits = append([]extract.Hit{{Passage: p, Score: 1}}, hits...)
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
			w.documents[0].Language = ask.Language(question)
			d := newDesk(t, w, func(tools *explore.Tools) { tools.Kit.Search = ranking{w, "hash-beehive", margin} })
			s, _ := d.run(explore.State{Question: question, Language: ask.Language(question)})
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

// needling is a search that finds the last document by its own query alone, and all others by any other.
type needling struct{ *world }

func (n needling) Search(_ context.Context, q extract.Query) ([]extract.Hit, error) {
	var hits []extract.Hit
	for i, p := range n.passages {
		if last := i == len(n.passages)-1; last == (q.Text == "needle") {
			hits = append(hits, extract.Hit{Passage: p, Score: 1})
		}
	}
	return hits, nil
}

// A model makes a query to find something: what the query finds first is read, however many passages the question's own words find.
func TestExplore_ReadsWhatEachQueryOfAModelFindsFirst(t *testing.T) {
	var pairs [][2]string
	for i := range 12 {
		name := string(rune('a' + i))
		pairs = append(pairs, [2]string{name, "Lanterns of the harbour " + name + "."})
	}
	w := newWorld(append(pairs, [2]string{"needle", "The lamp of the pilot is green."})...)
	m := branching(0)
	m.script["queries"] = say(prompts.QueriesOut{Queries: []string{"needle"}})
	d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Model, x.Kit.Search = m, needling{w} })
	s, _ := d.run(explore.State{Question: "Which lanterns are there?", Language: "en", Settings: explore.Settings{MaxDepth: 1}})
	read := d.record(s, "1").Read
	if last := w.passages[len(w.passages)-1].ID; !slices.Contains(read, last) {
		t.Errorf("read %d passages without what the query finds", len(read))
	}
}
