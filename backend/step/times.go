package step

import (
	"regexp"
	"strings"
	"unicode"
)

// moment matches what says when: "the second quarter of 2023", "fiscal year 2022", "Q3", "im ersten Halbjahr". Tables say the same in other
// words ("three months ended July 2", "QTD").
var moment = regexp.MustCompile(`(?i)(?:^|[^\pL\d])(?:(?:first|second|third|fourth|last|erste[nrs]?|zweite[nrs]?|dritte[nrs]?|vierte[nrs]?)\s+)?` +
	`(?:quarters?|half(?:[ -]years?)?|quartals?|halbjahr(?:e?s)?|fiscal years?|fiscal|geschäftsjahr(?:e?s)?|fy\s?\d{2,4}|q[1-4]|(?:19|20)\d\d)(?:$|[^\pL\d])`)

// untimed returns a text without what says when; all of it where nothing else would be left.
func untimed(text string) string {
	rest := text
	for moment.MatchString(rest) { // neighbours share the space between them
		rest = moment.ReplaceAllString(rest, " ")
	}
	if strings.ContainsFunc(rest, unicode.IsLetter) {
		return strings.Join(strings.Fields(rest), " ")
	}
	return text
}
