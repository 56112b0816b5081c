package proof

import (
	"strings"

	"rabbithole/backend/chunk"
)

// list is a list on a page: where what leads into it and its entries stand. An entry reaches to the next, lists within it included.
type list struct {
	lead    [2]int
	entries [][2]int
}

// lists returns the lists of a page, those within others too.
func lists(page string) []list {
	spans := chunk.Sentences(page, language(page))
	var out []list
	for i := 1; i < len(spans); i++ {
		if mark := chunk.MarkOf(page[spans[i][0]:]); mark.First() {
			if l := (list{lead: spans[i-1], entries: siblings(page, spans[i:])}); len(l.entries) > 1 {
				out = append(out, l)
			}
		}
	}
	return out
}

// siblings returns the entries of the list that the first of spans begins: what stands between two of them belongs to the first, and the
// last ends with its sentence. Bullets tell nothing of their order: theirs end with the first sentence that has none.
func siblings(page string, spans [][2]int) [][2]int {
	entries := [][2]int{spans[0]}
	last := chunk.MarkOf(page[spans[0][0]:])
	for _, span := range spans[1:] {
		switch mark := chunk.MarkOf(page[span[0]:]); {
		case mark.Follows(last):
			entries[len(entries)-1][1] = end(page, span[0])
			entries, last = append(entries, span), mark
		case mark.Alike(last) && mark.First(), mark.Paragraph(), last.Label == "" && mark == (chunk.Mark{}):
			return entries
		}
	}
	return entries
}

// end returns where text before byte at ends, white space left out.
func end(page string, at int) int { return len(strings.TrimRight(page[:at], " \t\n\r")) }
