package ingest

import (
	"context"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// places is a Library that only knows where passages are.
type places struct {
	Library
	of map[string][]source.Passage
}

func (p places) PassagePlaces(_ context.Context, document string) ([]source.Passage, error) {
	return p.of[document], nil
}

func TestLinker_PassageOfTarget(t *testing.T) {
	library := places{of: map[string][]source.Passage{"law": {
		{ID: "p1", Spans: []source.Span{{Page: 1, Start: 20, End: 90}}},
		{ID: "p2", Spans: []source.Span{{Page: 2, Start: 10, End: 60}, {Page: 3, Start: 0, End: 30}}},
		{ID: "p3", Spans: []source.Span{{Page: 3, Start: 80, End: 99}}},
	}}}
	l := newLinker(library, nil, []refs.Section{
		{ID: "s1", Document: "law", Page: 1, Start: 5, EndPage: 2, End: 0},
		{ID: "s2", Document: "law", Page: 2, Start: 0, EndPage: 3, End: 40},
		{ID: "repealed", Document: "law", Page: 3, Start: 40, EndPage: 3, End: 70},
		{ID: "open end", Document: "law", Page: 3, Start: 70},
		{ID: "s1", Document: "no text", Page: 1},
	})
	for _, c := range []struct{ document, section, want string }{
		{"law", "s1", "p1"},     // its heading stands before the passage
		{"law", "s2", "p2"},     //
		{"law", "repealed", ""}, // only a heading: what follows is not its text
		{"law", "open end", "p3"},
		{"law", "", ""}, // the whole document
		{"law", "unknown", ""},
		{"no text", "s1", ""},
		{"", "", ""}, // outside the library
	} {
		got, err := l.passage(t.Context(), refs.Target{Document: c.document, Section: c.section})
		if got != c.want || err != nil {
			t.Errorf("%q section %q: %q, %v, want %q", c.document, c.section, got, err, c.want)
		}
	}
}

func TestLinker_ReturnsOnlyWhatChanged(t *testing.T) {
	l := newLinker(places{}, []source.Document{{Hash: "law"}}, nil)
	mention := refs.Mention{ID: "m1", Document: "law", Kind: refs.KindSection, Pointers: []refs.Pointer{{Kind: refs.KindSection, Number: "999"}},
		Targets: []refs.Target{{Document: "gone", Section: "s1"}}, Status: refs.Found}
	changed, err := l.resolve(t.Context(), []refs.Mention{mention})
	if err != nil || len(changed) != 1 || changed[0].Status != refs.Open || len(changed[0].Targets) != 0 {
		t.Fatalf("a mention whose target is gone: %+v, %v, want it open", changed, err)
	}
	if again, err := l.resolve(t.Context(), changed); err != nil || len(again) != 0 {
		t.Errorf("resolved again: %+v, %v, want nothing changed", again, err)
	}
}
