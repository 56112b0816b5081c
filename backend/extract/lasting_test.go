package extract_test

import (
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
)

// waiting is a question for how long, the sentence that says it, and one with another number on the same matter.
var waiting = map[string]rivals{
	"days":                     {"How long does a buoy stay in the water?", "A buoy in the water shall last at least 90 days.", "A buoy stands 2 metres from the next one in the water.", "en"},
	"in words":                 {"How long may the keeper dry a rope?", "The keeper may dry a rope for three months.", "The keeper may dry a rope of 12 metres.", "en"},
	"at once":                  {"By when must the keeper tell the council of a storm?", "The keeper must tell the council of a storm without delay.", "The keeper must tell the council of a storm of force 9.", "en"},
	"Monate":                   {"Wie lange liegt eine Boje im Wasser?", "Eine Boje liegt drei Monate im Wasser.", "Eine Boje liegt 2 Meter tief im Wasser.", "de"},
	"Dauer, in anderen Worten": {"Wie lange bleibt eine Boje im Wasser?", "Eine Boje soll im Wasser mindestens 90 Tage dauern.", "Eine Boje liegt 2 Meter tief im Wasser.", "de"},
}

func TestJudge_HowLongIsAnsweredByADuration(t *testing.T) { quotedFirst(t, "6 Pier", waiting) }

func TestDraft_HowLongIsAnsweredByADuration(t *testing.T) { leads(t, "6 Pier", waiting) }

// A reference that only says who is meant does not lend the answer of its place to the sentence around it.
func TestDraft_AReferenceInPassingLendsNothing(t *testing.T) {
	for language, c := range map[string]struct{ question, passing, link, there, answers string }{
		"de": {"Wie lange sind die Ergebnisse der Messung der Seile aufzubewahren?", "Wer nach § 9 tätig wird, übermittelt dem Rat die Ergebnisse der Messung der Seile.", "§ 9",
			"Wer am Steg tätig wird, hat Ergebnisse fünf Jahre lang aufzubewahren.", "Die Ergebnisse der Messung der Seile sind zehn Jahre lang aufzubewahren."},
		"en": {"How long must the results of the measurement of ropes be kept?", "Whoever works under section 9 sends the results of the measurement of ropes to the council.", "section 9",
			"Whoever works on the pier keeps results for five years.", "The results of the measurement of ropes are kept for ten years."},
	} {
		lines := answered(t, ask.Question{Text: c.question, Language: language}, extract.Material{
			Evidence: []cite.Evidence{evidence("E1", "Results of the measurement of ropes", c.passing, 0.8), evidence("E2", "", c.answers, 0.8), several("9 Pier", c.there)},
			Links:    map[string][]extract.Link{"E1": {{Text: c.link, Evidence: []string{"E9"}}}}})
		if len(lines) == 0 || !strings.Contains(lines[0], c.answers) {
			t.Errorf("%s: %q", language, lines)
		}
	}
}

// often is a question for how often, the sentence that says it, and one that binds or counts on the same matter and does not.
var often = map[string]rivals{
	"at most once":    {"How often may a keeper send a boat to a ship?", "A keeper must not send more than one boat to a ship in a storm.", "A keeper may send the boat of 12 metres to a ship at the keeper's pier.", "en"},
	"a single one":    {"How many times can a keeper send a boat to a ship?", "A keeper sends a single boat to a ship.", "A keeper can send to a ship at pier 9 the boat of the keeper.", "en"},
	"per year":        {"How often must a keeper test a lamp?", "A keeper tests a lamp four times per year.", "A keeper must test a lamp of 40 lumens with another lamp.", "en"},
	"höchstens":       {"Wie oft darf ein Wärter ein Boot zu einem Schiff senden?", "Ein Wärter darf nicht mehr als ein Boot zu einem Schiff senden.", "Ein Wärter darf ein Boot von 12 Metern zu einem Schiff senden.", "de"},
	"alle vier Jahre": {"Wie häufig muss ein Wärter eine Lampe prüfen?", "Ein Wärter muss eine Lampe alle vier Jahre prüfen.", "Ein Wärter muss eine Lampe von 40 Lumen mit einer Lampe prüfen.", "de"},
}

func TestJudge_HowOftenIsAnsweredByHowOften(t *testing.T) { quotedFirst(t, "6 Pier", often) }

func TestDraft_HowOftenIsAnsweredByHowOften(t *testing.T) { leads(t, "6 Pier", often) }
