package proof

import (
	"strings"
	"testing"
)

func TestClash(t *testing.T) {
	law := func(name, section, text string) Side {
		return Side{Text: text, Document: name, Name: name, Section: section}
	}
	for _, c := range []struct {
		name string
		a, b Side
		want bool
	}{
		{"two protocols, another least duration", law("A.pdf", "5.1 Duration", "An exposure that is to decide about remediation shall last at least 90 days, whatever the season."),
			law("B.pdf", "4.2 How long", "An exposure that is to decide about remediation shall last at least 60 days."), true},
		{"two versions of a law", law("Act 2018.pdf", "§ 3", "The reference level for radon in homes is 300 Bq/m³."), law("Act 2023.pdf", "§ 3", "The reference level for radon in homes is 200 Bq/m³."), true},
		{"the same in another unit", law("A.pdf", "", "The reference level for radon in homes is 300 Bq/m³."), law("B.pdf", "", "The reference level for radon in homes is 0.3 kBq/m³."), false},
		{"zwei Fassungen", law("Alt.pdf", "§ 12", "Der Betreiber muss die Aufzeichnungen mindestens zehn Jahre aufbewahren."),
			law("Neu.pdf", "§ 14", "Der Betreiber muss die Aufzeichnungen mindestens fünf Jahre aufbewahren."), true},
		{"opposite polarity", law("A.pdf", "", "Visitors may enter the controlled area alone."), law("B.pdf", "", "Visitors may not enter the controlled area alone."), true},
		{"Gegenteil", law("A.pdf", "", "Die Anmeldung der Messstelle ist erforderlich."), law("B.pdf", "", "Die Anmeldung der eigenen Messstelle ist nicht erforderlich."), false},
		{"Gegenteil, dieselben Worte", law("A.pdf", "", "Die Anmeldung der Messstelle bei der Behörde ist erforderlich."),
			law("B.pdf", "", "Die Anmeldung der Messstelle bei der Behörde ist nicht erforderlich."), true},
		{"two words, a rule", law("A.md", "", "Haustiere sind im Haus erlaubt."), law("B.md", "", "Haustiere sind im Haus nicht erlaubt."), true},
		{"two words, a period", law("A.md", "", "Die Frist zur Anmeldung beträgt 14 Tage."), law("B.md", "", "Die Frist zur Anmeldung beträgt 30 Tage."), true},
		{"two words, a fact", law("A.md", "", "The net revenue was $5 million."), law("B.md", "", "The net revenue was $7 million."), false},
		{"one word", law("A.md", "", "Die Frist beträgt 14 Tage."), law("B.md", "", "Die Frist beträgt 30 Tage."), false},
		{"opposite bounds", law("A.pdf", "", "The fan of the cellar shall run at least 8 hours per day."), law("B.pdf", "", "The fan of the cellar shall run at most 8 hours per day."), true},
		{"other group", law("A.pdf", "", "The dose limit for workers is 20 mSv per year."), law("B.pdf", "", "The dose limit for young workers is 6 mSv per year."), false},
		{"andere Gruppe", law("A.pdf", "§ 78", "Der Grenzwert der effektiven Dosis beträgt für beruflich exponierte Personen 20 mSv im Kalenderjahr."),
			law("B.pdf", "§ 80", "Der Grenzwert der effektiven Dosis beträgt für Einzelpersonen der Bevölkerung 1 mSv im Kalenderjahr."), false},
		{"other years", law("Report.pdf", "", "Revenue of the northern division was $5 million in 2019."), law("Review.pdf", "", "Revenue of the northern division was $7 million in 2020."), false},
		{"annual reports", law("Report 2019.pdf", "", "Revenue of the northern division was $5 million."), law("Report 2020.pdf", "", "Revenue of the northern division was $7 million."), false},
		{"rule and exception", law("A.pdf", "", "The operator shall measure the air of the room."), law("B.pdf", "", "The operator shall not measure the air of the room unless the authority asks."), false},
		{"rule under another condition", law("A.pdf", "", "The filter shall be replaced after 30 days if the room is damp."), law("B.pdf", "", "The filter shall be replaced after 90 days if the house stands empty."), false},
		{"another case by its section, one document", law("A.pdf", "Adults", "The limit of the dose is 20 mSv."), law("A.pdf", "Children", "The limit of the dose is 1 mSv."), false},
		{"range and value", law("A.pdf", "", "Values between 10 and 100 Bq/m³ are common in such cellars."), law("B.pdf", "", "Values of 50 Bq/m³ are common in such cellars."), false},
		{"need not and may", law("A.pdf", "", "The owner may measure the cellar."), law("B.pdf", "", "The owner need not measure the cellar."), false},
		{"must and must not", law("A.pdf", "", "The owner must heat the cellar."), law("B.pdf", "", "The owner must not heat the cellar."), true},
		{"rooms of one survey", law("A.pdf", "", "The annual mean in room E 04 was 538 Bq/m³."), law("B.pdf", "", "The annual mean in room E 05 was 210 Bq/m³."), false},
		{"another measure of the same", law("A.pdf", "", "The mean concentration in the houses was 310 Bq/m³."), law("B.pdf", "", "The highest concentration in the houses was 900 Bq/m³."), false},
		{"about", law("A.pdf", "", "The risk of lung cancer rises by about 16 %."), law("B.pdf", "", "The risk of lung cancer rises by 15 %."), false},
	} {
		for _, got := range []bool{Clash(c.a, c.b), Clash(c.b, c.a)} {
			if got != c.want {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
	}
}

func TestSentence_HeadingsStayOut(t *testing.T) {
	page := "5 How long\n5.1 Duration\nThe exposure shall last\nat least 90 days. More follows."
	for quote, want := range map[string]string{
		"The exposure shall last":                                  "The exposure shall last at least 90 days.",
		"at least 90 days. More":                                   "5 How long 5.1 Duration The exposure shall last at least 90 days. More follows.",
		"The exposure shall last\nat least 90 days. More follows.": "The exposure shall last at least 90 days. More follows.",
	} {
		start := strings.Index(page, quote)
		if got := Sentence(page, start, start+len(quote)); got != want {
			t.Errorf("%q: %q, want %q", quote, got, want)
		}
	}
}
