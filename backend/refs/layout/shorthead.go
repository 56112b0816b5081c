package layout

import (
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
)

// fewPages is up to how many pages a header need not come three times: the first page, scans and pages of pictures have none.
const fewPages = 8

// worded reports whether an edge begins with two words of its own, not with the number of a table or an article.
func (e edge) worded() bool {
	first := numbering.FirstWords(e.mask, 2)
	word, _ := numbering.CutWord(first)
	_, _, caption := numbering.CaptionWord(word)
	return numbering.Letters(first) > 5 && !caption && !strings.Contains(first, "#")
}

// bears reports whether an edge, in smaller type than the body's, begins with the document's title.
func (e edge) bears(title string, body float64) bool {
	const enough = 8 // letters that make a title distinct
	return len(title) >= enough && e.Size > 0 && RoundSize(e.Size) < body && strings.HasPrefix(refs.Squeeze(e.Text), title)
}

// printedTitle returns the letters of the lines in the largest type of the first page with text, "" where no type is larger than the body's.
func printedTitle(lines []Line) string {
	best, text := BodySize(lines), ""
	for _, l := range lines {
		switch size := RoundSize(l.Size); {
		case l.Page != lines[0].Page:
			return text
		case size > best:
			best, text = size, refs.Squeeze(l.Text)
		case size == best && text != "":
			text += refs.Squeeze(l.Text)
		}
	}
	return text
}
