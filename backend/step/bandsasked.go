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

// hasClassOn reports whether a page says in which class the value falls, in its text or in a row of a table.
func (g given) hasClassOn(page string) bool {
	if _, ok := g.classIn(page); ok {
		return true
	}
	return strings.Contains(page, g.unit) && slices.ContainsFunc(strings.Split(page, "\n"), func(line string) bool {
		_, ok := g.classAmong(bandsOf(line))
		return ok && isRow(line)
	})
}

// inBands are the values of a question that a text says something of without saying their number: "over 300, up to 600" speaks of 400.
func (k *Kit) inBands(question, language, text string) []string {
	var out []string
	for _, g := range givens(question) {
		if _, ok := g.classIn(text); ok {
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
				if b, ok := g.classIn(text); ok {
					return cite.Sentence{Text: fmt.Sprintf(wordsFor(q.Language).givenInClass, kind, b.label, b.text), Evidence: []string{e.ID}, Item: true}, true, nil
				}
			}
		}
	}
	return cite.Sentence{}, false, nil
}

// asRow returns a quote of one row of a table with a mark between the row and what stands above it, as the quote of any row but the first has one; any other
// quote as it is.
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
