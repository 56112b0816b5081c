package cite

import (
	"regexp"
	"strings"
)

// UnsupportedNumbers returns the numbers of claim that stand in none of the texts, as written in claim and each once.
//
// Numbers are compared by value: "1,5" is "1.5", "20 000", "20,000" and "20.000" are one number. Where a separator can mean
// decimals or thousands, either reading will do. Number words up to twelve (English, German) count in the texts; digits that end a
// word ("m3", "CO2") are no number.
func UnsupportedNumbers(claim string, texts ...string) []string {
	var out []string
	have := map[string]bool{}
	for _, t := range texts {
		for _, n := range numbers(t) {
			for _, v := range n.values {
				have[v] = true
			}
		}
		for _, w := range words(t) {
			if v, ok := numberWords[w]; ok {
				have[v] = true
			}
		}
	}
	for _, n := range numbers(claim) {
		if n.in(have) {
			continue
		}
		for _, v := range n.values {
			have[v] = true // said once is enough
		}
		out = append(out, n.text)
	}
	return out
}

// number is a number as written and the values it may mean, in canonical decimals.
type number struct {
	text   string
	values []string
}

func (n number) in(have map[string]bool) bool {
	for _, v := range n.values {
		if have[v] {
			return true
		}
	}
	return false
}

var (
	numberForm = regexp.MustCompile(`\b\d+(?:[.,']\d+)*`)
	spaceGroup = regexp.MustCompile(`\b(\d{1,3})((?: \d{3})+)\b`)
)

// numbers returns the numbers of text. "20 000" counts as twenty thousand and as the two numbers it would be in a table.
func numbers(text string) []number {
	text = Normalise(text).Text
	var out []number
	for _, form := range numberForm.FindAllString(text, -1) {
		out = append(out, number{form, Readings(form)})
	}
	for _, m := range spaceGroup.FindAllString(text, -1) {
		joined := strings.ReplaceAll(m, " ", "")
		for i := range out {
			if strings.HasPrefix(m, out[i].text+" ") || strings.HasSuffix(m, " "+out[i].text) {
				out[i].values = append(out[i].values, joined)
			}
		}
	}
	return out
}

// Readings returns the values a form such as "20.000,5" may mean, in canonical decimals; a form that is no number, such as "5.2.1", is
// returned as it is.
func Readings(form string) []string {
	form = strings.ReplaceAll(form, "'", "")
	last := strings.LastIndexAny(form, ".,")
	if last < 0 {
		return []string{plain(form, "")}
	}
	digits := func(s string) string { return strings.NewReplacer(".", "", ",", "").Replace(s) }
	mark, whole, decimals := form[last:last+1], form[:last], form[last+1:]
	var out []string
	if !strings.Contains(whole, mark) {
		out = append(out, plain(digits(whole), decimals))
	}
	if len(decimals) == 3 && !strings.ContainsAny(whole, strings.ReplaceAll(".,", mark, "")) {
		out = append(out, plain(digits(form), ""))
	}
	if len(out) == 0 { // a date or a section number: 1.1.2019, 5.2.1
		out = append(out, form)
	}
	return out
}

// plain returns whole.decimals without leading and trailing zeros.
func plain(whole, decimals string) string {
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if decimals = strings.TrimRight(decimals, "0"); decimals == "" {
		return whole
	}
	return whole + "." + decimals
}

var numberWords = map[string]string{
	"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
	"eleven": "11", "twelve": "12", "ein": "1", "eine": "1", "einem": "1", "einen": "1", "eines": "1", "einer": "1", "zwei": "2",
	"drei": "3", "vier": "4", "fünf": "5", "sechs": "6", "sieben": "7", "acht": "8", "neun": "9", "zehn": "10", "elf": "11", "zwölf": "12",
}
