package reason_test

import (
	"context"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
)

// law is one section of a document in passages.
type law []source.Passage

func (l law) Passage(_ context.Context, id string) (source.Passage, error) {
	for _, p := range l {
		if p.ID == id {
			return p, nil
		}
	}
	return source.Passage{}, context.Canceled
}

func (l law) Document(context.Context, string) (source.Document, error) {
	return source.Document{Hash: "law", Name: "law.pdf", Language: "en"}, nil
}

func (l law) SectionPassages(context.Context, string, string) ([]source.Passage, error) {
	return l, nil
}

func article() law {
	var out law
	at := 0
	for i, text := range []string{
		"1. Data shall be lawful.\n2. The controller shall provide:\n(a) its identity;\n(b) its contact;",
		"(c) the purposes;\n(d) the recipients;", "(e) the period;\n(f) the right to", "complain. A word of explanation."} {
		out = append(out, source.Passage{ID: string(rune('a' + i)), Document: "law", Section: "s", Ordinal: i, Text: text, Spans: []source.Span{{Page: 1, Start: at, End: at + len(text)}}, Headings: []string{"Law", "Article 13 Information"}})
		at += len(text) + 1
	}
	return out
}

func TestShelf_ReadsWithWhatLeadsInAndGoesOn(t *testing.T) {
	shelf := reason.Shelf{Library: article()}
	r, err := shelf.Read(t.Context(), cite.Evidence{ID: "E1", Passage: "c", Name: "law.pdf"})
	if err != nil {
		t.Fatal(err)
	}
	if places := r.Places(0); len(places) != 2 || places[0] != (source.Span{Page: 1, Start: 25, End: 57}) {
		t.Errorf("the entry stands at %v, behind what leads into it", places)
	}
	if p := r.Shown; p.Lead != "2. The controller shall provide:" || p.Next != "complain." || p.Source != "law.pdf > Law > Article 13 Information" || !strings.Contains(p.Text, "[2] (f) the right to") {
		t.Errorf("%+v", p)
	}
	first, err := shelf.Read(t.Context(), cite.Evidence{ID: "E2", Passage: "a"})
	if err != nil || first.Shown.Lead != "" {
		t.Errorf("%+v, %v", first.Shown, err)
	}
}

func TestReading_BriefHasEverythingThatIsQuoted(t *testing.T) {
	shelf := reason.Shelf{Library: article()}
	// As quotes are shown: what leads in before the entry, and an ellipsis where the list goes on.
	quotes := []cite.Quote{{Text: "2. The controller shall provide: (a) its identity …"}}
	r, err := shelf.Read(t.Context(), cite.Evidence{ID: "E1", Passage: "a", Quotes: quotes})
	if err != nil {
		t.Fatal(err)
	}
	if text := r.Brief().Text; text != "… [2] 2. The controller shall provide:\n[3] (a) its identity; …" {
		t.Errorf("%q", text)
	}
}
