package figure

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Derivation is the step of arithmetic by which a figure follows from others.
type Derivation struct {
	Figure  string // as the sentence has it
	Formula string // "3 x 1,200 = 3,600", in figures as they stand in the texts; "" where it may be one sum or another
}

// mostOperands bounds what is combined: with hundreds of figures something always fits by chance.
const mostOperands = 400

// derive looks for one step that leads to a: a sum, a difference, a product, a ratio, a share or a change in percent of two figures, a
// sum of three, a day so much later or earlier.
func (k known) derive(a Amount, own []Amount) (Derivation, bool) {
	if a.Kind == Label {
		return Derivation{}, false
	}
	if d, ok := k.deriveDay(a); ok || a.Kind == Date {
		return d, ok
	}
	operands := k.operands(a, own)
	exact := a
	exact.Rough = false
	var sums candidates
	for i, x := range operands {
		for j, y := range operands {
			if i == j || byChance(x, y, own) || sums.full(x, y) {
				continue
			}
			for _, s := range steps {
				if v, u, ok := s.of(x, y); ok && meets(a, v, u, x, y) {
					sums.add(x, y, !x.rarely && !y.rarely && meets(exact, v, u, x, y), s.print(x, y, a))
				}
			}
		}
	}
	if len(sums.exact[2]) == 0 {
		if s, ok := shareOfSum(exact, operands); ok {
			return s, true
		}
	}
	if sums.found {
		return Derivation{a.Text, sums.one(len(operands) <= fewOperands || digitsIn(a.Text) > 2)}, true
	}
	if d, ok := meanOfTwo(a, operands); ok {
		return d, true
	}
	return sumOfThree(a, operands)
}

// operand is an amount with one of its readings.
type operand struct {
	Amount
	value  float64
	stated bool // by the sentence itself
	rarely bool // "1,795" is read as less than two
}

// candidates are the sums that a figure may be, by how many of their figures the sentence states itself. Among many figures some fit by chance: what
// rests on figures of the texts alone is told only where nothing else fits as well.
type candidates struct {
	found bool
	exact [3][]string // the first two each
	of    [3][2]float64
}

func statedOf(x, y operand) (n int) {
	for _, o := range []operand{x, y} {
		if o.stated {
			n++
		}
	}
	return n
}

// full reports whether one more sum of two figures would say nothing new.
func (c *candidates) full(x, y operand) bool { return len(c.exact[statedOf(x, y)]) > 1 }

func (c *candidates) add(x, y operand, exact bool, formula string) {
	c.found = true
	n := statedOf(x, y)
	of := [2]float64{min(x.value, y.value), max(x.value, y.value)}
	if exact && (len(c.exact[n]) == 0 || c.of[n] != of) {
		c.exact[n], c.of[n] = append(c.exact[n], formula), of
	}
}

// fewOperands is among how many figures of the texts hardly two make another of one or two digits by chance.
const fewOperands = 2

// one is the sum that is meant, "" when it cannot be told; it rests on figures that the sentence does not state only if apart says that such a sum
// is no chance.
func (c *candidates) one(apart bool) string {
	switch {
	case len(c.exact[2]) > 0:
		return c.exact[2][0]
	case len(c.exact[1]) > 0:
		return only(c.exact[1])
	case apart:
		return only(c.exact[0])
	}
	return ""
}

func only(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return ""
}

func digitsIn(text string) (n int) {
	for _, r := range text {
		if '0' <= r && r <= '9' {
			n++
		}
	}
	return n
}

// shareOfSum looks for what two figures are together of a third, all of which the sentence states itself.
func shareOfSum(a Amount, list []operand) (Derivation, bool) {
	for i, x := range list {
		for j, y := range list[:i] {
			for k, z := range list {
				if !x.stated || !z.stated || k == i || k == j || !alike(x, y) || !alike(x, z) || x.Unit.Dim == "%" || z.value == 0 {
					continue
				}
				if v := (x.value + y.value) / z.value * 100; y.stated && meets(a, v, percent, x, y) {
					return Derivation{a.Text, "(" + y.Text + " + " + x.Text + ") / " + z.Text + " = " + shown(v) + " %"}, true
				}
			}
		}
	}
	return Derivation{}, false
}

// operands returns what may be combined: the figures of the sentence and the question first, so that the step that is found is the one
// that the sentence speaks of.
func (k known) operands(a Amount, own []Amount) []operand {
	var out []operand
	add := func(list []Amount, stated bool) {
		for _, b := range list {
			if b.Kind != Quantity || b.Implied || b.isYear() || b.Text == a.Text {
				continue
			}
			for _, v := range b.Values {
				out = append(out, operand{b, v, stated, math.Abs(v) < b.most()})
			}
		}
	}
	var stated []Amount
	for _, b := range own {
		if b.Kind == Quantity && b.Text != a.Text && k.has(b) {
			stated = append(stated, b)
		}
	}
	add(stated, true)
	add(k.amounts, false)
	return out[:min(len(out), mostOperands)]
}

// byChance reports whether one of two numbers without a unit is as likely that of a paragraph, an entry or a footnote as a figure. A sentence
// may calculate with what it states itself.
func byChance(x, y operand, own []Amount) bool {
	mark := func(a operand) bool {
		stated := slices.ContainsFunc(own, func(o Amount) bool { return o.Text == a.Text })
		return !stated && !a.Scaled && !a.Word && a.Step == 1 && a.most() < smallest
	}
	return x.Unit.Dim == "" && y.Unit.Dim == "" && (mark(x) || mark(y))
}

// step is an operation on two figures.
type step struct {
	of    func(x, y operand) (value float64, unit Unit, ok bool)
	print func(x, y operand, a Amount) string
}

// alike reports whether two figures can be compared: a number without a unit can be anything but a time.
func alike(x, y operand) bool { return compatible(x.Unit, y.Unit) && isTime(x) == isTime(y) }

// adds reports whether two figures can be added: both are in percent, or neither is.
func adds(x, y operand) bool { return (x.Unit.Dim == "%") == (y.Unit.Dim == "%") }

func isTime(x operand) bool { return x.Unit.isTime() }

// within reports whether x is no time, or one that fits into a single unit of the time y.
func within(x, y operand) bool {
	return !isTime(x) || x.Unit.Dim == y.Unit.Dim && x.value <= y.Unit.Factor
}

// broken reports whether it is no whole number.
func broken(x operand) bool { return x.value != math.Trunc(x.value) }

// either returns the unit of whichever has one.
func either(x, y operand) Unit {
	if x.Unit.Dim != "" {
		return x.Unit
	}
	return y.Unit
}

var percent, points = Unit{"%", 1}, Unit{"points", 1}

var steps = []step{
	{func(x, y operand) (float64, Unit, bool) { // difference
		u := either(x, y)
		if u.Dim == "%" {
			u = points
		}
		return x.value - y.value, u, alike(x, y) && adds(x, y) && x.value > y.value
	}, infix("-")},
	{func(x, y operand) (float64, Unit, bool) { // change
		return (y.value - x.value) / x.value * 100, percent, alike(x, y) && adds(x, y) && x.value != 0
	}, func(x, y operand, a Amount) string {
		return "(" + y.Text + " - " + x.Text + ") / " + x.Text + " = " + shown((y.value-x.value)/x.value*100) + " %"
	}},
	{func(x, y operand) (float64, Unit, bool) { // share
		return x.value / y.value * 100, percent, alike(x, y) && adds(x, y) && y.value != 0
	}, func(x, y operand, a Amount) string {
		return x.Text + " / " + y.Text + " = " + shown(x.value/y.value*100) + " %"
	}},
	{func(x, y operand) (float64, Unit, bool) { // part of
		return x.value * y.value / 100, y.Unit, x.Unit.Dim == "%" && y.Unit.Dim != "%"
	}, func(x, y operand, a Amount) string { return x.Text + " of " + y.Text + " = " + a.Text }},
	{func(x, y operand) (float64, Unit, bool) { // sum
		return x.value + y.value, either(x, y), alike(x, y) && adds(x, y)
	}, infix("+")},
	{func(x, y operand) (float64, Unit, bool) { // ratio
		return x.value / y.value, Unit{"times", 1}, x.Unit.Dim == y.Unit.Dim && y.value != 0
	}, infix("/")},
	{func(x, y operand) (float64, Unit, bool) { // each
		return x.value / y.value, x.Unit, x.Unit.Dim != "" && x.Unit.Dim != "%" && y.Unit.Dim == "" && y.value != 0
	}, infix("/")},
	{func(x, y operand) (float64, Unit, bool) { // times
		return x.value * y.value, y.Unit, x.Unit.Dim == "" || x.Unit.Dim == "times"
	}, infix("x")},
	{func(x, y operand) (float64, Unit, bool) { // 40 hours a week in 50 weeks, 20 mSv a year in 3 years
		return x.value * y.value / y.Unit.Factor, x.Unit, x.Unit.Dim != "" && isTime(y) && within(x, y)
	}, infix("x")},
}

func infix(sign string) func(x, y operand, a Amount) string {
	return func(x, y operand, a Amount) string { return x.Text + " " + sign + " " + y.Text + " = " + a.Text }
}

// meets reports whether a value is a, in a unit that fits, and however tables scale what they hold.
func meets(a Amount, v float64, u Unit, x, y operand) bool {
	if !compatible(a.Unit, u) && !(u.Dim == "times" && a.Unit.Dim == "") {
		return false
	}
	if a.Unit.Dim == "" && (u.Dim == "%" || u.Dim == "points") {
		return false
	}
	factors := []float64{1}
	if a.Scaled && !x.Scaled && !y.Scaled {
		factors = []float64{1, 1e3, 1e6, 1e9}
	}
	unit := 1.0
	if u.Dim == "" && a.Unit.Dim != "" {
		unit = a.Unit.Factor
	} else if a.Unit.Dim == "" && u.Factor != 0 {
		unit = 1 / u.Factor
	}
	for _, f := range factors {
		for _, want := range a.Values {
			if near(want, v*f*unit, a) {
				return true
			}
		}
	}
	return false
}

// meanOfTwo looks for two figures of which a is the mean. It is told of those that the sentence states: halfway between two others lies many a figure.
func meanOfTwo(a Amount, list []operand) (Derivation, bool) {
	for i, x := range list {
		for _, y := range list[i+1:] {
			alike := x.Unit.Dim == y.Unit.Dim && (x.Unit.Dim != "" || broken(x) && broken(y))
			if !alike || !meets(a, (x.value+y.value)/2, x.Unit, x, y) {
				continue
			}
			d := Derivation{Figure: a.Text}
			if x.stated && y.stated {
				d.Formula = "(" + x.Text + " + " + y.Text + ") / 2 = " + a.Text
			}
			return d, true
		}
	}
	return Derivation{}, false
}

// mostSummed is the number of figures up to which sums of three are tried.
const mostSummed = 120

// sumOfThree looks for three figures that add up to a.
func sumOfThree(a Amount, list []operand) (Derivation, bool) {
	list = list[:min(len(list), mostSummed)]
	for i, x := range list {
		for j := i + 1; j < len(list); j++ {
			for _, z := range list[j+1:] {
				y := list[j]
				unit := operand{Amount: Amount{Unit: either(x, y)}}
				if alike(x, y) && alike(unit, z) && adds(x, y) && adds(y, z) && meets(a, x.value+y.value+z.value, either(unit, z), x, y) {
					return Derivation{a.Text, x.Text + " + " + y.Text + " + " + z.Text + " = " + a.Text}, true
				}
			}
		}
	}
	return Derivation{}, false
}

// deriveDay looks for a day that lies so much earlier or later, or for the time between two days.
func (k known) deriveDay(a Amount) (Derivation, bool) {
	switch {
	case a.Kind == Date:
		return k.shifted(a, a.Day)
	case a.isYear():
		return k.shifted(a, day{year: int(a.Values[0])})
	case a.Unit.Dim == "day" || a.Unit.Dim == "month":
		return k.between(a)
	}
	return Derivation{}, false
}

func (k known) shifted(a Amount, want day) (Derivation, bool) {
	for _, from := range k.days {
		for _, b := range k.amounts {
			if b.Unit.Dim != "month" && b.Unit.Dim != "day" {
				continue
			}
			for _, sign := range []float64{1, -1} {
				if to, ok := from.after(sign*b.Values[0], b.Unit); ok && want.covers(to) {
					return Derivation{a.Text, fmt.Sprintf("%s %s %s = %s", from, signs[sign], b.Text, to)}, true
				}
			}
		}
	}
	return Derivation{}, false
}

var signs = map[float64]string{1: "+", -1: "-"}

// between looks for the time between two days, two months or two years: a year and a day in another lie a time apart that nobody knows.
func (k known) between(a Amount) (Derivation, bool) {
	for _, from := range k.days {
		for _, to := range k.days {
			if (from.month == 0) != (to.month == 0) {
				continue
			}
			if v, u := from.until(to); v > 0 && u.Dim == a.Unit.Dim && near(a.Values[0], v, a) {
				return Derivation{a.Text, fmt.Sprintf("%s - %s = %s", to, from, a.Text)}, true
			}
		}
	}
	return Derivation{}, false
}

// shown prints a computed value to a person.
func shown(v float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(math.Abs(v), 'f', 2, 64), "0"), ".")
}
