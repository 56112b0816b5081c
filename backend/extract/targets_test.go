package extract_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/backend/source"
)

// shelf is a library of documents with their first pages.
type shelf struct {
	fronts
	documents []source.Document
}

func (s shelf) Unreadable(context.Context) ([]source.Document, bool, error) { return nil, false, nil }

func (s shelf) Documents(context.Context) ([]source.Document, error) {
	return s.documents, nil
}

// A name that other documents begin with as well tells none of them from the others.
func TestHome_OfManyDocuments(t *testing.T) {
	k := newEngine(t)
	k.Library = shelf{
		documents: []source.Document{{Hash: "reference", Name: "lantern-reference.pdf"}, {Hash: "policy", Name: "policy.pdf", Title: "Lantern Policy Manual"}, {Hash: "other", Name: "other.pdf"}},
		fronts:    fronts{text: map[string]string{"reference": "Reference for keepers", "policy": "Release 4", "other": "On boats"}},
	}
	home, err := k.Targets(t.Context(), ask.Question{Text: "What must a Lantern package do with its logs?", Language: "en"}, true)
	if err != nil || len(home.Documents) > 0 {
		t.Errorf("%+v, %v", home, err)
	}
}

func TestHome(t *testing.T) {
	k := newEngine(t)
	k.Library = shelf{
		documents: []source.Document{{Hash: "year", Name: "HARBOURLIGHTS_2023_10K.pdf"}, {Hash: "half", Name: "interim.pdf"}, {Hash: "lawn", Name: "lawn.pdf"}, {Hash: "law", Name: "LampG.pdf"}, {Hash: "act", Name: "Lamp Act.pdf"}, {Hash: "paper", Name: "paper.pdf", Title: "Lanterns in fog"}},
		fronts: fronts{text: map[string]string{
			"year": "UNITED STATES\nForm 10-K\nHARBOUR LIGHTS CO., INC.\n", "half": "Interim report\nHarbour Lights Co., Inc.\nfor the half year", "lawn": "Lawn & Meadow plc\nReport for the year",
			"paper": "Lanterns in fog\nWe look at lanterns by Harbour Lights and others in fog.",
		}},
	}
	for _, c := range []struct {
		question, language string
		names, documents   []string
		without            string
	}{
		{"How did Harbour Lights' comparable sales develop?", "en", []string{"Harbour Lights"}, []string{"year", "half"}, "How did comparable sales develop?"},
		{"What was the revenue of Lawn & Meadow in 2023?", "en", []string{"Lawn & Meadow"}, []string{"lawn"}, "What was the revenue of in 2023?"},
		{"Wie hoch war der Umsatz von Harbour Lights im Jahr 2023?", "de", []string{"Harbour Lights"}, []string{"year", "half"}, "Wie hoch war der Umsatz von im Jahr 2023?"},
		{"Did Harbour Lights or Lawn & Meadow sell more lanterns?", "en", nil, nil, ""}, // both are at home somewhere else
		{"Which lanterns does the Harbour Authority forbid?", "en", nil, nil, ""},
		// a place that is cited is no scope; asking what a document says is
		{"Wie lange liegen die Unterlagen eines Antrags nach § 7 LampG aus?", "de", nil, nil, ""},
		{"Welche Fristen gelten nach § 7 Abs. 3 LampG?", "de", nil, nil, ""},
		{"Who must be told of a lamp under section 5 of the Lamp Act?", "en", nil, nil, ""},
		{"Who must be told pursuant to Article 33 LampG?", "en", nil, nil, ""},
		{"Was sagt § 7 LampG zu Lampen?", "de", []string{"LampG"}, []string{"law"}, ""},
		{"Was regelt das LampG zu Lampen?", "de", []string{"LampG"}, []string{"law"}, ""},
		{"Which lamps are lit according to section 5 of the Lamp Act?", "en", []string{"Lamp Act"}, []string{"act"}, ""},
		{"Welche Laternen leuchten im Nebel?", "de", nil, nil, ""},
	} {
		home, err := k.Targets(t.Context(), ask.Question{Text: c.question, Language: c.language}, true)
		if err != nil || !slices.Equal(home.Names, c.names) || !slices.Equal(home.Documents, c.documents) {
			t.Errorf("%s: %+v, %v", c.question, home, err)
		}
		if got := home.Without(c.question, c.language); c.without != "" && got != c.without {
			t.Errorf("%s: without its name %q", c.question, got)
		}
	}
	home := ask.Targets{Names: []string{"Harbour Lights"}, Documents: []string{"year"}}
	if got := home.Without("Harbour Lights staff", "en"); got != "Harbour Lights staff" {
		t.Errorf("too little is left to look for: %q", got)
	}
}

// In a company's own report its name says nothing: where it stands most, in a list of its trademarks, nothing is answered.
func TestJudge_TheNameOfItsOwnDocumentSaysNothing(t *testing.T) {
	k := newEngine(t)
	q := ask.Question{Text: "How did Harbour Lights' lantern sales develop, and what drove it?", Language: "en", Targets: ask.Targets{Names: []string{"Harbour Lights"}, Documents: []string{"year"}}}
	read := func(document, text string) extract.Reading {
		return extract.Reading{Document: source.Document{Hash: document, Language: "en"}, Passage: source.Passage{Document: document, Text: text}}
	}
	judged, err := k.Judge(t.Context(), q, q.Text, []extract.Reading{
		read("year", "Lantern sales declined 9.9% in the year."),
		read("year", "Harbour Lights, Harbour Lights Express and Harbour Lights Outlet are trade names of Harbour Lights."),
	})
	if err != nil || judged[1].Relevance > 0.1 || judged[0].Relevance < 0.5 {
		t.Errorf("%+v, %v", judged, err)
	}
}

// What asks how a thing went is answered by what rose or fell, not by what repeats the verb.
func TestDraft_HowItWentAndWhatIsBehindIt(t *testing.T) {
	for language, c := range map[string]struct{ question, went, reason string }{
		"en": {"How did lantern sales develop, and what drove it?", "Lantern sales declined 9.9% in the year.", "Fewer ships came due to the long winter, so lantern sales were lower."},
		"de": {"Wie hat sich der Absatz von Laternen entwickelt, und woran lag es?", "Der Absatz von Laternen ist um 9,9 % gesunken.", "Aufgrund des langen Winters war der Absatz von Laternen geringer."},
	} {
		beside := evidence("E1", "", map[string]string{"en": "We develop what drove it: a lantern.", "de": "Wir haben eine Laterne entwickelt."}[language], 0.8)
		went, reason := evidence("E2", "", c.went, 0.8), evidence("E3", "", c.reason, 0.8)
		lines := answered(t, ask.Question{Text: c.question, Language: language}, extract.Material{Evidence: append(hives[:1:1], beside, reason, went)})
		if len(lines) < 2 || !strings.Contains(lines[0], "9") || !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, c.reason) }) {
			t.Errorf("%s: %q", language, lines)
		}
	}
}
