package step

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/grid"
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
	defined := bands(text)
	if at := strings.LastIndex(text, "… "); at >= 0 || isRow(text) { // the others stand in other rows of its table, or entries of its list
		defined = bandsOf(text[max(at, 0):])
	}
	for _, b := range defined {
		if b.holds(valueOf(g.value)) {
			return b, true
		}
	}
	return band{}, false
}

// onPage reports whether a page says in which class the value falls, in a row of a table or in its text.
func (g given) onPage(text string) bool {
	if _, ok := g.within(text); ok {
		return true
	}
	return strings.Contains(text, g.unit) && slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool {
		return isRow(line) && slices.ContainsFunc(bandsOf(line), func(b band) bool { return b.holds(valueOf(g.value)) })
	})
}

// inBands are the values of a question that a text says something of without saying their number: "over 300, up to 600" speaks of 400.
func (k *Kit) inBands(question, language, text string) []string {
	var out []string
	for _, g := range givens(question) {
		if _, ok := g.within(text); ok {
			out = append(out, k.Lexicon.Terms(g.value, language)...)
		}
	}
	return out
}

// classOfGiven answers a clause that asks for the class of a value which the question itself states.
func (w *weaver) classOfGiven(ctx context.Context, q Question, kind string) (cite.Sentence, bool, error) {
	for _, g := range givens(q.Text) {
		for _, e := range w.evidence {
			for _, quote := range e.Quotes {
				text, err := w.kit.asRow(ctx, e.Document, quote)
				if err != nil {
					return cite.Sentence{}, false, err
				}
				if b, ok := g.within(text); ok {
					return cite.Sentence{Text: fmt.Sprintf(wordsFor(q.Language).givenInClass, kind, b.label, b.text), Evidence: []string{e.ID}, Item: true}, true, nil
				}
			}
		}
	}
	return cite.Sentence{}, false, nil
}

// asRow returns what a quote says, what stands above the only row that it quotes of a table marked as left out before it.
func (k *Kit) asRow(ctx context.Context, document string, quote cite.Quote) (string, error) {
	page, err := k.Library.PageText(ctx, document, quote.Span.Page)
	if err != nil {
		return "", err
	}
	if s := quote.Span; s.Start >= 0 && s.Start < s.End && s.End <= len(page) {
		if table, ok := grid.Of(page, s.Start, s.End); ok && len(table.Rows) == 1 && !strings.Contains(quote.Text, "…") {
			row := strings.TrimSpace(strings.Join(table.Rows[0], " "))
			if above, ok := strings.CutSuffix(quote.Text, row); ok {
				return above + "… " + row, nil
			}
		}
	}
	return quote.Text, nil
}
