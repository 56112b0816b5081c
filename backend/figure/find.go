package figure

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite"
)

var (
	numeral = regexp.MustCompile(`\d+(?:[.,']\d+)*`)
	grouped = regexp.MustCompile(`\b\d{1,3}(?: \d{3})+\b`) // or the cells of a row
	spelled = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(` + wordForm + `)(?:\b|tägig|wöchig|monatig|jährig|stündig|minütig)`)
	})
	// labelled matches what stands before the number of a place in a text.
	labelled = regexp.MustCompile(`(?i)(?:^|[^\pL])(§§?|art(?:icles?|ikels?n?|\.)|sections?|sec\.|abschnitt(?:e[ns]?|s)?|chapters?|kapitels?|tables?|tabellen?|annex|` +
		`anlagen?|anhang|appendix|abs\.|absatz(?:es)?|absätzen?|paragraphs?|para\.|nr\.|nummern?|no\.|satz(?:es)?|sätze|teils?|part|pages?|p\.|seiten?|figures?|fig\.|` +
		`abbildung|abb\.|rn\.|version|rule|clause|steps?|schritt|stufe|level|class|klasse|example|beispiel|equation|gleichung|rfc|iso|din|item|note|form|exhibit|recitals?|` +
		`points?|buchstabe|series|baureihe)[ (]*(?:\d+[a-z]?(?:\(\w+\))*(?:, ?| and | und | or | oder | to | bis |-))*$`)
	labelTail   = regexp.MustCompile(`^[a-z]?\b(?: ?\(\w{1,4}\))*(?:\.\d+)*`)
	notes       = regexp.MustCompile(`^[a-h]{1,4}$`) // letters in a cell that lead to notes: "60c", "90ab"
	currency    = regexp.MustCompile(`(US\$|[$€£¥₹]|EUR|USD|GBP|CHF|Rs\.?|INR) ?\(?$`)
	unitWord    = regexp.MustCompile(`^\.?[ -]?((?:US)?[\pL°%‰$€£¥]+[23]?(?:/[\pL]+[23]?)?)`)
	twoWords    = regexp.MustCompile(`(?i)^[ -]((?:percentage|basis|cubic|square|per|us)[ -](?:points?|punkte?n?|met(?:re|er)s?|cent|dollars?))\b`)
	rate        = regexp.MustCompile(`(?i)^\)? ?(?:(?:per|pro|je|each|im|an?|durch|in (?:the|a|einem|einer)) )(?:(?:calendar|single|jede[mrsn]|einzelnen) )?((?:(?:cubic|square) )?\pL+[23]?)`)
	beforeDigit = regexp.MustCompile(`^\d`)
	rangeEnd    = regexp.MustCompile(`\d-$`)
	joined      = regexp.MustCompile(`(?i)^(?: |,|-|/|\(|\)|and|or|to|und|oder|bis|sowie|bzw\.|respectively|at least|mindestens)*$`)
	rough       = regexp.MustCompile(`(?i)\b(?:about|around|roughly|approximately|nearly|almost|over|more than|less than|under|below|above|at least|at most|up to|some|just|well|well over|a little|close to|` +
		`etwa|rund|ungefähr|circa|ca\.|knapp|gut|fast|beinahe|über|mehr als|weniger als|unter|mindestens|höchstens|bis zu|annähernd|gegen)[ ,]*(?:the |a |an |ein |eine |einem |einer )?$`)
)

// Find returns the figures of a text in order: amounts, dates and labels.
func Find(text string) []Amount {
	return slices.DeleteFunc(find(fold(text)), func(a Amount) bool { return a.Implied })
}

// Scan returns the figures of a text that is folded already, in order and none inside another. "A year" is one of them, and Implied.
func Scan(text string) []Amount {
	all := find(text)
	return slices.DeleteFunc(slices.Clone(all), func(a Amount) bool {
		return slices.ContainsFunc(all, func(whole Amount) bool { return whole.holds(a) })
	})
}

func find(text string) []Amount {
	out, rest := days(text)
	for _, m := range append(numeral.FindAllStringIndex(rest, -1), grouped.FindAllStringIndex(rest, -1)...) {
		if a, ok := read(rest, m[0], m[1]); ok {
			out = append(out, a)
		}
	}
	for _, m := range spelled().FindAllStringSubmatchIndex(rest, -1) {
		if a, ok := read(rest, m[2], m[3]); ok {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, func(a, b Amount) int { return a.Start - b.Start })
	share(rest, out)
	return out
}

// read reads the number at [start, end) with what stands around it; ok is false for digits that are part of a name ("MP-07").
func read(text string, start, end int) (Amount, bool) {
	a := Amount{Start: start, End: end, Step: 1}
	form := text[start:end]
	if value, ok := wordValue(form); ok {
		a.Raw, a.Word = []float64{value}, true
	} else if inName(text, start, end) {
		return a, false
	} else {
		a.Raw, a.Step = readings(form)
	}
	if len(a.Raw) == 0 { // "5.2.1"
		a.Kind, a.Name, a.Text = Label, form, form
		return a, true
	}
	before := text[max(0, start-60):start]
	a.Rough = rough.MatchString(strings.TrimRight(before, "$€£¥(") + " ")
	if m := currency.FindStringSubmatchIndex(before); m != nil && !a.Word {
		a.Unit, a.Start = symbols[strings.TrimSuffix(before[m[2]:m[3]], ".")], start-len(before)+m[0]
	} else if m := labelled.FindStringSubmatch(before); m != nil && !a.Word {
		a.Kind, a.Name, a.Place = Label, form+labelTail.FindString(text[end:]), m[1]
	}
	if negative(text, start) {
		for i := range a.Raw {
			a.Raw[i] = -a.Raw[i]
		}
	}
	a.Values = slices.Clone(a.Raw)
	a.reach(text)
	if a.Unit.Dim != "" && a.Kind == Label { // "Nummer 3 Jahre" is rare, "Stufe 3 %" too
		a.Kind, a.Name, a.Place = Quantity, "", ""
	}
	a.Text = strings.TrimSpace(text[a.Start:a.End])
	a.Implied = a.Word && a.Values[0] == a.Unit.Factor && !strings.EqualFold(form, "one")
	return a, !(a.Word && a.Unit.Dim == "" && !a.Scaled && a.Values[0] == 1)
}

// negative reports whether a number has a minus sign.
func negative(text string, start int) bool {
	return start > 0 && text[start-1] == '-' && (start == 1 || text[start-2] == ' ' || text[start-2] == '(')
}

// inName reports whether digits are a piece of a name: "MP-07", "E04", "3M" (but not "20h", nor "90ab"). So are those of an exponent or a note.
func inName(text string, start, end int) bool {
	before, size := utf8.DecodeLastRuneInString(text[:start])
	second, _ := utf8.DecodeLastRuneInString(text[:start-size])
	if unicode.IsLetter(before) || before == '_' || before == '^' || before == '-' && unicode.IsLetter(second) {
		return true
	}
	after, _ := utf8.DecodeRuneInString(text[end:])
	if !unicode.IsLetter(after) {
		return false
	}
	m := unitWord.FindStringSubmatch(text[end:])
	if m == nil {
		return false
	}
	if m[1] == "x" && beforeDigit.MatchString(text[end+1:]) {
		return true // "1920x1080"
	}
	_, known := unitOf(m[1])
	_, scale := scales[strings.ToLower(m[1])]
	return !known && !scale && !notes.MatchString(m[0]) && !labelled.MatchString(text[max(0, start-60):start])
}

// reach takes in scale words, unit and rate behind the number.
func (a *Amount) reach(text string) {
	factor := 1.0
	for a.Unit.Dim == "" || factor == 1 {
		if m := twoWords.FindStringSubmatch(text[a.End:]); m != nil && a.Unit.Dim == "" {
			if u, ok := namedUnit(strings.ReplaceAll(strings.ToLower(m[1]), "-", " ")); ok {
				a.Unit, a.End = u, a.End+len(m[0])
				break
			}
		}
		m := unitWord.FindStringSubmatch(text[a.End:])
		if m == nil {
			break
		}
		scale, isScale := scales[strings.ToLower(m[1])]
		u, known := unitOf(m[1])
		money := a.Unit.Dim != ""
		switch {
		case isScale || money && (m[1] == "m" || m[1] == "M" || m[1] == "B"):
			if !isScale {
				scale = map[string]float64{"m": 1e6, "M": 1e6, "B": 1e9}[m[1]]
			}
			factor, a.Scaled, a.End = factor*scale, true, a.End+len(m[0])
			if len(m[1]) <= 3 && strings.HasPrefix(text[a.End:], ".") {
				a.End++
			}
			continue
		case known && m[0] == "s" && a.Step == 1 && a.End-a.Start > 2: // "737s" is no time
		case known && !money && !((strings.EqualFold(m[1], "a") || m[1] == "x") && strings.HasPrefix(m[0], " ")):
			a.Unit, a.Per, a.End = u, perTime(m[1]), a.End+len(m[0])
			a.rate(text)
		}
		break
	}
	if a.Unit.Factor != 0 {
		factor *= a.Unit.Factor
	}
	a.multiply(factor)
}

// rate takes in "je Kubikmeter" or "per year" behind a unit.
func (a *Amount) rate(text string) {
	m := rate.FindStringSubmatch(text[a.End:])
	if m == nil || strings.Contains(a.Unit.Dim, "/") || a.Per.Dim != "" {
		return
	}
	switch per, ok := unitOf(strings.ToLower(m[1])); {
	case ok && containers[per.Dim]:
		a.Unit, a.End = a.Unit.over(per), a.End+len(m[0])
	case ok && per.isTime():
		a.Per, a.End = per, a.End+len(m[0])
	}
}

func (a *Amount) multiply(factor float64) {
	a.Step *= factor
	for i := range a.Values {
		a.Values[i] *= factor
	}
}

// share gives a number without a unit the unit and scale of the next one when only "and", "or", "to" stand between; what only a blank or a bracket parts may be cells, and "22 %
// in 2019 and 21 % in 2018" names a year, and "at ages 65-69 and 68 %" tells two things.
func share(text string, list []Amount) {
	for i := len(list) - 2; i >= 0; i-- {
		a, b := &list[i], list[i+1]
		if a.Kind != Quantity || b.Kind != Quantity || b.Implied || a.End > b.Start || a.Unit.Dim != "" || b.Unit.Dim == "" || !joined.MatchString(text[a.End:b.Start]) ||
			strings.Trim(text[a.End:b.Start], " ()") == "" || a.isYear() || rangeEnd.MatchString(text[:a.Start]) && word.MatchString(text[a.End:b.Start]) {
			continue
		}
		factor := b.Unit.Factor
		if b.Scaled && !a.Scaled && b.Raw[0] != 0 {
			factor = b.Values[0] / b.Raw[0]
		}
		a.Unit, a.Per, a.Scaled = b.Unit, b.Per, a.Scaled || b.Scaled
		a.multiply(factor)
	}
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
