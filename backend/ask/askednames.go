package ask

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/chunk"
)

// Name is a word of a question that stands for one thing only: a year, a label, an abbreviation, a proper name.
type Name struct {
	Text    string
	Pattern *regexp.Regexp // finds it in a page's text, however it is spaced and hyphened there
	Place   bool           // "Figure 7": what a document has or has not, wherever
}

// Glued returns the terms that the index makes of a word and the number behind it, such as "to2019", and that text does not have as a word.
func Glued(terms []string, text string) []string {
	text = strings.ToLower(text)
	return slices.DeleteFunc(slices.Clone(terms), func(t string) bool {
		return !strings.ContainsFunc(t, unicode.IsDigit) || !strings.ContainsFunc(t, unicode.IsLetter) || strings.Contains(text, t)
	})
}

var (
	fiscal     = regexp.MustCompile(`\b(?:FY|GJ)\s?((?:19|20)\d\d)\b`)
	dateShape  = regexp.MustCompile(`\b(?:as|als)\s+[YMDJT]+(?:[-./][YMDJT]+)+`)
	forExample = regexp.MustCompile(`(?i)\s*\((?:for example|e\.\s?g\.|such as|zum beispiel|z\.\s?b\.)[^)]*\)|,?\s*(?:for example|e\.\s?g\.|zum Beispiel|z\.\s?B\.),?\s*\[[^\]]*\]`)
	// form matches a sentence that says how the answer is to be written, not what it is about.
	form = regexp.MustCompile(`(?i)^\W*(?:please\s+|bitte\s+)?(?:write|format|answer|return|give|express|your answer|the answer|note that|round|provide|respond|antworte|schreibe|runde|gib)\b.*\b(?:answer|format\w*|list|integer|int|float|value|percent\w*|rounded|decimals?|words?|question|antwort|liste|zahl|stellen?|format|satz|count|usd|eur|euro|dollars?|millions?|billions?)\b|^\W*assume (?:that )?you are\b`)
)

// Matter returns a question without examples and without the sentences that only say how to write the answer.
func (p Phrases) Matter(question string) string {
	text := forExample.ReplaceAllString(question, "")
	text = fiscal.ReplaceAllString(dateShape.ReplaceAllString(text, ""), "$1")
	kept := slices.DeleteFunc(sentencesOf(text, p.language), form.MatchString)
	if len(kept) == 0 {
		return question
	}
	return strings.Join(kept, " ")
}

var (
	// Year matches a word that is a year, with or without the mark of a fiscal one.
	Year    = regexp.MustCompile(`^(?:FY|GJ)?((?:19|20)\d\d)$`)
	labels  = regexp.MustCompile(`\pL[\pL]*(?:[-–]?\d[\d.]*|-\d+[\d.]*)`)
	quarter = regexp.MustCompile(`^(?i:Q|H|FY|GJ|top-?)\d+$`)
)

// NamesIn returns the names of a clause. In a language that writes every noun with a capital letter, and in a clause written in capitals,
// capital letters tell nothing.
func (p Phrases) NamesIn(clause string) []Name {
	shouted := strings.ToUpper(clause) == clause
	var out []Name
	for i, field := range strings.Fields(clause) {
		for _, w := range strings.FieldsFunc(field, func(r rune) bool { return r == '/' || r == '–' }) {
			w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
			switch {
			case Year.MatchString(w):
				w = Year.FindStringSubmatch(w)[1]
			case quarter.MatchString(w):
				continue
			case labels.FindString(w) == w && w != "":
			case shouted:
				continue
			case abbreviation(w), i > 0 && p.NamesHaveCapitals && capital(w) && !p.Stop[strings.ToLower(w)]:
			default:
				continue
			}
			out = append(out, Name{Text: w, Pattern: spelled(w)})
		}
	}
	return out
}

// abbreviation reports whether a word has a capital letter that is not its first, as "RoHS", "SoC" and "mSv" do.
func abbreviation(w string) bool {
	first, n := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(first) && strings.ContainsFunc(w[n:], unicode.IsUpper) && !strings.ContainsAny(w, "-")
}

func capital(w string) bool {
	first, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(first) && utf8.RuneCountInString(w) > 2
}

var pieces = regexp.MustCompile(`\pL+|\d+`)

// spelled matches a name in its other spellings: "Level-2", "LEVEL 2", "level2".
func spelled(w string) *regexp.Regexp {
	var parts []string
	for _, piece := range pieces.FindAllString(w, -1) {
		parts = append(parts, regexp.QuoteMeta(piece))
	}
	return regexp.MustCompile(`(?i)(?:^|[^\pL\d])` + strings.Join(parts, `[^\pL\d]{0,2}`) + `(?:'?s|’s|en|er|es)?(?:$|[^\pL\d])`)
}

// sentencesOf cuts a question into its sentences.
func sentencesOf(question, language string) []string {
	var out []string
	from := 0
	add := func(to int) {
		if s := strings.TrimSpace(question[from:to]); s != "" {
			out = append(out, s)
		}
		from = to
	}
	for _, end := range questionEnds.FindAllStringIndex(question, -1) {
		if stop := end[0] + strings.IndexAny(question[end[0]:end[1]], "?!."); chunk.Ends(question, stop, language) {
			add(end[1])
		}
	}
	add(len(question))
	return out
}

var questionEnds = regexp.MustCompile(`[?!.]["”“)]?\s+`)
