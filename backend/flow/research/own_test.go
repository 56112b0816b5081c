package research_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// What a person writes into the plan is found, kept and reported for itself, though the question speaks of something else in another
// language; and an item is not done because its search met evidence of others.
func TestPlan_ThePersonsItemIsAnsweredForItself(t *testing.T) {
	b := newBooks(t, strings.TrimSpace(lanterns)+"\n= recht.pdf\n1: Die Deckungsvorsorge wird von der Behörde für jede Laterne festgesetzt.\n")
	b.documents[len(b.documents)-1].Language = "de"
	d := newDesk(t, b, nil)
	d.begin(question, research.Settings{})
	s := d.end(edited(research.PlanEntry{ID: 1, Task: "How bright may a lantern on a boat be"}, research.PlanEntry{Task: "Deckungsvorsorge"}, research.PlanEntry{Task: "Liegegebühren Ankerplatz boat"}))
	var item *research.Item
	for i := range s.Plan {
		if s.Plan[i].Task == "Deckungsvorsorge" {
			item = &s.Plan[i]
		}
	}
	if item == nil || !item.Own || !item.Completed || !slices.Contains(ids(s.Evidence), "recht.pdf/1") {
		t.Fatalf("item %+v, kept %q", item, ids(s.Evidence))
	}
	if other := s.Plan[len(s.Plan)-1]; other.Completed {
		t.Errorf("%q is answered by nothing, yet it is done", other.Task)
	}
	if said := strings.Join(d.final().Silent, " "); strings.Contains(said, "Deckungsvorsorge") {
		t.Errorf("the report says %q", said)
	}
	if !slices.ContainsFunc(d.final().Sections, func(s report.Section) bool { return s.Title == "Deckungsvorsorge" }) {
		t.Errorf("sections %+v", d.final().Sections)
	}
}

// The answer to which documents should count steers every search.
func TestClarify_AnAnswerChoosesDocuments(t *testing.T) {
	for _, enough := range []bool{false, true} {
		b := newBooks(t, strings.TrimSpace(lanterns)+"\n= rival.pdf\n1: A lantern on a boat may be as bright as the moon.\n= twin.pdf\n1: A lantern on a boat may be as bright as the sun.\n")
		d := newDesk(t, b, nil)
		d.begin(question, research.Settings{})
		first := true
		s := d.end(func(q graph.Question) any {
			if q.Kind == research.QuestionPlan {
				return research.PlanAnswer{}
			}
			answer := research.ClarifyAnswer{Enough: enough}
			if first {
				answer.Answers = []string{"Only the rival"}
			}
			first = false
			return answer
		})
		if len(s.Evidence) == 0 {
			t.Error("nothing was kept")
		}
		for _, k := range s.Evidence {
			if !strings.HasPrefix(k.Passage, "rival.pdf/") {
				t.Errorf("enough %v: kept %s", enough, k.Passage)
			}
		}
	}
}

// Without a model a document in another language is found by shared words alone: the report of who chose it says so.
func TestClarify_AChosenDocumentInAnotherLanguage(t *testing.T) {
	b := newBooks(t, strings.TrimSpace(lanterns)+"\n= leuchten.pdf\n1: Eine Leuchte auf einem Kahn.\n")
	for i := range b.documents {
		b.documents[i].Language = "en"
	}
	b.documents[len(b.documents)-1].Language = "de"
	for _, c := range []struct{ answer, want string }{
		{"leuchten and law", "leuchten is in German; the question was asked in English: nothing was found in it. Ask in German too, or choose an embedder"},
		{"only law", ""},
		{"", ""},
	} {
		d := newDesk(t, b, nil)
		d.begin(question, research.Settings{})
		d.end(func(q graph.Question) any {
			if q.Kind == research.QuestionPlan {
				return research.PlanAnswer{}
			}
			return research.ClarifyAnswer{Answers: []string{c.answer}, Enough: true}
		})
		said := strings.Join(d.final().Silent, "\n")
		if (c.want == "") != !strings.Contains(said, "German") || !strings.Contains(said, c.want) {
			t.Errorf("%q: the report says\n%s\nwant %q", c.answer, said, c.want)
		}
	}
}
