package proof

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite"
	"rabbithole/backend/figure"
)

// statement is a text taken apart into what can be checked.
type statement struct {
	text       string // folded
	words      []word // content words, in order
	quantities []quantity
	dates      []figure.Amount
	clauses    []clause
	condition  bool // it says under what condition it holds
	german     bool
}

// word is a content word.
type word struct {
	text, lower, stem string
	capital           bool // begins with a capital, or is written in capitals
	first             bool // of its sentence
	at                int
}

// parse takes folded text apart.
func parse(text string) statement {
	s := statement{text: text, german: isGerman(text)}
	s.dates, s.quantities = figures(text)
	masked := []byte(text)
	for _, d := range s.dates {
		copy(masked[d.Start:d.End], bytes.Repeat([]byte(" "), d.End-d.Start))
	}
	s.clauses = clauses(string(masked), s.quantities)
	for i := range s.clauses {
		s.words = append(s.words, s.clauses[i].words...)
		s.condition = s.condition || s.clauses[i].condition
	}
	return s
}

// fold prepares a text for parse.
func fold(text string) string { return strings.TrimSpace(cite.Normalise(text).Text) }

var token = regexp.MustCompile(`[\pL\d][\pL\d]*(?:['.&/-][\pL\d]+)*`)

// contentWords returns the words of text[from:to] that carry meaning, numbers and their units left out.
func contentWords(text string, from, to int, taken []quantity) []word {
	var out []word
	for _, m := range token.FindAllStringIndex(text[from:to], -1) {
		start, end := from+m[0], from+m[1]
		w := text[start:end]
		lower := strings.ToLower(w)
		if overlaps(taken, start, end) || stop[lower] || !strings.ContainsFunc(w, unicode.IsLetter) {
			continue
		}
		for _, piece := range pieces(w) {
			lower := strings.ToLower(piece)
			if stop[lower] {
				continue
			}
			r, _ := utf8.DecodeRuneInString(piece)
			out = append(out, word{text: piece, lower: lower, stem: stem(lower), capital: unicode.IsUpper(r), first: opens(text, start), at: start})
		}
	}
	return out
}

// pieces cuts a compound with hyphens into its words; names with digits or capitals such as "MP-07" stay whole.
func pieces(w string) []string {
	if strings.ContainsAny(w, "0123456789") || !strings.ContainsAny(w, "-/") {
		return []string{w}
	}
	return strings.FieldsFunc(w, func(r rune) bool { return r == '-' || r == '/' })
}

// opens reports whether a word begins a sentence, so that its capital says nothing.
func opens(text string, at int) bool {
	before := strings.TrimRight(text[:at], " '\"([-•*")
	return before == "" || strings.ContainsRune(".!?:;…", lastRune(before))
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// endings of inflection and of close derivation in both languages, longest first.
var endings = []string{
	"ungen", "ments", "ungs", "ment", "ings", "lich", "ung", "ing", "ers", "ern", "est", "ies", "ied", "ten", "ete", "ed", "es", "en", "er", "em", "et", "ly", "st", "te", "e", "n", "s", "t", "y",
}

var plainLetters = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss")

// stem takes one ending off a word in lower case; what is left has at least four letters.
func stem(lower string) string {
	w := plainLetters.Replace(strings.TrimSuffix(lower, "'s"))
	for _, e := range endings {
		if base, ok := strings.CutSuffix(w, e); ok && utf8.RuneCountInString(base) >= 4 {
			return base
		}
	}
	return w
}

// alike reports whether two stems are forms of one word: equal, or one begins with the other or with most of it.
func alike(a, b string) bool {
	if a == b {
		return true
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= 5 && n*10 >= 7*max(len(a), len(b))
}

// within reports whether a long word ends or begins with the other: "Jahresmittelwert", "Mittelwert".
func within(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	return len(b) >= 5 && len(a) >= 8 && (strings.HasSuffix(a, b) || strings.HasPrefix(a, b))
}

// isGerman tells German from English by the commonest words.
func isGerman(text string) bool {
	de, en := 0, 0
	for _, w := range strings.Fields(strings.ToLower(text)) {
		switch w {
		case "der", "die", "das", "und", "ist", "nicht", "ein", "eine", "den", "dem", "des", "im", "zu", "von", "mit", "für", "auf", "wird", "werden", "sind", "nach", "bei", "muss", "darf":
			de++
		case "the", "of", "and", "is", "a", "to", "be", "for", "with", "on", "are", "by", "at", "it", "must", "shall", "that", "not", "an", "has", "from":
			en++
		}
	}
	return de > en
}
