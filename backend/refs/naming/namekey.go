package naming

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs/numbering"
)

// NameKey folds a document's name so that its forms compare equal: articles, inflection, hyphens and case go, acts of the European
// Union are known by kind and number, RFCs and standards by number. "der Verordnung (EU) 2099/123" and "Regulation (EU) 2099/123" have one key.
func NameKey(name string) string {
	if isIdentifier(name) {
		return strings.ToLower(name)
	}
	if key := numberKey(name); key != "" {
		return key
	}
	var b strings.Builder
	for _, w := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b.WriteString(stemWord(w))
	}
	return b.String()
}

// numberKey returns the key of a name that is or begins with an act's or an RFC's number, "" for others.
func numberKey(name string) string {
	s := NewStream(name)
	for i := range min(len(s.Tokens), 3) {
		if act, _, ok := s.Act(i); ok {
			return actKey(act)
		}
		if rfc, _, ok := s.request(i); ok && i == 0 {
			return "rfc" + strings.TrimLeft(strings.TrimPrefix(rfc, "RFC"), " ")
		}
		if key, ok := standardKey(s, i); ok && i == 0 {
			return key
		}
	}
	return ""
}

// actKey makes the key of an act: "regulation:2099/123".
func actKey(act string) string {
	word, rest := numbering.CutWord(act)
	i := strings.IndexFunc(rest, func(r rune) bool { return r >= '0' && r <= '9' })
	if i < 0 {
		return ""
	}
	parts := strings.SplitN(rest[i:], "/", 3)
	if len(parts) < 2 {
		return ""
	}
	return ActKind(strings.ToLower(word)) + ":" + parts[0] + "/" + parts[1]
}

// stemWord cuts the endings German nouns of law and adjectives take: "atomgesetzes" -> "atomgesetz", "bürgerlichen" -> "bürgerlich".
func stemWord(w string) string {
	if LawNoun(w) != NotLaw {
		return LawStem(w)
	}
	if len(w) > 6 {
		for _, ending := range []string{"en", "er", "es", "em", "e"} {
			if stem, ok := strings.CutSuffix(w, ending); ok {
				return stem
			}
		}
	}
	return w
}

// Abbreviates reports whether abbr can be the abbreviation of a law's name, key by key: its first letters begin the name, its last
// stands for the kind of law, the rest follow in order ("RnSchV", "Radonschutzverordnung"). Abbreviations that begin with a single
// letter fit too many names and never match.
func Abbreviates(abbr, name string) bool {
	chunks := chunkCapitals(strings.ReplaceAll(abbr, "-", ""))
	key := NameKey(name)
	if len(chunks) < 2 || len(chunks[0]) < 2 {
		return false
	}
	kind := chunks[len(chunks)-1]
	rest, ok := cutKind(key, kind)
	if !ok || !strings.HasPrefix(rest, chunks[0][:2]) {
		return false
	}
	at := 2
	for _, letter := range strings.Join(append([]string{chunks[0][2:]}, chunks[1:len(chunks)-1]...), "") {
		i := strings.IndexRune(rest[at:], letter)
		if i < 0 {
			return false
		}
		at += i + len(string(letter))
	}
	return true
}

// chunkCapitals splits an abbreviation before its capitals, in lower case: "RnSchV" -> "rn", "sch", "v".
func chunkCapitals(s string) []string {
	var out []string
	for _, r := range s {
		if unicode.IsUpper(r) || len(out) == 0 {
			out = append(out, "")
		}
		out[len(out)-1] += string(unicode.ToLower(r))
	}
	return out
}

// cutKind cuts the noun of law a last letter stands for off a name's key.
func cutKind(key, letter string) (string, bool) {
	nouns := map[string][]string{"g": {"gesetz"}, "v": {"verordnung", "vertrag"}, "vo": {"verordnung"}, "o": {"ordnung"}, "b": {"gesetzbuch"}}
	for _, noun := range nouns[letter] {
		if rest, ok := strings.CutSuffix(key, noun); ok && rest != "" {
			return rest, true
		}
	}
	return "", false
}
