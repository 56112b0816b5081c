package index

// identifiers returns what a text names by number as single terms, beside the words it is written with: "§62", "art:6",
// "annex:b", "rfc9110", "iso9001:2015" and "iso9001", "300bq", "il2". In a query they tell section 62 from any other 62. A word of stop
// gives no number a name: "in 2019" is a time, and the passages that write just that are no better than those that head a column with 2019.
func identifiers(ws []word, stop map[string]bool) []string {
	var out []string
	for i, w := range ws {
		if i+1 == len(ws) {
			break
		}
		next := ws[i+1]
		switch {
		case w.text == "§":
			out = appendNumbers(out, "§", ws[i+1:], 1)
		case w.text == "§§":
			out = appendNumbers(out, "§", ws[i+1:], 12)
		case labels[w.text] != "" && (next.number || numeral(next.text)):
			out = append(out, labels[w.text]+":"+next.text)
		case !w.number && !w.dense && next.number && (next.glued || len(w.text) <= 5 && len(next.text) >= 3 && !stop[w.text]):
			out = appendNamed(out, w.text, next.text)
		case next.glued && !next.dense:
			out = append(out, w.text+next.text)
		case w.number && units[next.text]:
			out = append(out, w.text+next.text)
		}
	}
	return out
}

// appendNumbers appends prefix with each of the up to limit numbers at the beginning of ws: "§§ 5, 6 und 9a".
func appendNumbers(out []string, prefix string, ws []word, limit int) []string {
	for _, w := range ws {
		if w.number && limit > 0 {
			out = append(out, prefix+w.text)
			limit--
		} else if !between[w.text] {
			break
		}
	}
	return out
}

// appendNamed appends a series name with its number, and once more without the year or part after the number's colon.
func appendNamed(out []string, name, number string) []string {
	out = append(out, name+number)
	for i := 1; i < len(number); i++ {
		if number[i] == ':' {
			return append(out, name+number[:i])
		}
	}
	return out
}

// numeral reports whether s counts without digits: a single letter or a small Roman number.
func numeral(s string) bool {
	if len(s) == 1 {
		return s[0] >= 'a' && s[0] <= 'z'
	}
	for i := 0; i < len(s); i++ {
		if s[i] != 'i' && s[i] != 'v' && s[i] != 'x' {
			return false
		}
	}
	return len(s) > 0 && len(s) <= 5
}

// between are the words that stand between the numbers of a list or range.
var between = map[string]bool{"und": true, "bis": true, "oder": true, "and": true, "to": true, "or": true, "et": true, "y": true}

// labels maps the words that introduce a number to one label for all languages.
var labels = map[string]string{
	"art": "art", "arts": "art", "artikel": "art", "artikels": "art", "artikeln": "art", "article": "art", "articles": "art",
	"section": "sec", "sections": "sec", "sec": "sec", "abschnitt": "sec", "abschnitts": "sec", "abschn": "sec", "ziffer": "sec", "nummer": "sec",
	"chapter": "chap", "chapters": "chap", "kapitel": "chap", "kap": "chap", "chapitre": "chap",
	"annex": "annex", "annexes": "annex", "anlage": "annex", "anlagen": "annex", "anhang": "annex", "appendix": "annex", "annexe": "annex",
	"table": "tab", "tables": "tab", "tabelle": "tab", "tabellen": "tab", "tab": "tab", "tableau": "tab",
	"figure": "fig", "figures": "fig", "fig": "fig", "abbildung": "fig", "abb": "fig",
	"part": "part", "parts": "part", "teil": "part", "teile": "part", "partie": "part",
	"recital": "recital", "recitals": "recital", "erwägungsgrund": "recital", "erwägungsgrunds": "recital",
}

// units are the units of measurement that make one term with their number.
var units = map[string]bool{
	"bq": true, "kbq": true, "mbq": true, "gbq": true, "sv": true, "msv": true, "μsv": true, "gy": true, "mgy": true,
	"mm": true, "cm": true, "m": true, "km": true, "nm": true, "μm": true, "mg": true, "μg": true, "g": true, "kg": true, "t": true,
	"ml": true, "l": true, "hz": true, "khz": true, "mhz": true, "ghz": true, "v": true, "kv": true, "mv": true, "w": true, "kw": true,
	"mw": true, "gw": true, "kwh": true, "j": true, "kj": true, "pa": true, "kpa": true, "bar": true, "kb": true, "mb": true, "gb": true,
	"tb": true, "ms": true, "min": true, "eur": true, "usd": true, "million": true, "millionen": true, "billion": true, "milliarden": true,
}
