package proof

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
)

// Pages of laws that do not exist.
const (
	report = "2. The keeper writes nothing down.\n3. The report on a leak shall at least:\n(a) name the cellar in which the leak was found, including where possible the wall and\nthe depth of the crack;\n" +
		"(b) give the address of the warden who can be asked;\n(c) describe the likely cost of the repair;\n(d) say what was done against the smell.\n4. A report may come late."
	limits = "§ 7 Grenzen\n(2) Der Grenzwert der Lautstärke beträgt für Bewohner des Turms\n1. für das linke Ohr 20 Dezibel am Tag,\n2. für das rechte Ohr, gemittelt über jede beliebige\nStunde, 50 Dezibel am Tag und\n" +
		"3. für die Füße jeweils 90 Dezibel am Tag.\nFür Gäste gilt Absatz 1."
	closed = "(1) Wer\n1. eine Lampe anzündet,\n2. eine Fackel trägt oder\n3. eine Kerze nicht löscht, wenn er geht,\nbedarf der Erlaubnis des Wartes.\n(2) Am Tag ist es frei."
	choice = "(1) Einen Schlüssel braucht, wer\n1. den Turm betritt,\n2. die Glocke läutet oder\n3. das Dach reinigt.\n(2) Nachts ist geschlossen."
)

func TestCheck_ListsWithHoles(t *testing.T) {
	quote := func(page, from, to string) Source {
		start, end := strings.Index(page, from), strings.Index(page, to)+len(to)
		return Source{Quote: page[start:end], Page: page, Start: start, End: end, Passage: page}
	}
	lead := quote(report, "3. The report", "at least:")
	whole := quote(report, "3. The report", "against the smell")
	for _, c := range []struct {
		name, claim string
		sources     []Source
		want        cite.Verdict
		doubt       string
	}{
		{"all of it", "3. The report on a leak shall at least: (a) name the cellar in which the leak was found, including where possible the wall and the depth of the crack; (b) give the address of the warden who can be asked; " +
			"(c) describe the likely cost of the repair; (d) say what was done against the smell.", []Source{whole}, cite.Supported, ""},
		{"from the second entry on, marked", "3. The report on a leak shall at least: … (b) give the address of the warden who can be asked; (c) describe the likely cost of the repair; (d) say what was done against the smell.", []Source{whole}, cite.Supported, ""},
		{"from the second entry on, two quotes, marked", "3. The report on a leak shall at least: … (b) give the address of the warden who can be asked …", []Source{lead, quote(report, "(b) give", "be asked;")}, cite.Supported, ""},
		{"from the second entry on, as though it were the first", "3. The report on a leak shall at least: (b) give the address of the warden who can be asked; (c) describe the likely cost of the repair; (d) say what was done against the smell.", []Source{whole}, cite.Unproven, "(a) name the cellar"},
		{"the same from two quotes", "3. The report on a leak shall at least: (b) give the address of the warden who can be asked.", []Source{lead, quote(report, "(b) give", "be asked;")}, cite.Unproven, "(a) name the cellar"},
		{"ends with the first entry, as though it were the last", "3. The report on a leak shall at least: (a) name the cellar in which the leak was found, including where possible the wall and the depth of the crack.", []Source{quote(report, "3. The report", "the crack;")}, cite.Unproven, "(b) give the address"},
		{"ends with the first entry, marked", "3. The report on a leak shall at least: (a) name the cellar in which the leak was found, including where possible the wall and the depth of the crack …", []Source{quote(report, "3. The report", "the crack;")}, cite.Supported, ""},
		{"said freely, with a hole", "The report on a leak shall at least name the cellar in which the leak was found and describe the likely cost of the repair.", []Source{whole}, cite.Unproven, "(b) give the address"},
		{"one duty of several", "The report on a leak describes the likely cost of the repair.", []Source{lead, quote(report, "(c) describe", "repair;")}, cite.Supported, ""},
		{"hole in the middle", "(2) Der Grenzwert der Lautstärke beträgt für Bewohner des Turms für das linke Ohr 20 Dezibel am Tag und für die Füße jeweils 90 Dezibel am Tag.",
			[]Source{quote(limits, "(2) Der", "20 Dezibel am Tag,"), quote(limits, "3. für", "90 Dezibel am Tag.")}, cite.Unproven, "2. für das rechte Ohr"},
		{"hole in the middle, marked", "(2) Der Grenzwert der Lautstärke beträgt für Bewohner des Turms 1. für das linke Ohr 20 Dezibel am Tag, … 3. für die Füße jeweils 90 Dezibel am Tag.",
			[]Source{quote(limits, "(2) Der", "90 Dezibel am Tag.")}, cite.Supported, ""},
		{"one limit of several", "Der Grenzwert der Lautstärke beträgt für Bewohner des Turms 90 Dezibel am Tag für die Füße.", []Source{quote(limits, "(2) Der", "90 Dezibel am Tag.")}, cite.Supported, ""},
		{"one choice with what closes the sentence, from one quote", "(1) Wer … 2. eine Fackel trägt oder … bedarf der Erlaubnis des Wartes.", []Source{quote(closed, "(1) Wer", "des Wartes")}, cite.Supported, ""},
		{"the same from three quotes", "(1) Wer … 2. eine Fackel trägt oder … bedarf der Erlaubnis des Wartes.",
			[]Source{quote(closed, "(1) Wer", "(1) Wer"), quote(closed, "2. eine", "trägt oder"), quote(closed, "bedarf", "des Wartes")}, cite.Supported, ""},
		{"a condition of the entry itself cut off", "(1) Wer … 3. eine Kerze nicht löscht, … bedarf der Erlaubnis des Wartes.", []Source{quote(closed, "(1) Wer", "des Wartes")}, cite.Unproven, "wenn er geht"},
		{"one of several choices", "(1) Einen Schlüssel braucht, wer 2. die Glocke läutet.", []Source{quote(choice, "(1) Einen", "reinigt.")}, cite.Supported, ""},
	} {
		got := Checker{}.Check(c.claim, c.sources)
		if got.Verdict != c.want || !strings.Contains(strings.Join(got.Doubts, " "), c.doubt) || c.doubt == "" && len(got.Doubts) > 0 {
			t.Errorf("%s: %s %q, want %s with %q", c.name, got.Verdict, got.Doubts, c.want, c.doubt)
		}
	}
}

func TestCheck_SaysInWordsWhatAListLacks(t *testing.T) {
	page := limits
	claim := "(2) Der Grenzwert der Lautstärke beträgt für Bewohner des Turms 2. für das rechte Ohr, gemittelt über jede beliebige Stunde, 50 Dezibel am Tag."
	got := Checker{Language: "de"}.Check(claim, []Source{{Quote: page, Page: page, End: len(page), Passage: page}})
	if want := "Die Aussage lässt einen Teil einer Aufzählung weg, die nur zusammen gilt: „1. für das linke Ohr 20 Dezibel am Tag,“."; len(got.Doubts) == 0 || got.Doubts[len(got.Doubts)-1] != want {
		t.Errorf("%q", got.Doubts)
	}
}
