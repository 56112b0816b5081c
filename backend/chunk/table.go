package chunk

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// table is a run of lines that are rows.
type table struct {
	first, last int
	header      int // line that names the columns, -1 when none is seen
}

// minRows is how many rows in a row make a table.
const minRows = 3

// findTables finds the tables among the lines of a section, by first line (the header, where there is one).
func findTables(lines []refs.TextLine) map[int]table {
	found := map[int]table{}
	for i := 0; i < len(lines); i++ {
		if !isRow(lines[i].Text) {
			continue
		}
		last := i
		for last+1 < len(lines) && isRow(lines[last+1].Text) {
			last++
		}
		if last-i+1 >= minRows {
			t := table{first: i, last: last, header: -1}
			if i > 0 && namesColumns(lines[i-1].Text) && (len(found) == 0 || !within(found, i-1)) {
				t.first, t.header = i-1, i-1
			}
			found[t.first] = t
		}
		i = last
	}
	return found
}

func within(found map[int]table, i int) bool {
	for _, t := range found {
		if t.first <= i && i <= t.last {
			return true
		}
	}
	return false
}

// isRow reports whether a line looks like a row: cells between bars or wide gaps, or mostly numbers.
func isRow(s string) bool {
	if strings.Count(s, "|") >= 2 || strings.Count(s, "\t") >= 2 {
		return true
	}
	words := strings.Fields(s)
	if len(words) < 3 {
		return false
	}
	numbers := 0
	for _, w := range words {
		if isCell(w) {
			numbers++
		}
	}
	return numbers >= 2 && numbers*2 >= len(words)
}

// isCell reports whether a word is a number as tables hold them: "1,234.5", "12%", "(3.4)", "1E+5", "–".
func isCell(w string) bool {
	digits := 0
	for _, r := range w {
		switch {
		case unicode.IsDigit(r):
			digits++
		case !strings.ContainsRune(".,%()+-–−—$€£E·*/<>≤≥", r):
			return false
		}
	}
	return digits > 0 || w == "-" || w == "–" || w == "—"
}

// namesColumns reports whether a line can be a table's header: a few words that are no sentence.
func namesColumns(s string) bool {
	words := strings.Fields(s)
	return len(words) >= 2 && len(words) <= 24 && len(s) < 240 && !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, ";") && !beginsItem(s)
}

// blocks makes a block of each row.
func (t table) blocks(lines []refs.TextLine) []block {
	var header []source.Span
	if t.header >= 0 {
		header = []source.Span{span(lines[t.header])}
	}
	out := make([]block, 0, t.last-t.first+1)
	for i := t.first; i <= t.last; i++ {
		b := block{ranges: []source.Span{span(lines[i])}, tokens: Tokens(lines[i].Text), level: item, table: true}
		if i != t.header {
			b.header = header
		}
		if i == t.first {
			b.level = paragraph
		}
		out = append(out, b)
	}
	return out
}
