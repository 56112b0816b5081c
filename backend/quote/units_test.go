package quote_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/backend/source"
)

// harbour is what stands above the rows of a table.
const harbour = "Moorings of the northern harbour that were let at the end of each of the last years were as follows: 2031 2032 Total Moorings Moorings Let"

func TestUnits_WhatCanBeQuoted(t *testing.T) {
	long := strings.Repeat("and so on with many more words that make this entry long ", 4)
	cases := []struct {
		name     string
		headings []string
		text     string
		want     []string
	}{
		{"sentences", nil, "The limit is 20 mSv. It applies\nfor a year.", []string{"The limit is 20 mSv.", "It applies for a year."}},
		{"the heading is no unit", []string{"Doc", "Section 5 Next steps"}, "5 Next steps\nThe duct is sealed at once.", []string{"The duct is sealed at once."}},
		{"a heading over two lines", []string{"§ 7 Grenzwerte für beruflich Exponierte"}, "§ 7 Grenzwerte für\nberuflich Exponierte\n(1) Der Grenzwert beträgt 20 Millisievert.", []string{"(1) Der Grenzwert beträgt 20 Millisievert."}},
		{"lines of a slide", nil, "Der Vermieter misst\n\nDer Mieter lüftet im Winter\n\nDie Behörde prüft", []string{"Der Vermieter misst", "Der Mieter lüftet im Winter", "Die Behörde prüft"}},
		{"a line with a quantity", nil, "Referenzwert 300 Becquerel je Kubikmeter\n\nEr gilt an jedem Arbeitsplatz.", []string{"Referenzwert 300 Becquerel je Kubikmeter", "Er gilt an jedem Arbeitsplatz."}},
		{"bullets", nil, "• The board informs the staff.\n• Success is verified.", []string{"• The board informs the staff.", "• Success is verified."}},
		{"a short list stays whole", nil, "(1) Tätigkeiten sind\n1. der Umgang,\n2. der Erwerb.", []string{"(1) Tätigkeiten sind 1. der Umgang, 2. der Erwerb."}},
		{"a long list by entry", nil, "The owner shall:\na) seal " + long + long + ";\nb) ventilate " + long + long + ".", []string{
			"The owner shall: a) seal " + strings.TrimSpace(long+long) + " ;", "The owner shall: … b) ventilate " + strings.TrimSpace(long+long) + " ."}},
		{"the next paragraph is no entry", nil, "3. The notice shall:\n(a) name the office;\n(b) say why.\n4. Where that is not possible, it may come later.", []string{
			"3. The notice shall: (a) name the office; (b) say why.", "4. Where that is not possible, it may come later."}},
		{"a table", nil, "Table 1 gives both.\nTable 1: Results\nRoom Measured Mean\nCraft room 690 538\nClassroom 330 257\nOnly the mean counts.", []string{
			"Table 1 gives both.", "Table 1: Results Room Measured Mean Craft room 690 538 Classroom 330 257", "Only the mean counts."}},
		{"rows under the sentence and the years above them", nil, "Sales fell.\nMoorings of the northern harbour that were let at the end of each of the\nlast years were as follows:\n2031 2032\nTotal\nMoorings\nMoorings\nLet\n" +
			strings.Repeat("Small jetty beside the old lighthouse 12 - 14 1\n", 17) + "Dues of the members, net of what\nwas repaid $ (1,577) $ — % 4\nThe pier is closed.", slices.Concat(
			[]string{"Sales fell.", harbour + " Small jetty beside the old lighthouse 12 - 14 1"},
			slices.Repeat([]string{harbour + " … Small jetty beside the old lighthouse 12 - 14 1"}, 16),
			[]string{harbour + " … Dues of the members, net of what was repaid $ (1,577) $ — % 4", "The pier is closed."})},
		{"short rows divided into cells are no labels, and what stands above them is their title", nil, "Lamps burn at night.\nLamps and bells of the piers\nLit\tBroken\nPier\n40-49\t74\t65\n50-59\t68\t55\n60-69\t47\t34\nQuay\n70-79\t40\t27\nThe parish counted.", []string{
			"Lamps burn at night.", "Lamps and bells of the piers Lit Broken Pier 40-49 74 65 50-59 68 55 60-69 47 34 Quay 70-79 40 27", "The parish counted."}},
		{"numbers of places make no rows", nil, "Wer Inhaber einer\nErlaubnis nach § 12 Absatz 1 Nummer 1, 3,\n4 oder 5 des Gesetzes oder nach § 17 Absatz 1 Satz 1 oder § 19 Absatz\n1 ist, meldet es.", []string{
			"Wer Inhaber einer Erlaubnis nach § 12 Absatz 1 Nummer 1, 3, 4 oder 5 des Gesetzes oder nach § 17 Absatz 1 Satz 1 oder § 19 Absatz 1 ist, meldet es."}},
		{"a list in a list", nil, "(1) Der Halter hat\n1. dafür zu sorgen, dass\na) das Glas " + long + ",\nb) das Licht " + long + "und\n2. zu melden " + long + long + ".", []string{
			"(1) Der Halter hat 1. dafür zu sorgen, dass a) das Glas " + long + ",", "(1) Der Halter hat 1. dafür zu sorgen, dass … b) das Licht " + long + "und", "(1) Der Halter hat … 2. zu melden " + long + long + "."}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := quote.Units(source.Passage{Headings: c.headings, Text: c.text}, "de")
			if !slices.Equal(got, c.want) {
				t.Fatalf("got  %q\nwant %q", got, c.want)
			}
			for _, u := range got {
				if _, _, ok := cite.Find(c.text, u); !ok && cite.Proves(u) {
					t.Errorf("unit %q does not stand in the passage", u)
				}
			}
		})
	}
}

// The names of columns are broken where the column is narrow: behind a comma as well, where a caption stands above them.
func TestUnits_ColumnNamesThatGoOnBehindAComma(t *testing.T) {
	table := "Table 1: Results at the quay\nRoom Floor Measured, lm Factor Yearly mean,\nlm/m²\nNet room (E 04) slab 690 0.78 538\nSail room (E 07) slab 330 0.78 257"
	if got := quote.Units(source.Passage{Text: table}, "en"); len(got) != 1 || !strings.HasPrefix(got[0], "Table 1:") || !strings.Contains(got[0], "slab 690 0.78 538") {
		t.Errorf("units %q", got)
	}
	prose := "In the years that were looked at,\nlm/m²\nNet room (E 04) slab 690 0.78 538\nSail room (E 07) slab 330 0.78 257"
	if got := quote.Units(source.Passage{Text: prose}, "en"); len(got) != 2 || strings.Contains(got[1], "looked at") {
		t.Errorf("units %q", got)
	}
}
