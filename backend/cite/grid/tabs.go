package grid

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Extraction divides the cells of a row by tabs where it saw their columns on the page. Then cells may hold words, of which lines alone tell
// nothing.

// Tabbed reports whether the cells of a line are divided by tabs. The mark of an entry with its text is a list.
func Tabbed(line string) bool {
	cells := tabCells(strings.TrimSpace(line))
	return len(cells) > 2 || len(cells) == 2 && !listEntry.MatchString(cells[0]+" ") && strings.ContainsFunc(cells[0], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// tabCells returns the cells of a line that tabs divide, "" for one that the row leaves empty and for one that the cell left of it stands over, too.
func tabCells(line string) []string {
	out := strings.Split(strings.Trim(line, " \r\n"), "\t")
	for i, c := range out {
		out[i] = strings.Join(strings.Fields(c), " ")
	}
	return out
}

// Tidy returns a line with one blank between its words and one tab between its cells.
func Tidy(line string) string { return strings.Join(tabCells(line), "\t") }

// NamesColumns reports whether the first of some tabbed rows names the columns of the others: short cells of words, none of which stands
// again among what its column holds.
func NamesColumns(rows []string) bool {
	if len(rows) < 2 || !Tabbed(rows[0]) || !Tabbed(rows[1]) {
		return false
	}
	names := tabCells(rows[0])
	for i, name := range names {
		if name == "" { // the one before stands over its column, too
			continue
		}
		if len(name) > mostName || !strings.ContainsFunc(name, unicode.IsLetter) || strings.ContainsAny(name[len(name)-1:], ".;") || slices.Contains(names[:i], name) {
			return false
		}
		for _, row := range rows[1:] {
			if cells := tabCells(row); i < len(cells) && cells[i] == name {
				return false
			}
		}
	}
	return !likeRows(names, rows[1:])
}

// likeRows reports whether names are but the first of rows of words: as long as what stands below in the widest column, and every cell begins as the most
// below it do, in a capital or not, with a letter or not.
func likeRows(names []string, rows []string) bool {
	var widest, name int
	for i, first := range names {
		var long []int
		alike := 0
		for _, row := range rows {
			if cells := tabCells(row); i < len(cells) && cells[i] != "" {
				long = append(long, utf8.RuneCountInString(cells[i]))
				if begins(cells[i]) == begins(first) {
					alike++
				}
			}
		}
		if len(long) < 2 || 2*alike <= len(long) {
			return false
		}
		slices.Sort(long)
		if middle := long[len(long)/2]; middle > widest {
			widest, name = middle, utf8.RuneCountInString(first)
		}
	}
	return widest >= wide && 2*name > widest
}

// begins tells what a cell begins with.
func begins(cell string) int {
	switch r, _ := utf8.DecodeRuneInString(cell); {
	case unicode.IsUpper(r):
		return 1
	case unicode.IsLetter(r):
		return 2
	case unicode.IsDigit(r):
		return 3
	}
	return 0
}

// wide is how many letters what a column holds has at least to be told from its name.
const wide = 24

// mostName is the most bytes of a column's name.
const mostName = 90

// ofTabs returns the table that quoted lines of a page are rows of, the first behind so many others; false where they are not all such rows. Tabs
// divide their cells.
func ofTabs(page, quoted []string, before int) (Table, bool) {
	for _, b := range Split(page) {
		if before -= len(b.Lines); before >= 0 {
			continue
		}
		rows, head := quoted, b.Lines[:b.Head]
		for len(rows) > 0 && slices.ContainsFunc(head, func(line string) bool { return strings.Trim(line, "\t") == strings.Trim(rows[0], "\t") }) {
			rows = rows[1:]
		}
		t, width := Table{}, 0
		for _, row := range rows {
			cells := quotedCells(row, b.Lines[b.Head:])
			if cells == nil {
				return t, false
			}
			t.Rows, width = append(t.Rows, cells), max(width, len(cells))
		}
		if !b.Table || width < 2 {
			break
		}
		t.under(head, width)
		return t, true
	}
	return Table{}, false
}

// under gives a table of so many cells a row what stands above it: names of columns, which may stand over several columns and lines, and a caption.
func (t *Table) under(head []string, width int) {
	var caption []string
	for _, line := range head {
		names := tabCells(line)
		if len(names) == width-1 && Tabbed(line) { // the column of labels has no name
			names = slices.Insert(names, 0, "")
		}
		if len(names) != width {
			caption = append(caption, line)
			continue
		}
		if t.Columns == nil {
			t.Columns = make([]string, width-1)
		}
		t.Label = strings.TrimSpace(t.Label + " " + names[0])
		for i, name := range names[1:] {
			if name == "" && i > 0 {
				names[i+1] = names[i]
			}
			t.Columns[i] = strings.TrimSpace(t.Columns[i] + " " + names[i+1])
		}
	}
	t.Caption = strings.Join(strings.Fields(strings.Join(caption, " ")), " ")
}

// quotedCells returns the cells of a quoted row, empty ones for those of its row on the page that the quote leaves out at its end, or a heading of rows
// alone; nil when no row begins so.
func quotedCells(quoted string, rows []string) []string {
	for _, row := range rows {
		switch {
		case row == quoted && !Tabbed(row):
			return []string{row}
		case Tabbed(quoted) && strings.HasPrefix(row, quoted):
			cells := tabCells(quoted)
			return append(cells, make([]string, max(0, len(tabCells(row))-len(cells)))...)
		}
	}
	return nil
}
