package detect

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/layout"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/refs/outline"
	"rabbithole/backend/source"
)

// columnMentions finds the bare section numbers in a table whose header says that a column holds such: "Section", "See", "Abschnitt".
// A number counts when the document has the section.
func columnMentions(pages []source.Page, lines []layout.Line, sections []refs.Section) []refs.Mention {
	known := map[string]string{}
	for _, s := range sections {
		if s.Kind == refs.KindSection || s.Kind == refs.KindAnnex && strings.Contains(s.Number, ".") {
			known[s.Number] = s.Label
		}
	}
	silent := refs.SilentSpans(sections)
	var out []refs.Mention
	inTable := false
	for _, l := range lines {
		page := pages[l.Page].Number
		switch {
		case columnHeader(l.Text):
			inTable = true
		case inTable && endsTable(l.Text):
			inTable = false
		case inTable && !refs.InSpans(silent, page, l.Start):
			for _, at := range sectionCells(l.Text, known) {
				number := l.Text[at[0]:at[1]]
				m := refs.Mention{Page: page, Start: l.Start + at[0], End: l.Start + at[1], Text: number, Kind: refs.KindSection}
				m.Pointers = []refs.Pointer{{Kind: refs.KindSection, Number: number, Label: known[number]}}
				out = append(out, m)
			}
		}
	}
	return out
}

// columnHeader reports whether a line is a table's header with a column of section numbers: a few words in capitals, no sentence.
func columnHeader(s string) bool {
	words := strings.Fields(s)
	if len(words) < 2 || len(words) > 8 {
		return false
	}
	found := false
	for i, w := range words {
		if !unicode.IsUpper(numbering.FirstRune(w)) {
			return false
		}
		switch strings.ToLower(strings.TrimSuffix(w, ".")) {
		case "section", "sections", "see", "ref", "reference", "abschnitt":
			found = found || i > 0
		}
	}
	return found && !strings.ContainsAny(s, ",;:()")
}

// sectionCells returns where the last section numbers of a row stand: decimals of sections the document has, side by side. A number that
// opens the row, or follows the word "Section", is none of them.
func sectionCells(s string, known map[string]string) [][2]int {
	var out [][2]int
	for end := len(s); end > 0; {
		start := strings.LastIndexAny(s[:end], " \t") + 1
		cell := strings.Trim(s[start:end], ",;")
		if isDecimal(cell) && known[cell] != "" {
			before := strings.ToLower(strings.TrimSpace(s[:start]))
			if before == "" || strings.HasSuffix(before, "section") || strings.HasSuffix(before, "appendix") {
				return nil
			}
			out = append(out, [2]int{start, start + len(cell)})
		} else if len(out) > 0 {
			break
		}
		end = start - 1
	}
	return out
}

// isDecimal reports whether a cell is the number of a section and no more: "15.5.5".
func isDecimal(cell string) bool {
	n, rest := numbering.CutDecimal(cell)
	return n == cell && rest == "" && strings.Contains(n, ".")
}

// endsTable reports whether a line cannot belong to a table any more: a caption below it, a heading, the end of a sentence.
func endsTable(s string) bool {
	if _, _, _, ok := outline.ParseCaption(s); ok {
		return true
	}
	h, heading := outline.ParseHeading(s)
	if heading && h.Rank == numbering.RankDecimal { // "404 Not Found 15.5.5" is a row
		heading = !isDecimal(s[strings.LastIndexAny(s, " \t")+1:])
	}
	return heading || strings.HasSuffix(s, ".") && strings.Count(s, " ") > 8
}
