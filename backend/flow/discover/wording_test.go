package discover

import (
	"reflect"
	"strings"
	"testing"
)

func TestHeadline_OfAHeading(t *testing.T) {
	for heading, want := range map[string]string{
		"4.1 Where to measure": "Where to measure", "§ 5 Ruhezeit": "Ruhezeit (§ 5)", "Article 17 Right to erasure": "Right to erasure (Article 17)", "Section 4.2 How long": "How long",
		"Section 4.2": "", "§ 5": "", "Recital 66": "", "1. Introduction": "", "EINLEITUNG": "", "RADON IN HOMES": "Radon in Homes", "3": "", "": "", "…": "",
		"Limits: what a reader who has all the time in the world would want to know of them": "", "Fees – for those who have lost every piece of paper they had ever been given": "",
		"A heading of far more than ten words that never pauses anywhere at all in its course":      "",
		"Weitere Pflichten, die der Betreiber gegenüber allen anderen Betreibern am selben Ort hat": "Weitere Pflichten", "a) Costs of the office": "Costs of the office",
	} {
		if got := headline(heading); got != want {
			t.Errorf("%q gives %q, want %q", heading, got, want)
		}
		if n := words(headline(heading)); n > titleWords {
			t.Errorf("%q has %d words", heading, n)
		}
	}
}

func TestShortened_WhereASentencePauses(t *testing.T) {
	small := map[string]bool{"the": true, "of": true, "a": true, "in": true, "and": true, "to": true}
	content := func(word string) bool { return !small[strings.ToLower(strings.Trim(word, ".,"))] }
	for _, c := range []struct {
		sentence, want string
		how            cut
	}{
		{"One two three.", "One two three.", whole},
		{"one two three four five six seven, eight nine ten eleven", "one two three four five six seven …", pause},
		{"one two three four five six seven eight the of eleven", "one two three four five six seven eight …", midway},
		{"one two three four five six (seven eight nine ten) eleven", "one two three four five six …", pause},
		{"one two three four five six seven § 12 ten eleven", "one two three four five six seven …", midway},
		{"one two three four five six which eight nine ten eleven", "one two three four five six …", pause},
		{"the of the of the of the of the of the of", "the of the of the of the of the …", midway},
	} {
		got, how := shortened(c.sentence, 10, content)
		if got != c.want || how != c.how || words(got) > 10 {
			t.Errorf("%q gives %q (%d), want %q (%d)", c.sentence, got, how, c.want, c.how)
		}
	}
}

func TestApart_ShowsWhereTwoSentencesDiffer(t *testing.T) {
	a, b := "For a decision about remediation the exposure of a detector shall last at least 90 days, whatever the season.", "For a decision about remediation the exposure of a detector shall therefore last at least 60 days."
	for _, c := range [][3]string{{a, b, "… shall last at least 90 days, whatever …"}, {b, a, "… shall therefore last at least 60 days."}, {"Dogs may enter.", "Dogs may not enter.", "Dogs may enter."}} {
		if got := apart(c[0], c[1]); got != c[2] || words(got) > captionWords/2-1 {
			t.Errorf("%q beside %q shows %q", c[0], c[1], got)
		}
	}
}

func TestReadable_OnlyWhatIsASentence(t *testing.T) {
	for text, want := range map[string]bool{
		"A lantern burns on every boat.": true, "Eine Laterne brennt auf jedem Boot.": true, "(2) a lantern": false, "and burns on every boat at night.": false,
		"Lanterns ........................ 12 boats.": false, "See the table of lanterns on page 12.": false, "Lanterns | boats | oil | glass | wick.": false,
		"12 4.5 3.1 7 8 9 10 11 12.": false, "Distributed by the office · March 2022 · all rights.": false, "A lantern burns on every boat of": false,
		"PEW RESEARCH CENTER There are large differences within a party.": false, "Household Income Project Center September tracking Survey Results Below.": false, "Note: the lantern burns on every boat.": false,
		"Visit https://harbour.example/ for a list of boats.": false, "": false,
	} {
		if got := readable(text, "en"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestStanding_WhatLeansOnOthersIsWorthLess(t *testing.T) {
	alone := standing("A lantern burns for nine hours on rape oil.", "A lantern burns for nine hours on rape oil.", whole)
	for _, text := range []string{"They burn for nine hours on rape oil alone.", "Furthermore, a lantern burns for nine hours on oil.", "A lantern burns as long as Table 3 and Section 4 say it does.",
		"Dies gilt für jede Laterne auf einem Boot im Hafen.", "Distribution: harbour office, keepers of the lanterns, archive."} {
		if got := standing(text, text, whole); got >= alone {
			t.Errorf("%q is worth %.2f, a sentence that stands alone %.2f", text, got, alone)
		}
	}
}

func TestPhrases_BothLanguagesAreComplete(t *testing.T) {
	for _, language := range []string{"de", "en", "zh"} {
		w := reflect.ValueOf(phrasesFor(language))
		for i := range w.NumField() {
			if w.Field(i).Len() == 0 {
				t.Errorf("%s: %s is empty", language, w.Type().Field(i).Name)
			}
		}
	}
}
