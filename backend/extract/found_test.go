package extract_test

import (
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/backend/source"
)

func TestFoundIn_TheFirstStandsOutFromOtherSections(t *testing.T) {
	hit := func(section string, score float64) extract.Hit {
		return extract.Hit{Passage: source.Passage{Document: "a", Section: section}, Score: score}
	}
	found := extract.FoundIn([]extract.Hit{hit("1", 0.9), hit("1", 0.88), hit("2", 0.7)})
	if len(found) != 3 || found[0].Rank != 1 || found[2].Rank != 3 || found[0].Margin < 0.19 || found[0].Margin > 0.21 || found[1].Margin != 0 {
		t.Errorf("%+v", found)
	}
	if alone := extract.FoundIn([]extract.Hit{hit("1", 0.9)}); alone[0].Margin != 0 || len(extract.FoundIn(nil)) != 0 {
		t.Errorf("%+v", alone)
	}
	if best := (extract.Found{}).Better(found[2]).Better(found[0]).Better(found[1]); best != found[0] {
		t.Errorf("the best is %+v", best)
	}
}

// What search ranks first by far under a heading that names the subject is read though its words are others; for chance words it is no reason.
func TestJudge_WhatSearchRanksFirstIsNotDroppedForAWord(t *testing.T) {
	q := ask.Question{Text: "Under which circumstances of weather, wind, insurance and market may a keeper move the beehive?", Language: "en"}
	first := extract.Found{Rank: 1, Score: 1, Margin: 0.3}
	for name, c := range map[string]struct {
		heading string
		found   extract.Found
		kept    bool
	}{
		"not found by a query":        {"5 Keeper of a beehive", extract.Found{}, false},
		"first by far":                {"5 Keeper of a beehive", first, true},
		"first among equals":          {"5 Keeper of a beehive", extract.Found{Rank: 1, Score: 1}, false},
		"second":                      {"5 Keeper of a beehive", extract.Found{Rank: 2, Score: 1}, false},
		"first, about something else": {"5 Lanterns", first, false},
		"first, below no heading":     {"", first, false},
	} {
		r := reading("en", c.heading, "The council permits it after a flood.")
		r.Found = c.found
		got, err := newEngine(t).Judge(t.Context(), q, "Answer: "+q.Text, []extract.Reading{r})
		if err != nil || (got[0].Relevance > 0.6) != c.kept {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
