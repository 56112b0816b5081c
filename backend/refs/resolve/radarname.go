package resolve

import (
	"regexp"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// namedWork makes a work of the name of a law, a standard or a book in running text, false where it is that of a part of one.
func namedWork(name string) (refs.Work, bool) {
	w := refs.Work{Type: refs.WorkOther}
	name = mended(name)
	if s := naming.NewStream(name); beginsPart(s) {
		return w, false
	}
	takeNumber(&w, name)
	base, edition := naming.CutEdition(name)
	base = dangling.ReplaceAllString(base, "")
	if len(edition) >= 4 {
		w.Year = edition[:4]
	}
	if w.Number != "" {
		w.Type = typeOf(w, "")
		return w, true
	}
	words := strings.Fields(base)
	if plainWork(words) || len(words) == 0 || strings.HasPrefix(name, "that ") || strings.HasPrefix(name, "those ") || name == "thereof" || naming.GenericName(naming.NameKey(base)) {
		return w, false
	}
	w.Title = nominative(base)
	s := naming.NewStream(base)
	if last := s.Tok(len(s.Tokens) - 1); s.Datable(len(s.Tokens)-1) || naming.IsAbbreviation(last.Text) || naming.ShortCode(last.Text) || naming.LawNoun(strings.ToLower(words[0])) != naming.NotLaw || naming.WorkNoun(last.Lower) {
		w.Type = refs.WorkLaw
	}
	if edition != "" && w.Type == refs.WorkLaw {
		w.Title = strings.Replace(name, base, w.Title, 1)
	}
	return w, true
}

// beginsPart reports whether a name begins with the word for a part of a document: "Annex to Commission Recommendation".
func beginsPart(s *naming.Stream) bool {
	t := s.Tok(0)
	_, division := numbering.DivisionWord(t.Lower)
	_, annex := numbering.AnnexWord(t.Lower)
	_, _, caption := numbering.CaptionWord(t.Lower)
	_, _, article := s.ArticleWord(0)
	_, unit := numbering.SubUnit(t.Lower)
	return division || annex || caption || article || unit
}

// mended puts a name together that line ends have broken: "Ver-sicherungsgesetz", "MTA- Gesetz", "2001/83/ EG".
func mended(name string) string {
	name = strings.ReplaceAll(name, "/ ", "/")
	name = brokenWord.ReplaceAllStringFunc(name, func(w string) string {
		if whole := strings.NewReplacer("-", "", "‐", "").Replace(w); naming.LawNoun(strings.ToLower(whole)) != naming.NotLaw {
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
		if w = strings.ToLower(w); !naming.WorkNoun(w) && !plainWord.MatchString(w) {
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
	if first, rest, ok := strings.Cut(name, " "); ok && naming.LawNoun(strings.ToLower(first)) == naming.AnyLaw {
		return nominative(first) + " " + rest
	}
	i := strings.LastIndexByte(name, ' ') + 1
	if last := name[i:]; naming.LawNoun(strings.ToLower(last)) != naming.NotLaw {
		if stem := naming.LawStem(strings.ToLower(last)); len(stem) < len(last) && strings.EqualFold(last[:len(stem)], stem) {
			return name[:i] + last[:len(stem)]
		}
	}
	return name
}
