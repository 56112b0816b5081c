package step

import (
	"regexp"
	"slices"
	"strings"
)

// given is a value that a question states with its unit: "400 Bq/m³".
type given struct{ value, unit string }

var givenIn = regexp.MustCompile(amountIn + `\s?(\pL[\pL\d/²³·]*|%|€|\$)`)

// givens returns the values of a question that asks for a class.
func givens(question string) []given {
	if !asksClass.MatchString(question) {
		return nil
	}
	var out []given
	for _, m := range givenIn.FindAllStringSubmatch(question, -1) {
		out = append(out, given{m[1], m[2]})
	}
	return out
}

// classAmong returns that of some classes which the value falls into.
func (g given) classAmong(classes []band) (band, bool) {
	if i := slices.IndexFunc(classes, func(b band) bool { return b.holds(valueOf(g.value)) }); i >= 0 {
		return classes[i], true
	}
	return band{}, false
}

// classIn returns the class of a quote that the value falls into. A quote that does not name the unit has classes of something else. A row of a table,
// or an entry of a list, behind what is left out, defines one class only: the others stand in other rows.
func (g given) classIn(quote string) (band, bool) {
	if !strings.Contains(quote, g.unit) {
		return band{}, false
	}
	if at := strings.LastIndex(quote, "… "); at >= 0 || isRow(quote) {
		return g.classAmong(bandsOf(quote[max(at, 0):]))
	}
	return g.classAmong(bands(quote))
}

// inBands are the values of a question that a text says something of without saying their number: "over 300, up to 600" speaks of 400.
func (k *Kit) inBands(values []given, text string) []string {
	var out []string
	for _, g := range values {
		if _, ok := g.classIn(text); ok {
			out = append(out, k.Lexicon.Terms(g.value, "")...)
		}
	}
	return out
}
