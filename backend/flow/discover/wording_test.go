package discover

import (
	"testing"
)

func TestHeadline_OfAHeading(t *testing.T) {
	for heading, want := range map[string]string{
		"4.1 Where to measure": "Where to measure", "§ 5 Ruhezeit": "Ruhezeit (§ 5)", "Article 17 Right to erasure": "Right to erasure (Article 17)", "Section 4.2 How long": "How long",
		"Section 4.2": "", "§ 5": "", "Recital 66": "", "1. Introduction": "", "EINLEITUNG": "", "RADON IN HOMES": "Radon in Homes", "3": "", "": "", "…": "",
		"A heading of far more than ten words that never pauses anywhere at all in its course":          "A heading of far more than ten words that …",
		"§ 8 Weitere Pflichten, die der Betreiber gegenüber allen anderen Betreibern am selben Ort hat": "Weitere Pflichten, die der Betreiber gegenüber allen … (§ 8)", "a) Costs of the office": "Costs of the office",
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
	for sentence, want := range map[string]string{
		"One two three.": "One two three.",
		"one two three four five six seven, eight nine ten eleven":    "one two three four five six seven …",
		"one, two three four five six seven eight nine ten eleven":    "one, two three four five six seven eight nine …",
		"One rule for the time that people have at the end of it all": "One rule for the time that people have …",
	} {
		if got := shortened(sentence, 10); got != want || words(got) > 10 {
			t.Errorf("%q gives %q, want %q", sentence, got, want)
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
