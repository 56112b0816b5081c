package answer_test

import (
	"strings"
	"testing"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// titles returns the titles of the sections of a report.
func titles(r report.Report) string {
	var out []string
	for _, s := range r.Sections {
		out = append(out, s.Title)
	}
	return strings.Join(out, " | ")
}

func TestStructure_DeepHasFindingsConflictsAndWhatIsNotKnown(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"respond": func(a asked) any {
		out := responded(a)
		out.Findings = []prompts.DraftSection{{Title: "On brightness", Text: out.Answer}}
		for _, id := range a.ids {
			if strings.Contains(a.evidence[id], "40 lumens") {
				out.Conflicts = append(out.Conflicts, "The brightness of a lantern on a boat must not exceed 40 lumens ["+id+"].")
			}
		}
		out.Unknown = []string{"Nobody says what happens at night."}
		return out
	}}}
	_, deep := newDesk(t, newWorld(t, harbour), m, false).ask(question, func(s *answer.State) { s.Profile = answer.Deep })
	if !strings.Contains(titles(deep), "On brightness") || !strings.Contains(titles(deep), "Contradictions") || len(deep.Answer) == 0 || len(deep.Silent) != 1 || len(deep.Sources) < 2 {
		t.Errorf("sections %s, silent %v, %d sources", titles(deep), deep.Silent, len(deep.Sources))
	}
	_, chat := newDesk(t, newWorld(t, harbour), m, false).ask(question, nil)
	if strings.Contains(titles(chat), "On brightness") || len(chat.Answer) == 0 {
		t.Errorf("a chat has the sections %s", titles(chat))
	}
}

func TestStructure_WithoutAModelEveryPartIsAnsweredAndDeepHasMore(t *testing.T) {
	two := "How much brightness may a lantern on a boat have, and which fines are there for a lantern too bright?"
	_, r := newDesk(t, newWorld(t, harbour), nil, false).ask(two, func(s *answer.State) { s.Profile = answer.Deep })
	if text := answer.Text(r); !strings.Contains(text, "40 lumens") || !strings.Contains(text, "200 crowns") {
		t.Errorf("answer %q", text)
	}
	_, deep := newDesk(t, newWorld(t, harbour), nil, false).ask(question, func(s *answer.State) { s.Profile = answer.Deep })
	_, chat := newDesk(t, newWorld(t, harbour), nil, false).ask(question, nil)
	if len(deep.Sections) == 0 || len(chat.Sections) != 0 {
		t.Errorf("deep has the sections %s, chat %s", titles(deep), titles(chat))
	}
}

// Warnings and the connections of a run reach its report.
func TestStructure_TheReportSaysWhatLeftTheComputer(t *testing.T) {
	d := newDesk(t, newWorld(t, harbour), nil, false)
	d.tools.Connections = connections
	d.seat()
	_, r := d.ask(question, nil)
	if len(r.Connections) != 1 || r.Connections[0].Host != "search.example for "+runID {
		t.Errorf("connections %+v", r.Connections)
	}
	web := 0
	for _, x := range r.Sources {
		if x.URL != "" {
			if web++; x.FetchedAt.IsZero() || x.Site == "" || x.Reason == "" || x.Quality <= 0 || len(x.Evidence) == 0 {
				t.Errorf("source %+v", x)
			}
		}
	}
	if web == 0 {
		t.Error("no page of the web is cited")
	}
}
