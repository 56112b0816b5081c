package grid

import (
	"regexp"
	"slices"
	"strings"
)

// Entry is a row of a table with the headings among the rows that it stands under.
type Entry struct {
	Headings []string // as they stand: a period, "2021", that holds until the next, and what else stands above a group of rows
	Row      string   // its label and its cells
}

// Lead returns the lines that hold for all rows of a table: what stands above them but for a period, which holds until the next. The year of a
// date that the line above begins names a column.
func (b Block) Lead() []string {
	head := b.Lines[:b.Head]
	if n := len(head); n > 0 && period.MatchString(head[n-1]) && !(n > 1 && strings.HasSuffix(head[n-2], ",")) {
		return head[:n-1]
	}
	return head
}

// Entries returns the rows of a table.
func (b Block) Entries() []Entry {
	var out []Entry
	var above, group []string
	current, of := "", ""
	for _, line := range b.Lines[len(b.Lead()):] {
		if !IsRow(line) && !(len(above) > 0 && onlyCells(line)) {
			above = append(above, line)
			continue
		}
		label, cells := Cells(line)
		row := line
		if n := len(above); n > 0 && (begun(label) || mark.MatchString(above[n-1])) {
			from := n - 1
			for from > 0 && (mark.MatchString(above[from]) || label == "" && !strings.HasSuffix(above[from-1], ":") && !period.MatchString(above[from-1])) {
				from--
			}
			row, above = strings.Join(append(slices.Clone(above[from:]), line), " "), above[:from]
		}
		for _, heading := range above {
			if period.MatchString(heading) {
				current, group = heading, nil
				continue
			}
			group = []string{heading}
		}
		above = nil
		e := Entry{Row: row}
		if current != "" {
			e.Headings = append(e.Headings, current)
		}
		e.Headings = append(e.Headings, group...)
		switch byYear := len(cells) > 1 && years.MatchString(cells[0]); {
		case byYear && label == "" && row == line && of != "":
			e.Headings = append(e.Headings, of) // a name stands before the first of its years alone
		case byYear:
			of = label
		default:
			of = ""
		}
		out = append(out, e)
		if len(group) > 0 && totals(label, group[0]) {
			group = nil
		}
	}
	return out
}

// period matches a heading that says for when the rows below it hold.
var period = regexp.MustCompile(`^(?:\D{0,24} )?(?:\D{0,12} \d{1,2}, )?(?:(?:19|20)\d\d|(?:Q[1-4]|H[12]|FY|GJ)[ /-]?\d{2,4}):?$`)

var (
	total = regexp.MustCompile(`(?i)^(?:total|sum(?:me)?|gesamt|insgesamt)\b`)
	word  = regexp.MustCompile(`\pL+`)
)

// totals reports whether the label of a row adds up the rows below a heading: "Total", "Total revenues" below "Revenues:". What comes
// behind stands under that heading no more.
func totals(label, heading string) bool {
	of := total.FindString(label)
	if of == "" {
		return false
	}
	own := word.FindAllString(strings.ToLower(label[len(of):]), -1)
	return len(own) == 0 || slices.Equal(own, word.FindAllString(strings.ToLower(heading), -1))
}
