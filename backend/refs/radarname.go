package refs

import (
	"regexp"
	"strings"
)

// namedWork makes a work of the name of a law, a standard or a book in running text, false where it is that of a part of one.
func namedWork(name string) (Work, bool) {
	w := Work{Type: WorkOther}
	name = mended(name)
	if s := newStream(name); beginsPart(s) {
		return w, false
	}
	w.takeNumber(name)
	base, edition := cutEdition(name)
	base = dangling.ReplaceAllString(base, "")
	if len(edition) >= 4 {
		w.Year = edition[:4]
	}
	if w.Number != "" {
		w.Type = w.typeOf("")
		return w, true
	}
	words := strings.Fields(base)
	if plainWork(words) || len(words) == 0 || strings.HasPrefix(name, "that ") || strings.HasPrefix(name, "those ") || name == "thereof" || genericName(nameKey(base)) {
		return w, false
	}
	w.Title = nominative(base)
	s := newStream(base)
	if last := s.tok(len(s.tokens) - 1); s.datable(len(s.tokens)-1) || isAbbreviation(last.text) || shortCode(last.text) || lawNoun(strings.ToLower(words[0])) != notLaw || workNoun(last.lower) {
		w.Type = WorkLaw
	}
	if edition != "" && w.Type == WorkLaw {
		w.Title = strings.Replace(name, base, w.Title, 1)
	}
	return w, true
}

// beginsPart reports whether a name begins with the word for a part of a document: "Annex to Commission Recommendation".
func beginsPart(s *Stream) bool {
	t := s.tok(0)
	_, division := divisionWord(t.lower)
	_, annex := annexWord(t.lower)
	_, _, caption := captionWord(t.lower)
	_, _, article := s.articleWord(0)
	_, unit := subUnit(t.lower)
	return division || annex || caption || article || unit
}

// mended puts a name together that line ends have broken: "Ver-sicherungsgesetz", "MTA- Gesetz", "2001/83/ EG".
func mended(name string) string {
	name = strings.ReplaceAll(name, "/ ", "/")
	name = brokenWord.ReplaceAllStringFunc(name, func(w string) string {
		if whole := strings.NewReplacer("-", "", "‐", "").Replace(w); lawNoun(strings.ToLower(whole)) != notLaw {
			return whole
		}
		return w
	})
	return brokenShort.ReplaceAllString(name, "$1-$2")
}

var (
	brokenWord  = regexp.MustCompile(`\pL*\p{Ll}[-‐]\p{Ll}\pL*`)
	brokenShort = regexp.MustCompile(`(\p{Lu}{2})[-‐] (\p{Lu})`)
)

// plainWork reports whether a name is no more than the word for a kind of work, "Act", or that word for the text itself or for any of its kind: "Annual Report".
// Which one is meant is said elsewhere, if it is said at all.
func plainWork(words []string) bool {
	for _, w := range words {
		if w = strings.ToLower(w); !workNoun(w) && !plainWord.MatchString(w) {
			return false
		}
	}
	return true
}

// dangling matches the word before the year of a law's name, where a line broke behind it.
var dangling = regexp.MustCompile(`(?i)\s+of$`)

// plainWord matches a word that makes no name of a word for a kind of work, and German words for works of which everybody has one.
var plainWord = regexp.MustCompile(`^(?:annual|quarterly|current|final|present|new|form|plan|on|of|the|this|to|and|i{1,3}|geschäftsordnung|prüfungsordnung|grundordnung|hausordnung|satzung|\pL*protokolls?|` +
	`(?:\pL*(?:dienst|dienstleistungs|arbeits|kauf|darlehens|miet|werk))?vertrag(?:e?s)?)$`)

// nominative cuts the ending of the genitive off the last word of a name.
func nominative(name string) string {
	if first, rest, ok := strings.Cut(name, " "); ok && lawNoun(strings.ToLower(first)) == anyLaw {
		return nominative(first) + " " + rest
	}
	i := strings.LastIndexByte(name, ' ') + 1
	if last := name[i:]; lawNoun(strings.ToLower(last)) != notLaw {
		if stem := lawStem(strings.ToLower(last)); len(stem) < len(last) && strings.EqualFold(last[:len(stem)], stem) {
			return name[:i] + last[:len(stem)]
		}
	}
	return name
}
