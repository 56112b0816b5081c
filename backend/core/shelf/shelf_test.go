package shelf

import (
	"path/filepath"
	"testing"

	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// A run that is limited to a document reads nothing of another, however it asks. What it read it does not ask for again.
func TestShelf_ShowsNothingOutsideOfItsScope(t *testing.T) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	passages := map[string]source.Passage{}
	for _, hash := range []string{"mine", "other"} {
		text := "The lantern of " + hash + " is lit at dusk."
		spans := []source.Span{{Page: 1, End: len(text)}}
		p := source.Passage{ID: source.PassageID(hash, spans), Document: hash, Spans: spans, Text: text, Hash: source.TextHash(text)}
		passages[hash] = p
		if _, err := db.PutDocument(t.Context(), source.Document{Hash: hash, Name: hash + ".md", Format: source.Markdown, State: source.Ready, Passages: 1}); err != nil {
			t.Fatal(err)
		}
		if err := db.PutPages(t.Context(), hash, []source.Page{{Number: 1, Text: text}}); err != nil {
			t.Fatal(err)
		}
		if err := db.PutPassages(t.Context(), hash, []source.Passage{p}); err != nil {
			t.Fatal(err)
		}
	}
	s := New(db.Within(source.All().Only("mine"), ""))
	if docs, err := s.Documents(t.Context()); err != nil || len(docs) != 1 || docs[0].Hash != "mine" {
		t.Errorf("documents %+v, %v", docs, err)
	}
	if err := s.Stock(t.Context(), []shared.Kept{{Passage: passages["mine"].ID}, {Passage: passages["other"].ID}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Passage(t.Context(), passages["other"].ID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a passage of the other document: %v", err)
	}
	if text, err := s.PageText(t.Context(), "other", 1); err == nil {
		t.Errorf("a page of the other document: %q", text)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Passage(t.Context(), passages["mine"].ID); err != nil || p.Text != passages["mine"].Text {
		t.Errorf("what was read before: %+v, %v", p, err)
	}
}
