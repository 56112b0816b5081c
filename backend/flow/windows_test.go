package flow

import (
	"context"
	"fmt"
	"testing"

	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// shelf is a library that knows every document, and nothing else.
type shelf struct{ step.Library }

func (shelf) Document(_ context.Context, hash string) (source.Document, error) {
	return source.Document{Hash: hash}, nil
}

// A page of thousands of passages is judged until the time for it is over, and at least its beginning is.
func TestWindow_EndsWhenItsTimeIsOver(t *testing.T) {
	var page []source.Passage
	for i := range 1000 {
		page = append(page, source.Passage{ID: fmt.Sprint(i), Document: "d", Text: "The lantern of the harbour is lit at dusk."})
	}
	over := make(chan struct{})
	judged := 0
	chosen, err := Window{Most: 3, Over: over}.Choose(t.Context(), shelf{}, page, func(readings []step.Reading) ([]step.Judgement, error) {
		out := make([]step.Judgement, len(readings))
		for i := range readings {
			out[i].Relevance = float64(judged+i) / 1000
		}
		if judged += len(readings); judged == 2*atOnce {
			close(over)
		}
		return out, nil
	})
	if err != nil || judged != 2*atOnce {
		t.Fatalf("%d of %d passages were judged, %v; want %d", judged, len(page), err, 2*atOnce)
	}
	for i, r := range chosen {
		if want := fmt.Sprint(judged - 3 + i); r.Passage.ID != want {
			t.Errorf("passage %s was chosen, want %s", r.Passage.ID, want)
		}
	}
	if len(chosen) != 3 {
		t.Errorf("%d passages were chosen, want 3", len(chosen))
	}
}

// Of many passages that are all about a thing the entry that says what it is gets read.
func TestWindow_TheEntryThatDefinesIsRead(t *testing.T) {
	var page []source.Passage
	for i := range 9 {
		page = append(page, source.Passage{ID: fmt.Sprint(i), Document: "d", Text: "The lantern of the harbour is lit at dusk."})
	}
	chosen, err := Window{Most: 2}.Choose(t.Context(), shelf{}, page, func(readings []step.Reading) ([]step.Judgement, error) {
		out := make([]step.Judgement, len(readings))
		for i := range readings {
			out[i] = step.Judgement{Relevance: 1, Entry: i == 6}
		}
		return out, nil
	})
	if err != nil || len(chosen) != 2 || chosen[1].Passage.ID != "6" {
		t.Errorf("%+v %v", chosen, err)
	}
}
