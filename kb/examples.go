package kb

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

// Example is a question that shows what the program can do with the sample library.
type Example struct {
	Question string
	Language string   // "en" or "de"
	Answers  []Answer // all of these answer it
}

// Answer is where an example is answered, and words that an answer has.
type Answer struct {
	File  string // of Files
	Page  int    // of the PDF
	Words []string
}

const (
	handbook   = "Radon-in-Homes-Handbook.pdf"
	protocol   = "MP-07-Measuring-Radon-in-Indoor-Air.pdf"
	ordinance  = "Modell-Radonschutzverordnung.pdf"
	guidelines = "Leitfaden-Radon-am-Arbeitsplatz.pdf"
)

// Examples returns the questions to offer for the sample library. In each language: a value with its condition, what a rule refers to, a
// comparison, a table.
func Examples() []Example {
	return []Example{
		{"How long does a verification measurement last, and when may it begin?", "en", []Answer{{protocol, 5,
			[]string{"at least 90 days of which at least 60 lie in the heating season", "no earlier than 14 days"}}}},
		{"Where does Section 7 of the Handbook send the reader to verify success?", "en", []Answer{{handbook, 5,
			[]string{"MP-07, Section 8.1", "MP-07, Section 8.2"}}}},
		{Disputed, "en", []Answer{{handbook, 3, []string{"at least 60 days"}}, {protocol, 3, []string{"at least 90 days, whatever the season"}}}},
		{"What remediation does action class C call for, and by when?", "en", []Answer{{handbook, 4,
			[]string{"over 300, up to 600 active sub-slab depressurisation (Section 6.2)", "within 24 months"}}}},
		{"Wie lange müssen Aufzeichnungen über die Körperdosis aufbewahrt werden?", "de", []Answer{{ordinance, 5,
			[]string{"30 Jahre nach Beendigung der Tätigkeit"}}, {guidelines, 4, []string{"30 Jahre nach dem Ende der Tätigkeit"}}}},
		{"Wann gilt § 13 MRadV unmittelbar?", "de", []Answer{{ordinance, 4, []string{"aus besonderen Gründen, insbesondere des Denkmalschutzes",
			"gilt § 13 unmittelbar"}}}},
		{"Wie unterscheiden sich die Anforderungen an passive und elektronische Messgeräte?", "de",
			[]Answer{{ordinance, 7, []string{"höchstens 20 %", "höchstens 15 %", "je Charge", "alle zwei Jahre"}}}},
		{"Welche Schritte und Fristen gelten bei Überschreitung des Referenzwerts?", "de", []Answer{{guidelines, 2,
			[]string{"unverzüglich", "vier Wochen", "24 Monate", "ein Monat nach dem Ergebnis", "sechs Monate nach der Anmeldung"}}}},
	}
}

// FirstExample returns the question of the examples that shows the program first, in a language that has any.
func FirstExample(language string) string {
	all := Examples()
	return all[max(0, slices.IndexFunc(all, func(e Example) bool { return e.Language == language }))].Question
}

// Name returns the name of the file of Files with this SHA-256, in lower-case hex; "" for any other content.
func Name(hash string) string {
	entries, _ := Files.ReadDir(".") // embedded: it cannot fail
	for _, entry := range entries {
		data, _ := Files.ReadFile(entry.Name())
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) == hash {
			return entry.Name()
		}
	}
	return ""
}
