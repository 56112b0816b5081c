package chunk

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// longestPart is the most letters between the points of an abbreviation.
const longestPart = 3

// IsAbbreviation reports whether a word, without its point, is one that a point often follows inside a sentence.
func IsAbbreviation(word string) bool {
	word = strings.Trim(word, ".")
	if parts := strings.Split(word, "."); len(parts) > 1 { // e.g, i.V.m, U.S; "package.log" is a name
		return !slices.ContainsFunc(parts, func(p string) bool { return utf8.RuneCountInString(p) > longestPart })
	}
	switch strings.ToLower(word) {
	case "abs", "nr", "nrn", "art", "artt", "buchst", "bzw", "ca", "vgl", "bd", "hrsg", "ff", "evtl", "ggf", "inkl", "exkl", "kap", "tab", "abb",
		"ziff", "lit", "aufl", "std", "str", "bgbl", "abl", "bek", "gem", "sog", "mio", "mrd", "mind", "zzgl", "abschn", "anl", "anm", "rn", "rdnr", "ebd",
		"dipl", "ing", "frhr", "jh", "verf", "zul", "rspr", "stellv", "allg", "bes", "bspw", "betr", "entspr", "geb", "ggü", "urspr",
		"sec", "secs", "fig", "figs", "no", "nos", "vs", "cf", "al", "dr", "mr", "mrs", "ms", "prof", "inc", "ltd", "corp", "approx", "eq", "eqs",
		"vol", "vols", "pp", "ed", "eds", "ch", "chap", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "okt", "nov", "dec", "dez",
		"st", "jr", "sr", "reg", "dir", "ref", "refs", "app", "para", "paras", "resp", "incl", "est", "gov", "sen", "rep", "gen", "col", "max", "min":
		return true
	}
	return false
}

// startsSentence reports whether a German word with a capital most likely begins a sentence, and is no noun behind an ordinal.
func startsSentence(word string) bool {
	switch word {
	case "Der", "Die", "Das", "Dem", "Den", "Des", "Ein", "Eine", "Einer", "Einem", "Einen", "Es", "Er", "Sie", "Dies", "Diese", "Dieser", "Dieses",
		"Bei", "Im", "In", "Für", "Soweit", "Sofern", "Wenn", "Wird", "Werden", "Ist", "Sind", "Hat", "Haben", "Auf", "Aus", "Mit", "Nach", "Vor", "Zur", "Zum",
		"Zu", "Auch", "Satz", "Absatz", "Als", "Alle", "An", "Am", "Bis", "Bestehen", "Liegen", "Liegt", "Kann", "Können", "Gilt", "Gelten", "Hierzu", "Dabei",
		"Davon", "Dazu", "Abweichend", "Unberührt", "Wer", "Wie", "So", "Sollen", "Soll", "Darf", "Dürfen", "Muss", "Müssen", "Jede", "Jeder", "Jedes",
		"Was", "Wann", "Wo", "Warum", "Welche", "Welcher", "Welches", "Welchem", "Welchen", "Wem", "Wen":
		return true
	}
	return false
}

// isMonth reports whether a word is the name of a month in German or English.
func isMonth(word string) bool {
	switch word {
	case "Januar", "Jänner", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
		"January", "February", "March", "May", "June", "July", "October", "December":
		return true
	}
	return false
}
