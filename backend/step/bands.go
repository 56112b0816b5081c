package step

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
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
