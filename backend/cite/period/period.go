// Package period reads which stretch of time a text speaks of: a quarter, the first half of a year, nine months, a year, as reports and
// questions about them write it, in English and German.
//
// It promises that two stretches of different length, or two different quarters of one year, are never taken for each other. It refuses to
// know when the year of a company begins: the second quarter of 2023 and three months ended July 2, 2023 may be one and the same.
package period

import (
	"regexp"
	"slices"
)

// Period is a stretch of time that a text names; what it leaves open is 0.
type Period struct {
	Months int  // how long it is: 3, 6, 9 or 12; 0 where only a year stands there
	Nth    int  // which quarter or half of its year it is
	Year   int  // as written
	Ended  bool // the year is that of its last day: a company may call it by another
}

// Lengths in months.
const (
	quarter  = 3
	half     = 6
	fullYear = 12
)

// likens reports whether o may be such a stretch as p in some year: as long, and the same part of it.
func (p Period) likens(o Period) bool {
	return (p.Months == o.Months || p.Months == 0 || o.Months == 0) && (p.Nth == o.Nth || p.Nth == 0 || o.Nth == 0)
}

// Measured returns the periods that say how long they are.
func Measured(periods []Period) []Period {
	return slices.DeleteFunc(slices.Clone(periods), func(p Period) bool { return p.Months == 0 })
}

// Apart reports whether periods are asked for and others are stated, none of which is as long and the same part of a year. A year alone tells
// nothing: the second quarter of a year lies in it, and a sentence on this year often names only the one that it compares it with.
func Apart(asked, stated []Period) bool {
	asked, stated = Measured(asked), Measured(stated)
	return len(asked) > 0 && len(stated) > 0 && !slices.ContainsFunc(asked, func(a Period) bool { return slices.ContainsFunc(stated, a.likens) })
}

// cause matches where a sentence begins to say what its statement came of: times behind it are those of the cause.
var cause = regexp.MustCompile(`(?i),? \b(?:reflecting|(?:primarily |mainly |largely )?(?:driven by|due to)|because|as a result of|partially offset|infolge|wegen|aufgrund|weil|bedingt durch)\b`)

// Held returns how long the stretches of time are that the statement of a sentence holds for, those of its cause left out; none where it
// names none.
func Held(sentence string) []Period {
	if at := cause.FindStringIndex(sentence); at != nil {
		sentence = sentence[:at[0]]
	}
	return Measured(Of(sentence))
}
