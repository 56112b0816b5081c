package extract_test

import (
	"context"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
)

// answered drafts without a model and returns the answer's lines.
func answered(t *testing.T, q ask.Question, m extract.Material) []string {
	t.Helper()
	d, err := newEngine(t).Draft(t.Context(), q, m)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, l := range d.Answer {
		lines = append(lines, l.Text)
	}
	return lines
}

// behind reports whether the line with second stands right behind the line with first.
func behind(lines []string, first, second string) bool {
	for i, l := range lines[:max(0, len(lines)-1)] {
		if strings.Contains(l, first) && strings.Contains(lines[i+1], second) {
			return true
		}
	}
	return false
}

func several(section string, quotes ...string) cite.Evidence {
	e := evidence("E9", section, quotes[0], 0.7)
	e.Quotes = nil
	for _, text := range quotes {
		e.Quotes = append(e.Quotes, cite.Quote{Text: text})
	}
	return e
}

// A quote that only points to what is asked is followed by the quote at the other end that states it, of all that stand there; where that stands
// under a heading that says what is asked it leads itself.
func TestDraft_WhatAQuotePointsTo(t *testing.T) {
	for name, c := range map[string]struct {
		q       ask.Question
		points  string
		link    string
		there   cite.Evidence
		settles string
	}{
		"a number": {
			ask.Question{Text: "Welcher Grenzwert gilt für die Helligkeit eines Ankerlichts und wie hoch ist er?", Language: "de"},
			"Ein Ankerlicht ist bei der Helligkeit nach § 3 des Laternengesetzes zu berücksichtigen.", "§ 3 des Laternengesetzes",
			several("§ 3 Grenzwert", "(2) Die Hafenbehörde prüft die Helligkeit.", "Die Helligkeit einer Laterne darf höchstens 40 Lumen betragen."), "40 Lumen",
		},
		"the number that its words hand over": {
			ask.Question{Text: "Das Kriterium B 2 stellt auf einen Grenzwert der Helligkeit ab. Wie hoch ist dieser Grenzwert?", Language: "de"},
			"Kriterium B 2: Laternen, die binnen 24 Stunden den Grenzwert der Helligkeit nach § 3 überschreiten.", "§ 3",
			several("§ 3 Lichter", "Die Hafenbehörde prüft ihn einmal im Jahr auf jedem Boot, das eine Laterne der Klasse B betreibt und im Hafen der Gemeinde liegt.", "Zulässig sind auf Booten höchstens 40 Lumen."), "40 Lumen",
		},
		"an event": {
			ask.Question{Text: "The keeper feeds sugar until the hive is closed for winter. What event closes the hive for winter at the parish?", Language: "en"},
			"The keeper feeds sugar until the hive is closed for winter, as defined in Section 3 of the Handbook.", "Section 3 of the Handbook",
			several("3 Winter", "In this book a hive is closed for winter.", "At the parish, the hive is closed for winter when the SNOW bell is rung."), "SNOW bell",
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := extract.Material{Evidence: []cite.Evidence{evidence("E1", "Rule", c.points, 0.8), c.there}, Links: map[string][]extract.Link{"E1": {{Text: c.link, Evidence: []string{"E9"}}}}}
			if lines := answered(t, c.q, m); !behind(lines, c.points[:30], c.settles) && !strings.Contains(lines[0], c.settles) {
				t.Errorf("%q: no %q behind the quote that points to it", lines, c.settles)
			}
		})
	}
}

func TestDraft_LeadsWithWhatIsAskedFor(t *testing.T) {
	for name, c := range map[string]struct {
		q      ask.Question
		quotes []string
		leads  string
	}{
		"a definition":      {ask.Question{Text: "Wer ist Laternenwart und was gehört zu seinen Aufgaben?", Language: "de"}, []string{"Der Laternenwart meldet jede Laterne der Hafenbehörde.", "(1) Laternenwart ist, wer eine Laterne auf einem Boot betreibt."}, "Laternenwart ist, wer"},
		"a number in words": {ask.Question{Text: "How many hives may a keeper place beside the road?", Language: "en"}, []string{"A keeper may place hives beside the road; see Section 8.", "Beside the road a keeper may place twice as many hives as the parish."}, "twice as many"},
		"what may be done":  {ask.Question{Text: "May the hive stand beside the road?", Language: "en"}, []string{"The hive beside the road is green.", "The hive must not stand beside the road."}, "must not"},
		"the subject":       {ask.Question{Text: "Did the honey harvest rise from 2031 to 2032?", Language: "en"}, []string{"Visitors increased from 2031 to 2032.", "The honey harvest increased from 2031 to 2032."}, "honey"},
	} {
		t.Run(name, func(t *testing.T) {
			lines := answered(t, c.q, extract.Material{Evidence: []cite.Evidence{several("Doc", c.quotes...)}})
			if len(lines) == 0 || !strings.Contains(lines[0], c.leads) {
				t.Errorf("%q does not lead with %q", lines, c.leads)
			}
		})
	}
}

func TestScore_TheAnswerCountsNotTheSections(t *testing.T) {
	rich := extract.Stated{Text: "A beehive stands at least 10 metres from the road, and the keeper registers it.", Quotes: []string{"q"}, Verdict: cite.Supported}
	thin := extract.Stated{Text: "Honey is harvested twice a year.", Quotes: []string{"q"}, Verdict: cite.Supported}
	topics := []extract.Topic{{Task: "a", Evidence: hives}}
	good := score(t, extract.Examined{Sentences: []extract.Stated{rich, thin}, Answer: 1, Topics: topics})
	bad := score(t, extract.Examined{Sentences: []extract.Stated{thin, rich}, Answer: 1, Topics: topics})
	if bad.Completeness >= good.Completeness || bad.Total >= good.Total {
		t.Errorf("a thin answer over rich sections scores %+v, the other way round %+v", bad.Quality, good.Quality)
	}
}

// fronts is a library of documents by what their first page says.
type fronts struct {
	blank
	text map[string]string
}

func (f fronts) PageText(_ context.Context, document string, _ int) (string, error) {
	return f.text[document], nil
}

// A limit in the condition of a question is not asked for, and the marks of a list are no amounts: the rule leads, not the list.
func TestDraft_ALimitInTheConditionIsNotAskedFor(t *testing.T) {
	q := ask.Question{Text: "Was muss der Wirt tun, wenn eine Laterne den Grenzwert der Helligkeit überschreitet?", Language: "de"}
	rule := evidence("E1", "§ 4", "Überschreitet eine Laterne den Grenzwert der Helligkeit, so hat der Wirt sie zu löschen.", 0.8)
	list := evidence("E2", "§ 5", "Der Wirt meldet, ob eine Laterne den Grenzwert der Helligkeit überschreitet: 1. der Hafenbehörde, 2. dem Kapitän nach 30 Tagen.", 0.8)
	if lines := answered(t, q, extract.Material{Evidence: []cite.Evidence{list, rule}}); len(lines) == 0 || !strings.Contains(lines[0], "zu löschen") {
		t.Errorf("%q", lines)
	}
}

func TestDraft_WhatOnlyAnnouncesATableDoesNotLead(t *testing.T) {
	q := ask.Question{Text: "Which lantern classes grew in the harbour this year?", Language: "en"}
	lead := evidence("E1", "Sales", "Lantern classes that grew in the harbour this year were as follows: …", 0.8)
	says := evidence("E2", "Sales", "In the harbour, anchor lights grew this year.", 0.8)
	if lines := answered(t, q, extract.Material{Evidence: []cite.Evidence{lead, says}}); len(lines) == 0 || !strings.Contains(lines[0], "anchor lights") {
		t.Errorf("%q", lines)
	}
}

// "As laid down in" says nothing by itself: what is laid down there stands right behind it, whatever words it uses.
func TestDraft_ShowsWhatAQuoteLeavesToAnotherPlace(t *testing.T) {
	q := ask.Question{Text: "How must the success of the repair be verified?", Language: "en"}
	m := extract.Material{Evidence: []cite.Evidence{evidence("E1", "Next steps", "Success of the repair is verified as laid down in HP-07, Section 8.2.", 0.8),
		several("8.2 Check", "The lamp has to burn through three nights.")}, Links: map[string][]extract.Link{"E1": {{Text: "HP-07, Section 8.2", Evidence: []string{"E9"}}}}}
	if lines := answered(t, q, m); !behind(lines, "as laid down", "three nights") {
		t.Errorf("%q", lines)
	}
}

// A reference to a whole document leads to whatever of it comes nearest: that stands behind the quote only where it says half of what is asked itself.
func TestDraft_AReferenceToADocumentIsNoPlaceInIt(t *testing.T) {
	q := ask.Question{Text: "How long must a beehive stay in the harbour?", Language: "en"}
	for there, shown := range map[string]bool{"For example, a lamp burns for a long period of time, three nights at least.": false, "A beehive stays in the harbour for three nights, and in winter for ten.": true} {
		m := extract.Material{Evidence: []cite.Evidence{evidence("E1", "Rest", "A beehive must stay in the harbour for at least three nights as defined in [LAMP-RULES].", 0.9), several("7 Lamps", there)},
			Links: map[string][]extract.Link{"E1": {{Text: "[LAMP-RULES]", Evidence: []string{"E9"}}}}}
		m.Evidence[1].Via = "E1"
		lines := answered(t, q, m)
		if got := len(lines) > 1 && strings.Contains(lines[1], there); !strings.Contains(lines[0], "as defined") || got != shown {
			t.Errorf("%q shown behind it: %v in %q", there, got, lines)
		}
	}
}
