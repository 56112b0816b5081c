package ask

import (
	"strings"
	"testing"
)

func TestNumbered_FindsWhatADocumentHas(t *testing.T) {
	for _, c := range []struct {
		question, text string
		want           bool
	}{
		{"What does Figure 7 show?", "as Fig. 7 shows", true},
		{"What does Figure 7 show?", "Figure 17 and Figure 71", false},
		{"What does Figure 7 show?", "Figures 5, 6 and 7", true},
		{"What stands in Table 2?", "TABLE 2: Keepers", true},
		{"What stands in Table 2?", "Figure 2", false},
		{"Was zeigt Abbildung 3?", "siehe Abb. 3", true},
		{"Was steht in Tabelle 3?", "Tabelle 4", false},
	} {
		names := Numbered(c.question)
		if len(names) != 1 || !names[0].Place {
			t.Fatalf("%q names %+v", c.question, names)
		}
		if got := names[0].Pattern.MatchString(c.text); got != c.want {
			t.Errorf("%q in %q: %v, want %v", c.question, c.text, got, c.want)
		}
	}
}

func TestTurned_NumberOfThePage(t *testing.T) {
	for question, want := range map[string]int{"What date stands on page 14?": 14, "What stands on page fourteen?": 14, "What is on the second page?": 2, "What is on the 3rd page?": 3,
		"Was steht auf Seite 9?": 9, "Was steht auf der zweiten Seite?": 2, "What is on pages 3 and 4 of page 5?": 5, "How many pages are there?": 0} {
		if _, page := Turned(question); PageNumber(page) != want {
			t.Errorf("%q turns to %q, %d, want %d", question, page, PageNumber(page), want)
		}
	}
	if rest, _ := Turned("What fax number stands on page 14?"); strings.Contains(rest, "14") {
		t.Errorf("the page stays in %q", rest)
	}
}

func TestPremise_WhatAsksIsNone(t *testing.T) {
	for text, want := range map[string]bool{"The gate is shut at noon. Who opens it again?": true, "What is the gap between the two groups. ?": false} {
		q := Question{Text: text, Language: "en"}
		if got := len(q.Questions()) < len(q.Clauses()); got != want {
			t.Errorf("%q begins with a premise: %v", text, got)
		}
	}
}
