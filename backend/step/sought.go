package step

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sought is what a clause of a question looks for: words that an answer stands among, and names and numbers without which nothing is an
// answer.
type sought struct {
	clause  string
	profile Profile
	names   []name
	page    string // "page 7", as the clause says it; "" when it names none
}

// name is a word of a question that stands for one thing only: a year, a label, an abbreviation, a proper name.
type name struct {
	text    string
	pattern *regexp.Regexp // finds it in a page's text, however it is spaced and hyphened there
	place   bool           // "Figure 7": what a document has or has not, wherever
}

// seek takes a question apart into what its clauses look for.
func (k *Kit) seek(ctx context.Context, q Question) ([]sought, error) {
	words := wordsFor(q.Language)
	small := strings.Join(slices.Sorted(maps.Keys(words.stop)), " ")
	var out []sought
	for _, a := range askings(q.clauses()) {
		clause, _ := besideCited(a.clause, q.Language)
		text, page := turned(clause)
		parts := append([]Part{{essence(text), 1}}, background(q, a.clause)...)
		if a.frame() != "" {
			parts = append(parts, Part{a.frame(), leaning})
		}
		p, err := k.Profile(ctx, q.Language, parts...)
		if err != nil {
			return nil, err
		}
		p = p.without(append(k.Lexicon.Terms(words.asking+" "+kindWords+" "+small, q.Language), glued(p.order, text+" "+a.given)...))
		named := strings.TrimSpace(a.frame() + " " + text)
		names := k.telling(words.namesIn(named), q.Language)
		for _, n := range numbered(named) {
			if !slices.ContainsFunc(names, func(m name) bool { return n.pattern.MatchString(m.text) }) {
				names = append(names, n)
			}
		}
		if len(p.order) == 0 && page == "" {
			continue
		}
		out = append(out, sought{clause: a.clause, profile: p, names: names, page: page})
	}
	for _, n := range words.namesIn(q.Text) {
		if year.MatchString(n.text) && !strings.Contains(words.matter(q.Text), n.text) {
			for i := range out { // a year counts wherever it stands, be it among words about the form
				out[i].names = append(out[i].names, n)
			}
		}
	}
	return out, nil
}

// telling drops the names that are words about the asking: "Email", "ANSWER".
func (k *Kit) telling(names []name, language string) []name {
	asking := set(k.Lexicon.Terms(wordsFor(language).asking, language))
	return slices.DeleteFunc(names, func(n name) bool {
		terms := k.Lexicon.Terms(n.text, language)
		return len(terms) > 0 && holdsAll(asking, terms)
	})
}

// background is what else of the question a clause needs to be understood: all of it where the clause says "they" or "it".
func background(q Question, clause string) []Part {
	if q.dependence(clause) > independent {
		return []Part{{essence(wordsFor(q.Language).matter(q.Text)), leaning}}
	}
	return nil
}

// glued returns the terms that the index makes of a word and the number behind it, such as "to2019", and that text does not have as a word.
func glued(terms []string, text string) []string {
	text = strings.ToLower(text)
	return slices.DeleteFunc(slices.Clone(terms), func(t string) bool {
		return !strings.ContainsFunc(t, unicode.IsDigit) || !strings.ContainsFunc(t, unicode.IsLetter) || strings.Contains(text, t)
	})
}

// within keeps the terms of a part of what the profile is of; all where none would be left.
func (p Profile) within(terms []string) Profile {
	mine := set(terms)
	own := p.without(slices.DeleteFunc(slices.Clone(p.order), func(t string) bool { return mine[t] }))
	if len(own.order) == 0 {
		return p
	}
	return own
}

// without drops terms from a profile.
func (p Profile) without(terms []string) Profile {
	out := p
	out.Weight, out.Total, out.order, out.Absent = map[string]float64{}, 0, nil, nil
	drop := set(terms)
	for _, t := range p.order {
		if drop[t] {
			continue
		}
		out.order = append(out.order, t)
		out.Weight[t] = p.Weight[t]
		out.Total += p.Weight[t]
		if slices.Contains(p.Absent, t) {
			out.Absent = append(out.Absent, t)
		}
	}
	return out
}

var (
	fiscal     = regexp.MustCompile(`\b(?:FY|GJ)\s?((?:19|20)\d\d)\b`)
	dateShape  = regexp.MustCompile(`\b(?:as|als)\s+[YMDJT]+(?:[-./][YMDJT]+)+`)
	forExample = regexp.MustCompile(`(?i)\s*\((?:for example|e\.\s?g\.|such as|zum beispiel|z\.\s?b\.)[^)]*\)|,?\s*(?:for example|e\.\s?g\.|zum Beispiel|z\.\s?B\.),?\s*\[[^\]]*\]`)
	// form matches a sentence that says how the answer is to be written, not what it is about.
	form = regexp.MustCompile(`(?i)^\W*(?:please\s+|bitte\s+)?(?:write|format|answer|return|give|express|your answer|the answer|note that|round|provide|respond|antworte|schreibe|runde|gib)\b.*\b(?:answer|format\w*|list|integer|int|float|value|percent\w*|rounded|decimals?|words?|question|antwort|liste|zahl|stellen?|format|satz|count|usd|eur|euro|dollars?|millions?|billions?)\b|^\W*assume (?:that )?you are\b`)
)

// matter returns a question without examples and without the sentences that only say how to write the answer.
func (p phrases) matter(question string) string {
	text := forExample.ReplaceAllString(question, "")
	text = fiscal.ReplaceAllString(dateShape.ReplaceAllString(text, ""), "$1")
	kept := slices.DeleteFunc(sentencesOf(text, p.language), form.MatchString)
	if len(kept) == 0 {
		return question
	}
	return strings.Join(kept, " ")
}

var (
	year    = regexp.MustCompile(`^(?:FY|GJ)?((?:19|20)\d\d)$`)
	labels  = regexp.MustCompile(`\pL[\pL]*(?:[-–]?\d[\d.]*|-\d+[\d.]*)`)
	quarter = regexp.MustCompile(`^(?i:Q|H|FY|GJ|top-?)\d+$`)
)

// namesIn returns the names of a clause. In a language that writes every noun with a capital letter, and in a clause written in capitals,
// capital letters tell nothing.
func (p phrases) namesIn(clause string) []name {
	shouted := strings.ToUpper(clause) == clause
	var out []name
	for i, field := range strings.Fields(clause) {
		for _, w := range strings.FieldsFunc(field, func(r rune) bool { return r == '/' || r == '–' }) {
			w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
			switch {
			case year.MatchString(w):
				w = year.FindStringSubmatch(w)[1]
			case quarter.MatchString(w):
				continue
			case labels.FindString(w) == w && w != "":
			case shouted:
				continue
			case abbreviation(w), i > 0 && p.namesHaveCapitals && capital(w) && !p.stop[strings.ToLower(w)]:
			default:
				continue
			}
			out = append(out, name{text: w, pattern: spelled(w)})
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
