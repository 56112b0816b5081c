package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/report/plain"
)

// count prints n with its noun: "1 page", "1,204 pages".
func (w words) count(n int, c counted) string {
	form := c.many
	if n == 1 {
		form = c.one
	}
	return fmt.Sprintf(form, w.grouped(n))
}

// grouped prints n with a mark between thousands.
func (w words) grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + w.thousand + s[i:]
	}
	return s
}

// fraction prints a score with two decimals.
func (w words) fraction(x float64) string {
	return strings.Replace(strconv.FormatFloat(x, 'f', 2, 64), ".", w.decimal, 1)
}

// duration prints "8.4 s", "2 min 5 s" or "1 h 12 min".
func (w words) duration(d time.Duration) string {
	switch {
	case d < time.Minute-50*time.Millisecond:
		return strings.Replace(strconv.FormatFloat(d.Seconds(), 'f', 1, 64), ".", w.decimal, 1) + " s"
	case d < time.Hour-500*time.Millisecond:
		s := int(d.Round(time.Second).Seconds())
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	}
	m := int(d.Round(time.Minute).Minutes())
	return fmt.Sprintf("%s h %d min", w.grouped(m/60), m%60)
}

// date prints "20 November 2026, 12:16"; "" for the zero time.
func (w words) date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return fmt.Sprintf(w.dateForm, t.Day(), w.months[t.Month()-1], t.Year(), t.Format("15:04"))
}

// Day prints an ISO 8601 date in a language, "20 November 2026", and what is none as it is.
func Day(language, iso string) string { return wordsFor(language).day(iso) }

// day prints an ISO 8601 date as "20 November 2026", and what is none as it is.
func (w words) day(iso string) string {
	t, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return clean(iso)
	}
	day, _, _ := strings.Cut(w.date(t), ",")
	return day
}

// source prints "file.pdf, p. 12".
func (w words) source(name string, page int, label string) string {
	name = clean(name)
	if p := w.pageOf(page, label); p != "" {
		return name + ", " + p
	}
	return name
}

// quoted puts quote marks around text.
func (w words) quoted(text string) string { return w.quoteOpen + clean(text) + w.quoteClose }

// verdict names a verdict; what is unknown is unproven.
func (w words) verdict(v cite.Verdict) string {
	switch v {
	case cite.Supported:
		return w.supported
	case cite.Contradicted:
		return w.contradicted
	case cite.Shortened:
		return w.shortened
	}
	return w.unproven
}

// verdictMark is a sign for a verdict that differs in shape, not only in colour.
func verdictMark(v cite.Verdict) string {
	switch v {
	case cite.Supported:
		return "✓"
	case cite.Contradicted:
		return "✕"
	case cite.Shortened:
		return "…"
	}
	return "○"
}

// whyOpen translates the reason of an open reference; a reason of somebody else is printed as it is.
func (w words) whyOpen(reason string) string {
	switch reason {
	case "not in the library":
		return w.notInLibrary
	case "place not found":
		return w.nowhere
	case "on the web":
		return w.outThere
	case "budget":
		return w.budget
	case "old version":
		return w.oldVersion
	case "not among the chosen documents":
		return w.notChosen
	}
	return clean(reason)
}

// clean makes text of a document or a person fit to print on one line.
func clean(text string) string { return plain.Line(text) }

// shorten cuts text to at most n characters.
func shorten(text string, n int) string { return plain.Shorten(text, n) }
