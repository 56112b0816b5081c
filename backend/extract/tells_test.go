package extract_test

import (
	"testing"

	fakeshelf "rabbithole/backend/fake/shelf"
	"rabbithole/backend/source"
)

func TestTells_WhatIsUnderstoodAlone(t *testing.T) {
	_, kit := fakeshelf.New(t, map[string]string{"a.md": "# A\n\nA lantern burns on every boat of the harbour.\n"})
	d := source.Document{Language: "en"}
	for text, want := range map[string]bool{
		"The reference level is an annual mean of 300 Bq/m³ in homes.":          true,
		"One suction point serves 60 to 120 m² over gravel, and 15 over clay.":  true,
		"Der Verantwortliche hat die Messung unverzüglich zu veranlassen.":      true,
		"Table 3: Annual mean 100 200 300 400 500 600 700 is what is measured.": false,
		"It is cleaned every week by the keeper of the light.":                  false,
		"Diese sind der Behörde unverzüglich und schriftlich mitzuteilen.":      false,
		"field-name = token ; field-value = *( field-content / obs-fold ) is":   false,
		"1 Introduction . . . . . . . . . . . . is on page 4 of the book":       false,
		"Packet Type Encryption Keys PN Space Initial Secrets Handshake Is":     false,
		"Is it so?": false,
		"4. Zusammenarbeit mit der Aufsichtsbehörde, die darum gebeten hat;":                    false,
		"1. The controller shall inform the data subject of the breach.":                        true,
		"(2) Die Festlegung ist alle zehn Jahre von der Behörde zu überprüfen.":                 true,
		"The mean of the results was more than 30 % away, a test of 7 days, as":                 false,
		"Under lamps the keeper trims the wick of every lantern at dusk.":                       true,
		"Where a lamp fails, the keeper replaces this lamp before the next evening.":            true,
		"See Section 6 for what is said about the difference between lamps and lanterns.":       false,
		"Dieses Gesetz regelt den Betrieb von Laternen auf Booten im Hafen.":                    true,
		"Die Hafenbehörde prüft jede Laterne einmal im Jahr auf Risse.":                         true,
		"des Hafens vorgesehenen Maßnahmen; d) eine Beschreibung der Lampen ist beizufügen.":    false,
		"Name Description Section wick Kept in a series of parts 7.1 glass Cleaned 7.2 oil 7.2": false,
		"Moorings let at the end of the year were as follows: … Small jetty at the light 12 14": false,
		"A. Holm and P. Reuter · Teaching Library on Radon · is cited as the survey by others.": false,
	} {
		if got := kit.Tells(d, text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
