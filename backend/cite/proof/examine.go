package proof

import (
	"strconv"
	"strings"
)

// amounts looks for every number of the claim, with its unit, in the cited text.
func (x *exam) amounts() {
	for _, q := range x.claim.quantities {
		if q.trivial() || q.counts(x.claim.text) {
			continue
		}
		switch found, apart := x.amount(q); {
		case len(found) == 0:
			x.missing = append(x.missing, q.text)
			if o, ok := x.instead(q); ok {
				x.contrary = true
				x.doubt(true, "other number", q.text, o)
			} else {
				x.doubt(true, "no number", q.text)
			}
		case opposed(q, found):
			x.contrary = x.contrary || x.sameMatter(q, found)
			x.doubt(true, "bound", q.text, found[0].in.around(found[0].quantity))
		case loose(q, found):
			x.doubt(true, "bound", q.text, found[0].in.around(found[0].quantity))
		case x.reversed(q, found) != "":
			x.doubt(true, "antonym", x.reversed(q, found))
		case apart != "":
			x.doubt(true, "apart", q.text, apart)
		}
	}
}

// trivial reports whether a number is no more than a word: "one of the rooms" is no amount of its own.
func (q quantity) trivial() bool {
	return q.label == "" && q.unit.dim != "" && words[strings.ToLower(q.form)] == 1
}

// counts reports whether a number only counts the parts of its own sentence: "(1) the owner, (2) the tenant".
func (q quantity) counts(text string) bool {
	return q.start > 0 && q.end < len(text) && text[q.start-1] == '(' && text[q.end] == ')' && len(q.form) <= 2 && q.label == ""
}

// place is a quantity in the sentence it stands in.
type place struct {
	quantity
	in statement
}

// amount returns where q stands. apart is another amount of its kind that stands in a sentence which says far more of what the claim says:
// then the claim has the right number of another thing.
func (x *exam) amount(q quantity) (found []place, apart string) {
	subject := x.claim.clauseAt(q.start)
	with, without := 0.0, 0.0
	for i, list := range [][]statement{x.cited, x.near} {
		for _, s := range list {
			var here []place
			other := ""
			for _, o := range s.quantities {
				switch {
				case q.is(o):
					here = append(here, place{o, s})
				case q.comparable(o):
					other = o.text
				}
			}
			for _, d := range s.dates {
				if len(q.raw) > 0 && q.unit.dim == "" && float64(d.year) == q.raw[0] && d.month == 0 {
					here = append(here, place{q, s})
				}
			}
			found = append(found, here...)
			cover := x.covered(subject, s)
			if len(here) > 0 {
				with = max(with, cover)
			} else if other != "" && i == 0 && cover > without {
				without, apart = cover, other
			}
		}
	}
	if without < sameSubject || without < with+0.35 || len(subject) < 3 {
		apart = ""
	}
	return found, apart
}

// opposed reports whether every place bounds q the other way round.
func opposed(q quantity, found []place) bool {
	for _, o := range found {
		if !q.role.opposed(o.role) {
			return false
		}
	}
	return true
}

// loose reports whether q is bounded otherwise than everywhere in the text: "less than" is not "at most".
func loose(q quantity, found []place) bool {
	for _, o := range found {
		if q.role == o.role || q.role == plain && !(o.role == above || o.role == below) || o.role == plain && q.role != above && q.role != below {
			return false
		}
	}
	return q.label == ""
}

// sameMatter reports whether one of the places is in a cited sentence about what the claim says of q.
func (x *exam) sameMatter(q quantity, found []place) bool {
	subject := x.claim.clauseAt(q.start)
	for _, o := range found {
		if x.isCited(o.in) && x.about(subject, o.in.clauseAt(o.start)) {
			return true
		}
	}
	return false
}

func (x *exam) isCited(s statement) bool {
	for _, c := range x.cited {
		if c.text == s.text {
			return true
		}
	}
	return false
}

// instead returns the one amount that a cited sentence states where the claim has q: same subject, same kind of amount, same bound.
func (x *exam) instead(q quantity) (string, bool) {
	subject := x.claim.clauseAt(q.start)
	for _, s := range x.cited {
		var others []quantity
		for _, o := range s.quantities {
			if q.comparable(o) && !x.claims(o) {
				others = append(others, o)
			}
		}
		if len(others) == 1 && others[0].role == q.role && s.condition == x.claim.condition && x.sameNegation(q, s, others[0]) && x.about(subject, s.clauseAt(others[0].start)) && x.sameNames(s) {
			return others[0].text, true
		}
	}
	return "", false
}

// claims reports whether the claim itself has the amount.
func (x *exam) claims(o quantity) bool {
	for _, q := range x.claim.quantities {
		if q.is(o) {
			return true
		}
	}
	return false
}

func (x *exam) sameNegation(q quantity, s statement, o quantity) bool {
	return x.claim.clauseOf(q.start).negated == s.clauseOf(o.start).negated
}

func (s statement) clauseOf(at int) clause {
	for _, c := range s.clauses {
		if at >= c.start && at <= c.end {
			return c
		}
	}
	return clause{}
}

// sameNames reports whether claim and sentence name the same: what holds in one town, law or year may be otherwise in another.
func (x *exam) sameNames(s statement) bool {
	lower := strings.ToLower(s.text)
	for _, n := range x.claim.names() {
		if !holds(lower, n) && !holds(x.all, n) {
			return false
		}
	}
	mine := strings.ToLower(x.claim.text)
	for _, n := range s.names() {
		if !holds(mine, n) {
			return false
		}
	}
	return true
}

// dates looks for every date of the claim in the cited text.
func (x *exam) dates() {
	for _, d := range x.claim.dates {
		if x.hasDate(d) {
			continue
		}
		x.missing = append(x.missing, d.text)
		if o, ok := x.otherDate(d); ok {
			x.contrary = true
			x.doubt(true, "other date", d.text, o)
		} else {
			x.doubt(true, "no date", d.text)
		}
	}
}

func (x *exam) hasDate(d date) bool {
	for _, list := range [][]statement{x.cited, x.near} {
		for _, s := range list {
			for _, o := range s.dates {
				if d.covers(o) || o.year == 0 && o.month == d.month && o.day == d.day && strings.Contains(x.all, strconv.Itoa(d.year)) {
					return true
				}
			}
			for _, q := range s.quantities {
				if d.month == 0 && q.unit.dim == "" && len(q.raw) > 0 && q.raw[0] == float64(d.year) {
					return true
				}
			}
		}
	}
	return false
}

// otherDate returns the one date that a cited sentence about the same thing has where the claim has d.
func (x *exam) otherDate(d date) (string, bool) {
	for _, s := range x.cited {
		var others []date
		for _, o := range s.dates {
			if o.precision() == d.precision() {
				others = append(others, o)
			}
		}
		if len(others) == 1 && len(x.claim.dates) == 1 && d.month > 0 && x.about(x.claim.clauseAt(d.start), s.clauseAt(others[0].start)) && x.sameNames(s) {
			return others[0].text, true
		}
	}
	return "", false
}

// names looks for every proper name of the claim in the cited text, its section and its document's name.
func (x *exam) names() {
	for _, n := range x.claim.names() {
		if !holds(x.all, n) {
			x.doubt(true, "no name", n.text)
		}
	}
}
