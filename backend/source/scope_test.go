package source_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"rabbithole/backend/source"
)

// shelves are documents of three collections.
var shelves = []source.Document{{Hash: "a", Collection: ""}, {Hash: "b", Collection: "laws"}, {Hash: "c",
	Collection: "laws"}, {Hash: "d", Collection: "notes"}}

// some returns any of the words, or none.
func some(r *rand.Rand, words ...string) []string {
	var out []string
	for _, w := range words {
		if r.IntN(2) == 0 {
			out = append(out, w)
		}
	}
	return out
}

func TestScope_NarrowsAndNeverWidens(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	scope := source.All()
	for range 5000 {
		next := scope
		switch r.IntN(3) {
		case 0:
			next = scope.Only(some(r, "a", "b", "c", "d")...)
		case 1:
			next = scope.In(some(r, "", "laws", "notes")...)
		case 2:
			scope, next = source.All(), source.All()
		}
		for _, d := range shelves {
			if next.Holds(d) && !scope.Holds(d) {
				t.Fatalf("%+v holds %s, %+v does not", next, d.Hash, scope)
			}
		}
		raw, err := json.Marshal(next)
		var back source.Scope
		if err == nil {
			err = json.Unmarshal(raw, &back)
		}
		if err != nil || !reflect.DeepEqual(back, next) {
			t.Fatalf("%+v comes back as %+v from %s, %v", next, back, raw, err)
		}
		scope = next
	}
}

func TestScope_WhatHoldsNothing(t *testing.T) {
	for name, s := range map[string]source.Scope{
		"the zero scope": {}, "only none": source.All().Only(), "in no collection": source.All().In(),
		"apart":            source.All().Only("a").Only("b"),
		"narrowed further": source.All().Only().Only("a").In("laws"),
	} {
		if !s.Empty() || s.Whole() || s.Holds(shelves[0]) || s.Holds(source.Document{}) {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if !source.All().Whole() || source.All().Empty() || !source.All().Holds(source.Document{}) {
		t.Errorf("all: %+v", source.All())
	}
}

// TestScope_OfOlderRuns reads what checkpoints of older versions hold.
func TestScope_OfOlderRuns(t *testing.T) {
	for raw, want := range map[string]source.Scope{
		`{}`: source.All(), `{"documents":["a"]}`: source.All().Only("a"),
		`{"collections":["laws"]}`:                   source.All().In("laws"),
		`{"collections":["laws"],"documents":["b"]}`: source.All().Only("b").In("laws"), `{"documents":[]}`: {}, `null`: {},
	} {
		var got source.Scope
		if err := json.Unmarshal([]byte(raw), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", raw, got, err)
		}
	}
}

// A letter that a damaged page changed in the name of a limit must not lift it.
func TestScope_RefusesWhatItDoesNotKnow(t *testing.T) {
	for _, raw := range []string{`{"doctments":["a"]}`, `{"documents":["a"],"colections":["b"]}`, `{"documents":"a"}`} {
		var got source.Scope
		if err := json.Unmarshal([]byte(raw), &got); err == nil {
			t.Errorf("%s is read as %+v", raw, got)
		}
	}
}
