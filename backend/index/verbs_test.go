package index

import (
	"slices"
	"testing"
)

func TestLexicon_LeadsFormsBackToTheirVerb(t *testing.T) {
	used := []string{"bestell", "uberschreit", "aufbewahr", "durchfuhr", "entscheid", "aufheb", "meld", "einhalt", "bericht", "gesetz", "gebiet", "gericht", "recht", "bestand", "registrier", "kontrolli"}
	l := &Lexicon{count: map[string]int{}, stop: map[string]map[string]bool{}, verbs: map[string]string{}}
	for _, stem := range used {
		l.count[stem] = 3
	}
	l.analyzer = newAnalyzer(func(stem string) int { return l.count[stem] })
	for word, want := range map[string]string{
		"bestellt": "bestell", "Bestellung": "bestell", "überschritten": "uberschreit", "Überschreitung": "uberschreit", "aufzubewahren": "aufbewahr", "aufbewahrt": "aufbewahr",
		"durchgeführt": "durchfuhr", "entscheidet": "entscheid", "entschieden": "entscheid", "aufgehoben": "aufheb", "gemeldet": "meld", "eingehalten": "einhalt",
		"Bericht": "bericht", "Gesetz": "gesetz", "Gebiet": "gebiet", "Gericht": "gericht", "Recht": "recht", "Bestand": "bestand", "vermietet": "vermietet",
		"registrieren": "registrier", "registriert": "registrier", "Registrierung": "registrier", "kontrollieren": "kontrolli", "kontrolliert": "kontrolli",
	} {
		if got := l.Terms(word, "de"); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %v, want %s", word, got, want)
		}
	}
	if paid, pay := l.Terms("paid", "en"), l.Terms("pays", "en"); !slices.Equal(paid, pay) {
		t.Errorf("paid is %v, pays %v", paid, pay)
	}
	if left := l.Terms("Rose", "de"); !slices.Equal(left, []string{"ros"}) {
		t.Errorf("a German rose is %v", left)
	}
}
