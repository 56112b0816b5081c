package proof

import (
	"cmp"
	"math"
	"strings"
)

// is reports whether o states the same amount as q, or the same number of the same kind of thing. Roles are not compared.
func (q quantity) is(o quantity) bool {
	if q.isLabel() || o.isLabel() {
		return q.isPlace(o)
	}
	if q.otherRate(o) {
		return false
	}
	switch {
	case q.isMoney() && o.Unit.Dim == "" && o.noun == "" && anyTimes(o.Raw, -1, q.Raw): // an outflow in a table
		return true
	case q.Unit.Dim != "" && o.Unit.Dim != "":
		return q.Unit.Dim == o.Unit.Dim && (anyEqual(q.Values, o.Values) || q.rounds(o.Values))
	case q.Unit.Dim != "": // a cell of a table: the unit stands in its head
		return o.noun == "" && (anyEqual(q.Raw, o.Raw) || anyEqual(q.Values, o.Values) ||
			q.Scaled && (anyTimes(o.Values, 1e3, q.Values) || anyTimes(o.Values, 1e6, q.Values) || q.rounds(o.Raw)))
	case o.Unit.Dim != "":
		return q.noun == "" && (anyEqual(q.Raw, o.Raw) || anyEqual(q.Values, o.Values))
	}
	return anyEqual(q.Values, o.Values) || q.rounds(o.Values) || q.Scaled && anyTimes(o.Values, 1e6, q.Values)
}

// otherRate reports whether two amounts are rates of different times. "20 mSv" may be meant per year where nothing is said; "20 km" is
// no "20 km/h".
func (q quantity) otherRate(o quantity) bool {
	said := q.Per.Dim != "" && o.Per.Dim != "" || strings.Contains(q.Text+o.Text, "/")
	return said && q.Per != o.Per
}

func (q quantity) isMoney() bool {
	switch q.Unit.Dim {
	case "usd", "eur", "gbp", "jpy", "chf", "inr":
		return true
	}
	return false
}

// isPlace compares what numbers a section, a table, a paragraph: by its form, not by its value.
func (q quantity) isPlace(o quantity) bool {
	if cmp.Or(q.Name, q.Text) != cmp.Or(o.Name, o.Text) {
		return false
	}
	a, b := q.place(), o.place()
	return a == b || b == "" && o.Unit.Dim == "" && (o.noun == "" || strings.Contains(o.Text, ".")) || a == "" && q.Unit.Dim == ""
}

// comparable reports whether two amounts count the same dimension, so that they can say different things about one matter.
func (q quantity) comparable(o quantity) bool {
	if q.isLabel() || o.isLabel() || q.rough != o.rough {
		return false
	}
	if q.Unit.Dim != "" || o.Unit.Dim != "" {
		return q.Unit.Dim == o.Unit.Dim && !q.otherRate(o)
	}
	return q.noun != "" && q.noun == o.noun
}

// rounds reports whether q, which says "about" or has a scale word, is one of the values rounded to its own last digit.
func (q quantity) rounds(values []float64) bool {
	for _, v := range q.Values {
		for _, o := range values {
			off := math.Abs(v - o)
			if q.rough && off <= math.Max(q.Step/2, 0.05*math.Abs(o)) || q.Scaled && off <= q.Step/2 && math.Abs(v) >= 10*q.Step {
				return true
			}
		}
	}
	return false
}

func anyEqual(a, b []float64) bool { return anyTimes(a, 1, b) }

func anyTimes(a []float64, factor float64, b []float64) bool {
	for _, x := range a {
		for _, y := range b {
			if math.Abs(x*factor-y) <= 1e-9*math.Max(math.Abs(y), 1e-12) {
				return true
			}
		}
	}
	return false
}
