package research_test

import (
	"strings"
	"testing"

	"rabbithole/backend/flow/research"
)

// A report says where it was searched most because the question names it; a place of a document that is only cited is no such name.
func TestHome_TheReportSaysWhereItWasSearched(t *testing.T) {
	for question, said := range map[string]bool{
		"What does QuayV say about the inspection of lanterns?":                      true,
		"How long is an application under § 7 of QuayV open to inspection?":          false,
		"How long is an application for lanterns open to inspection in the harbour?": false,
	} {
		b := newBooks(t, `
= QuayV.pdf
1: An application for lanterns is written and signed. The inspection of lanterns is free.
= rules.pdf
1: The application for lanterns is open to inspection in the harbour office for two months.
`)
		d := newDesk(t, b, nil)
		d.begin(question, research.Settings{Unattended: true})
		d.end(nil)
		r := d.final()
		if notes := strings.Join(r.Notes, " "); strings.Contains(notes, "The question names QuayV.pdf") != said {
			t.Errorf("%s: notes %q", question, notes)
		}
		if !said && (len(r.Answer) == 0 || !strings.Contains(r.Answer[0].Sentences[0].Text, "two months")) {
			t.Errorf("%s: %+v, silent %q", question, r.Answer, r.Silent)
		}
	}
}
