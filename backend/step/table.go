package step

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite"
)

// block is a run of lines that are prose, or a table with what stands above its rows.
type block struct {
	lines []string
	table bool
	head  int // of a table: the lines that lead into it, its caption and column names
}

var caption = regexp.MustCompile(`^(?:Table|Tabelle|Tab\.)\s+[\w.]+\s*(?:[:.–—-]|$)`)

// split parts lines into prose and tables: two rows or more, with what stands above them.
func split(lines []string) []block {
	var out []block
	prose := func(list []string) {
		if len(list) > 0 {
			out = append(out, block{lines: list})
		}
	}
	from := 0
	for i := 0; i < len(lines); i++ {
		end := rowsEnd(lines, i)
		if !isRow(lines[i]) || end-i < 2 {
			continue
		}
		top := i - above(lines[from:i])
		for i+2 < end && columns.MatchString(lines[i]) {
			i++
		}
		prose(lines[from:top])
		out = append(out, block{lines[top:end], true, i - top})
		from, i = end, end-1
	}
	prose(lines[from:])
	return out
}

// rowsEnd returns the end of the rows that begin at line i; a label may take a line more than its row.
func rowsEnd(lines []string, i int) int {
	for i < len(lines) {
		switch {
		case isRow(lines[i]):
			i++
		case i+1 < len(lines) && isTitle(lines[i]) && isRow(lines[i+1]) && !columns.MatchString(lines[i+1]):
			i += 2
		default:
			return i
		}
	}
	return i
}

// mostAbove is the most lines of column names above a table: one word of a name stands on each where columns are narrow.
const mostAbove = 24

// above returns how many of the last lines belong to the table below them: its column names, and the sentence or the caption that leads
// into it. A name that goes on behind a comma, "Annual mean," above "Bq/m³", is one only under a caption.
func above(lines []string) int {
	n, sure := 0, -1
names:
	for n < len(lines) && n < mostAbove {
		line := lines[len(lines)-1-n]
		switch {
		case caption.MatchString(line):
			return n + 1
		case strings.HasSuffix(line, ":"):
			for n++; n < len(lines) && n < mostAbove && goesOn(lines[len(lines)-1-n]); n++ {
			}
			return n
		case n > 0 && isTitle(strings.TrimSuffix(line, ",")):
			if sure < 0 && strings.HasSuffix(line, ",") {
				sure = n
			}
		case !isTitle(line) && !columns.MatchString(line):
			break names
		}
		n++
	}
	if sure >= 0 {
		return sure
	}
	return n
}

// fullLine is the length in bytes from which a line of prose goes on in the next.
const fullLine = 60

func goesOn(line string) bool {
	return len(line) > fullLine && !strings.ContainsAny(line[len(line)-1:], ".:;")
}

// isTitle reports whether a line may be a column's name or the beginning of a row's label: short, and no sentence.
func isTitle(line string) bool {
	words := strings.Fields(line)
	return len(words) > 0 && len(words) <= 10 && !strings.ContainsAny(line[len(line)-1:], ".;,") && !listEntry.MatchString(line)
}

var (
	// cell matches a word that fills a column: a number, a dash for none.
	cell = regexp.MustCompile(`^[(<>≤≥+−–-]*[$€£]?\(?\d(?:[\d.,]*\d)?\)?%?\)?$|^[-–—−*]$`)
	// sign matches a word that belongs to the number beside it.
	sign = regexp.MustCompile(`^[$€£%]$|^\)$|^%\)$`)
	// columns matches a line of column names that are years.
	columns = regexp.MustCompile(`(?:^|\s)(?:(?:19|20)\d\d\s+)+(?:19|20)\d\d(?:\s|$)`)
)

// isRow reports whether a line looks like a row of a table: short, no sentence, with two numbers or more that end it or make up a quarter
// of its words.
func isRow(line string) bool {
	if strings.HasSuffix(line, ".") {
		return false
	}
	words, numbers, last, before := 0, 0, 0, ""
	for _, w := range strings.Fields(line) {
		if sign.MatchString(w) {
			continue
		}
		words++
		last++
		if !cell.MatchString(w) || placed(before) {
			last = 0
		} else if strings.ContainsAny(w, "0123456789") {
			numbers++
		}
		before = w
	}
	return words >= 3 && words <= 20 && numbers >= 2 && (numbers*4 >= words || last >= 2)
}

// units returns the table as one unit if it is short, else each row under what stands above the table.
func (b block) units() []string {
	if whole := joined(b.lines); len(whole) <= wholeList {
		return []string{whole}
	}
	head := joined(b.lines[:b.head])
	var units []string
	label := ""
	for i, row := range b.lines[b.head:] {
		if !isRow(row) {
			label = row + " "
			continue
		}
		row, label = label+row, ""
		switch {
		case !cite.Proves(row): // nothing to find it by on its page
		case head == "":
			units = append(units, joined([]string{row}))
		case i == 0:
			units = append(units, head+" "+row)
		default:
			units = append(units, head+" … "+row)
		}
	}
	return units
}

func joined(lines []string) string {
	return strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
}

// placed reports whether a number behind a word names a place in a text, "Absatz 1" or "§ 12", and fills no column.
func placed(before string) bool {
	first, _ := utf8.DecodeRuneInString(before)
	return (unicode.IsLetter(first) || first == '§') && pointing.MatchString(before)
}
