package proof

import "strings"

// unit is what a number counts: a dimension, and how many of its base unit one of it is. Two numbers can be compared only when their
// dimensions are the same.
type unit struct {
	dim    string
	factor float64
}

// over returns the unit "a per b".
func (a unit) over(b unit) unit { return unit{a.dim + "/" + b.dim, a.factor / b.factor} }

// symbols are the units written as symbols that take no prefix; those that take one are in prefixed.
var symbols = map[string]unit{
	"%": {"%", 1}, "‰": {"%", 0.1}, "ppm": {"ppm", 1}, "ppb": {"ppm", 0.001}, "°C": {"°C", 1}, "°F": {"°F", 1}, "°": {"°", 1}, "K": {"K", 1},
	"min": {"day", 1.0 / 1440}, "h": {"day", 1.0 / 24}, "d": {"day", 1}, "a": {"month", 12}, "t": {"gram", 1e6}, "ha": {"m2", 1e4},
	"km2": {"m2", 1e6}, "cm2": {"m2", 1e-4}, "mm2": {"m2", 1e-6}, "m2": {"m2", 1}, "m3": {"litre", 1000}, "cm3": {"litre", 0.001}, "dm3": {"litre", 1},
	"bar": {"pascal", 1e5}, "mbar": {"pascal", 100}, "dB": {"dB", 1}, "Mio": {"", 1e6}, "kcal": {"joule", 4184}, "kWh": {"joule", 3.6e6}, "MWh": {"joule", 3.6e9},
	"GWh": {"joule", 3.6e12}, "Wh": {"joule", 3600},
	"$": {"usd", 1}, "USD": {"usd", 1}, "US$": {"usd", 1}, "€": {"eur", 1}, "EUR": {"eur", 1}, "£": {"gbp", 1}, "GBP": {"gbp", 1}, "¥": {"jpy", 1},
	"JPY": {"jpy", 1}, "CHF": {"chf", 1},
}

// prefixed are the symbols that take a prefix.
var prefixed = map[string]unit{
	"Sv": {"sievert", 1}, "Gy": {"gray", 1}, "Bq": {"becquerel", 1}, "W": {"watt", 1}, "J": {"joule", 1}, "eV": {"eV", 1}, "V": {"volt", 1},
	"A": {"ampere", 1}, "Hz": {"hertz", 1}, "Pa": {"pascal", 1}, "g": {"gram", 1}, "m": {"metre", 1}, "l": {"litre", 1}, "L": {"litre", 1}, "s": {"day", 1.0 / 86400},
	"B": {"byte", 1}, "mol": {"mol", 1}, "N": {"newton", 1},
}

var prefixes = map[string]float64{"n": 1e-9, "µ": 1e-6, "μ": 1e-6, "m": 1e-3, "c": 1e-2, "h": 1e2, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}

// named are the units written as words, without their endings of inflection.
var named = map[string]unit{
	"sievert": {"sievert", 1}, "gray": {"gray", 1}, "becquerel": {"becquerel", 1}, "watt": {"watt", 1}, "volt": {"volt", 1}, "hertz": {"hertz", 1},
	"pascal": {"pascal", 1}, "joule": {"joule", 1}, "ampere": {"ampere", 1}, "lumen": {"lumen", 1}, "lux": {"lux", 1}, "decibel": {"dB", 1},
	"gram": {"gram", 1}, "gramm": {"gram", 1}, "tonne": {"gram", 1e6}, "ton": {"gram", 1e6}, "litre": {"litre", 1}, "liter": {"litre", 1},
	"metre": {"metre", 1}, "meter": {"metre", 1}, "mile": {"metre", 1609.344}, "hectare": {"m2", 1e4}, "hektar": {"m2", 1e4},
	"cubic metre": {"litre", 1000}, "cubic meter": {"litre", 1000}, "kubikmeter": {"litre", 1000}, "square metre": {"m2", 1}, "square meter": {"m2", 1}, "quadratmeter": {"m2", 1},
	"percent": {"%", 1}, "prozent": {"%", 1}, "promille": {"%", 0.1}, "prozentpunkt": {"%p", 1}, "degree": {"°C", 1}, "grad": {"°C", 1},
	"second": {"day", 1.0 / 86400}, "sekunde": {"day", 1.0 / 86400}, "minute": {"day", 1.0 / 1440}, "hour": {"day", 1.0 / 24}, "stunde": {"day", 1.0 / 24}, "std": {"day", 1.0 / 24},
	"day": {"day", 1}, "tag": {"day", 1}, "kalendertag": {"day", 1}, "week": {"day", 7}, "woche": {"day", 7}, "werktag": {"workday", 1}, "arbeitstag": {"workday", 1}, "workday": {"workday", 1},
	"month": {"month", 1}, "monat": {"month", 1}, "quarter": {"month", 3}, "quartal": {"month", 3}, "year": {"month", 12}, "jahr": {"month", 12},
	"kalenderjahr": {"month", 12}, "decade": {"month", 120}, "jahrzehnt": {"month", 120}, "kalendermonat": {"month", 1},
	"euro": {"eur", 1}, "dollar": {"usd", 1}, "pound": {"gbp", 1}, "pfund": {"gbp", 1}, "franken": {"chf", 1}, "franc": {"chf", 1}, "cent": {"cent", 1},
	"time": {"times", 1}, "mal": {"times", 1}, "fach": {"times", 1}, "fold": {"times", 1},
	"tägig": {"day", 1}, "stündig": {"day", 1.0 / 24}, "wöchig": {"day", 7}, "monatig": {"month", 1}, "jährig": {"month", 12}, "minütig": {"day", 1.0 / 1440},
}

// ofSpaceOrMass are the dimensions that something is contained in or spread over: "per litre" makes another unit, as "/l" does.
var ofSpaceOrMass = map[string]bool{"litre": true, "m2": true, "gram": true, "metre": true}

var namePrefixes = map[string]float64{"nano": 1e-9, "mikro": 1e-6, "micro": 1e-6, "milli": 1e-3, "zenti": 1e-2, "centi": 1e-2, "hekto": 1e2, "hecto": 1e2, "kilo": 1e3, "mega": 1e6, "giga": 1e9, "tera": 1e12}

// scales are the words that multiply a number.
var scales = map[string]float64{
	"hundred": 100, "hundert": 100, "thousand": 1e3, "tausend": 1e3, "tsd": 1e3, "million": 1e6, "millionen": 1e6, "millions": 1e6, "mio": 1e6, "mn": 1e6,
	"billion": 1e9, "billions": 1e9, "bn": 1e9, "milliarde": 1e9, "milliarden": 1e9, "mrd": 1e9, "trillion": 1e12, "billionen": 1e12, "dozen": 12, "dutzend": 12,
}

// unitOf looks a word up as a unit: "mSv", "Millisievert", "Tagen", "Bq/m3".
func unitOf(word string) (unit, bool) {
	if above, below, ok := strings.Cut(word, "/"); ok {
		a, ok := unitOf(above)
		b, known := unitOf(below)
		return a.over(b), ok && known
	}
	if u, ok := symbols[word]; ok {
		return u, true
	}
	if u, ok := prefixed[word]; ok {
		return u, true
	}
	for p, factor := range prefixes {
		if u, ok := prefixed[strings.TrimPrefix(word, p)]; ok && strings.HasPrefix(word, p) {
			return unit{u.dim, factor * u.factor}, true
		}
	}
	lower := strings.ToLower(word)
	if u, ok := namedUnit(lower); ok {
		return u, true
	}
	for p, factor := range namePrefixes {
		if u, ok := namedUnit(strings.TrimPrefix(lower, p)); ok && strings.HasPrefix(lower, p) {
			return unit{u.dim, factor * u.factor}, true
		}
	}
	return unit{}, false
}

func namedUnit(word string) (unit, bool) {
	if len(word) < 3 {
		return unit{}, false
	}
	for _, ending := range []string{"", "s", "e", "n", "en", "es", "er", "em", "ly", "lich"} {
		if base, ok := strings.CutSuffix(word, ending); ok {
			if u, ok := named[base]; ok {
				return u, true
			}
		}
	}
	return unit{}, false
}
