package refs

import (
	"strings"

	"rabbithole/backend/source"
)

// columnMentions finds the bare section numbers in the last column of a table whose header says that they are such: "Section",
// "Ref.", "Abschnitt". A number counts when the document has the section.
func columnMentions(pages []source.Page, sections []Section) []Mention {
	known := map[string]string{}
	for _, s := range sections {
		if s.Kind == KindSection || s.Kind == KindAnnex && strings.Contains(s.Number, ".") {
			known[s.Number] = s.Label
		}
	}
	silent := silentSpans(sections)
	var out []Mention
	inTable := false
	for _, l := range bodyLines(pages) {
		if columnHeader(l.text) {
			inTable = true
			continue
		}
		if !inTable {
			continue
		}
		number, ok := lastCell(l.text)
		label := known[number]
		switch {
		case !ok && endsTable(l.text):
			inTable = false
		case ok && label != "" && !inSpans(silent, pages[l.page].Number, l.start):
			m := Mention{Page: pages[l.page].Number, Start: l.end - len(number), End: l.end, Text: number, Kind: KindSection}
			m.Pointers = []Pointer{{Kind: KindSection, Number: number, Label: label}}
			out = append(out, m)
		}
	}
	return out
}

// columnHeader reports whether a line is the header of a table whose last column holds section numbers.
func columnHeader(s string) bool {
	words := strings.Fields(s)
	if len(words) < 2 || len(words) > 8 {
		return false
	}
	switch strings.ToLower(strings.Trim(words[len(words)-1], ".")) {
	case "section", "sections", "ref", "reference", "abschnitt":
		return true
	}
	return false
}

// lastCell returns the section number a table row ends in.
func lastCell(s string) (string, bool) {
	i := strings.LastIndexByte(s, ' ')
	if i < 0 {
		return "", false
	}
	number, rest := cutDecimal(s[i+1:])
	return number, number != "" && rest == "" && !strings.HasSuffix(s, ".")
}

// endsTable reports whether a line cannot belong to a table any more: a caption below it, a heading, the end of a sentence.
func endsTable(s string) bool {
	if _, _, _, ok := parseCaption(s); ok {
		return true
	}
	_, heading := parseHeading(s)
	return heading || strings.HasSuffix(s, ".") && strings.Count(s, " ") > 8
}
