package proof

import (
	"regexp"
	"strings"
)

// role is how a number bounds what it counts.
type role int

const (
	plain role = iota
	below      // less than
	atMost
	atLeast
	above // more than
)

// upper and lower say on which side of the number the thing counted lies.
func (r role) upper() bool { return r == below || r == atMost }
func (r role) lower() bool { return r == atLeast || r == above }

// opposed reports whether two bounds of one number exclude one another.
func (r role) opposed(o role) bool { return r.upper() && o.lower() || r.lower() && o.upper() }

// comparators stand before a number, the longer ones first where one is the end of another.
var comparators = []struct {
	form *regexp.Regexp
	role role
}{
	{regexp.MustCompile(`(?i)(?:(?:^|[^\pL])(?:at most|up to|(?:not?|never) (?:be |last |take )?(?:more|longer|later|higher|greater|older) than|not (?:to )?exceed(?:ing)?|maximum(?: of)?|max\.|within|at or below|equal to or less than|` +
		`höchstens|maximal|längstens|spätestens|bis zu|nicht (?:mehr|länger|höher|größer|später|älter) als|nicht über|nicht oberhalb von|innerhalb(?: von)?|binnen)|<=|≤) ?$`), atMost},
	{regexp.MustCompile(`(?i)(?:(?:^|[^\pL])(?:at least|(?:not?|never) (?:be |last |take )?(?:less|fewer|shorter|earlier|lower) than|minimum(?: of)?|min\.|not before|not below|at or above|equal to or more than|` +
		`mindestens|wenigstens|minimal|frühestens|nicht (?:weniger|kürzer|früher|niedriger|kleiner) als|nicht unter|nicht vor)|>=|≥) ?$`), atLeast},
	{regexp.MustCompile(`(?i)(?:(?:^|[^\pL])(?:(?:less|fewer|shorter|lower|smaller|younger) than|below|under|(?:weniger|kürzer|kleiner|niedriger|geringer|jünger) als|unter|unterhalb von)|<) ?$`), below},
	{regexp.MustCompile(`(?i)(?:(?:^|[^\pL])(?:(?:more|longer|greater|higher|larger|older) than|above|over|exceed(?:s|ed|ing)?|exceedance(?: \pL+){0,3}|überschreitung(?:en)?(?: \pL+){0,3}|(?:mehr|länger|größer|höher|älter) als|über|oberhalb von)|>) ?$`), above},
}

// behind are comparators that follow a number in the same clause, as German verbs do.
var behind = []struct {
	form *regexp.Regexp
	role role
}{
	{regexp.MustCompile(`(?i)^[^.;:]{0,60}?(?:^|[^\pL])(?:nicht (?:[\pL]+ ){0,2}?(?:überschr[ei]+t\pL*|überstieg\pL*|übersteig\pL*)|not (?:be |have been )?exceeded)`), atMost},
	{regexp.MustCompile(`(?i)^[^.;:]{0,60}?(?:^|[^\pL])nicht (?:[\pL]+ ){0,2}?unterschr[ei]+t\pL*`), atLeast},
	{regexp.MustCompile(`(?i)^ ?(?:or|oder) (?:less|fewer|weniger|darunter|below|lower|kürzer|shorter)\b`), atMost},
	{regexp.MustCompile(`(?i)^ ?(?:or|oder) (?:more|mehr|darüber|above|higher|länger|longer)\b`), atLeast},
	{regexp.MustCompile(`(?i)^[^.;:,]{0,60}?(?:^|[^\pL])(?:überschr[ei]+t\pL*|übersteig\pL*|(?:is|are|was|were|be) exceeded)`), above},
	{regexp.MustCompile(`(?i)^[^.;:,]{0,60}?(?:^|[^\pL])unterschr[ei]+t\pL*`), below},
}

var (
	fillerBefore = regexp.MustCompile(`(?i)\b(?:of|von|a|an|the|einer|einem|einen|eines|der|den|dem|zu|ein|as|wie) $`)
	roughly      = regexp.MustCompile(`(?i)(?:(?:^|[^\pL])(?:about|around|approximately|approx\.|roughly|nearly|almost|some|rund|etwa|ca\.|circa|ungefähr|fast|knapp)|~|≈) ?$`)
)

// bound finds how the number at [start, end) of text is bounded: by the words before it, else by those behind it. It returns the bytes of
// text that say so, whose negations are no negations of the sentence.
func bound(text string, start, end int) (r role, rough bool, from, to int) {
	before := text[max(0, start-60):start]
	for range 3 {
		if m := roughly.FindStringIndex(before); m != nil {
			rough, before = true, before[:m[0]]
		}
		for _, c := range comparators {
			if m := c.form.FindStringIndex(before); m != nil {
				at := start - len(text[max(0, start-60):start]) + m[0]
				return c.role, rough, at, start
			}
		}
		trimmed := fillerBefore.ReplaceAllString(before, "")
		if trimmed == before {
			break
		}
		before = trimmed
	}
	rest := text[end:]
	for _, c := range behind {
		if m := c.form.FindStringIndex(rest); m != nil && !strings.Contains(rest[:m[1]], ". ") {
			return c.role, rough, end, end + m[1]
		}
	}
	return plain, rough, start, start
}
