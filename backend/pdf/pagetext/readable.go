package pagetext

import (
	"strings"
	"unicode"
)

// ControlShare returns the share of control characters among t, line ends, tabs and hyphen marks not counted. Fonts without a
// usable character map produce them.
func ControlShare(t Text) float64 {
	control, all := 0, 0
	for _, g := range t {
		switch g.R {
		case '\r', '\n', '\t', oldMark, mark:
			continue
		}
		all++
		if unicode.IsControl(g.R) {
			control++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(control) / float64(all)
}

// StopShare returns the share of words that are among the commonest of English, German, French or Spanish.
func StopShare(text string) float64 {
	stop, all := 0, 0
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		all++
		if strings.Contains(stopWords, " "+w+" ") {
			stop++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(stop) / float64(all)
}

const stopWords = " the of and to in a is that for it as was with be by on not he his but at are this have from or had an they " +
	"which one you were all her she there would their we him been has when who will no more if out so up said " +
	"der die und den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei " +
	"einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man " +
	"le la les et en un une du que qui dans est pour par sur pas plus au ne se ce il sont avec ou son " +
	"el los las y del una con no por su para como más lo pero sus al "
