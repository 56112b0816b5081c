package proof

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite"
)

// quantity is a number with what it counts and how it bounds it.
type quantity struct {
	text       string    // as written, with its unit
	form       string    // the digits or the number word
	values     []float64 // readings in the base unit, scale words counted
	raw        []float64 // readings as they stand
	step       float64   // what one unit of its last digit is worth
	unit       unit      // dim "" when it counts a noun or nothing
	per        string    // dimension it is divided by ("per year"), "" when nothing is said
	label      string    // what it numbers: "§", "section", "table"; "" for an amount
	noun       string    // stem of the word it counts when it has no unit
	role       role
	rough      bool
	scaled     bool
	start, end int
	boundFrom  int // bytes of the words that bound it
	boundTo    int
}

var (
	numeral  = regexp.MustCompile(`\d{1,3}(?: \d{3})+\b|\d+(?:[.,']\d+)*`)
	spelled  = regexp.MustCompile(`(?i)\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|sechzig|neunzig|one|an?|eine?[mnrs]?)(?:[ -]|(tägig|wöchig|monatig|jährig|stündig))`)
	labelled = regexp.MustCompile(`(?i)(?:^|[^\pL])(§§?|art(?:icles?|ikels?n?|\.)|sections?|sec\.|abschnitt(?:e[ns]?|s)?|chapters?|kapitels?|tables?|tabellen?|annex|anlagen?|anhang|appendix|abs\.|absatz(?:es)?|absätzen?|paragraphs?|para\.|nr\.|nummern?|no\.|satz(?:es)?|sätze|teil|part|pages?|p\.|seiten?|figures?|fig\.|abbildung|abb\.|rn\.|version|rule|clause|steps?|schritt|stufe|level|class|klasse|example|beispiel|equation|gleichung|rfc|iso|din|item)[ (]*$`)
	currency = regexp.MustCompile(`(US\$|[$€£¥]|EUR|USD|GBP|CHF) ?$`)
	unitWord = regexp.MustCompile(`^[ -]?((?:US)?[\pL°%‰$€£¥]+[23]?(?:/[\pL]+[23]?)?)`)
	rate     = regexp.MustCompile(`(?i)^\)? ?(?:(?:per|pro|je|each|im|an?|in (?:the|a|einem|einer)) )(?:(?:calendar|single|working|jede[mrsn]|einzelnen) )?((?:(?:cubic|square) )?\pL+[23]?)`)
	shared   = regexp.MustCompile(`(?i)^(?: |,|-|/|\(|and|or|to|und|oder|bis|sowie|bzw\.|at least|mindestens)*$`)
)

var labels = map[string]string{
	"§": "§", "§§": "§", "art": "article", "sec": "section", "abs": "paragraph", "abs.": "paragraph", "para": "paragraph", "kap": "chapter", "cha": "chapter", "tab": "table",
	"ann": "annex", "anl": "annex", "anh": "annex", "app": "annex", "par": "paragraph", "nr.": "number", "num": "number", "no.": "number", "sat": "sentence", "sät": "sentence",
	"tei": "part", "pag": "page", "p.": "page", "sei": "page", "fig": "figure", "abb": "figure", "ste": "step", "sch": "step", "cla": "class", "kla": "class",
}

var words = map[string]float64{
	"one": 1, "a": 1, "an": 1, "ein": 1, "eine": 1, "einem": 1, "einen": 1, "einer": 1, "eines": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
	"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90,
	"zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "fünfzehn": 15, "zwanzig": 20,
	"dreißig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60, "neunzig": 90,
}

// quantities returns the amounts and labels of a folded text whose dates were blanked out, in order.
func quantities(text string) []quantity {
	var out []quantity
	for _, m := range numeral.FindAllStringIndex(text, -1) {
		if !identifies(text, m[0], m[1]) {
			out = append(out, measure(text, m[0], m[1]))
		}
	}
	for _, m := range spelled.FindAllStringSubmatchIndex(text, -1) {
		q := measure(text, m[2], m[3])
		if words[strings.ToLower(q.form)] == 1 && q.unit.dim == "" {
			continue // an article
		}
		out = append(out, q)
	}
	slices.SortFunc(out, func(a, b quantity) int { return a.start - b.start })
	share(text, out)
	return out
}

// identifies reports whether digits are a piece of a name: "MP-07", "E04", "23a".
func identifies(text string, start, end int) bool {
	before, size := utf8.DecodeLastRuneInString(text[:start])
	second, _ := utf8.DecodeLastRuneInString(text[:start-size])
	if unicode.IsLetter(before) && joins(before) || before == '-' && unicode.IsLetter(second) || before == '_' {
		return true
	}
	after, _ := utf8.DecodeRuneInString(text[end:])
	if !unicode.IsLetter(after) || !joins(after) {
		return false
	}
	m := unitWord.FindStringSubmatch(text[end:])
	if m == nil {
		return false
	}
	_, known := unitOf(m[1])
	_, scale := scales[strings.ToLower(m[1])]
	return !known && !scale
}

// measure reads the number at [start, end) with what stands around it.
func measure(text string, start, end int) quantity {
	q := quantity{form: text[start:end], start: start, end: end, step: 1}
	if n, ok := words[strings.ToLower(q.form)]; ok {
		q.raw = []float64{n}
	} else {
		q.raw, q.step = readings(q.form)
	}
	if start > 0 && text[start-1] == '-' && (start == 1 || text[start-2] == ' ' || text[start-2] == '(') {
		for i := range q.raw {
			q.raw[i] = -q.raw[i]
		}
	}
	before := text[max(0, start-24):start]
	if m := currency.FindStringSubmatch(before); m != nil {
		q.unit, q.start = symbols[m[1]], start-len(m[0])
	}
	scale := q.reach(text)
	q.role, q.rough, q.boundFrom, q.boundTo = bound(text, q.start, q.end)
	if m := labelled.FindStringSubmatch(before); m != nil && q.unit.dim == "" {
		q.label = labelOf(m[1])
	}
	factor := q.unit.factor
	if factor == 0 {
		factor = 1
	}
	q.step *= scale * factor
	for _, v := range q.raw {
		q.values = append(q.values, v*scale*factor)
	}
	q.text = strings.TrimSpace(text[q.start:q.end])
	return q
}

// reach takes in scale words, unit and rate behind the number and returns the scale.
func (q *quantity) reach(text string) float64 {
	scale := 1.0
	for {
		m := unitWord.FindStringSubmatch(text[q.end:])
		if m == nil {
			return scale
		}
		word := m[1]
		u, known := unitOf(word)
		factor, isScale := scales[strings.ToLower(word)]
		money := q.unit.dim != ""
		switch {
		case money && (word == "m" || word == "M"):
			scale, q.scaled, q.end = 1e6, true, q.end+len(m[0])
			return scale
		case isScale:
			scale, q.scaled, q.end = scale*factor, true, q.end+len(m[0])
			if strings.HasPrefix(text[q.end:], ".") && len(word) <= 3 {
				q.end++
			}
			continue
		case money || word == "a" || word == "A" && !strings.HasPrefix(m[0], " "):
			return scale
		case known:
			q.unit, q.end = u, q.end+len(m[0])
			if r := rate.FindStringSubmatch(text[q.end:]); r != nil {
				if per, ok := namedUnit(strings.ToLower(r[1])); ok && (per.dim == "day" || per.dim == "month") {
					q.per, q.end = per.dim+strconv.FormatFloat(per.factor, 'g', 4, 64), q.end+len(r[0])
				} else if per, ok := unitOf(r[1]); ok && ofSpaceOrMass[per.dim] && !strings.Contains(u.dim, "/") {
					q.unit, q.end = u.over(per), q.end+len(r[0])
				}
			}
			return scale
		default:
			if !stop[strings.ToLower(word)] {
				q.noun = stem(strings.ToLower(word))
			}
			return scale
		}
	}
}

// share gives a number without a unit the unit of the next one when only "and", "or", "to" stand between, and labels the other way round.
func share(text string, list []quantity) {
	for i := len(list) - 2; i >= 0; i-- {
		a, b := &list[i], list[i+1]
		if a.end <= b.start && a.unit.dim == "" && a.label == "" && b.unit.dim != "" && shared.MatchString(text[a.end:b.start]) {
			factor := b.unit.factor
			if b.scaled && len(b.raw) > 0 && b.raw[0] != 0 && !a.scaled {
				factor = b.values[0] / b.raw[0]
			}
			a.unit, a.per, a.noun = b.unit, b.per, ""
			a.step *= factor
			for j := range a.values {
				a.values[j] *= factor
			}
		}
	}
	for i := 1; i < len(list); i++ {
		a, b := list[i-1], &list[i]
		if a.end <= b.start && a.label != "" && b.unit.dim == "" && b.label == "" && shared.MatchString(text[a.end:b.start]) {
			b.label = a.label
		}
	}
}

func labelOf(word string) string {
	word = strings.ToLower(word)
	if l, ok := labels[word]; ok {
		return l
	}
	r := []rune(word)
	if l, ok := labels[string(r[:min(3, len(r))])]; ok {
		return l
	}
	return word
}

// readings returns what a form such as "20.000" may mean, and what one of its last digit is worth.
func readings(form string) ([]float64, float64) {
	step := 1.0
	if i := strings.LastIndexAny(form, ".,"); i >= 0 && strings.Count(form, form[i:i+1]) == 1 && len(form)-i-1 != 3 {
		step = math.Pow(10, -float64(len(form)-i-1))
	}
	var out []float64
	for _, r := range cite.Readings(strings.ReplaceAll(form, " ", "")) {
		if v, err := strconv.ParseFloat(r, 64); err == nil {
			out = append(out, v)
		}
	}
	return out, step
}
