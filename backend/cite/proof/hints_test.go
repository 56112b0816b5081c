package proof

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

// wholePage is a source of which everything is quoted.
func wholePage(text string) Source {
	return Source{Quote: text, Page: text, End: len(text), Passage: source.Passage{Text: text}, Place: "rules.pdf, § 4 Lanterns"}
}

// Whether a claim in other words stands is for a model to say: code neither proves nor contradicts it, whatever it says. A claim that repeats its
// text is never contradicted.
func TestCheck_AClaimInOtherWordsIsNotJudged(t *testing.T) {
	for _, c := range [][2]string{
		{"A lantern on a boat must not exceed 40 lumens.", "A lantern on a boat may have at most 40 lumens."},
		{"A lantern on a boat must not exceed 40 lumens.", "A lantern on a boat must not exceed 60 lumens."},
		{"A lantern on a boat must not exceed 40 lumens.", "A lantern on a boat must exceed 40 lumens."},
		{"The fan was opened on 3 March 2021 in Brunnhof.", "The fan was opened on 4 March 2021 in Brunnhof."},
		{"Der Betreiber muss die Messung wiederholen.", "Der Betreiber muss die Messung nicht wiederholen."},
		{"Seile aus Hanf sind auf dem Steg erlaubt.", "Seile aus Hanf sind auf dem Steg verboten."},
	} {
		if got := (Checker{}).Check(c[1], []Source{wholePage(c[0])}); got.Verdict != cite.Unproven || got.Verbatim {
			t.Errorf("%q by %q: %+v", c[1], c[0], got)
		}
		for _, said := range c {
			if got := (Checker{}).Check(said, []Source{wholePage(said)}); got.Verdict != cite.Supported || !got.Verbatim || len(got.Doubts) > 0 {
				t.Errorf("%q by itself: %+v", said, got)
			}
		}
	}
}

// Of a claim in other words code tells what is worth a second look, and nothing else.
func TestCheck_WhatIsWorthASecondLook(t *testing.T) {
	const place = "A lamp on the pier shines with 90 lumens. A lantern on a rescue boat shines with 40 lumens."
	for _, c := range []struct{ name, text, claim, hint string }{
		{"the number of something else", place, "With 90 lumens shines a lantern on a rescue boat.", "beside these words it says “40 lumens”"},
		{"the right number", place, "With 40 lumens shines a lantern on a rescue boat.", ""},
		{"six months told as a quarter", "Dues decreased 22 crowns in the first six months of 2033.", "In the second quarter of 2033 dues decreased by 22 crowns.", "another stretch of time"},
		{"a name that stands nowhere", "The station recorded an annual mean.", "The annual mean was recorded in Kesselberg.", "“Kesselberg”"},
		{"a name of the document", "The station recorded an annual mean.", "As § 4 on Lanterns has it, the station records an annual mean.", ""},
		{"a duty where there is leave", "The keeper may clean the glass of the lantern.", "The glass of the lantern must be cleaned by the keeper.", "another force"},
		{"Pflicht statt Soll", "Der Betreiber soll die Messung nach zwei Jahren wiederholen.", "Nach zwei Jahren muss der Betreiber die Messung wiederholen.", "another force"},
		{"all where one is meant", "The brass housing of a lantern lasts ten years.", "The brass housing of every lantern lasts for ten years.", "“every”"},
		{"said of any", "Any person who opens the gate signs the book.", "Every person signs the book who opens the gate.", ""},
		{"alle, wo einer gemeint ist", "Der Wärter der Mole führt ein Verzeichnis.", "Alle Wärter führen ein Verzeichnis der Mole.", "“Alle”"},
		{"a condition left out", "The filter shall be replaced if the room has been damp for weeks.", "The filter of the fan shall be replaced.", "if the room has been damp"},
		{"the condition kept", "The filter shall be replaced if the room has been damp for weeks.", "If the room has been damp, the filter shall be replaced.", ""},
	} {
		got := Checker{}.Check(c.claim, []Source{wholePage(c.text)})
		if told := strings.Join(got.Doubts, " "); !strings.Contains(told, c.hint) || c.hint == "" && told != "" || len(got.Doubts) > 1 {
			t.Errorf("%s: %q, want %q", c.name, got.Doubts, c.hint)
		}
	}
}
