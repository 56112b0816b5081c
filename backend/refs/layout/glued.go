package layout

import (
	"strings"

	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// glued finds running headers that stand at the end of a line of running text: where the last word of a page is broken, its hyphen
// joins it to whatever comes next in the file, which is often the header.
func glued(pages []source.Page, lines [][]Line, spans [][]source.Span) {
	header := commonHeader(pages, spans)
	if header == "" {
		return
	}
	for i := range pages {
		if hasHeader(pages[i].Text, spans[i], header) {
			continue
		}
		for k := max(0, len(lines[i])-2*edgeDepth); k < len(lines[i]); k++ {
			l := lines[i][k]
			at := strings.LastIndex(l.Text, header)
			if at <= 0 || len(l.Text)-at >= len(header)+30 {
				continue
			}
			_, number := numbering.BareNumber(l.Text[:at])
			if number || l.Text[at-1] != ' ' {
				spans[i] = append(spans[i], source.Span{Page: pages[i].Number, Start: l.Start + at, End: l.End})
				break
			}
		}
	}
}

// commonHeader returns the words most of the furniture begins with, without the part that follows the text; "" when fewer than half of
// the pages have them or they are too short to be told from the text.
func commonHeader(pages []source.Page, spans [][]source.Span) string {
	count := map[string]int{}
	for i := range spans {
		for _, s := range spans[i] {
			count[beforeDigit(HeaderWords(pages[i].Text[s.Start:s.End]))]++
		}
	}
	best := ""
	for h, n := range count {
		if len(h) >= 6 && n*2 >= len(pages) && (n > count[best] || n == count[best] && h < best || best == "") {
			best = h
		}
	}
	return best
}

// beforeDigit cuts what follows the first digit: page numbers.
func beforeDigit(s string) string {
	if i := strings.IndexAny(s, "0123456789"); i >= 0 {
		s = s[:i]
	}
	return strings.TrimSpace(s)
}

func hasHeader(text string, spans []source.Span, header string) bool {
	for _, s := range spans {
		if strings.Contains(text[s.Start:s.End], header) {
			return true
		}
	}
	return false
}

// HeaderWords cuts the part of a running header that follows the text: everything from the section number on.
func HeaderWords(s string) string {
	s = numbering.Fold(s)
	for _, cut := range []string{" §", " Teil ", " Anlage ", " Kapitel ", " Article ", " Chapter ", " Section "} {
		s, _, _ = strings.Cut(s, cut)
	}
	return strings.TrimLeft(s, "0123456789 -–|")
}
