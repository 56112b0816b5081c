package figure

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// Standing is how the figures of a sentence stand to the texts that it cites.
type Standing struct {
	Missing []Amount     // they stand in none of the texts and do not follow from them
	Derived []Derivation // they follow from figures that do
}

// Stand looks for the figures of claim in the texts: the cited passages with their headings and the names of their documents, and the
// question. Only what is exact is called missing: numbers with a unit or of more than one digit, dates, numbers of sections.
func Stand(claim string, texts ...string) Standing {
	own := Find(claim)
	known := knownIn(texts)
	var out Standing
	for _, a := range own {
		if a.loose() || known.has(a) || slices.ContainsFunc(own, func(whole Amount) bool { return whole.holds(a) && known.has(whole) }) {
			continue
		}
		if d, ok := known.derive(a, own); ok {
			out.Derived = append(out.Derived, d)
			continue
		}
		out.Missing = append(out.Missing, a)
	}
	return out
}

// holds reports whether a is one group of the digits of b: "800" of "10 800".
func (b Amount) holds(a Amount) bool {
	return b.Start <= a.Start && b.End >= a.End && b.End-b.Start > a.End-a.Start
}

// smallest is the least number without a unit that is looked for: whether somebody counted three things rightly cannot be seen in digits.
const smallest = 10

// loose reports whether a figure is too vague to be missed: a count of a few things, a number word without a unit, or a bare year, which
// a sentence has as often from what it is about as from what it cites.
func (a Amount) loose() bool {
	return a.isYear() || a.Kind == Date && a.Day.month == 0 || a.Kind == Quantity && a.Unit.Dim == "" && !a.Scaled && (a.Word || a.most() < smallest && a.Step == 1) ||
		a.Kind == Quantity && a.Word && a.Unit.Dim == "times"
}

// known are the figures of the texts.
type known struct {
	amounts []Amount
	days    []day
	places  string    // every number and letter, for labels
	scales  []float64 // that tables are said to be in
}

// scaleNote matches what says that the numbers of a table are thousands or millions.
var scaleNote = regexp.MustCompile(`(?i)(?:\bin|€|\$|'|’|,)\s?(thousands?|millions?|billions?|lakhs?|crores?|tausend|tsd|mio|millionen|mrd|milliarden|000s?)\b|\b(TEUR|T€|Mio|Tsd|Mrd|Rs\.? ?(?:in )?(?:Lakhs?|Crores?|Millions?))`)

func knownIn(texts []string) known {
	var k known
	var all strings.Builder
	for _, t := range texts {
		folded := fold(t)
		all.WriteString(" " + folded)
		for _, a := range find(folded) {
			switch {
			case a.Implied: // periods finds it
			case a.Kind == Date:
				k.days = append(k.days, a.Day)
			case a.Kind == Quantity && a.isYear():
				k.days = append(k.days, day{year: int(a.Values[0])})
				k.amounts = append(k.amounts, a)
			case a.Kind == Quantity || len(a.Values) > 0:
				k.amounts = append(k.amounts, a)
			}
		}
		k.amounts = append(k.amounts, periods(folded)...)
		for _, m := range scaleNote.FindAllStringSubmatch(folded, -1) {
			k.addScale(strings.ToLower(m[1] + m[2]))
		}
	}
	if len(k.scales) == 0 { // it may be said where nobody looks: then any is possible
		k.scales = []float64{1e3, 1e6, 1e9}
	}
	k.places = all.String()
	return k
}

var word = regexp.MustCompile(`\pL+`)

// periods are the stretches of time that a text names without a number: "a year", "per month" and "annual" are one of each.
func periods(text string) []Amount {
	var out []Amount
	for _, w := range word.FindAllString(text, -1) {
		u, ok := namedUnit(strings.ToLower(w))
		if !ok {
			u, ok = regular[strings.ToLower(strings.TrimRight(w, "enrsm"))]
		}
		if ok && u.isTime() {
			out = append(out, Amount{Text: w, Values: []float64{u.Factor}, Step: u.Factor, Unit: Unit{u.Dim, u.Factor}, Word: true, Implied: true})
		}
	}
	return out
}

func (k *known) addScale(word string) {
	factor := 0.0
	for name, f := range scales {
		if strings.Contains(word, name) && f > factor && f >= 1e3 {
			factor = f
		}
	}
	if factor == 0 || strings.HasPrefix(word, "000") {
		factor = 1e3
	}
	if !slices.Contains(k.scales, factor) {
		k.scales = append(k.scales, factor)
	}
}

// isYear reports whether a bare number may be a year.
func (a Amount) isYear() bool {
	return a.Kind == Quantity && a.Unit.Dim == "" && a.Step == 1 && a.Values[0] >= 1500 && a.Values[0] < 2200 && len(a.Text) == 4
}

// has reports whether a figure stands in the texts.
func (k known) has(a Amount) bool {
	switch a.Kind {
	case Date:
		return slices.ContainsFunc(k.days, func(d day) bool { return a.Day.covers(d) })
	case Label:
		return k.names(a.Name)
	}
	if a.isYear() && slices.ContainsFunc(k.days, func(d day) bool { return d.year == int(a.Values[0]) }) {
		return true
	}
	return slices.ContainsFunc(k.amounts, func(b Amount) bool { return k.equal(a, b) })
}

var digits = regexp.MustCompile(`\d+(?:\.\d+)*[a-z]?`)

// names reports whether every number of a label stands in the texts: "6(1)(a)" needs a 6 and a 1, "3.0" a 3.0.
func (k known) names(label string) bool {
	for _, n := range digits.FindAllString(label, -1) {
		if !regexp.MustCompile(`(?i)(?:^|[^\d.,])` + regexp.QuoteMeta(n) + `(?:[^\da-z]|$)`).MatchString(k.places) {
			return false
		}
	}
	return true
}

// equal reports whether two amounts may be the same, in whatever units and scales they are written, and rounded as a is.
func (k known) equal(a, b Amount) bool {
	if !compatible(a.Unit, b.Unit) {
		return false
	}
	factors := []float64{1}
	if !b.Scaled {
		factors = append(factors, k.scales...)
	}
	for _, unit := range a.unitsFor(b.Unit) {
		for _, x := range a.Values {
			for _, y := range b.Values {
				for _, f := range factors {
					if f > 1 && !a.Scaled && math.Abs(x) < 1000 {
						continue
					}
					if near(x, y*f*unit, a) {
						return true
					}
				}
			}
		}
	}
	return false
}

// unitsFor returns what to multiply amounts with that stand in another unit than a: one that has none is in a's, or, of a time, in seconds; where a
// has none, it is in theirs.
func (a Amount) unitsFor(other Unit) []float64 {
	switch {
	case a.Unit.Dim == other.Dim, a.Unit.Dim != "" && other.Dim != "": // points for %
		return []float64{1}
	case a.Unit.Dim == "":
		return []float64{1 / other.Factor}
	case a.Unit.Dim == "day":
		return []float64{a.Unit.Factor, 1.0 / 86400}
	}
	return []float64{a.Unit.Factor}
}

// compatible reports whether amounts in these units may be equal; a number without a unit may be anything, and tables write % for percentage points.
func compatible(a, b Unit) bool {
	return a.Dim == b.Dim || a.Dim == "" || b.Dim == "" || a.Dim == points.Dim && b.Dim == percent.Dim || a.Dim == percent.Dim && b.Dim == points.Dim
}

// roughly is how far a figure may be from what it is said to be "about".
const roughly = 0.05

// stepOf returns what one unit of the last digit is worth where the amount is read as x: "1,520" is 1520, or 1.520.
func (a Amount) stepOf(x float64) float64 {
	if most := a.most(); most > 0 {
		return a.Step * x / most
	}
	return a.Step
}

// most is the largest of what the amount may be, without its sign.
func (a Amount) most() (most float64) {
	for _, v := range a.Values {
		most = math.Max(most, math.Abs(v))
	}
	return most
}

// near reports whether y is x, rounded as a is. The sign does not count: "fell by 3" and "-3" are one.
func near(x, y float64, a Amount) bool {
	x, y = math.Abs(x), math.Abs(y)
	half, noise := a.stepOf(x)/2, 1e-9*math.Max(x, y)
	if a.Rough {
		half = math.Max(half, roughly*x)
	}
	over := y - x
	return over >= -half-noise && (over < half-noise || over <= noise) // 10.5 is rounded to 11
}
