package outline

import (
	"slices"
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/layout"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// region is a run of lines with a role of its own: a table of contents, an index.
type region struct {
	first, last int // indexes into the document's lines
	role        source.Role
}

// isContentsLine reports whether a line is an entry of a table of contents by its leader dots.
func isContentsLine(s string) bool {
	body := strings.TrimRightFunc(s, func(r rune) bool {
		return unicode.IsDigit(r) || unicode.IsSpace(r) || strings.ContainsRune("ivxlcIVXLC-/", r)
	})
	dots := 0
	for i := len(body); i > 0; i-- {
		switch body[i-1] {
		case '.':
			dots++
		case ' ':
		default:
			return dots >= 4 || dots >= 1 && strings.HasSuffix(body[:i], "…")
		}
	}
	return dots >= 4
}

// contentsTitle and indexTitle know the titles such parts have.
func contentsTitle(s string) bool {
	return numbering.OneOf(strings.ToLower(strings.Trim(s, " :.")), "contents", "table of contents", "inhalt", "inhaltsverzeichnis", "inhaltsübersicht", "list of figures", "list of tables",
		"abbildungsverzeichnis", "tabellenverzeichnis", "目次", "目录", "目錄")
}

func indexTitle(s string) bool {
	return numbering.OneOf(strings.ToLower(strings.Trim(s, " :.")), "index", "subject index", "stichwortverzeichnis", "sachregister", "sachverzeichnis", "stichwortregister", "索引")
}

// findRegions finds the tables of contents and the index of a document.
func findRegions(lines []layout.Line) []region {
	var regions []region
	for i := 0; i < len(lines); i++ {
		last := -1
		switch {
		case contentsTitle(lines[i].Text):
			last = contentsEnd(lines, i)
		case isContentsLine(lines[i].Text):
			last = leaderEnd(lines, i)
		case indexTitle(lines[i].Text) && i > len(lines)*6/10 && looksLikeIndex(lines[i+1:]):
			regions = append(regions, region{i, len(lines) - 1, source.Index})
			return regions
		}
		if last > i {
			regions = append(regions, region{i, last, source.Contents})
			i = last
		}
	}
	return regions
}

// entryGap is how many lines without a page number one entry of a table of contents may run over.
const entryGap = 4

// contentsEnd returns the last line of the table of contents whose title is line i, i when nothing of the sort follows.
func contentsEnd(lines []layout.Line, i int) int {
	last, entries, page := i, 0, 0
	for j := i + 1; j < len(lines) && j <= last+entryGap; j++ {
		n, ok := lastNumber(lines[j].Text)
		if isContentsLine(lines[j].Text) || ok && n >= page {
			last, entries, page = j, entries+1, max(n, page)
		}
	}
	if entries >= 3 {
		return last
	}
	return repeatedEnd(lines, i)
}

// leaderEnd returns the last line of a run of leader lines that begins at line i, i when there are too few.
func leaderEnd(lines []layout.Line, i int) int {
	last, entries := i, 1
	for j := i + 1; j < len(lines) && j <= last+entryGap; j++ {
		if isContentsLine(lines[j].Text) {
			last, entries = j, entries+1
		}
	}
	if entries < 3 {
		return i
	}
	return last
}

// repeatedEnd finds the end of a table of contents without page numbers: the headings it lists begin again with its first entry.
func repeatedEnd(lines []layout.Line, i int) int {
	first, ok := heading{}, false
	for j := i + 1; j < min(len(lines), i+4) && !ok; j++ {
		first, ok = ParseHeading(lines[j].Text)
	}
	if !ok {
		return i
	}
	entries := 0
	for j := i + 2; j < len(lines); j++ {
		h, ok := ParseHeading(lines[j].Text)
		if !ok {
			continue
		}
		if h.Kind == first.Kind && h.Number == first.Number && refs.Squeeze(h.title) == refs.Squeeze(first.title) && entries >= 2 {
			return j - 1
		}
		if entries++; j-i > 6*(entries+2) {
			break
		}
	}
	return i
}

// lastNumber returns the page number a line ends in after some words.
func lastNumber(s string) (int, bool) {
	words := strings.Fields(s)
	if len(words) < 2 {
		return 0, false
	}
	last := words[len(words)-1]
	n, ok := numbering.BareNumber(last)
	return n, ok && len(last) <= 4 && strings.ContainsFunc(s, unicode.IsLetter)
}

func looksLikeIndex(lines []layout.Line) bool {
	n := min(len(lines), 60)
	hits := 0
	for _, l := range lines[:n] {
		if _, ok := lastNumber(l.Text); ok {
			hits++
		}
	}
	return n >= 4 && hits*2 >= n
}

// roleOf returns the role of line i, "" for body.
func roleOf(regions []region, i int) source.Role {
	k, found := slices.BinarySearchFunc(regions, i, func(r region, i int) int {
		switch {
		case r.last < i:
			return -1
		case r.first > i:
			return 1
		}
		return 0
	})
	if !found {
		return ""
	}
	return regions[k].role
}
