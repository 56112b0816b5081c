package grid

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// mostNames is the most lines that name columns among the rows of a table.
const mostNames = 4

// Names counts the lines that a table's rows begin with and that name its columns: those up to the last one whose cells are names or years, above the
// first with figures, and what stands in brackets below them. A table without figures has one such line at most.
func Names(rows []string, isRow func(string) bool) int {
	n, figures, all := 0, 0, 0
	tabbed := slices.ContainsFunc(rows, Tabbed)
	for i, row := range rows {
		switch {
		case !isRow(row) || tabbed && !Tabbed(row):
			if figures == 0 && i > 0 && i == n && bracketed.MatchString(row) {
				n = i + 1
			}
			continue
		case HoldsFigures(row):
			figures++
		case figures == 0 && i < mostNames:
			n = i + 1
		}
		if figures > 0 {
			all++
		}
	}
	if figures > 0 && 2*figures >= all {
		return n
	}
	if NamesColumns(rows) {
		return 1
	}
	return 0
}

// bracketed matches a line that says of all columns what they hold: "(in millions)".
var bracketed = regexp.MustCompile(`^[(（][^()（）]*\pL{2}[^()（）]*[)）]$`)

// NamesOthers reports whether a row below figures names the columns of those that follow: it begins another table.
func NamesOthers(rows []string) bool {
	words := strings.Fields(rows[0])
	return Tabbed(rows[0]) && !HoldsFigures(rows[0]) && (IsYear(words[len(words)-1]) || NamesColumns(rows))
}

// HoldsFigures reports whether a cell of a row behind its label is a number, and no year.
func HoldsFigures(row string) bool {
	if !Tabbed(row) {
		return !endsInYears(row)
	}
	_, cells := Cells(row)
	return slices.ContainsFunc(cells, func(c string) bool {
		words := strings.Fields(c)
		return strings.ContainsAny(c, "0123456789") && !IsYear(words[0]) && !slices.ContainsFunc(words, func(w string) bool { return !IsFigure(w) && !IsSign(w) })
	})
}

// endsInYears reports whether the numbers at the end of a row are years: it names columns.
func endsInYears(row string) bool {
	words := strings.Fields(row)
	years := 0
	for years < len(words) && IsYear(words[len(words)-1-years]) {
		years++
	}
	return years >= 2 && (years == len(words) || !IsFigure(words[len(words)-1-years]) || strings.HasSuffix(words[len(words)-1-years], ","))
}

// IsYear reports whether a word is a year or a date.
func IsYear(w string) bool {
	w = strings.Trim(w, "(),*†‡")
	return years.MatchString(w) || date.MatchString(w)
}

var date = regexp.MustCompile(`^\d{1,2}[/.]\d{1,2}[/.](?:19|20)?\d\d$`)

// IsSign reports whether a word is a sign that stands between the numbers of a row.
func IsSign(w string) bool { return w == "¥" || sign.MatchString(w) }

// IsFigure reports whether a word is a number as tables hold them: "1,234.5", "12%", "(3.4)", "1E+5", "–".
func IsFigure(w string) bool {
	digits := 0
	for _, r := range w {
		switch {
		case unicode.IsDigit(r):
			digits++
		case !strings.ContainsRune(".,%()+-–−—$€£E·*/<>≤≥", r):
			return false
		}
	}
	return digits > 0 || strings.Trim(w, "-–—") == ""
}
