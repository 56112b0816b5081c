package step

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/chunk"
)

// A question about a person's own case leaves unsaid what their files tell of it: which data, and what is not there. The words for it are taken from the files only where the
// library uses them for the matter asked about, too.

// situatedAt is how many hits of a search show whether the library speaks of a thing as the files do.
const situatedAt = 8

// Situated returns a question with what the person's files say of the case written into it: "the data" become "the personal data", and a question whose answer hangs on
// something that is not there in this case says "without". A model is given the files themselves.
func (k *Kit) Situated(ctx context.Context, q Question, items []ContextItem) (Question, error) {
	if k.Model != nil || k.Search == nil || len(items) == 0 {
		return q, nil
	}
	text := strings.Join(strings.Fields(q.Text), " ")
	for _, clause := range q.questions() {
		if named, _ := k.ownFiles(clause, q.Language, filesOf(items)); len(named) > 0 {
			continue // it asks what the files say
		}
		precise, err := k.precise(ctx, q.Language, clause, items)
		if err != nil {
			return q, err
		}
		if lack, err := k.lackFor(ctx, q.Language, precise, items); err != nil {
			return q, err
		} else if lack != "" {
			precise += " " + lack
		}
		if precise != clause {
			text = strings.Replace(text, clause, precise, 1)
			q.Text = text
		}
	}
	return q, nil
}

// precise gives the nouns of a clause that stand alone behind a definite article the adjective that the files have before them, where all have the same.
func (k *Kit) precise(ctx context.Context, language, clause string, items []ContextItem) (string, error) {
	for _, n := range nouns(clause, language) {
		fields := strings.Fields(n.text)
		if i := slices.IndexFunc(fields, whereTo.MatchString); i > 0 {
			fields = fields[:i]
		}
		if len(fields) != 2 || n.asked || !knownAlready.MatchString(fields[0]) || !strings.Contains(clause, fields[0]+" "+fields[1]) {
			continue
		}
		before := k.qualifier(language, fields[1], items)
		if before == "" {
			continue
		}
		if language == "de" {
			before = inflected(before, fields[0], n)
		}
		hits, err := k.situating(ctx, language, clause+" "+before)
		if err != nil {
			return clause, err
		}
		if slices.ContainsFunc(hits, func(text string) bool { return qualifies(language, text, before, fields[1]) }) {
			clause = strings.Replace(clause, fields[0]+" "+fields[1], fields[0]+" "+before+" "+fields[1], 1)
		}
	}
	return clause, nil
}

// knownAlready matches an article or pronoun of something that is.
var knownAlready = regexp.MustCompile(`(?i)^(?:the|our|these|those|this|der|die|das|den|dem|des|unsere?[nmrs]?|diese[nmrs]?)$`)

// whereTo matches what may stand behind a noun and be taken for a part of it.
var whereTo = regexp.MustCompile(`^(?:across|along|abroad|around|behind|beyond|near|onto|outside|inside|towards?|upon|without)$`)

// qualifier returns the one adjective that the files have before a noun, "" where they have none or several; a German one without its ending.
func (k *Kit) qualifier(language, noun string, items []ContextItem) string {
	stop := wordsFor(language).stop
	found := ""
	for _, x := range items {
		words := strings.Fields(x.Text)
		for i := 1; i < len(words); i++ {
			head, before := strings.TrimRight(words[i], ".,;:)"), words[i-1]
			if i == 1 {
				before = strings.ToLower(before)
			}
			if !strings.EqualFold(head, noun) || stop[strings.ToLower(before)] || !adjective.MatchString(before) {
				continue
			}
			if language == "de" {
				stem := germanAdjective.ReplaceAllString(before, "")
				if stem == before {
					continue
				}
				before = stem
			} else if head == words[i] && i+1 < len(words) && !stop[strings.ToLower(strings.Trim(words[i+1], "(.,;:)"))] {
				continue // "data protection": another thing
			}
			if found != "" && found != before {
				return ""
			}
			found = before
		}
	}
	return found
}

var (
	adjective       = regexp.MustCompile(`^\p{Ll}[\pL-]{3,}$`)
	germanAdjective = regexp.MustCompile(`e[nmrs]?$`)
)

// inflected gives a German adjective the ending that it has behind a definite article.
func inflected(adjective, article string, n noun) string {
	article = strings.ToLower(article)
	if n.genders == plural || slices.Contains([]string{"den", "dem", "des"}, article) || article == "der" && n.behind {
		return adjective + "en"
	}
	return adjective + "e"
}

// qualifies reports whether a text has an adjective before a noun, whatever its ending.
func qualifies(language, text, adjective, noun string) bool {
	ending := ""
	if language == "de" {
		adjective, ending = germanAdjective.ReplaceAllString(adjective, ""), `e[nmrs]?`
	}
	return regexp.MustCompile(`(?i)(?:^|[^\pL])` + regexp.QuoteMeta(adjective) + ending + `\s+` + regexp.QuoteMeta(noun) + `(?:$|[^\pL])`).MatchString(text)
}

// What a file says that is not there: "no licence", "not adopted an adequacy decision", "kein Bescheid". What the person has not got yet is still to be had.
var (
	englishNone = regexp.MustCompile(`(?i)\b(?:no|not (?:\pL+ )?(?:an?|any)) ((?:[\pL-]+ ?){1,3})`)
	germanNone  = regexp.MustCompile(`\b[Kk]ein(?:e[nmrs]?)? ((?:[\pL-]+ ?){1,3})`)
	stillToCome = regexp.MustCompile(`(?i)\b(?:we|our|us|i|my|wir|uns|unsere?[nmrs]?|ich|meine?[nmrs]?)\b`)
)

// lackFor returns, as words to put behind a clause, what the files say is not there, where the library says of the matter of the clause what holds without it; "" where there is
// no such thing, or the clause says it already.
func (k *Kit) lackFor(ctx context.Context, language, clause string, items []ContextItem) (string, error) {
	if supposesLack.MatchString(clause) {
		return "", nil
	}
	matter, err := k.Matter(ctx, language, Part{essence(clause), 1})
	if err != nil || matter.Total == 0 {
		return "", err
	}
	for _, x := range items {
		thing := missingThing(x.Text, language)
		terms := k.Lexicon.Subject(thing, language)
		if len(terms) == 0 {
			continue
		}
		hits, err := k.situating(ctx, language, clause+" "+thing)
		if err != nil {
			return "", err
		}
		for _, text := range hits {
			if matter.Coverage(k.Lexicon.Terms(text, language)) >= enoughAtOne && k.holdsWithout(text, language, terms) {
				return without(thing, language), nil
			}
		}
	}
	return "", nil
}

// missingThing returns what a sentence says is not there, "" for none.
func missingThing(text, language string) string {
	none := englishNone
	if language == "de" {
		none = germanNone
	}
	m := none.FindStringSubmatch(text)
	if m == nil || stillToCome.MatchString(text) {
		return ""
	}
	stop := wordsFor(language).stop
	var words []string
	for _, w := range strings.Fields(m[1]) {
		if stop[strings.ToLower(w)] {
			break
		}
		words = append(words, w)
		if language == "de" && capital(w) {
			break
		}
	}
	return strings.Join(words, " ")
}

// holdsWithout reports whether a sentence of a text speaks of a thing that is not there.
func (k *Kit) holdsWithout(text, language string, thing []string) bool {
	for _, at := range chunk.Sentences(text, language) {
		s := text[at[0]:at[1]]
		has := k.Lexicon.Subject(s, language)
		if tellsLack.MatchString(s) && !slices.ContainsFunc(thing, func(t string) bool { return !slices.Contains(has, t) }) {
			return true
		}
	}
	return false
}

// without words the lack of a thing.
func without(thing, language string) string {
	switch {
	case language == "de":
		return "ohne " + thing
	case englishPlural.MatchString(thing):
		return "without " + thing
	case strings.ContainsAny(thing[:1], "aeiouAEIOU"):
		return "without an " + thing
	}
	return "without a " + thing
}

// situating returns the texts, with their headings, that a search of the library finds first.
func (k *Kit) situating(ctx context.Context, language, text string) ([]string, error) {
	hits, err := k.Search.Search(ctx, Query{Text: strings.Join(contentWords(text, wordsFor(language).stop), " "), Limit: situatedAt, Language: language})
	if err != nil && !errors.Is(err, ErrNoMeaning) {
		return nil, fmt.Errorf("search the library for %q: %w", text, err)
	}
	var out []string
	for _, h := range hits {
		out = append(out, underHeadings(h.Passage))
	}
	return out, nil
}
