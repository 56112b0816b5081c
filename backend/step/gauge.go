package step

import (
	"regexp"
	"strings"
)

// gauge matches a number with what it counts: "18 Jahren", "1200 bytes". It says of what something is asked, as a name does.
var gauge = regexp.MustCompile(`(?i)(?:^|[^\pL\d])(\d[\d.,]*)[\s-]?(` + unitOfTime + `|bytes?|bits?|percent|prozent|%|met(?:re|er)[ns]?|kilomet(?:re|er)[ns]?|km|kg|kilogram\w*|ton(?:s|nes|nen?)|m?sv|(?:milli)?sievert|g?bq|becquerel|euros?|dollars?|lumens?|watts?|volts?|degrees?|grad|employees|mitarbeiter\pL*|beschäftigten?)(?:$|[^\pL])`)

// unitOfColumn matches the unit that the head of a column names for all its numbers: "Annual mean, Bq/m³", "Dose (mSv)".
var unitOfColumn = regexp.MustCompile(`\pL(?:, ?| in | ?[(\[])([%€$]|\pL+)`)

// gauged reports whether a text counts what a clause counts: who asks for those under 16 years is answered by what holds under 18, and not by what holds for all.
func gauged(clause, text string) bool {
	for _, asked := range gauge.FindAllStringSubmatch(clause, -1) {
		found := false
		for _, has := range gauge.FindAllStringSubmatch(text, -1) {
			found = found || strings.EqualFold(unitStem(has[2]), unitStem(asked[2]))
		}
		for _, has := range unitOfColumn.FindAllStringSubmatch(text, -1) {
			found = found || strings.EqualFold(unitStem(has[1]), unitStem(asked[2]))
		}
		if !found {
			return false
		}
	}
	return true
}

// unitStem is what the forms of a unit have in common: "Jahr" and "Jahren", "byte" and "bytes".
func unitStem(unit string) string {
	if r := []rune(unit); len(r) > 3 {
		return string(r[:4])
	}
	return unit
}
