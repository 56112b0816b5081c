package extract_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// pointing is a shelf that knows what its documents are called in other documents.
type pointing struct {
	shelf
	known map[string]string // words -> hash
}

func (p pointing) Pointed(_ context.Context, text string) ([]refs.Mention, error) {
	var out []refs.Mention
	for words, hash := range p.known {
		if strings.Contains(text, words) {
			out = append(out, refs.Mention{Text: words, Targets: []refs.Target{{Document: hash}}})
		}
	}
	return out, nil
}

// Who answers which documents count, and nothing else, wants the others left alone.
func TestHome_AnAnswerThatOnlyNamesDocumentsChoosesThem(t *testing.T) {
	k := newEngine(t)
	k.Library = pointing{known: map[string]string{"Harbour Act": "act"}, shelf: shelf{
		fronts: fronts{text: map[string]string{"act": "", "lamp": "", "fog": "", "tide": "", "rope": ""}},
		documents: []source.Document{{Hash: "act", Name: "HbA.pdf", Title: "Act on harbours and their keeping"}, {Hash: "lamp", Name: "LMP9000.pdf", Title: "Lamp protocol"},
			{Hash: "fog", Name: "fog-signals.pdf", Title: "General Fog Signal Ordinance of 2019"}, {Hash: "tide", Name: "tides.pdf"}, {Hash: "rope", Name: "ropes.pdf"}},
	}}
	for _, c := range []struct {
		answer, language string
		documents        []string
	}{
		{"The HbA", "en", []string{"act"}},
		{"hba", "en", []string{"act"}},
		{"only the Harbour Act, please", "en", []string{"act"}},
		{"LMP 9000 and the Fog Signal Ordinance", "en", []string{"fog", "lamp"}},
		{"Nur das HbA und tides.pdf", "de", []string{"act", "tide"}},
		{"I keep the harbour and work under the HbA every day", "en", nil},
		{"Not the HbA", "en", nil},
		{"All of them", "en", nil},
		{"What holds at night in fog", "en", nil},
	} {
		q := ask.Question{Text: "How bright may a lantern be?", Language: c.language, Refinements: []string{"Which documents should count? " + c.answer}}
		home, err := k.Targets(t.Context(), q, true)
		if err != nil || !slices.Equal(home.Documents, c.documents) || len(home.Picks) != min(1, len(c.documents)) {
			t.Errorf("%s: %+v, %v", c.answer, home, err)
		}
	}
}

// What the person wrote as an item is judged by its own words, in its own language; the question decides alone about everything else.
func TestJudge_ThePersonsItemCounts(t *testing.T) {
	k := newEngine(t)
	reading := extract.Reading{Document: source.Document{Hash: "law", Language: "de"}, Passage: source.Passage{Document: "law", Text: "Die Hafenbehörde prüft jede Laterne einmal im Jahr."}}
	q := ask.Question{Text: "What is the water content of honey?", Language: "en"}
	for _, c := range []struct {
		item     string
		relevant bool
	}{{"", false}, {"Hafenbehörde", true}, {"Was prüft die Hafenbehörde?", true}, {"Sugar in winter", false}} {
		q.Item = c.item
		judged, err := k.Judge(t.Context(), q, "Hafenbehörde", []extract.Reading{reading})
		if err != nil || (judged[0].Relevance > 0.6) != c.relevant || c.relevant && len(judged[0].Quotes) == 0 {
			t.Errorf("%q: %+v, %v", c.item, judged, err)
		}
	}
}

// The report says what was found for the person's item under it, not as an answer to a question of something else.
func TestDraft_ThePersonsItemHasItsSection(t *testing.T) {
	question := ask.Question{Text: "How heavy is a hive?", Language: "en"}
	answer := evidence("E1", "", "A hive weighs 30 kg when it is full.", 0.8)
	found := evidence("E2", "", "Die Deckungsvorsorge wird für jede Anlage festgesetzt.", 0.9)
	k := newEngine(t)
	k.Library = shelf{fronts: fronts{text: map[string]string{answer.Document: "", found.Document: ""}}}
	for _, nothing := range []bool{false, true} {
		d, err := k.Draft(t.Context(), question, extract.Material{Nothing: nothing, Evidence: append(hives[:0:0], answer, found),
			Topics: []extract.Topic{{Task: "Answer: How heavy is a hive?", Evidence: append(hives[:0:0], answer)}, {Task: "Deckungsvorsorge", Own: true, Evidence: append(hives[:0:0], found)}}})
		i := slices.IndexFunc(d.Sections, func(s extract.DraftSection) bool { return s.Title == "Deckungsvorsorge" })
		if err != nil || i < 0 || !strings.Contains(d.Sections[i].Lines[0].Text, "festgesetzt") {
			t.Errorf("%+v, %v", d, err)
		}
		for _, l := range d.Answer {
			if strings.Contains(l.Text, "Deckungsvorsorge") {
				t.Errorf("answered with %q", l.Text)
			}
		}
	}
}
