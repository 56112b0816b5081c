package core_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
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

// TestResearch_TellsADocumentByItsChapters asks for reports on whole documents, without a model.
func TestResearch_TellsADocumentByItsChapters(t *testing.T) {
	c := open(t, library(t), noEnv)
	for _, x := range []struct {
		question, of, leads string
		sections            []string
		verdict             report.Outcome
	}{
		{"Summarise the Radon in Homes Handbook", "Radon-in-Homes-Handbook.pdf", "The Handbook is a teaching text.", []string{"Section 1 Radon in brief", "Section 4 Measuring", "Section 8 New buildings"}, report.Answered},
		{"Fasse die Modellverordnung zusammen", "Modell-Radonschutzverordnung.pdf", "(1) Diese Verordnung regelt den Schutz von Personen vor Radon-222 in Aufenthaltsräumen und an Arbeitsplätzen in Innenräumen.",
			[]string{"Teil 1 Allgemeine Vorschriften", "Teil 3 Arbeitsplätze"}, report.Answered},
		{"What are the main points of the Survey?", "Reducing-Radon-in-Existing-Buildings.pdf", "We review what is known", []string{"Section 2 Health effects"}, report.Answered},
		{"Compare MP-07 and TN-3", "", "", []string{"Measurement Protocol MP-07: Measuring Radon in Indoor Air", "Technical Note TN-3: From Concentration to Dose"}, report.Unsure},
	} {
		run, err := c.StartResearch(t.Context(), core.Begin{Question: x.question, Engine: settings.Extractive, Unattended: true})
		if err == nil {
			_, err = c.Resume(t.Context(), run.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Report(t.Context(), run.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		var titles, of []string
		told := map[string]bool{}
		for _, s := range r.Sections {
			titles = append(titles, s.Title)
		}
		for _, claim := range r.Claims {
			if told[claim.Text] {
				t.Errorf("%s: told twice: %s", x.question, claim.Text)
			}
			told[claim.Text] = true
			for _, cited := range claim.Citations {
				of = append(of, cited.Name)
			}
		}
		if !strings.HasPrefix(report.Lead(r), x.leads) || r.Verdict != x.verdict || !holdsAll(strings.Join(titles, "\n"), x.sections) {
			t.Errorf("%s: %s, led by %q, sections\n%s", x.question, r.Verdict, report.Lead(r), strings.Join(titles, "\n"))
		}
		if x.of != "" && slices.ContainsFunc(of, func(name string) bool { return name != x.of }) {
			t.Errorf("%s: cites %v", x.question, of)
		}
	}
}
