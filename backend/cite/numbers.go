package cite

import (
	"regexp"
	"strings"
)

// number is a number as written and the values it may mean, in canonical decimals.
type number struct {
	text   string
	values []string
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
