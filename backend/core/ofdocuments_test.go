package core_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/report"
	"rabbithole/kb"
)

// TestAsk_WhatDocumentsSay asks about documents by their titles, as a person would, without a model.
func TestAsk_WhatDocumentsSay(t *testing.T) {
	c := open(t, library(t), noEnv)
	handbook, leitfaden, protocol, rules := "Radon-in-Homes-Handbook.pdf", "Leitfaden-Radon-am-Arbeitsplatz.pdf", "MP-07-Measuring-Radon-in-Indoor-Air.pdf", "Modell-Radonschutzverordnung.pdf"
	for _, x := range []struct {
		question string
		verdict  report.Outcome
		of       []string
		says     []string
	}{
		{"Summarise the Radon in Homes Handbook", report.Answered, []string{handbook}, []string{"annual mean of 300", "Sealing of cracks", "new building"}},
		{"What are the main points of the Handbook?", report.Answered, []string{handbook}, []string{"annual mean of 300"}},
		{"What does the Radon in Homes Handbook say about ventilation?", report.Answered, []string{handbook}, []string{"heat recovery"}},
		{"Compare MP-07 and the Radon-in-Homes-Handbook", report.Unsure, []string{protocol, handbook}, []string{"differ"}},
		{"Fasse den Leitfaden Radon am Arbeitsplatz zusammen", report.Answered, []string{leitfaden}, []string{"zwölf Monate", "fünf Jahre"}},
		{"Was sind die Kernpunkte des Leitfadens Radon am Arbeitsplatz?", report.Answered, []string{leitfaden}, []string{"zwölf Monate"}},
		{"Was sagt der Leitfaden Radon am Arbeitsplatz über Messungen?", report.Answered, []string{leitfaden}, []string{"zwölf Monate"}},
		{"Vergleiche den Leitfaden Radon am Arbeitsplatz und die Modellverordnung", report.Unsure, []string{leitfaden, rules}, []string{"unterscheiden"}},
		{"Worum geht es in der Modellverordnung?", report.Answered, []string{rules}, []string{"regelt den Schutz"}},
	} {
		m := askedAbout(t, c, x.question)
		var of []string
		for _, s := range m.Citations {
			if name := kb.Name(s.Document); !slices.Contains(of, name) {
				of = append(of, name)
			}
		}
		slices.Sort(of)
		slices.Sort(x.of)
		if text := m.Answer + strings.Join(m.Missing, " "); m.Verdict != x.verdict || !slices.Equal(of, x.of) || !holdsAll(text, x.says) {
			t.Errorf("%s: %s, of %v\n%s", x.question, m.Verdict, of, text)
		}
	}
	if m := askedAbout(t, c, "Summarise the rules on radon"); m.Verdict == report.Answered {
		t.Error("a subject was taken for a document")
	}
}
