package proof

import (
	"regexp"
	"strconv"
	"strings"
)

// date is a day, a month or a year; what is not said is 0.
type date struct {
	year, month, day int
	start, end       int
}

// covers reports whether d is o, or says less than o and nothing else: "2020" covers 1 January 2020.
func (d date) covers(o date) bool {
	return (d.year == 0 || d.year == o.year) && (d.month == 0 || d.month == o.month) && (d.day == 0 || d.day == o.day)
}

var months = map[string]int{
	"january": 1, "januar": 1, "jänner": 1, "jan": 1, "february": 2, "februar": 2, "feb": 2, "march": 3, "märz": 3, "mar": 3, "april": 4, "apr": 4, "may": 5, "mai": 5,
	"june": 6, "juni": 6, "jun": 6, "july": 7, "juli": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9, "october": 10, "oktober": 10, "oct": 10, "okt": 10,
	"november": 11, "nov": 11, "december": 12, "dezember": 12, "dec": 12, "dez": 12,
}

const monthName = `(January|Januar|Jänner|Jan|February|Februar|Feb|March|März|Mar|April|Apr|May|Mai|June|Juni|Jun|July|Juli|Jul|August|Aug|September|Sept|Sep|October|Oktober|Oct|Okt|November|Nov|December|Dezember|Dec|Dez)\b\.?`

// dateForms are how dates are written, each with the places of year, month and day among its groups; 0 for none.
var dateForms = []struct {
	form             *regexp.Regexp
	year, month, day int
}{
	{regexp.MustCompile(`\b(\d{4})-(\d{2})-(\d{2})\b`), 1, 2, 3},
	{regexp.MustCompile(`\b(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})\b`), 3, 2, 1},
	{regexp.MustCompile(`\b(\d{1,2})(?:\.|st|nd|rd|th)?(?: of)? ` + monthName + `,? (\d{4})\b`), 3, 2, 1},
	{regexp.MustCompile(`\b` + monthName + ` (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`), 3, 1, 2},
	{regexp.MustCompile(`\b` + monthName + `,? (\d{4})\b`), 2, 1, 0},
	{regexp.MustCompile(`\b(\d{1,2})(?:\.|st|nd|rd|th)?(?: of)? ` + monthName), 0, 2, 1},
	{regexp.MustCompile(`\b` + monthName + ` (\d{1,2})(?:st|nd|rd|th)?\b`), 0, 1, 2},
	{regexp.MustCompile(`\b(?:FY ?)?(1[5-9]\d\d|20\d\d)\b`), 1, 0, 0},
}

// dates returns the dates of a folded text, longest forms first, and the text with blanks in their place. A bare number of four digits is a
// year only when no unit, decimals or label make it something else; that is for the caller, who is asked through isYear.
func dates(text string, isYear func(start, end int) bool) ([]date, string) {
	var out []date
	for i, f := range dateForms {
		for _, m := range f.form.FindAllStringSubmatchIndex(text, -1) {
			d := date{start: m[0], end: m[1]}
			d.year, d.month, d.day = part(text, m, f.year), part(text, m, f.month), part(text, m, f.day)
			last := i == len(dateForms)-1
			if d.month > 12 || d.day > 31 || last && !isYear(m[0], m[1]) {
				continue
			}
			out = append(out, d)
		}
		for _, d := range out {
			text = text[:d.start] + strings.Repeat(" ", d.end-d.start) + text[d.end:]
		}
	}
	return out, text
}

func part(text string, m []int, group int) int {
	if group == 0 || m[2*group] < 0 {
		return 0
	}
	word := text[m[2*group]:m[2*group+1]]
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return months[strings.ToLower(word)]
}
