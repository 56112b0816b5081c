package step

import (
	"fmt"
	"regexp"
	"strings"

	"rabbithole/backend/cite"
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

// within returns the class of a text that the value falls into. A text that does not name the unit has classes of something else.
func (g given) within(text string) (band, bool) {
	if !strings.Contains(text, g.unit) {
		return band{}, false
	}
	for _, b := range bands(text) {
		if b.holds(valueOf(g.value)) {
			return b, true
		}
	}
	return band{}, false
}

// inBands are the values of a question that a passage says something of without saying their number: "over 300, up to 600" speaks of 400.
func (k *Kit) inBands(question, language, passage string) []string {
	var out []string
	for _, g := range givens(question) {
		if _, ok := g.within(passage); ok {
			out = append(out, k.Lexicon.Terms(g.value, language)...)
		}
	}
	return out
}

// classOfGiven answers a clause that asks for the class of a value which the question itself states.
func (w *weaver) classOfGiven(q Question, kind string) (cite.Sentence, bool) {
	for _, g := range givens(q.Text) {
		for _, e := range w.evidence {
			for _, quote := range e.Quotes {
				if b, ok := g.within(quote.Text); ok {
					return cite.Sentence{Text: fmt.Sprintf(wordsFor(q.Language).givenInClass, kind, b.label, b.text), Evidence: []string{e.ID}, Item: true}, true
				}
			}
		}
	}
	return cite.Sentence{}, false
}
