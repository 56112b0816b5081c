package store

import (
	"testing"
	"time"

	"rabbithole/backend/event"
)

func TestNarration_IsTheLatestSentencesWithoutWhatStandsBesideThem(t *testing.T) {
	db := openNew(t)
	var events []event.Event
	for _, data := range []string{`{"text": "one", "node_id": "1"}`, `{"text": ""}`, ``, `null`, `[1]`, `{"kept": 3}`, `{"text": "two \"quoted\"", "context_slice": {"node_id": "9"}}`, `{"text": "three", "node_id": "1.2"}`} {
		events = append(events, event.Event{Run: "r", Kind: "told", At: time.Now(), Data: []byte(data)})
	}
	events = append(events, event.Event{Run: "other", Kind: "told", At: time.Now(), Data: []byte(`{"text": "elsewhere"}`)})
	if _, err := db.AppendEvents(t.Context(), events); err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[int][]string{9: {`{"text":"one","node_id":"1"}`, `{"text":"two \"quoted\"","node_id":null}`, `{"text":"three","node_id":"1.2"}`},
		1: {`{"text":"three","node_id":"1.2"}`}} {
		got, err := db.Narration(t.Context(), "r", limit)
		if err != nil || len(got) != len(want) {
			t.Fatalf("the latest %d: %+v, %v", limit, got, err)
		}
		for i, e := range got {
			if string(e.Data) != want[i] || e.Seq == 0 || e.Kind != "told" {
				t.Errorf("%d of the latest %d: %s, want %s", i, limit, e.Data, want[i])
			}
		}
	}
}
