package extract_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// lamps is a library in which the question points to one section.
type lamps struct {
	fronts
	points string // words of the question that point to the section "33"
}

func (l lamps) Pointed(_ context.Context, text string) ([]refs.Mention, error) {
	if !strings.Contains(text, l.points) {
		return nil, nil
	}
	return []refs.Mention{{Text: l.points, Status: refs.Found, Targets: []refs.Target{{Document: "d", Section: "33"}}}}, nil
}

func (lamps) Passage(_ context.Context, id string) (source.Passage, error) {
	return source.Passage{ID: id, Document: "d", Section: strings.TrimPrefix(id, "p")}, nil
}

func (lamps) Document(context.Context, string) (source.Document, error) {
	return source.Document{Hash: "d", Name: "LampV.pdf"}, nil
}

// A reference to a place says what the question is about: a passage of another document that answers it counts as much with it as without.
func TestJudge_ACitedPlaceIsNoScope(t *testing.T) {
	k := newEngine(t)
	for language, c := range map[string]struct{ cited, bare, passage string }{
		"de": {"Wie lange liegen die Unterlagen eines Antrags nach § 7 Abs. 3 LampG zur Einsicht aus?", "Wie lange liegen die Unterlagen eines Antrags zur Einsicht aus?",
			"Der Antrag und die Unterlagen liegen zwei Monate zur Einsicht aus."},
		"en": {"How long are the documents of an application under Article 7(3) LampG open to inspection?", "How long are the documents of an application open to inspection?",
			"The application and its documents are open to inspection for two months."},
	} {
		score := func(question string) float64 {
			q := ask.Question{Text: question, Language: language}
			got, err := k.Judge(t.Context(), q, question, []extract.Reading{reading(language, "§ 6", c.passage)})
			if err != nil {
				t.Fatal(err)
			}
			return got[0].Relevance
		}
		if with, without := score(c.cited), score(c.bare); with < 0.8*without || with < 0.5 {
			t.Errorf("%s: %.2f with the reference, %.2f without", language, with, without)
		}
	}
}

// The section that a question names leads the answer where it bears on the question, and not where it does not.
func TestDraft_TheSectionNamedLeads(t *testing.T) {
	k := newEngine(t)
	k.Library = lamps{points: "§ 33 LampV"}
	q := ask.Question{Text: "Welche Behörde erteilt nach § 33 LampV die Freigabe?", Language: "de"}
	piece := func(id, section, text string) cite.Evidence {
		e := evidence(id, section, text, 0.8)
		e.Document, e.Passage = "d", "p"+strings.TrimPrefix(section, "§ ")
		return e
	}
	later := piece("E1", "§ 187", "(3) Die Freigabe, die eine Behörde vor 2019 nach § 33 LampV erteilt hat, gilt als Freigabe fort.")
	rule := piece("E2", "§ 33", "(1) Die zuständige Behörde erteilt die Freigabe, wenn das Maß für Öl und Docht am Tage der Prüfung eingehalten wird.")
	beside := piece("E3", "§ 33", "(4) Der Leuchtturm bleibt rot.")
	draft, err := k.Draft(t.Context(), q, extract.Material{Evidence: []cite.Evidence{later, beside, rule}})
	if err != nil || len(draft.Answer) == 0 || !slices.Equal(draft.Answer[0].Evidence, []string{"E2"}) {
		t.Errorf("%+v, %v", draft.Answer, err)
	}
}

// Where the place itself is asked for, or in words of another language than the document's, it leads though it repeats no word of the question.
func TestDraft_ThePlaceAskedForLeads(t *testing.T) {
	k := newEngine(t)
	k.Library = lamps{points: "Art. 33 LampV"}
	for _, question := range []string{"Welche Fristen gelten nach Art. 33 LampV?", "Was regelt Art. 33 LampV für Leuchttürme in der Nacht?"} {
		rule := evidence("E1", "Article 33", "The keeper shall tell the harbour office of a broken lamp within 72 hours.", 0.8)
		rule.Document, rule.Passage = "d", "p33"
		beside := evidence("E2", "Article 34", "The letter referred to in Art. 33 shall be plain.", 0.8)
		beside.Document, beside.Passage = "d", "p34"
		draft, err := k.Draft(t.Context(), ask.Question{Text: question, Language: "de"}, extract.Material{Evidence: []cite.Evidence{beside, rule}})
		if err != nil || len(draft.Answer) == 0 || !slices.Equal(draft.Answer[0].Evidence, []string{"E1"}) {
			t.Errorf("%s: %+v, %v", question, draft.Answer, err)
		}
	}
}
