package figure

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// day is a day, a month or a year; what is not said is 0.
type day struct{ year, month, day int }

// covers reports whether d is o, or says less than o and nothing else: "2020" covers 1 January 2020.
func (d day) covers(o day) bool {
	return (d.year == 0 || d.year == o.year) && (d.month == 0 || d.month == o.month) && (d.day == 0 || d.day == o.day)
}

// noLeap is the year that days without one are counted in.
const noLeap = 2001

// after returns the day an amount of time later or earlier, said as precisely as d is; ok is false where that cannot be counted.
func (d day) after(value float64, u Unit) (day, bool) {
	n := int(math.Round(value))
	switch {
	case math.Abs(value-float64(n)) > 1e-6 || d.year == 0 && d.day == 0:
		return day{}, false
	case u.Dim == "month" && d.month == 0:
		return day{year: d.year + n/12}, n%12 == 0
	case u.Dim == "month" && d.year > 0:
		return d.like(time.Date(d.year, time.Month(d.month+n), max(1, d.day), 0, 0, 0, 0, time.UTC)), true
	case u.Dim == "day" && d.day > 0:
		return d.like(d.time().AddDate(0, 0, n)), true
	}
	return day{}, false
}

func (d day) time() time.Time {
	return time.Date(cmp.Or(d.year, noLeap), time.Month(max(1, d.month)), max(1, d.day), 0, 0, 0, 0, time.UTC)
}

// until returns how much time lies between two days, in the unit that both are precise in.
func (d day) until(o day) (float64, Unit) {
	if d.day > 0 && o.day > 0 {
		return math.Round(o.time().Sub(d.time()).Hours() / 24), Unit{"day", 1}
	}
	return float64((o.year-d.year)*12 + max(1, o.month) - max(1, d.month)), Unit{"month", 1}
}

// like returns a time with the precision of d.
func (d day) like(t time.Time) day {
	out := day{t.Year(), int(t.Month()), t.Day()}
	if d.day == 0 {
		out.day = 0
	}
	if d.year == 0 {
		out.year = 0
	}
	return out
}

// date returns the day that an amount names: a date, or a number that is written like a year.
func (a Amount) date() (day, bool) {
	if a.isYear() {
		return day{year: int(a.Values[0])}, true
	}
	return a.Day, a.Kind == Date
}

// IsDate reports whether an amount is a date, or a bare number that may be a year.
func (a Amount) IsDate() bool {
	_, ok := a.date()
	return ok
}

// Covers reports whether both amounts are dates and a is o, or says less than o and nothing else: "2020" covers 1 January 2020.
func (a Amount) Covers(o Amount) bool {
	d, ok := a.date()
	e, also := o.date()
	return ok && also && d.covers(e)
}

// IsMonth reports whether a word is the name of a month, or short for one.
func IsMonth(word string) bool { return monthNames[strings.ToLower(word)] > 0 }

// monthNames are the months in English and German with their abbreviations.
var monthNames = map[string]int{
	"january": 1, "januar": 1, "jänner": 1, "jan": 1, "february": 2, "februar": 2, "feb": 2, "march": 3, "märz": 3, "mar": 3,
	"april": 4, "apr": 4, "may": 5, "mai": 5, "june": 6, "juni": 6, "jun": 6, "july": 7, "juli": 7, "jul": 7, "august": 8, "aug": 8,
	"september": 9, "sep": 9, "sept": 9, "october": 10, "oktober": 10, "oct": 10, "okt": 10, "november": 11, "nov": 11,
	"december": 12, "dezember": 12, "dec": 12, "dez": 12,
}

const monthForm = `(January|Januar|Jänner|Jan|February|Februar|Feb|March|März|Mar|April|Apr|May|Mai|June|Juni|Jun|July|Juli|Jul|` +
	`August|Aug|September|Sept|Sep|October|Oktober|Oct|Okt|November|Nov|December|Dezember|Dec|Dez)\b\.?`

// dayForms are how dates are written, each with the places of year, month and day among its groups; 0 for none.
var dayForms = []struct {
	form             *regexp.Regexp
	year, month, day int
}{
	{regexp.MustCompile(`\b(\d{4})-(\d{2})-(\d{2})\b`), 1, 2, 3},
	{regexp.MustCompile(`\b(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})\b`), 3, 2, 1},
	{regexp.MustCompile(`\b(\d{1,2})/(\d{1,2})/(\d{4})\b`), 3, 1, 2},
	{regexp.MustCompile(`\b(\d{1,2})(?:\.|st|nd|rd|th)?(?: of)? ` + monthForm + `,? (\d{4})\b`), 3, 2, 1},
	{regexp.MustCompile(`\b` + monthForm + ` (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`), 3, 1, 2},
	{regexp.MustCompile(`\b` + monthForm + `,? (\d{4})\b`), 2, 1, 0},
	{regexp.MustCompile(`\b(\d{1,2})(?:\.|st|nd|rd|th)?(?: of)? ` + monthForm), 0, 2, 1},
	{regexp.MustCompile(`\b` + monthForm + ` (\d{1,2})(?:st|nd|rd|th)?\b`), 0, 1, 2},
	{regexp.MustCompile(`\bFY ?((?:19|20)\d\d)\b`), 1, 0, 0},
}

// days returns the dates of a folded text and the text with blanks in their place.
func days(text string) ([]Amount, string) {
	var out []Amount
	for _, f := range dayForms {
		for _, m := range f.form.FindAllStringSubmatchIndex(text, -1) {
			d := day{part(text, m, f.year), part(text, m, f.month), part(text, m, f.day)}
			if d.month > 12 || d.day > 31 {
				continue
			}
			out = append(out, Amount{Kind: Date, Text: text[m[0]:m[1]], Start: m[0], End: m[1], Day: d})
		}
		for _, d := range out {
			text = text[:d.Start] + strings.Repeat(" ", d.End-d.Start) + text[d.End:]
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
	return monthNames[strings.ToLower(word)]
}

func (d day) String() string {
	switch {
	case d.day > 0 && d.year > 0:
		return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day)
	case d.month > 0 && d.year > 0:
		return fmt.Sprintf("%04d-%02d", d.year, d.month)
	}
	if d.year == 0 {
		return fmt.Sprintf("--%02d-%02d", d.month, d.day)
	}
	return strconv.Itoa(d.year)
}
