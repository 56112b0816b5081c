package step

import (
	"slices"
	"strings"

	"rabbithole/backend/cite/period"
)

// inTime returns the factor of a score for the time that is stated beside the time that is asked for.
func inTime(asked, stated []period.Period) float64 {
	stated = period.Measured(stated)
	switch {
	case len(period.Measured(asked)) == 0 || len(stated) == 0:
		return 1
	case period.Apart(asked, stated):
		return otherTime
	case period.Meet(asked, stated):
		return sameTime
	}
	return 1
}

// times returns, for each unit of a passage, the factor of its score for the time it speaks of. A sentence that names none speaks of the time
// that the nearest sentence before it names, or the title above them all.
func times(asked []period.Period, units, headings []string) map[string]float64 {
	out := map[string]float64{}
	if len(period.Measured(asked)) == 0 {
		return out
	}
	var title []period.Period
	for _, h := range slices.Backward(headings) {
		if title = period.Measured(period.Of(h)); len(title) > 0 {
			break
		}
	}
	for i, u := range units {
		stated := period.Held(u)
		if at := timedBy(units, i); len(stated) == 0 && at < i {
			stated = period.Held(units[at])
		} else if len(stated) == 0 {
			if stated = period.Of(u); len(period.Measured(stated)) == 0 {
				stated = title
			}
		}
		out[u] = inTime(asked, stated)
	}
	return out
}

// mostUntimed is how many sentences may stand between one that names a time and one that it still holds for.
const mostUntimed = 2

// timedBy returns where the sentence stands that names the time which the one at a place speaks of: the place itself where it names one or
// nobody does.
func timedBy(units []string, at int) int {
	for i := at; i >= max(0, at-mostUntimed-1) && isSentence(units[i]); i-- {
		if len(period.Held(units[i])) > 0 {
			return i
		}
	}
	return at
}

// leansOnTime reports whether a sentence is not understood without the one that names its time: it says how something went and not when.
func leansOnTime(unit string) bool {
	return went.MatchString(unit) && len(period.Held(unit)) == 0 && !strings.Contains(unit, "…")
}

// inTimeUnder returns the factor of a quote under a title.
func inTimeUnder(asked []period.Period, quote, title string) float64 {
	stated := period.Of(quote)
	if len(period.Measured(stated)) == 0 {
		stated = period.Of(title)
	}
	return inTime(asked, stated)
}

// periods returns the stretches of time that a question names.
func (q Question) periods() []period.Period { return period.Of(q.Text) }
