package refs

import "strings"

// fewPages is up to how many pages a header need not come three times: the first page, scans and pages of pictures have none.
const fewPages = 8

// worded reports whether an edge begins with two words of its own, not with the number of a table or an article.
func (e edge) worded() bool {
	first := firstWords(e.mask, 2)
	word, _ := cutWord(first)
	_, _, caption := captionWord(word)
	return letters(first) > 5 && !caption && !strings.Contains(first, "#")
}

// bears reports whether an edge, in smaller type than the body's, begins with the document's title.
func (e edge) bears(title string, body float64) bool {
	const enough = 8 // letters that make a title distinct
	return len(title) >= enough && e.size > 0 && roundSize(e.size) < body && strings.HasPrefix(Squeeze(e.text), title)
}

// printedTitle returns the letters of the lines in the largest type of the first page with text, "" where no type is larger than the body's.
func printedTitle(lines []line) string {
	best, text := bodySize(lines), ""
	for _, l := range lines {
		switch size := roundSize(l.size); {
		case l.page != lines[0].page:
			return text
		case size > best:
			best, text = size, Squeeze(l.text)
		case size == best && text != "":
			text += Squeeze(l.text)
		}
	}
	return text
}
