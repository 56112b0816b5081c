package ask

import (
	"strings"
	"testing"
)

func TestAsks(t *testing.T) {
	page := "The keeper lights the lantern. " + strings.Repeat("When it is dusk, a second lantern is lit. The keeper sees to it. ", 8)
	for text, want := range map[string]bool{
		page:                                   false,
		page + "Who pays for it?":              true,
		page + "Explain who pays for it.":      true,
		"Summarise this: " + page:              true,
		page + "I want to know who pays.":      true,
		"Which lanterns does the keeper light": true,
		"Der Wärter zündet die Laterne an. Wenn es dämmert, wird eine zweite angezündet.": false,
		"Bitte erkläre das. Der Wärter zündet die Laterne an.":                            true,
	} {
		if got := Asks(text); got != want {
			t.Errorf("%q asks: %v", text, got)
		}
	}
}
