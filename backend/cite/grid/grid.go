// Package grid tells the tables in the text of a page: where one begins, what stands above its rows, which words fill its columns.
//
// Text extracted from a page keeps the lines of a table and mostly loses its columns. Where extraction saw them it divides the cells of a row
// by tabs; elsewhere the package finds them again by the numbers that end a row. It promises that every word it returns stands on the page,
// in the order of the page. It names a column only where the names are as many as the cells of each row: what it does not know it leaves as
// lines. It refuses to guess from what words mean.
package grid

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Table is quoted rows of a table with what stands above them on the page.
type Table struct {
	Caption string     `json:"caption,omitempty"` // above the rows: what names no single column
	Label   string     `json:"label,omitempty"`   // the name of the column of labels, "" when it has none
	Columns []string   `json:"columns,omitempty"` // names of the columns behind the label; nil when unknown
	Rows    [][]string `json:"rows"`              // a label, "" for none, and its cells; a heading among the rows has none
	After   string     `json:"after,omitempty"`   // quoted below the rows
}

// Of returns the table that bytes [start, end) of a page's text quote, under its head as it stands on the page; false where they quote prose.
func Of(text string, start, end int) (Table, bool) {
	quoted := linesOf(text[start:end])
	if len(quoted) > 0 && Tabbed(quoted[len(quoted)-1]) {
		return ofTabs(linesOf(text), quoted, len(linesOf(text[:strings.LastIndex(text[:start], "\n")+1])))
	}
	first, last, rows := span(quoted)
	if rows == 0 || rows*2 < last-first+1 {
		return Table{}, false
	}
	head, headings, found := headOf(linesOf(text), quoted[first])
	if !found && rows < minThin || len(quoted)-last > 3 {
		return Table{}, false
	}
	first -= labelOf(quoted[:first], quoted[first], head)
	above := quoted[:first]
	for _, heading := range slices.Backward(headings) {
		if n := len(above); n > 0 && above[n-1] == heading {
			above = above[:n-1]
		}
	}
	lead := strings.Join(above, " ")
	if top := strings.Join(head, " "); !strings.Contains(lead, top) {
		if strings.Contains(top, lead) {
			lead = top
		} else {
			lead += " " + top
		}
	}
	t := Table{Caption: strings.TrimSpace(lead), After: strings.Join(quoted[last+1:], " "), Rows: rowsOf(quoted[first : last+1])}
	t.name(head)
	for _, heading := range slices.Backward(headings) {
		t.Rows = slices.Insert(t.Rows, 0, []string{heading})
	}
	return t, true
}

// minThin is how many rows of one cell are a table, where none has more.
const minThin = 3

func linesOf(text string) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if line = Tidy(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// span returns the first and the last row among lines, and how many there are.
func span(lines []string) (first, last, rows int) {
	for i, line := range lines {
		if fills(line) {
			if rows++; rows == 1 {
				first = i
			}
			last = i
		}
	}
	return first, last, rows
}

// fills reports whether a line is a row, be it of one cell only.
func fills(line string) bool {
	if IsRow(line) {
		return !columns.MatchString(line)
	}
	if onlyCells(line) {
		return true
	}
	label, cells := Cells(line)
	return label != "" && len(cells) == 1 && len(line) < fullLine && strings.ContainsAny(cells[0], "0123456789") && !years.MatchString(cells[0]) && !caption.MatchString(line)
}

// onlyCells reports whether a line is nothing but cells: a row whose label stands on the lines above it.
func onlyCells(line string) bool {
	label, cells := Cells(line)
	return label == "" && len(cells) > 1 && !columns.MatchString(line)
}

// headOf returns what stands above the table of a page that a row belongs to, and the headings within it that hold for the row. A table that a heading or a note
// interrupts goes on below it with as many cells in a row.
func headOf(page []string, row string) (head, headings []string, found bool) {
	cells, between := 0, 0
	for _, b := range Split(page) {
		if !b.Table {
			between += len(b.Lines)
			continue
		}
		_, mine := Cells(b.Lines[len(b.Lines)-1])
		if b.Head > 0 || between > mostBetween || len(mine) != cells {
			head = b.Lead()
			for i, line := range slices.Backward(head) {
				if fills(line) { // the last row of another table
					head = head[i+1:]
					break
				}
			}
		}
		cells, between = len(mine), 0
		for _, e := range b.Entries() {
			if e.Row == row || strings.HasSuffix(e.Row, " "+row) {
				return head, e.Headings, true
			}
		}
	}
	return nil, nil, false
}

// mostBetween is the most lines that interrupt a table.
const mostBetween = 3

// labelOf returns how many of the lines above a row are its label: those directly above that the head does not hold.
func labelOf(above []string, row string, head []string) int {
	label, _ := Cells(row)
	n := 0
	for n < min(mostLabel, len(above)) && !slices.Contains(head, above[len(above)-1-n]) && (begun(label) || mark.MatchString(above[len(above)-1-n])) && len(above[len(above)-1-n]) < fullLine {
		n++
	}
	return n
}

// begun reports whether a label goes on from the line above it: there is none, or it is a mark, or it begins in lower case.
func begun(label string) bool {
	first, _ := utf8.DecodeRuneInString(label)
	return label == "" || mark.MatchString(label) || unicode.IsLower(first)
}

// rowsOf parts lines into rows; a line without cells is the beginning of the next row's label, or a heading of its own.
func rowsOf(lines []string) [][]string {
	var out [][]string
	var above []string
	for _, line := range lines {
		if !fills(line) {
			above = append(above, line)
			continue
		}
		label, cells := Cells(line)
		if begun(label) {
			label = strings.TrimSpace(strings.Join(append(above, label), " "))
			above = nil
		}
		for _, heading := range above {
			out = append(out, []string{heading})
		}
		above = nil
		out = append(out, append([]string{label}, cells...))
	}
	return out
}

// Cells parts a row into its label and the cells at its end; a sign belongs to the number beside it, a footnote's mark to the label.
func Cells(row string) (label string, cells []string) {
	if Tabbed(row) {
		cells = tabCells(row)
		return cells[0], cells[1:]
	}
	words := strings.Fields(row)
	end := len(words)
	for end > 0 {
		from := end - 1
		for from > 0 && closing.MatchString(words[from]) {
			from--
		}
		if !cell.MatchString(words[from]) || from > 0 && place.MatchString(words[from-1]) {
			break
		}
		if from > 0 && opening.MatchString(words[from-1]) {
			from--
		}
		cells = append(cells, strings.Join(words[from:end], " "))
		end = from
	}
	slices.Reverse(cells)
	if len(cells) > 1 && mark.MatchString(cells[0]) && !mark.MatchString(cells[1]) {
		end, cells = end+1, cells[1:]
	}
	return strings.Join(words[:end], " "), cells
}

var (
	years   = regexp.MustCompile(`^(?:19|20)\d\d$`)
	opening = regexp.MustCompile(`^[$€£¥]$`)
	closing = regexp.MustCompile(`^[%‰)]$|^%\)$|^\)%$`)
)

// name gives the columns their names where the head ends with as many as each row has cells.
func (t *Table) name(head []string) {
	width := 0
	for _, row := range t.Rows {
		switch n := len(row) - 1; {
		case n == 0:
		case width == 0:
			width = n
		case width != n:
			return
		}
	}
	for end := len(head); end > 0; end-- {
		for n := 1; n <= end; n++ {
			if n < end && strings.HasSuffix(head[end-n-1], ",") { // in the middle of a date
				continue
			}
			tail := names().FindString(strings.Join(head[end-n:end], " "))
			before, ok := strings.CutSuffix(t.Caption, strings.TrimSpace(tail+" "+strings.Join(head[end:], " ")))
			if found := columnName().FindAllString(tail, -1); ok && len(found) == width && width > 0 {
				t.Columns, t.Caption = grouped(found, head[:end-n]), strings.TrimSpace(before)
				for _, heading := range slices.Backward(head[end:]) {
					t.Rows = slices.Insert(t.Rows, 0, []string{heading})
				}
				return
			}
		}
		if strings.ContainsAny(head[end-1], "0123456789") { // below the names stand headings of rows only
			return
		}
	}
}

// A column of figures is named by a time or by what is done with them: "June 30, 2023", "Q1 2023", "2022 vs. 2021", "Change", "%".
const nameForm = `(?:[$€£%] ?Change|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2},? (?:19|20)\d\d|\d{1,2}\. ?\pL{3,9} (?:19|20)\d\d|\d{1,2}\.\d{1,2}\.(?:19|20)\d\d|` +
	`(?:Q[1-4]|H[12]|FY|GJ)[ /-]?(?:(?:19|20)\d\d|\d\d)|(?:19|20)\d\d(?: ?vs\.? ?(?:19|20)\d\d|[/–-]\d\d(?:\d\d)?)?[A-Ea-e*]?|Change|Growth|Veränderung|Total|bps|[$€£%#∆Δ]|in %|\+/- ?%?)`

// grouped puts before the names of columns the stretches of time that stand above them in one line, each over as many: "Three Months Ended Six
// Months Ended" over four days.
func grouped(names, above []string) []string {
	for _, line := range slices.Backward(above) {
		over := stretch().FindAllString(line, -1)
		if len(over) == 0 {
			continue
		}
		if len(over) > 1 && len(names)%len(over) == 0 {
			for i := range names {
				names[i] = over[i*len(over)/len(names)] + " " + names[i]
			}
		}
		return names
	}
	return names
}

// stretch matches the name of a group of columns: a stretch of time that the day below it ends.
var stretch = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:(?:\pL{3,12}(?:-\pL+)?|\d{1,2}) (?:months?|weeks?)|quarters?|(?:fiscal )?years?|(?:\pL{3,6}|\d{1,2}) monate|quartal|(?:geschäfts)?jahr) (?:ended|ending|zum|bis zum)\b`)
})

var (
	columnName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(nameForm) })
	names      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:` + nameForm + `\s+)*` + nameForm + `$`) })
)
