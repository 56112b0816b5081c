package extract_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/source"
)

func TestTopical_WhatNamesATopicAndAsksNothing(t *testing.T) {
	for text, language := range map[string]string{
		"honey": "en", "bees in winter": "en", "Sugar for bees": "en", "Laternen auf Booten": "de", "Helligkeit der Laterne": "de", "Hafenbehörde": "de",
	} {
		if !(ask.Question{Text: text, Language: language}).Topical() {
			t.Errorf("%q is no topic", text)
		}
	}
	for text, language := range map[string]string{
		"honey?": "en", "who keeps bees": "en", "describe the hive": "en", "the hive must be green": "en", "honey in 2031": "en", "difference of honey and wax": "en",
		"duties of the keeper": "en", "limit for lanterns": "en", "": "en", "the and of": "en", "green hive road village winter sugar comb parish": "en",
		"Wie hell ist eine Laterne": "de", "Nenne die Laternen": "de", "Laterne nach § 3": "de", "Pflichten der Hafenbehörde": "de", "Unterschied von Laterne und Licht": "de",
		"miel en hiver": "fr", "蜂蜜": "zh",
	} {
		if (ask.Question{Text: text, Language: language}).Topical() {
			t.Errorf("%q is a topic", text)
		}
	}
}

func TestStatesNothing_TheFormalitiesOfADocument(t *testing.T) {
	k := newEngine(t)
	hollow := map[string][]string{
		"en": {
			"Distribution: parish council of Honeydale; keeper of hives; file", "Signed for the keepers: A. Miller Signed for the parish: B. Smith", "Keepers, hives and values are made up for teaching.",
			"Prepared by: the keepers of honey", "Hive Office, 12 Honey Road, phone: 0123 456", "A. Miller, B. Smith, keepers", "© The Honey Press. All rights reserved.",
			"The honey keepers assume nothing; published by the Honey Press.", "Honey Library · Case file 23 · third edition", "The keepers would like to thank all bees.", "[3] Miller, A.: Honey. Honey Press.", "Honey, hive and comb",
		},
		"de": {
			"Verteiler: Hafenbehörde; Laternenwart; Akte", "Gezeichnet für die Laternenwarte: A. Müller", "Laternen, Personen und Werte sind frei erfunden.", "Erstellt von: Laternenamt",
			"Laternenamt, Hafenstraße 12, Tel. 0123 456", "Alle Rechte vorbehalten, auch für Laternen.", "Herausgegeben von der Hafenbehörde für Laternen", "Laternen, Boote, Licht",
		},
	}
	sound := map[string][]string{
		"en": {"A beehive stands at least 10 metres from the road.", "The keeper registers every hive with the parish council.", "- Joints between hive and comb.", "Winter sugar: 20 percent", "Honey is sold by the keeper at 12 Honey Road."},
		"de": {"Die Hafenbehörde prüft jede Laterne einmal im Jahr.", "Eine Laterne ist ein Licht hinter Glas.", "Der Laternenwart unterrichtet die Hafenbehörde.", "1. Licht hinter Glas,"},
	}
	topic := map[string]string{"en": "honey", "de": "Laternen"}
	for language := range hollow {
		p, err := k.Matter(t.Context(), language, ask.Part{Text: topic[language], Factor: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range hollow[language] {
			if !k.StatesNothing(p, u) {
				t.Errorf("%q states something", u)
			}
		}
		for _, u := range sound[language] {
			if k.StatesNothing(p, u) {
				t.Errorf("%q states nothing", u)
			}
		}
	}
	p, err := k.Matter(t.Context(), "en", ask.Part{Text: "copyright", Factor: 1})
	if err != nil || k.StatesNothing(p, "Copyright is with the keeper who wrote the hive book.") {
		t.Errorf("of copyright a sentence on it states nothing, %v", err)
	}
}

func TestDraft_AnOverviewOfATopic(t *testing.T) {
	english := []cite.Evidence{
		evidence("E1", "Annex", "Distribution: keepers of honey; parish council; file", 0.9),
		evidence("E2", "2 Duties", "The keeper must label honey before it is sold at the road.", 0.9),
		evidence("E3", "1 Terms", "Honey is what bees make of nectar and keep in the comb.", 0.9),
		evidence("E4", "3 Water", "The water content of honey stays below 20 percent in summer.", 0.9),
		evidence("E5", "4 Use", "Honey prevents the comb from drying out on warm days.", 0.9),
		evidence("E6", "5 Roads", "The road to the village runs past the green house of the miller.", 0.9),
		evidence("E7", "2 Duties", "It belongs to the honey of the keeper.", 0.9),
	}
	lines := answered(t, ask.Question{Text: "honey", Language: "en"}, extract.Material{Evidence: english})
	for _, want := range []string{"is what bees make", "prevents the comb", "20 percent", "must label"} {
		if len(lines) == 0 || !strings.Contains(lines[0], "is what bees make") || !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, want) }) {
			t.Errorf("no line says %q: %q", want, lines)
		}
	}
	if len(lines) != 4 {
		t.Errorf("%q", lines)
	}
	for _, never := range []string{"Distribution", "green house"} {
		if slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, never) }) {
			t.Errorf("%q is a line: %q", never, lines)
		}
	}
	german := []cite.Evidence{
		evidence("E1", "Anhang", "Verteiler: Laternenamt; Hafenbehörde; Akte der Laterne", 0.9),
		evidence("E2", "§ 4 Aufsicht", "Die Hafenbehörde muss jede Laterne auf dem Boot prüfen.", 0.9),
		evidence("E3", "§ 2 Begriffe", "Eine Laterne ist ein Licht hinter Glas, das auf Booten hängt.", 0.9),
		evidence("E4", "§ 3 Helligkeit", "Die Laterne auf einem Boot leuchtet mit 40 Lumen.", 0.9),
	}
	lines = answered(t, ask.Question{Text: "Laterne", Language: "de"}, extract.Material{Evidence: german})
	for _, want := range []string{"ist ein Licht", "40 Lumen", "muss jede Laterne"} {
		if len(lines) == 0 || !strings.Contains(lines[0], "ist ein Licht") || !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, want) }) {
			t.Errorf("no line says %q: %q", want, lines)
		}
	}
	if len(lines) != 3 {
		t.Errorf("%q", lines)
	}
}

// Of seven statements six are shown. The last says least of the topic, but all the others stand in one place.
func TestDraft_AnOverviewTakesFromSeveralPlaces(t *testing.T) {
	texts := []string{"Honey of spring tastes of apple blossom.", "Honey from the heath turns brown within weeks.", "Honey in a glass jar crystallises on the shelf.",
		"Honey sells best at village fairs.", "Honey without wax runs through a sieve.", "Honey kept cool loses little scent."}
	const last = "In the old days monks along rivers traded honey with others."
	for over, c := range map[string]struct {
		sections []string
		document string // of the last
	}{
		"of one section":  {slices.Repeat([]string{"1 Colours"}, 6), "hash"},
		"of one document": {[]string{"1 Colours", "2 Heath", "3 Jars", "4 Fairs", "5 Sieves", "6 Cellars"}, "other"},
	} {
		var all []cite.Evidence
		for i, text := range texts {
			all = append(all, evidence("E"+string(rune('1'+i)), c.sections[i], text, 0.8))
		}
		e := evidence("E7", "2 Origins", last, 0.8)
		e.Document = c.document
		lines := answered(t, ask.Question{Text: "honey", Language: "en"}, extract.Material{Evidence: append(all, e)})
		if len(lines) != 6 || !slices.Contains(lines, "2 Origins: "+last) {
			t.Errorf("%s: %d lines: %q", over, len(lines), lines)
		}
	}
}

func TestJudge_ATopicIsQuotedByWhatStatesSomething(t *testing.T) {
	text := "Distribution: keepers of honey; parish council; file.\nHoney is what bees make of nectar and keep in the comb.\nThe water content of honey stays below 20 percent in summer.\n"
	r := []extract.Reading{{Passage: source.Passage{ID: "p", Document: "hash", Text: text}, Document: source.Document{Hash: "hash", Name: "Bees.md", Language: "en"}}}
	got, err := newEngine(t).Judge(t.Context(), ask.Question{Text: "honey", Language: "en"}, "honey", r)
	if err != nil || len(got[0].Quotes) != 2 || slices.ContainsFunc(got[0].Quotes, func(q string) bool { return strings.Contains(q, "Distribution") }) {
		t.Errorf("%+v, %v", got, err)
	}
}
