package web

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var datePath = regexp.MustCompile(`/((?:19|20)\d\d)[/-](0[1-9]|1[0-2])[/-](0[1-9]|[12]\d|3[01])(?:[/_-]|$)`)

// dateIn returns the date that an address carries.
func dateIn(u *url.URL) string {
	if u == nil {
		return ""
	}
	if m := datePath.FindStringSubmatch(u.Path); m != nil {
		return isoDate(m[1] + "-" + m[2] + "-" + m[3])
	}
	return ""
}

// isoDate returns the date that s is, with or without a time of day, as ISO 8601; "" when it is none, or none that a page can have.
func isoDate(s string) string {
	s = strings.TrimSpace(s)
	for _, layout := range []string{
		time.DateOnly, "2006/01/02", "20060102", time.RFC1123, time.RFC1123Z, "Mon, 2 Jan 2006", "January 2, 2006", "2 January 2006", "Jan 2, 2006",
		"02.01.2006", "2.1.2006",
	} {
		if t, ok := parseDate(layout, s); ok && t.Year() >= 1600 && t.Year() < 2200 {
			return t.Format(time.DateOnly)
		}
	}
	return ""
}

// parseDate parses s, or the beginning of it that is as long as the layout.
func parseDate(layout, s string) (time.Time, bool) {
	if t, err := time.Parse(layout, s); err == nil {
		return t, true
	}
	if len(s) > len(layout) && strings.ContainsRune("T ", rune(s[len(layout)])) {
		t, err := time.Parse(layout, s[:len(layout)])
		return t, err == nil
	}
	return time.Time{}, false
}

// datePlace is a class, id or property of an element that shows when a page was published.
var datePlace = regexp.MustCompile(`(?i)(^|[\s_-])(date|datum|published|publish-?date|pub-?date|posted-?on|post-?date|entry-?date|timestamp|datepublished|veroeffentlicht|byline|meta)([\s_-]|$)`)

var (
	dayMonthYear = regexp.MustCompile(`(?i)\b(\d{1,2})(?:\.|st|nd|rd|th)?\s+(\p{L}{3,9})\.?,?\s+((?:19|20)\d\d)\b`)
	monthDayYear = regexp.MustCompile(`(?i)\b(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+((?:19|20)\d\d)\b`)
	numbersGiven = regexp.MustCompile(`\b(\d{1,2})\.\s?(\d{1,2})\.\s?((?:19|20)\d\d)\b`)
	isoGiven     = regexp.MustCompile(`\b(?:19|20)\d\d-\d\d-\d\d`)
)

// months are the first three letters of the English and German names.
var months = map[string]int{
	"jan": 1, "jän": 1, "feb": 2, "mar": 3, "mär": 3, "apr": 4, "may": 5, "mai": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "okt": 10,
	"nov": 11, "dec": 12, "dez": 12,
}

// dateWithin returns the first date in a few words, as ISO 8601; "" when there is none that could only be read in one way.
func dateWithin(words string) string {
	if m := dayMonthYear.FindStringSubmatch(words); m != nil {
		return dateOf(m[3], monthOf(m[2]), m[1])
	}
	if m := monthDayYear.FindStringSubmatch(words); m != nil {
		return dateOf(m[3], monthOf(m[1]), m[2])
	}
	if m := numbersGiven.FindStringSubmatch(words); m != nil {
		return dateOf(m[3], atoi(m[2]), m[1])
	}
	return isoDate(isoGiven.FindString(words))
}

func monthOf(name string) int { return months[string([]rune(strings.ToLower(name))[:3])] }

func dateOf(year string, month int, day string) string {
	pad := func(n int) string { return strconv.Itoa(100 + n)[1:] }
	return isoDate(year + "-" + pad(min(month, 99)) + "-" + pad(min(atoi(day), 99)))
}
