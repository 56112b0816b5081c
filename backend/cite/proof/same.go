package proof

import (
	"math"
	"strings"
)

// is reports whether o states the same amount as q, or the same number of the same kind of thing. Roles are not compared.
func (q quantity) is(o quantity) bool {
	if q.label != "" || o.label != "" {
		return q.isLabel(o)
	}
	if q.per != "" && o.per != "" && q.per != o.per {
		return false
	}
	switch {
	case q.isMoney() && o.unit.dim == "" && o.noun == "" && anyTimes(o.raw, -1, q.raw): // an outflow in a table
		return true
	case q.unit.dim != "" && o.unit.dim != "":
		return q.unit.dim == o.unit.dim && (anyEqual(q.values, o.values) || q.rounds(o.values))
	case q.unit.dim != "": // a cell of a table: the unit stands in its head
		return o.noun == "" && (anyEqual(q.raw, o.raw) || anyEqual(q.values, o.values) || q.scaled && (anyTimes(o.values, 1e3, q.values) || anyTimes(o.values, 1e6, q.values) || q.rounds(o.raw)))
	case o.unit.dim != "":
		return q.noun == "" && (anyEqual(q.raw, o.raw) || anyEqual(q.values, o.values))
	}
	return anyEqual(q.values, o.values) || q.rounds(o.values) || q.scaled && anyTimes(o.values, 1e6, q.values)
}

func (q quantity) isMoney() bool {
	switch q.unit.dim {
	case "usd", "eur", "gbp", "jpy", "chf":
		return true
	}
	return false
}

// isLabel compares what numbers a section, a table, a paragraph: by its form, not by its value.
func (q quantity) isLabel(o quantity) bool {
	if strings.TrimRight(q.form, ".") != strings.TrimRight(o.form, ".") {
		return false
	}
	return q.label == o.label || o.label == "" && o.unit.dim == "" && (o.noun == "" || strings.Contains(o.form, ".")) || q.label == "" && q.unit.dim == ""
}

// comparable reports whether two amounts count the same dimension, so that they can say different things about one matter.
func (q quantity) comparable(o quantity) bool {
	if q.label != "" || o.label != "" || q.rough != o.rough {
		return false
	}
	if q.unit.dim != "" || o.unit.dim != "" {
		return q.unit.dim == o.unit.dim && (q.per == o.per || q.per == "" || o.per == "")
	}
	return q.noun != "" && q.noun == o.noun
}

// rounds reports whether q, which says "about" or has a scale word, is one of the values rounded to its own last digit.
func (q quantity) rounds(values []float64) bool {
	for _, v := range q.values {
		for _, o := range values {
			off := math.Abs(v - o)
			if q.rough && off <= math.Max(q.step/2, 0.05*math.Abs(o)) || q.scaled && off <= q.step/2 && math.Abs(v) >= 10*q.step {
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
