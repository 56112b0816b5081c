package extract_test

import (
	"testing"

	"rabbithole/backend/source"
)

// What opens a part of a document is a sentence of its text: neither a note, nor a caption, nor what says that a table follows.
func TestTopicSentence_LeavesOutWhatStandsBesideTheText(t *testing.T) {
	k := newEngine(t)
	for _, c := range []struct{ language, text, want string }{
		{"en", "Note: The columns show the means of all rooms in the year.\nRadon enters a building through cracks in its floor.", "Radon enters a building through cracks in its floor."},
		{"en", "Table 4-1 lists the rooms that were measured in the harbour office.\nThe office stands on gravel that lets soil gas rise.", "The office stands on gravel that lets soil gas rise."},
		{"en", "The following figure shows how the fans are connected to the pipes.\nA fan draws the air from below the slab.", "A fan draws the air from below the slab."},
		{"de", "Anmerkung: Die Werte sind Mittel über alle Räume des Gebäudes.\nRadon dringt durch Risse im Boden in das Gebäude ein.", "Radon dringt durch Risse im Boden in das Gebäude ein."},
		{"de", "Abbildung 2 zeigt, wie die Messgeräte im Keller verteilt wurden.\nDie Messung dauert ein ganzes Jahr und beginnt im Herbst.", "Die Messung dauert ein ganzes Jahr und beginnt im Herbst."},
		{"en", "Notes of a lantern keeper fill the first part of the book.", "Notes of a lantern keeper fill the first part of the book."},
	} {
		if got := k.TopicSentence(source.Document{Language: c.language}, source.Passage{Text: c.text}); got != c.want {
			t.Errorf("%q opens with %q, want %q", c.text, got, c.want)
		}
	}
}
