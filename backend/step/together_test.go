package step

import (
	"slices"
	"testing"

	"rabbithole/backend/cite"
)

func TestListsTogether_EntriesOfOneListStandTogether(t *testing.T) {
	const lead = "§ 9 Damp: (1) The keeper of a cellar tells the guild, without being asked,"
	texts := []string{lead + " … (c) what it costs.", "Another rule holds.", lead + " … (b) who does it …", lead + " (a) when a wall is damp …", "The last rule … (a) holds."}
	var lines []cite.Sentence
	for i, text := range texts {
		lines = append(lines, cite.Sentence{Text: text, Block: i, Item: true})
	}
	var got []string
	for i, line := range listsTogether(lines) {
		got = append(got, line.Text)
		if line.Block != i {
			t.Errorf("%q in block %d", line.Text, line.Block)
		}
	}
	if want := []string{texts[3], texts[2], texts[0], texts[1], texts[4]}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
