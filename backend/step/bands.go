package step

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/grid"
)

// band is a class that a text defines by the values that fall into it: "C over 300, up to 600".
type band struct {
	label, text string
	over, upTo  float64
}

const (
	amountIn  = `(\d[\d.,]*\d|\d)`
	bandLabel = `(\pL{1,3}|\d{1,2})`
)

var (
	asksClass = regexp.MustCompile(`(?i)\b(?:which|what|in welche[rns]?|zu welche[rm]|welche[rms]?) ((?:\pL+ )?(?:class|category|group|level|band|tier|stage|grade|\pL*klasse|\pL*kategorie|\pL*gruppe|\pL*stufe))\b`)
	// bandsIn matches a label with its bounds: "A up to 100", "B over 100, up to 300", "III mehr als 600".
	bandsIn = regexp.MustCompile(`(?:^|\s)` + bandLabel + `\s+((?:(?:over|above|more than|über|mehr als)\s+` + amountIn + `)?(?:,?\s*(?:and\s+|und\s+)?(?:up to|at most|not more than|bis zu|bis|höchstens)\s+` + amountIn + `)?)(?:$|[\s;,.])`)
	// columnTail is the name of the last column, where a head ends with it.
	columnTail = regexp.MustCompile(`(\p{Lu}[\p{Ll} -]+(?:, ?\S+)?)$`)
)

// bands returns the classes that a text defines; none where there are fewer than two, or two of one name.
func bands(text string) []band {
	out := bandsOf(text)
	if len(out) < 2 {
		return nil
	}
	return out
}

// bandsOf returns the classes that a text defines, or the one that a row of a table does; none where two have one name.
func bandsOf(text string) []band {
	var out []band
	for _, m := range bandsIn.FindAllStringSubmatch(text, -1) {
		b := band{label: m[1], text: strings.TrimSpace(m[2]), upTo: -1}
		if m[3] != "" {
			b.over = valueOf(m[3])
		}
		if m[4] != "" {
			b.upTo = valueOf(m[4])
		}
		if m[3]+m[4] == "" {
			continue
		}
		if slices.ContainsFunc(out, func(o band) bool { return o.label == b.label }) {
			return nil
		}
		out = append(out, b)
	}
	return out
}

// valueOf reads a number with marks between thousands: "1,100" and "1.100" are eleven hundred, "0.5" and "0,5" a half.
func valueOf(number string) float64 {
	if thousands.MatchString(number) {
		number = strings.NewReplacer(",", "", ".", "").Replace(number)
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(number, ",", "."), 64)
	if err != nil {
		return -1
	}
	return v
}

var thousands = regexp.MustCompile(`^\d{1,3}(?:[.,]\d{3})+$`)

// holds reports whether a value falls into the band.
func (b band) holds(v float64) bool { return v >= 0 && v > b.over && (b.upTo < 0 || v <= b.upTo) }

// measured is a value that a row of a table states: of what, and the name of its column.
type measured struct {
	of, column, text string
	evidence         cite.Evidence
}

// classified answers a clause that asks for a class by two tables: a row states the value asked about, and another text in which class such a
// value falls. Neither says it alone.
func (w *weaver) classified(ctx context.Context, q Question, asked clause) (cite.Sentence, bool, error) {
	kind := asksClass.FindStringSubmatch(asked.text)
	if kind == nil {
		return cite.Sentence{}, false, nil
	}
	if s, ok, err := w.classOfGiven(ctx, q, kind[1]); ok || err != nil {
		return s, ok, err
	}
	value, ok, err := w.value(ctx, q, asked)
	if err != nil || !ok {
		return cite.Sentence{}, false, err
	}
	about := w.kit.Lexicon.Terms(value.column, "")
	for _, e := range w.evidence {
		for _, quote := range e.Quotes {
			terms := set(w.kit.Lexicon.Terms(quote.Text, ""))
			if !holdsAll(terms, about) {
				continue // classes of something else
			}
			for _, b := range bands(quote.Text) {
				if b.holds(valueOf(value.text)) {
					text := fmt.Sprintf(wordsFor(q.Language).inClass, value.of, value.text, value.column, kind[1], b.label, b.text)
					return cite.Sentence{Text: text, Evidence: []string{value.evidence.ID, e.ID}, Item: true}, true, nil
				}
			}
		}
	}
	return cite.Sentence{}, false, nil
}

// value returns what the clause asks the class of: the cell of the row that says most of the question, in the column that the clause names.
func (w *weaver) value(ctx context.Context, q Question, asked clause) (measured, bool, error) {
	whole, err := w.kit.Matter(ctx, q.Language, Part{q.Text, 1})
	if err != nil {
		return measured{}, false, err
	}
	best, most := measured{}, 0.0
	for _, e := range w.evidence {
		for _, quote := range e.Quotes {
			page, err := w.kit.Library.PageText(ctx, e.Document, quote.Span.Page)
			if err != nil {
				return measured{}, false, err
			}
			if quote.Span.Start < 0 || quote.Span.End > len(page) || quote.Span.Start >= quote.Span.End {
				continue
			}
			table, ok := grid.Of(page, quote.Span.Start, quote.Span.End)
			if !ok {
				continue
			}
			for _, row := range table.Rows {
				at, column := w.column(asked.own, table, len(row)-1)
				share := whole.Coverage(w.kit.Lexicon.Terms(row[0], ""))
				if at < 1 || share <= most || share < worthAdding {
					continue
				}
				best, most = measured{of: row[0], column: column, text: row[at], evidence: e}, share
			}
		}
	}
	return best, most > 0, nil
}

// column returns which cell of a row the clause asks for, and its column's name: one that holds half of its words at least. Where the columns have
// no names the last may still be told, by what the head ends with.
func (w *weaver) column(own Profile, table grid.Table, cells int) (int, string) {
	names := table.Columns
	from := 1
	if len(names) == 0 && cells > 0 {
		names, from = []string{columnTail.FindString(table.Caption)}, cells
	}
	for i, name := range names {
		what, _, _ := strings.Cut(name, ",")
		terms := w.kit.Lexicon.Terms(what, "")
		known := slices.DeleteFunc(slices.Clone(terms), func(t string) bool { return own.Weight[t] == 0 })
		if len(terms) > 0 && 2*len(known) >= len(terms) && from+i <= cells {
			return from + i, name
		}
	}
	return 0, ""
}
