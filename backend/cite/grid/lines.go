package grid

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Block is a run of lines that are prose, or a table with what stands above its rows.
type Block struct {
	Lines []string
	Table bool
	Head  int // of a table: the lines that lead into it, its caption and column names
}

var caption = regexp.MustCompile(`^(?:Table|Tabelle|Tab\.)\s+[\w.]+\s*(?:[:.–—-]|$)`)

// Split parts lines into prose and tables: two rows or more, with what stands above them.
func Split(lines []string) []Block {
	var out []Block
	prose := func(list []string) {
		if len(list) > 0 {
			out = append(out, Block{Lines: list})
		}
	}
	from := 0
	for i := 0; i < len(lines); i++ {
		end := rowsEnd(lines, i)
		if !IsRow(lines[i]) || end-i < 2 {
			continue
		}
		top := i - above(lines[from:i])
		switch {
		case !Tabbed(lines[i]):
			for i+2 < end && columns.MatchString(lines[i]) {
				i++
			}
		case slices.ContainsFunc(lines[i:end], hasFigures):
			top = i - aboveTabs(lines[from:i], mostHead)
		default:
			top = i - aboveTabs(lines[from:i], 0)
		}
		i += Names(lines[i:end], Tabbed)
		prose(lines[from:top])
		out = append(out, Block{lines[top:end], true, i - top})
		from, i = end, end-1
	}
	prose(lines[from:])
	return out
}

func hasFigures(line string) bool { return Tabbed(line) && HoldsFigures(line) }

// rowsEnd returns the end of the rows that begin at line i; a label may take a line more than its row.
func rowsEnd(lines []string, i int) int {
	for figures := false; i < len(lines); i++ {
		label, found := 0, IsRow(lines[i])
		if !found {
			if label = labelLines(lines[i:]); label == 0 {
				label = between(lines[i:], figures)
			}
			if label == 0 || columns.MatchString(lines[i+label]) {
				return i
			}
		}
		row := lines[i+label:]
		if figures && NamesOthers(row[:min(len(row), fewRows)]) {
			return i
		}
		figures = figures || hasFigures(row[0])
		i += label
	}
	return i
}

// fewRows is how many rows tell whether the first of them names the columns of the others.
const fewRows = 3

// between returns how many lines stand above a row with figures, or any whose columns are known where one above has figures: headings of groups, and
// what a long label begins with.
func between(lines []string, figures bool) int {
	for n, line := range lines[:min(len(lines), mostLabel+1)] {
		switch {
		case Tabbed(line) && (figures || HoldsFigures(line)):
			return n
		case Tabbed(line) || line == "" || Ends(line) || listEntry.MatchString(line):
			return 0
		}
	}
	return 0
}

// labelLines returns how many lines stand above the row they are the label of, 0 when no row follows: a heading, a line of the label, the
// mark of a footnote. Above a row of cells alone stand all the lines of its label.
func labelLines(lines []string) int {
	words, titles := 0, true
	for n, line := range lines[:min(len(lines), mostLabel+2)] {
		switch {
		case n > 0 && onlyCells(line) && words <= mostLabel:
			return n
		case n > 0 && IsRow(line):
			if words > 1 || !titles || n > mostLabel {
				return 0
			}
			return n
		case mark.MatchString(line):
		case line == "" || Ends(line) || len(line) > longLabel || listEntry.MatchString(line):
			return 0
		default:
			words++
			titles = titles && isTitle(line)
		}
	}
	return 0
}

// Ends reports whether a line ends a sentence or an entry of a list. A shortened word ends none.
func Ends(line string) bool {
	return strings.HasSuffix(line, ";") || strings.HasSuffix(line, ".") && !Shortened(line)
}

// Shortened reports whether a text ends with an abbreviation that has its dots inside too: "the U.S."
func Shortened(text string) bool { return shortened().MatchString(text) }

var shortened = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|[^\pL])(?:\pL\.){2,}$`) })

// mostLabel is the most lines of a label above its row, longLabel the most bytes of one.
const (
	mostLabel = 3
	longLabel = 130
)

// mark matches the mark of a footnote that stands on a line of its own.
var mark = regexp.MustCompile(`^(?:\(?\d{1,2}\)|\([a-z]\)|[*†‡]+)$`)

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
		case strings.HasSuffix(line, ":") && len(line) < fullLine/2 && led(lines[:len(lines)-1-n]): // a heading of rows below the names of the columns
		case strings.HasSuffix(line, ":"):
			return leadIn(lines, n, mostAbove)
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

// aboveTabs returns how many of the last lines belong to the table below them whose columns are known: its caption, or what leads into it, and at most
// so many short lines before that.
func aboveTabs(lines []string, most int) int {
	head := 0
	for n := range min(len(lines), max(most, mostLabel)) {
		switch line := lines[len(lines)-1-n]; {
		case caption.MatchString(line):
			return n + 1
		case n > head:
		case strings.HasSuffix(line, ":"):
			return leadIn(lines, n, most+mostLabel)
		case head < most && line != "" && len(line) < longLabel && !Ends(line) && !listEntry.MatchString(line) && !fills(line):
			head++
		}
	}
	return head
}

// leadIn returns how many of the last lines lead into a table, at most so many, where the one before the last n ends with a colon: all that it goes on from.
func leadIn(lines []string, n, most int) int {
	for n++; n < len(lines) && n < most && goesOn(lines[len(lines)-1-n]); n++ {
	}
	return n
}

// led reports whether lines end with names of columns below a sentence that leads into the table.
func led(lines []string) bool {
	for n := 1; n <= min(len(lines), mostAbove/2); n++ {
		switch line := lines[len(lines)-n]; {
		case strings.HasSuffix(line, ":"):
			return n > 1 && len(line) >= fullLine
		case !isTitle(strings.TrimSuffix(line, ",")) && !columns.MatchString(line) || IsRow(line) && !columns.MatchString(line):
			return false
		}
	}
	return false
}

// mostHead is the most lines above rows with figures whose columns are known that say of what, for when and in which unit they are.
const mostHead = 6

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
	cell = regexp.MustCompile(`^[(<>≤≥+−–-]*[$€£]?\(?\d(?:[\d.,]*\d)?\)?%?\)?$|^(?:[-–—−]{1,3}|\*)$`)
	// sign matches a word that belongs to the number beside it.
	sign = regexp.MustCompile(`^[$€£%]$|^\)$|^%\)$`)
	// columns matches a line of column names that are years.
	columns = regexp.MustCompile(`(?:^|\s)(?:(?:19|20)\d\d\s+)+(?:19|20)\d\d(?:\s|$)`)
)

// IsRow reports whether a line looks like a row of a table: short, no sentence, with two cells or more that end it, or numbers that make up a quarter
// of its words.
func IsRow(line string) bool {
	if Tabbed(line) {
		return true
	}
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
		if !cell.MatchString(w) || place.MatchString(before) {
			last = 0
		} else if strings.ContainsAny(w, "0123456789") {
			numbers++
		}
		before = w
	}
	return words >= 3 && words <= 20 && (numbers >= 2 && numbers*4 >= words && last >= 1 || numbers >= 1 && last >= 2)
}

// place matches a word behind which a number names a place in a text or a day, and fills no column: "Absatz 1", "§ 12", "June 30".
var place = regexp.MustCompile(`(?i)^(?:§+|abs(?:atz|ätze|\.)?|satz|sätze|nr\.|nummern?|art(?:\.|icles?|ikel)?|sec(?:\.|tions?)?|paragraphs?|para\.|points?|anlage|anhang|annex(?:es)?|appendix|tabelle|tables?|teil|part|kapitel|chapters?|abschnitt|buchst(?:\.|abe)|figure|abbildung|rfc|no\.|page|seite|step|und|oder|bis|and|or|to|january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez)\.?)$`)

// listEntry matches the mark that an entry of a list begins with.
var listEntry = regexp.MustCompile(`^(?:\(?\d{1,2}[a-z]?[.)]|\(?[a-z]{1,4}\)|[-–—•▪*●·])\s`)
