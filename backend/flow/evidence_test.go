package flow

import (
	"strings"
	"testing"

	"rabbithole/backend/source"
)

func TestPlace_InTheWordsOfTheDocument(t *testing.T) {
	for _, c := range []struct {
		language, heading, want string
	}{
		{"de", "Section 2 Messen", "Abschnitt 2 Messen"},
		{"en", "Section 2 Measuring", "Section 2 Measuring"},
		{"de", "§ 12 Maßnahmen", "§ 12 Maßnahmen"},
	} {
		if got := Place(source.Passage{Headings: []string{"Leitfaden", c.heading}}, c.language); got != c.want {
			t.Errorf("%s in %s is %q, want %q", c.heading, c.language, got, c.want)
		}
	}
	if got := Place(source.Passage{Headings: []string{"Section 1 alone"}}, "de"); got != "" {
		t.Errorf("the title is no section: %q", got)
	}
}

// A quote that ends inside its sentence or list ends with an ellipsis: a full stop of ours would change what it says.
func TestClosed_WhereTheSentenceGoesOn(t *testing.T) {
	for _, c := range []struct{ text, rest, want string }{
		{"Wer 1. Lampen oder 2. Kisten", "\na) mit Öl,\nb) mit Teer\nführt, meldet es.", "Wer 1. Lampen oder 2. Kisten …"},
		{"The owner names the place", ", the cause and the harm.", "The owner names the place …"},
		{"The owner closes the door", " unless the room is empty.", "The owner closes the door …"},
		{"The owner closes the door", ".\n(2) Windows stay open.", "The owner closes the door"},
		{"The owner closes the door.", "\nb) opens it", "The owner closes the door."},
		{"Small jetty 12 14", "\nLarge jetty 15 16", "Small jetty 12 14"},
		{"The owner: 1. Seals the door.", "\n2. Opens it at dawn.", "The owner: 1. Seals the door. …"},
		{"The owner: 1. Seals the door.", "\n(2) Doors are blue.", "The owner: 1. Seals the door."},
		{"The owner • seals the door", "\n• opens it", "The owner • seals the door …"},
		{"• seals the door", "\n• opens it", "• seals the door"},
		{"Jetty 12 – 14", "\n– 15 16", "Jetty 12 – 14"},
		{"Small jetty 12 14", "", "Small jetty 12 14"},
	} {
		if got := closed(c.text, c.rest); got != c.want {
			t.Errorf("%q before %q: %q, want %q", c.text, c.rest, got, c.want)
		}
	}
}

// Over a page break a quote goes on, unless it is an entry of a list whose entries before it are left out.
func TestRunsOn_OverAPageBreak(t *testing.T) {
	long := strings.Repeat("other words ", 40)
	for _, c := range []struct {
		text, rest, head, part string
		want                   bool
	}{
		{"The keeper shall keep the hives for", " 12", "Act ", "five years.", true},
		{"The keeper shall: (a) feed the bees;", "", "", "(b) count them.", true},
		{"The keeper shall:", " (a) feed the bees;", "", "(b) count them.", false},
		{"The keeper shall:", "", "", "(a) feed the bees;", true},
		{"The keeper shall:", " • " + long, "", "• count them.", false},
		{"The keeper shall:", "", "Act 2", "• count them.", true},
	} {
		if got := runsOn(c.text, c.rest, c.head, c.part); got != c.want {
			t.Errorf("%q | %q: %v", c.text, c.part, got)
		}
	}
}
