package extract_test

import (
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
)

// defined is a question for what something is, the entry that says so, and sentences with more of its words that do not.
var defined = map[string]struct{ question, heading, answers, beside, language string }{
	"a term and a colon":      {"What is a buoy?", "Terms", "(3) Buoy: A body that floats and is held by a chain.", "A buoy is painted red. A buoy at the buoy yard must be painted.", "en"},
	"a longer term":           {"What is a buoy?", "Terms", "(3) Buoy: A body that floats and is held by a chain.", "(4) Buoy chain: A chain that holds a body on the ground.", "en"},
	"in quotation marks":      {"How is dredging defined?", "2 Words", "In this act the following mean\n1. “dredging” every removal of mud,\n2. “mud” what lies on the ground.", "Dredging is allowed in May. Whoever wants dredging asks the council.", "en"},
	"an entry with its verb":  {"Who is the harbour master?", "2 Persons", "(2) Harbour master is any person whom the council has put in charge.", "The harbour master dries ropes. Every harbour master has a lamp.", "en"},
	"Begriff und Doppelpunkt": {"Was ist eine Boje?", "Begriffe", "(26) Boje: Schwimmkörper, der an einer Kette liegt.", "Eine Boje ist rot zu streichen. Die Boje liegt neben der Boje.", "de"},
	"in Anführungszeichen":    {"Wie ist Baggern im Hafengesetz definiert?", "§ 2", "Es bezeichnen die Begriffe\n1. „Baggern“ jede Entnahme von Schlick,\n2. „Schlick“ was auf dem Grund liegt.", "Baggern ist im Mai zulässig. Wer baggern will, fragt nach dem Hafengesetz den Rat.", "de"},
	"the name of a value":     {"What is a reference limit?", "Terms", "(7) Reference limit: A mark that tells when a lamp is too bright.", "The reference limit is 300 lumen. At sea the reference limit is 40 lumen.", "en"},
	"der Name eines Werts":    {"Was ist ein Richtwert?", "Begriffe", "(29) Richtwert: Ein Maß, an dem Lampen geprüft werden.", "Der Richtwert beträgt am Steg 300 Lumen. Der Richtwert auf See beträgt 40 Lumen.", "de"},
	"mit einer Liste":         {"Was sind Liegeplätze?", "§ 4 Liegeplätze", "(1) Liegeplätze sind\n1. Plätze am Steg,\n2. Plätze im Becken.", "Liegeplätze sind frei zu halten. Die Liegeplätze haben Nummern.", "de"},
}

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", " ") }

func TestJudge_TheEntryThatDefinesIsQuotedFirst(t *testing.T) {
	for name, c := range defined {
		r := reading(c.language, c.heading, c.beside+"\n"+c.answers)
		got, err := newEngine(t).Judge(t.Context(), ask.Question{Text: c.question, Language: c.language}, "Answer: "+c.question, []extract.Reading{r})
		if err != nil || len(got[0].Quotes) == 0 || !strings.HasPrefix(oneLine(c.answers), strings.TrimSuffix(got[0].Quotes[0], " …")) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestDraft_TheEntryThatDefinesLeads(t *testing.T) {
	for name, c := range defined {
		lines := answered(t, ask.Question{Text: c.question, Language: c.language}, extract.Material{Evidence: []cite.Evidence{
			evidence("E1", c.heading, c.beside, 0.8), evidence("E2", c.heading, oneLine(c.answers), 0.8)}})
		if len(lines) == 0 || !strings.Contains(lines[0], oneLine(c.answers)) {
			t.Errorf("%s: %q", name, lines)
		}
	}
}

// What has the words of a definition, or stands where definitions do, need not be one.
func TestDraft_WhatIsNoDefinitionDoesNotLead(t *testing.T) {
	for name, c := range map[string]struct{ question, under, besides, section, defines, language string }{
		"below a term, which one is meant": {"What is a harbour pass?", "Harbour pass:", "A harbour pass of the right colour.", "Harbour pass:", "A card that lets its bearer onto the pier.", "en"},
		"in a list, which one is meant":    {"What is a harbour pass?", "7 Frames", "Harbour pass: A harbour pass of the right colour.", "2 Terms", "Harbour pass: A card that lets its bearer onto the pier.", "en"},
		"a phrase that leads into a list":  {"What are harbour records?", "5 Records", "1. Harbour records shall be: (a) kept dry; (b) read by nobody.", "2 Words", "(1) ‘harbour records’ means what the keeper writes down.", "en"},
		"a rule under definitions":         {"Was ist Baggern?", "§ 1 Begriffsbestimmungen", "(8) Für Baggern im Becken gilt das Gesetz entsprechend.", "§ 2 Wörter", "2. „Baggern“ jede Entnahme von Schlick.", "de"},
	} {
		lines := answered(t, ask.Question{Text: c.question, Language: c.language}, extract.Material{Evidence: []cite.Evidence{
			evidence("E1", c.under, c.besides, 0.9), evidence("E2", c.section, c.defines, 0.7)}})
		if len(lines) == 0 || !strings.Contains(lines[0], c.defines) {
			t.Errorf("%s: %q", name, lines)
		}
	}
}

// What two things are tells them apart: each definition stands in the answer before what only names both.
func TestDraft_WhatTellsTwoThingsApart(t *testing.T) {
	for language, c := range map[string]struct{ question, beside, one, other, list string }{
		"en": {"What is the difference between a buoy and a float?", "A float and a buoy are painted when the difference between float and buoy is small.", "(3) Buoy: A body held by a chain.", "(8) Float: A body that drifts.", "(9) ‘mooring’ means a place that (a) the buoy or the float has; (b) a boat has."},
		"de": {"Was ist der Unterschied zwischen einer Boje und einem Floß?", "Eine Boje und ein Floß werden gestrichen, wenn der Unterschied zwischen Boje und Floß klein ist.", "(3) Boje: Körper an einer Kette.", "(8) Floß: Körper, der treibt.", "(9) Liegeplatz: Platz, den a) die Boje oder das Floß hat, b) ein Boot hat."},
	} {
		lines := answered(t, ask.Question{Text: c.question, Language: language}, extract.Material{Evidence: []cite.Evidence{
			evidence("E1", "4 Paint", c.beside, 0.8), evidence("E2", "2 Words", c.one, 0.8), evidence("E3", "2 Words", c.other, 0.8), evidence("E4", "2 Definitions", c.list, 0.8)}})
		if len(lines) < 2 || !strings.Contains(lines[0]+lines[1], c.one) || !strings.Contains(lines[0]+lines[1], c.other) {
			t.Errorf("%s: %q", language, lines)
		}
	}
}
