package quote_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/backend/source"
)

// onAndOn returns about n bytes of a sentence that goes on and on.
func onAndOn(n int) string {
	return strings.TrimSpace(strings.Repeat("und dies ohne Ansehen der Stunde ", n/33))
}

// Laws that do not exist, in the shapes that laws have.
func TestUnits_ListsOfLaws(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"what must at least be told stays whole, however long",
			"3. The report on a leak shall at least:\n(a) name the cellar in which the leak was found, including where possible the wall, the depth of the crack\nand the names of all who have slept there since;\n" +
				"(b) give the address of the warden or of another person who can be asked about the cellar and the tools in it;\n(c) describe the likely cost;\n" +
				"(d) describe what was done or is planned against the smell and, where the keeper thinks it wise, against\nthe mice that come with it.\n4. A report may come late.",
			[]string{"3. The report on a leak shall at least: (a) name the cellar in which the leak was found, including where possible the wall, the depth of the crack and the names of all who have slept there since; " +
				"(b) give the address of the warden or of another person who can be asked about the cellar and the tools in it; (c) describe the likely cost; " +
				"(d) describe what was done or is planned against the smell and, where the keeper thinks it wise, against the mice that come with it.", "4. A report may come late."}},
		{"one joined by and stays whole, what follows is told apart",
			"(2) Der Grenzwert der Lautstärke beträgt für Bewohner des Turms\n1. für das linke Ohr 20 Dezibel am Tag,\n2. für das rechte Ohr, gemittelt über jede beliebige Stunde zwischen dem ersten und dem letzten Läuten,\n" +
				"unabhängig von der Windrichtung, (inneres Läuten) 50 Dezibel\nam Tag und\n3. für die Füße, die Knie, die Ellenbogen und den Rücken jeweils 90 Dezibel, in der Glockenstube jedoch 120 Dezibel am\nTag.\nFür Gäste des Turms gilt Absatz 1 entsprechend.",
			[]string{"(2) Der Grenzwert der Lautstärke beträgt für Bewohner des Turms 1. für das linke Ohr 20 Dezibel am Tag, 2. für das rechte Ohr, gemittelt über jede beliebige Stunde zwischen dem ersten und dem letzten Läuten, " +
				"unabhängig von der Windrichtung, (inneres Läuten) 50 Dezibel am Tag und 3. für die Füße, die Knie, die Ellenbogen und den Rücken jeweils 90 Dezibel, in der Glockenstube jedoch 120 Dezibel am Tag.",
				"Für Gäste des Turms gilt Absatz 1 entsprechend."}},
		{"lists in a list, each with its verb",
			"(1) Diese Regeln sind auf den nicht anzuwenden, der\n1. mit Lampen\na) nach § 5 ohne Erlaubnis\noder\nb) auf Grund einer Erlaubnis nach § 12 Absatz\n1 Nummer 3 des Lampengesetzes\numgehen darf oder\n2. Öl\na) ohne Erlaubnis oder\n" +
				"b) auf Grund einer Erlaubnis des Ölamtes\nbefördern darf.",
			[]string{"(1) Diese Regeln sind auf den nicht anzuwenden, der 1. mit Lampen a) nach § 5 ohne Erlaubnis oder b) auf Grund einer Erlaubnis nach § 12 Absatz 1 Nummer 3 des Lampengesetzes umgehen darf oder 2. Öl " +
				"a) ohne Erlaubnis oder b) auf Grund einer Erlaubnis des Ölamtes befördern darf."}},
		{"a comma inside the last entry closes nothing",
			"The warden keeps a book of:\n(a) lamps " + onAndOn(500) + ",\n(b) candles " + onAndOn(500) + " and\n(c) keepers who, where they have a key,\nare trusted by the Board.",
			[]string{"The warden keeps a book of: (a) lamps " + onAndOn(500) + ",", "The warden keeps a book of: … (b) candles " + onAndOn(500) + " and", "The warden keeps a book of: … (c) keepers who, where they have a key, are trusted by the Board."}},
		{"a verb of the last entry's own clause is not shared",
			"Verzeichnet werden\n1. Lampen " + onAndOn(500) + " im Turm,\n2. Kerzen " + onAndOn(500) + " im Keller und\n3. Räume, in denen Gäste ohne Lampe\nuntergebracht sind.",
			[]string{"Verzeichnet werden 1. Lampen " + onAndOn(500) + " im Turm,", "Verzeichnet werden … 2. Kerzen " + onAndOn(500) + " im Keller und", "Verzeichnet werden … 3. Räume, in denen Gäste ohne Lampe untergebracht sind."}},
		{"an entry of two sentences, choices one by one",
			"3. No report is needed if any of the following conditions are met:\n(a) the keeper has dried the wall " + onAndOn(500) + ";\n(b) the keeper has moved " + onAndOn(500) + ";\n" +
				"(c) it would cost too much. In such a case, there shall instead be a notice on the door whereby all who pass are told.\n4. The Board may ask for it.",
			[]string{"3. No report is needed if any of the following conditions are met: (a) the keeper has dried the wall " + onAndOn(500) + ";",
				"3. No report is needed if any of the following conditions are met: … (b) the keeper has moved " + onAndOn(500) + ";",
				"3. No report is needed if any of the following conditions are met: … (c) it would cost too much. In such a case, there shall instead be a notice on the door whereby all who pass are told.",
				"4. The Board may ask for it."}},
		{"the next paragraph is no entry, though the lead has no number",
			"(1) Es gilt § 2 auch in der Nacht und bei Nebel. Der Wart meldet\n1. Lecks und\n2. Mäuse.\n(2) Katzen sind dem Wart des Turms zu melden.", []string{"(1) Es gilt § 2 auch in der Nacht und bei Nebel.", "Der Wart meldet 1. Lecks und 2. Mäuse.", "(2) Katzen sind dem Wart des Turms zu melden."}},
		{"a list begun on another page, with a list of its own",
			"3. Kerzen,\n4. wenn sie brennen\na) Lampen oder\nb) Fackeln,\n5. Öl.", []string{"3. Kerzen, 4. wenn sie brennen a) Lampen oder b) Fackeln, 5. Öl."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := quote.Units(source.Passage{Text: c.text}, "de")
			if !slices.Equal(got, c.want) {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			for _, u := range got {
				if _, _, ok := cite.Find(c.text, u); !ok && cite.Proves(u) {
					t.Errorf("unit %q does not stand in the passage", u)
				}
			}
		})
	}
}
