package pagetext

import (
	"regexp"
	"strings"
	"time"
	"unicode"
)

// Tidy returns s on one line, without control characters and double blanks.
func Tidy(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return ' '
		}
		if zeroWidth(r) || r == unicode.ReplacementChar || r == '\u00AD' {
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

var (
	wordProcessor = regexp.MustCompile(`(?i)^microsoft (word|powerpoint|excel) *- *`)
	fileName      = regexp.MustCompile(`(?i)^\S.*\.(docx?|rtf|odt|indd|qxd|tex|dvi|ps|pdf|xlsx?|pptx?|txt|html?|cdr|fm|pmd|wpd)$`)
	noTitle       = regexp.MustCompile(`(?i)^(untitled.*|unbenannt.*|document ?\d*|dokument ?\d*|title|titel|none|null|-|\(anonymous\)|slide \d+|powerpoint[- ]pr.*)$`)
)

// Title returns a title from a file's metadata, or "" when it is what a program left there and not a title.
func Title(s string) string {
	s = wordProcessor.ReplaceAllString(Tidy(s), "")
	if fileName.MatchString(s) || noTitle.MatchString(s) {
		return ""
	}
	if !strings.ContainsFunc(s, unicode.IsLetter) {
		return ""
	}
	return s
}

// Date returns the ISO 8601 date of a PDF date such as "D:20191205143000+01'00'", or "" when it is none.
func Date(s string) string {
	s = strings.TrimPrefix(Tidy(s), "D:")
	if len(s) >= 10 {
		if t, err := time.Parse(time.DateOnly, s[:10]); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	digits := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if digits < 0 {
		digits = len(s)
	}
	for _, form := range [][2]string{{"20060102", "2006-01-02"}, {"200601", "2006-01"}, {"2006", "2006"}} {
		if digits < len(form[0]) {
			continue
		}
		if t, err := time.Parse(form[0], s[:len(form[0])]); err == nil && t.Year() > 1900 {
			return t.Format(form[1])
		}
	}
	return ""
}
