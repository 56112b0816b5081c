package flow

import (
	"context"
	"fmt"
	"testing"

	"rabbithole/backend/extract"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// shelf is a library that knows every document, and nothing else.
type shelf struct{ extract.Library }

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
	chosen, err := Window{Most: 3, Over: over}.Choose(t.Context(), &step.Kit{Engine: extract.Engine{Library: shelf{}}}, page, func(readings []extract.Reading) ([]extract.Judgement, error) {
		out := make([]extract.Judgement, len(readings))
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
	chosen, err := Window{Most: 2}.Choose(t.Context(), &step.Kit{Engine: extract.Engine{Library: shelf{}}}, page, func(readings []extract.Reading) ([]extract.Judgement, error) {
		out := make([]extract.Judgement, len(readings))
		for i := range readings {
			out[i] = extract.Judgement{Relevance: 1, Entry: i == 6}
		}
		return out, nil
	})
	if err != nil || len(chosen) != 2 || chosen[1].Passage.ID != "6" {
		t.Errorf("%+v %v", chosen, err)
	}
}

// A table that is cut into passages, each beneath its head again, comes whole.
func TestWindow_ATableComesWithItsOtherHalves(t *testing.T) {
	part := func(n int, role source.Role, text string) source.Passage {
		return source.Passage{ID: fmt.Sprint(n), Document: "d", Section: "s", Ordinal: n, Role: role, Text: text}
	}
	table := section{passages: []source.Passage{
		part(1, source.Body, "The harbour tells what lanterns cost."),
		part(2, source.Table, "Lanterns (crowns)\nYear ended 2021\nGAAP $ 20 8%"),
		part(3, source.Table, "Lanterns (crowns)\nRussia exit charges 3 9%"),
		part(4, source.Body, "Lanterns (crowns)\nYear ended 2022\nGAAP $ 19 1%\nThe lanterns were sold."),
		part(5, source.Body, "Boats are another matter."),
	}}
	chosen, err := Window{Most: 1}.Choose(t.Context(), &step.Kit{Engine: extract.Engine{Library: table}}, table.passages[2:3], func(readings []extract.Reading) ([]extract.Judgement, error) {
		return make([]extract.Judgement, len(readings)), nil
	})
	var got []string
	for _, r := range chosen {
		got = append(got, r.Passage.ID)
	}
	if err != nil || fmt.Sprint(got) != "[2 3 4]" {
		t.Errorf("%v were chosen, %v; want the table's three parts", got, err)
	}
}

// section is a library of one section.
type section struct {
	shelf
	passages []source.Passage
}

func (s section) SectionPassages(context.Context, string, string) ([]source.Passage, error) {
	return s.passages, nil
}
