package proof

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
)

// wholePage is a source of which everything is quoted.
func wholePage(text string) Source {
	return Source{Quote: text, Page: text, End: len(text), Passage: text}
}

// A claim in its source's own words may still say more: of all what is said of one, that there is nothing else, a duty where there is leave.
func TestCheck_AClaimThatSaysMoreThanItsSource(t *testing.T) {
	for _, c := range []struct {
		text, claim string
		hard        bool // nobody's opinion lifts it
	}{
		{"In salt water the brass housing of a lantern lasts ten years.", "The brass housing of every lantern lasts ten years.", false},
		{"Some of the stations recorded higher values in winter.", "All of the stations recorded higher values in winter.", true},
		{"Most houses in the valley have a cellar made of stone.", "Every house in the valley has a cellar made of stone.", true},
		{"Nearly all houses in the valley have a cellar made of stone.", "All houses in the valley have a cellar made of stone.", true},
		{"Radon levels in cellars are usually higher in winter than in summer.", "Radon levels in cellars are always higher in winter than in summer.", true},
		{"The server can compress the body of a response before it is sent.", "The server always compresses the body of a response before it is sent.", false},
		{"The glass of the harbour lanterns must be cleaned with warm water.", "All glass must be cleaned with warm water.", false},
		{"The keeper cleans all lamps of the pier before sunset.", "Every keeper cleans the lamps of the pier before sunset.", false},
		{"The harbour master may open the gate at night.", "Only the harbour master may open the gate at night.", false},
		{"The fan may be switched off if the room is empty.", "The fan may only be switched off if the room is empty.", false},
		{"The gate was not opened during the storm of March.", "The gate was never opened during the storm of March.", false},
		{"The north gate is rarely opened during a storm.", "The north gate is never opened during a storm.", true},
		{"The keeper may clean the glass of the lantern with warm water.", "The keeper must clean the glass of the lantern with warm water.", true},
		{"The filter should be replaced before winter.", "The filter must be replaced before winter.", true},
		{"Members are encouraged to report faults to the harbour office.", "Members are required to report faults to the harbour office.", false},
		{"The owner shall test the alarm and may replace the battery of the alarm.", "The owner shall test the alarm and replace the battery of the alarm.", false},
		{"The rule that the glass of a signal lantern is cleaned every week with warm water is repealed.", "The glass of a signal lantern is cleaned every week with warm water.", false},
		{"This act repeals the rule that lamps of a pier are lit before sunset.", "The lamps of a pier are lit before sunset.", false},

		{"Einige Messstellen lagen im Winter über dem Referenzwert.", "Alle Messstellen lagen im Winter über dem Referenzwert.", true},
		{"Die meisten Häuser im Tal haben einen Keller aus Bruchstein.", "Jedes Haus im Tal hat einen Keller aus Bruchstein.", true},
		{"Fast alle Häuser im Tal haben einen Keller aus Bruchstein.", "Alle Häuser im Tal haben einen Keller aus Bruchstein.", true},
		{"Die Werte im Keller sind im Winter meist höher als im Sommer.", "Die Werte im Keller sind im Winter stets höher als im Sommer.", true},
		{"Der Wärter der Mole führt ein Verzeichnis der Laternen.", "Jeder Wärter führt ein Verzeichnis der Laternen.", false},
		{"Der Betreiber der Anlage führt ein Verzeichnis der Quellen.", "Nur der Betreiber der Anlage führt ein Verzeichnis der Quellen.", false},
		{"Die Messung kann durch den Mieter der Wohnung veranlasst werden.", "Die Messung kann ausschließlich durch den Mieter der Wohnung veranlasst werden.", false},
		{"Das Tor wurde während des Sturms nicht geöffnet.", "Das Tor wurde während des Sturms nie geöffnet.", false},
		{"Der Betreiber kann die Messung wiederholen lassen.", "Der Betreiber muss die Messung wiederholen lassen.", true},
		{"Der Betreiber soll die Messung nach zwei Jahren wiederholen.", "Der Betreiber muss die Messung nach zwei Jahren wiederholen.", true},
		{"Es wird empfohlen, die Messung nach zwei Jahren zu wiederholen.", "Die Messung muss nach zwei Jahren wiederholt werden.", true},
		{"Die Regel, dass das Glas einer Laterne wöchentlich gereinigt wird, ist überholt.", "Das Glas einer Laterne wird wöchentlich gereinigt.", false},
		{"Der Betreiber darf die Fenster öffnen und die Heizung der Halle abstellen.", "Der Betreiber muss die Heizung der Halle abstellen.", false},
	} {
		if got := (Checker{}).Check(c.claim, []Source{wholePage(c.text)}); got.Verdict != cite.Unproven || got.Conflict != c.hard || !got.Overstates {
			t.Errorf("%q by %q: %s, conflict %v, %q", c.claim, c.text, got.Verdict, got.Conflict, got.Doubts)
		}
		for _, verbatim := range []string{c.text, c.claim} {
			if got := (Checker{}).Check(verbatim, []Source{wholePage(verbatim)}); got.Verdict != cite.Supported || got.Overstates {
				t.Errorf("%q by itself: %s, %q", verbatim, got.Verdict, got.Doubts)
			}
		}
	}
}

// Other words may carry a sentence as far as the claim's.
func TestCheck_AClaimThatGoesAsFarAsItsSource(t *testing.T) {
	for _, c := range [][2]string{
		{"Any person who opens the gate at night signs the book.", "Every person who opens the gate at night signs the book."},
		{"Whoever opens the gate at night signs the book.", "All who open the gate at night sign the book."},
		{"The keeper closes the gate always after sunset.", "The keeper always closes the gate after sunset."},
		{"Lanterns of the pier are without exception lit before sunset.", "All lanterns of the pier are lit before sunset."},
		{"Both lamps of the pier are lit before sunset.", "All lamps of the pier are lit before sunset."},
		{"The operator of a station must keep the records of its measurements.", "Every operator of a station must keep the records of its measurements."},
		{"A boat without a lantern may not enter the harbour at night.", "All boats without a lantern may not enter the harbour at night."},
		{"Lanterns are tested once a year by the harbour office.", "Every year, lanterns are tested by the harbour office once."},
		{"The office keeps the three copies of the record in a safe.", "The office keeps all three copies of the record in a safe."},
		{"Not every house in the valley has a cellar made of stone.", "Not all houses in the valley have a cellar made of stone."},
		{"The gate must not be opened unless the harbour master agrees in writing.", "The gate may be opened only if the harbour master agrees in writing."},
		{"Cracked glass must not be used in a signal lantern.", "Cracked glass must never be used in a signal lantern."},
		{"12 % of the houses in the valley have a cellar made of stone.", "Only 12 % of the houses in the valley have a cellar made of stone."},
		{"The act on lanterns supersedes the old order and limits the brightness of lanterns in the harbour.", "The act on lanterns limits the brightness of lanterns in the harbour."},
		{"The old order of the harbour was superseded by the act on lanterns, which limits the brightness of lanterns.", "The act on lanterns limits the brightness of lanterns."},
		{"The licence of a keeper may be withdrawn by the harbour office.", "The harbour office may withdraw the licence of a keeper."},
		{"Wer das Tor bei Nacht öffnet, unterschreibt im Buch.", "Jeder, der das Tor bei Nacht öffnet, unterschreibt im Buch."},
		{"Sämtliche Laternen der Mole werden vor Sonnenuntergang entzündet.", "Alle Laternen der Mole werden vor Sonnenuntergang entzündet."},
		{"Der Betreiber einer Anlage muss die Aufzeichnungen der Messungen aufbewahren.", "Jeder Betreiber einer Anlage muss die Aufzeichnungen der Messungen aufbewahren."},
		{"Die Laternen der Mole werden jährlich von dem Hafenamt geprüft.", "Die Laternen der Mole werden alle Jahre jährlich von dem Hafenamt geprüft."},
		{"Lediglich der Hafenmeister öffnet das Tor während des Sturms.", "Nur der Hafenmeister öffnet das Tor während des Sturms."},
		{"Gesprungenes Glas darf in einer Signallaterne nicht verwendet werden.", "Gesprungenes Glas darf in einer Signallaterne nie verwendet werden."},
		{"Vor allem die Laternen der Mole werden vor Sonnenuntergang entzündet.", "Die Laternen der Mole werden vor allem vor Sonnenuntergang entzündet."},
	} {
		if got := (Checker{}).Check(c[1], []Source{wholePage(c[0])}); got.Verdict != cite.Supported {
			t.Errorf("%q by %q: %s, %q", c[1], c[0], got.Verdict, got.Doubts)
		}
	}
}

// What stands before a list or in another sentence of the passage may say of which things it holds.
func TestCheck_TheExtentMayStandBesideTheQuote(t *testing.T) {
	page := "The following holds for all lanterns on a boat. The glass of the lantern is cleaned with warm water."
	at := strings.Index(page, "The glass")
	source := Source{Quote: page[at:], Page: page, Start: at, End: len(page), Passage: page}
	if got := (Checker{}).Check("The glass of all lanterns is cleaned with warm water.", []Source{source}); got.Verdict != cite.Supported {
		t.Errorf("%s, %q", got.Verdict, got.Doubts)
	}
	source.Passage = page[at:]
	if got := (Checker{}).Check("The glass of all lanterns is cleaned with warm water.", []Source{source}); got.Verdict != cite.Unproven {
		t.Errorf("%s, %q", got.Verdict, got.Doubts)
	}
}
