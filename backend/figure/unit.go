package figure

import "strings"

// Unit is a dimension, and how many of its base unit one of it is. Two amounts can be compared when their dimensions are the same.
type Unit struct {
	Dim    string
	Factor float64
}

// isTime reports whether it measures time.
func (a Unit) isTime() bool { return a.Dim == "day" || a.Dim == "month" }

// perTime returns the time that a unit such as "km/h" is a rate of, else zero.
func perTime(word string) Unit {
	_, below, _ := strings.Cut(word, "/")
	if u, ok := unitOf(below); ok && u.isTime() {
		return u
	}
	return Unit{}
}

func (a Unit) over(b Unit) Unit { return Unit{a.Dim + "/" + b.Dim, a.Factor / b.Factor} }

// symbols are the units written as symbols that take no prefix; those that take one are in prefixed.
var symbols = map[string]Unit{
	"%": {"%", 1}, "‰": {"%", 0.1}, "ppm": {"ppm", 1}, "ppb": {"ppm", 0.001}, "°C": {"°C", 1}, "°F": {"°F", 1}, "°": {"°", 1}, "K": {"K", 1},
	"pp": {"points", 1}, "bp": {"points", 0.01}, "bps": {"points", 0.01},
	"min": {"day", 1.0 / 1440}, "h": {"day", 1.0 / 24}, "d": {"day", 1}, "a": {"month", 12}, "t": {"gram", 1e6}, "ha": {"m2", 1e4},
	"km2": {"m2", 1e6}, "cm2": {"m2", 1e-4}, "mm2": {"m2", 1e-6}, "m2": {"m2", 1}, "m3": {"litre", 1000}, "cm3": {"litre", 0.001},
	"dm3": {"litre", 1}, "bar": {"pascal", 1e5}, "mbar": {"pascal", 100}, "dB": {"dB", 1}, "kcal": {"joule", 4184},
	"kWh": {"joule", 3.6e6}, "MWh": {"joule", 3.6e9}, "GWh": {"joule", 3.6e12}, "TWh": {"joule", 3.6e15}, "Wh": {"joule", 3600},
	"$": {"usd", 1}, "USD": {"usd", 1}, "US$": {"usd", 1}, "€": {"eur", 1}, "EUR": {"eur", 1}, "£": {"gbp", 1}, "GBP": {"gbp", 1},
	"¥": {"jpy", 1}, "JPY": {"jpy", 1}, "CHF": {"chf", 1}, "₹": {"inr", 1}, "Rs": {"inr", 1}, "INR": {"inr", 1},
	"T€": {"eur", 1e3}, "TEUR": {"eur", 1e3}, "k€": {"eur", 1e3},
}

// prefixed are the symbols that take a prefix.
var prefixed = map[string]Unit{
	"Sv": {"sievert", 1}, "Gy": {"gray", 1}, "Bq": {"becquerel", 1}, "W": {"watt", 1}, "J": {"joule", 1}, "eV": {"eV", 1},
	"V": {"volt", 1}, "A": {"ampere", 1}, "Hz": {"hertz", 1}, "Pa": {"pascal", 1}, "g": {"gram", 1}, "m": {"metre", 1},
	"l": {"litre", 1}, "L": {"litre", 1}, "s": {"day", 1.0 / 86400}, "B": {"byte", 1}, "mol": {"mol", 1}, "N": {"newton", 1}, "x": {"times", 1},
}

var prefixes = map[string]float64{"n": 1e-9, "µ": 1e-6, "μ": 1e-6, "m": 1e-3, "c": 1e-2, "h": 1e2, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}

// named are the units written as words, without their endings of inflection.
var named = map[string]Unit{
	"sievert": {"sievert", 1}, "gray": {"gray", 1}, "becquerel": {"becquerel", 1}, "watt": {"watt", 1}, "volt": {"volt", 1},
	"hertz": {"hertz", 1}, "pascal": {"pascal", 1}, "joule": {"joule", 1}, "ampere": {"ampere", 1}, "lumen": {"lumen", 1},
	"lux": {"lux", 1}, "decibel": {"dB", 1}, "wattstunde": {"joule", 3600}, "gram": {"gram", 1}, "gramm": {"gram", 1},
	"tonne": {"gram", 1e6}, "ton": {"gram", 1e6}, "litre": {"litre", 1}, "liter": {"litre", 1}, "metre": {"metre", 1},
	"meter": {"metre", 1}, "mile": {"metre", 1609.344}, "feet": {"metre", 0.3048}, "foot": {"metre", 0.3048}, "inch": {"metre", 0.0254},
	"hectare": {"m2", 1e4}, "hektar": {"m2", 1e4}, "cubic metre": {"litre", 1000}, "cubic meter": {"litre", 1000},
	"kubikmeter": {"litre", 1000}, "square metre": {"m2", 1}, "square meter": {"m2", 1}, "quadratmeter": {"m2", 1},
	"percent": {"%", 1}, "prozent": {"%", 1}, "promille": {"%", 0.1}, "per cent": {"%", 1}, "percentage point": {"points", 1},
	"prozentpunkt": {"points", 1}, "basis point": {"points", 0.01}, "basispunkt": {"points", 0.01}, "degree": {"°C", 1}, "grad": {"°C", 1},
	"second": {"day", 1.0 / 86400}, "sekunde": {"day", 1.0 / 86400}, "millisecond": {"day", 1e-3 / 86400}, "minute": {"day", 1.0 / 1440},
	"hour": {"day", 1.0 / 24}, "stunde": {"day", 1.0 / 24}, "day": {"day", 1}, "tag": {"day", 1}, "kalendertag": {"day", 1},
	"week": {"day", 7}, "woche": {"day", 7}, "fortnight": {"day", 14}, "werktag": {"workday", 1}, "arbeitstag": {"workday", 1},
	"workday": {"workday", 1}, "month": {"month", 1}, "monat": {"month", 1}, "kalendermonat": {"month", 1}, "quarter": {"month", 3},
	"quartal": {"month", 3}, "year": {"month", 12}, "jahr": {"month", 12}, "kalenderjahr": {"month", 12}, "lebensjahr": {"month", 12},
	"decade": {"month", 120}, "jahrzehnt": {"month", 120}, "century": {"month", 1200}, "jahrhundert": {"month", 1200},
	"euro": {"eur", 1}, "dollar": {"usd", 1}, "us-dollar": {"usd", 1}, "pound": {"gbp", 1}, "pfund": {"gbp", 1}, "franken": {"chf", 1},
	"franc": {"chf", 1}, "rupee": {"inr", 1}, "rupie": {"inr", 1}, "time": {"times", 1}, "mal": {"times", 1}, "fach": {"times", 1},
	"fold": {"times", 1}, "byte": {"byte", 1}, "octet": {"byte", 1},
	"tägig": {"day", 1}, "stündig": {"day", 1.0 / 24}, "wöchig": {"day", 7}, "monatig": {"month", 1}, "jährig": {"month", 12},
	"minütig": {"day", 1.0 / 1440},
}

// regular are the stretches of time after which something happens again, without their endings.
var regular = map[string]Unit{"annual": {"month", 12}, "annually": {"month", 12}, "jährlich": {"month", 12}, "halbjährlich": {"month", 6}, "vierteljährlich": {"month", 3},
	"wöchentlich": {"day", 7}, "täglich": {"day", 1}, "daily": {"day", 1}, "stündlich": {"day", 1.0 / 24}}

var namePrefixes = map[string]float64{"nano": 1e-9, "mikro": 1e-6, "micro": 1e-6, "milli": 1e-3, "zenti": 1e-2, "centi": 1e-2,
	"hekto": 1e2, "hecto": 1e2, "kilo": 1e3, "mega": 1e6, "giga": 1e9, "tera": 1e12}

// containers are the dimensions that something is contained in or spread over: "per litre" makes another unit, as "/l" does.
var containers = map[string]bool{"litre": true, "m2": true, "gram": true, "metre": true}

// scales are the words that multiply a number.
var scales = map[string]float64{
	"hundred": 100, "hundert": 100, "thousand": 1e3, "thousands": 1e3, "tausend": 1e3, "tsd": 1e3,
	"million": 1e6, "millionen": 1e6, "millions": 1e6, "mio": 1e6, "mn": 1e6, "mln": 1e6,
	"billion": 1e9, "billions": 1e9, "bn": 1e9, "milliarde": 1e9, "milliarden": 1e9, "mrd": 1e9,
	"trillion": 1e12, "trillions": 1e12, "billionen": 1e12, "dozen": 12, "dutzend": 12,
	"lakh": 1e5, "lakhs": 1e5, "lac": 1e5, "lacs": 1e5, "crore": 1e7, "crores": 1e7,
}

// unitOf looks a word up as a unit: "mSv", "Millisievert", "Tagen", "Bq/m3".
func unitOf(word string) (Unit, bool) {
	if above, below, ok := strings.Cut(word, "/"); ok {
		a, ok := unitOf(above)
		b, known := unitOf(below)
		switch {
		case !ok || !known:
			return Unit{}, false
		case b.isTime(): // "per hour" is as often said far from the number as beside it
			return a, true
		}
		return a.over(b), true
	}
	if u, ok := symbols[word]; ok {
		return u, true
	}
	if u, ok := withPrefix(word, prefixed, prefixes); ok {
		return u, true
	}
	lower := strings.ToLower(word)
	if u, ok := namedUnit(lower); ok {
		return u, true
	}
	for p, factor := range namePrefixes {
		if base, ok := strings.CutPrefix(lower, p); ok {
			if u, ok := namedUnit(base); ok {
				return Unit{u.Dim, factor * u.Factor}, true
			}
		}
	}
	return Unit{}, false
}

func withPrefix(word string, units map[string]Unit, prefixes map[string]float64) (Unit, bool) {
	if u, ok := units[word]; ok {
		return u, true
	}
	for p, factor := range prefixes {
		if base, ok := strings.CutPrefix(word, p); ok {
			if u, ok := units[base]; ok {
				return Unit{u.Dim, factor * u.Factor}, true
			}
		}
	}
	return Unit{}, false
}

// endings are what inflection adds to the name of a unit.
var endings = []string{"", "s", "e", "n", "en", "es", "er", "em", "ige", "iger", "igen", "iges", "ly", "lich", "liche", "lichen"}

func namedUnit(word string) (Unit, bool) {
	if len(word) < 3 {
		return Unit{}, false
	}
	for _, ending := range endings {
		if base, ok := strings.CutSuffix(word, ending); ok {
			if u, ok := named[base]; ok {
				return u, true
			}
		}
	}
	return Unit{}, false
}
