package proof

import (
	"regexp"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite/period"
)

// wentBy matches a sentence that says how something went: it holds for a stretch of time, which the sentence before it may name.
var wentBy = regexp.MustCompile(`(?i)\b(?:rose|fell|increas\w+|decreas\w+|dropped|grew|declin\w+|improved|stieg\w*|sank\w*|gestiegen|gesunken)\b`)

// untimed doubts a quote that says how something went and leaves to the sentences before it when that was, under a label that names another time
// or several: then the reader takes it for the wrong one.
func (c Checker) untimed(label, body string, s Source) []string {
	named := period.Measured(period.Of(label))
	if len(named) == 0 || !s.placed() || !wentBy.MatchString(body) || len(period.Held(body)) > 0 {
		return nil
	}
	before := timeBefore(s)
	held := period.Held(before)
	if len(held) == 0 || !period.Apart(named, held) && len(named) == 1 {
		return nil
	}
	return []string{say(c.Language, "other time", before)}
}

// mostUntimed is how many sentences before a quote are looked at for its time.
const mostUntimed = 3

// timeBefore returns the sentence that names the time which the sentence of a quote holds for: the nearest before it on its page, "" where
// none does.
func timeBefore(s Source) string {
	spans := chunk.Sentences(s.Page, language(s.Page))
	at := 0
	for at < len(spans) && spans[at][1] <= s.Start {
		at++
	}
	for back := at - 1; back >= max(0, at-mostUntimed); back-- {
		if text := fold(s.Page[spans[back][0]:spans[back][1]]); len(period.Held(text)) > 0 {
			return text
		}
	}
	return ""
}
