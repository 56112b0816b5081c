package figure

import "strings"

// numberWords are the numbers that are written as words, in English and German.
var numberWords = map[string]float64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
	"twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
	"half a": 0.5, "one and a half": 1.5, "two and a half": 2.5,
	"ein": 1, "eine": 1, "einem": 1, "einen": 1, "einer": 1, "eines": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
	"sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "dreizehn": 13, "vierzehn": 14, "fünfzehn": 15,
	"sechzehn": 16, "siebzehn": 17, "achtzehn": 18, "neunzehn": 19, "zwanzig": 20, "dreißig": 30, "vierzig": 40, "fünfzig": 50,
	"sechzig": 60, "siebzig": 70, "achtzig": 80, "neunzig": 90, "hundert": 100,
	"anderthalb": 1.5, "eineinhalb": 1.5, "zweieinhalb": 2.5, "ein halbes": 0.5, "einem halben": 0.5, "einen halben": 0.5, "eines halben": 0.5,
	"a": 1, "an": 1,
}

// small matches a German number below a hundred, hundreds one below a thousand.
const (
	germanOnes = `(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)`
	germanTens = `(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)`
	small      = `(?:` + germanOnes + `und` + germanTens + `|` + germanTens + `|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn|` + germanOnes + `)`
	hundreds   = `(?:` + germanOnes + `?hundert(?:und)?` + small + `?)`
)

// wordForm matches a number word, the longer forms first; tens and ones are joined as "seventy-two" and "zweiundsiebzig", German hundreds and
// thousands as "einhunderttausend".
const wordForm = `(?:` + hundreds + `|` + small + `)tausend(?:und)?(?:` + hundreds + `|` + small + `)?|` + germanOnes + `hundert(?:und)?` + small + `?|` + `one and a half|two and a half|half a|anderthalb|eineinhalb|zweieinhalb|ein halbes|eine[mns] halben|` +
	`(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|` +
	`(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)|` +
	`one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|hundred|` +
	`eine[mnrs]?|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn|` +
	`zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|an?`

// wordValue returns the value of a number word.
func wordValue(form string) (float64, bool) {
	form = strings.ToLower(form)
	if v, ok := numberWords[form]; ok {
		return v, true
	}
	for _, scale := range []struct {
		word  string
		value float64
	}{{"tausend", 1000}, {"hundert", 100}} {
		before, after, ok := strings.Cut(form, scale.word)
		if !ok || before == "" {
			continue
		}
		n, known := wordValue(before)
		if after = strings.TrimPrefix(after, "und"); after == "" {
			return n * scale.value, known
		}
		rest, ok := wordValue(after)
		return n*scale.value + rest, known && ok
	}
	if ones, tens, ok := strings.Cut(form, "und"); ok && numberWords[ones] > 0 {
		return numberWords[ones] + numberWords[tens], true
	}
	if i := strings.IndexAny(form, "- "); i > 0 && numberWords[form[:i]] >= 20 {
		return numberWords[form[:i]] + numberWords[form[i+1:]], true
	}
	return 0, false
}
