package step

import (
	"regexp"
	"slices"
	"strings"
)

// What stands for something that another clause names: the pronouns, and the words for a place or a matter that was spoken of.
var (
	englishReferring = regexp.MustCompile(`(?i)\b(?:it|its|they|them|their|he|him|his|she|her|there)\b`)
	germanReferring  = regexp.MustCompile(`(?i)\b(?:er|ihn|ihm|seine[nmrs]?|sie|ihre?[nmrs]?|es|dies|dort|daf[üu]r|dazu|davon|daran|hierf[üu]r|hierzu)\b`)
	notReferring     = regexp.MustCompile(`(?i)\b(?:is there|are there|there (?:is|are)|gibt es|is it|does it take)\b`)
	doingIt          = regexp.MustCompile(`(?i)\b(?:do|does|did|done|doing) (?:it|this|that)\b|\b(?:dies|daf[üu]r|dazu|davon|daran|hierf[üu]r|hierzu)\b|\b(?:es|das) (?:zu )?(?:tun|machen)\b`)

	englishNoun = regexp.MustCompile(`(?i)\b(?:(may|must|can|does|do|did|should|shall|will|has|have) )?((?:the|an?|our|my) )((?:[\pL'’-]+ ?)+)`)
	germanNoun  = regexp.MustCompile(`\b((?i:der|die|das|den|dem|des|eine?[nmrs]?|unsere?[nmrs]?)) ((?:\p{Ll}[\pL-]* ){0,2}\p{Lu}[\pL-]+)`)
)

// Articles of a noun that a German pronoun can stand for; any does for a pronoun that is not here.
var germanArticles = []struct{ pronouns, articles *regexp.Regexp }{
	{regexp.MustCompile(`(?i)^(?:er|ihn)$`), regexp.MustCompile(`(?i)^(?:der|den|dem|des|(?:ein|unser)(?:en|em|es)?)$`)},
	{regexp.MustCompile(`(?i)^(?:ihm|seine[nmrs]?)$`), regexp.MustCompile(`(?i)^(?:der|den|das|dem|des|(?:ein|unser)(?:en|em|es)?)$`)},
	{regexp.MustCompile(`(?i)^(?:sie|ihre?[nmrs]?)$`), regexp.MustCompile(`(?i)^(?:der|die|den|(?:ein|unser)er?)$`)},
	{regexp.MustCompile(`(?i)^es$`), regexp.MustCompile(`(?i)^(?:das|dem|des|(?:ein|unser)(?:em|es)?)$`)},
}

// tailAsking matches a clause that ends with another question of one word: ", by when".
var tailAsking = regexp.MustCompile(`(?i)^(.+), (?:and |und )?((?:by|until|since) when|(?:bis|seit|ab) wann|when|where|why|how|wann|wo|warum|wie)$`)

// standalone returns the clauses of a question so that each can be asked by itself: one that says "he" or "there" carries what that stands for, as
// another clause names it.
func (q Question) standalone() []string {
	var list []string
	for _, c := range q.clauses() {
		if m := tailAsking.FindStringSubmatch(c); m != nil {
			list = append(list, m[1])
			c = behind[strings.ToLower(m[2])]
		}
		list = append(list, c)
	}
	out := slices.Clone(list)
	for i := 1; i < len(list); i++ {
		out[i] = understood(list[i], list[:i], q.Language)
	}
	return out
}

// behind are the questions that one word puts behind another question: by itself it asks nothing that can be looked for.
var behind = map[string]string{"by when": "which deadline applies", "until when": "until which date", "since when": "since which date", "when": "at what time", "where": "at which place", "why": "for which reason",
	"how": "in which way", "bis wann": "welche Frist gilt", "seit wann": "seit welchem Zeitpunkt", "ab wann": "ab welchem Zeitpunkt", "wann": "zu welchem Zeitpunkt", "wo": "an welchem Ort",
	"warum": "aus welchem Grund", "wie": "auf welche Weise"}

func understood(clause string, before []string, language string) string {
	referring := englishReferring
	if language == "de" {
		referring = germanReferring
	}
	words := wordsFor(language)
	spoken := len(before) - 1 // of what is spoken: not of "by when"
	for spoken > 0 && besideAsked(before[spoken]) {
		spoken--
	}
	whole := clause + " (" + words.marks[0] + before[spoken] + words.marks[1] + ")"
	if besideAsked(clause) {
		return whole
	}
	at := referring.FindStringIndex(clause)
	if at == nil || notReferring.MatchString(clause) || len(nouns(clause[:at[0]], language)) > 0 || byName.MatchString(clause[:at[0]]) {
		return clause // or it stands for what the clause itself names
	}
	if !doingIt.MatchString(clause) {
		for i := len(before) - 1; i >= 0; i-- {
			if noun := referent(clause[at[0]:at[1]], nouns(before[i], language)); noun != "" {
				return clause[:at[1]] + " (" + noun + ")" + clause[at[1]:]
			}
		}
	}
	return whole
}

// byName matches a person or body with its name: "Mr Brandt", "Frau Dr. Albers".
var byName = regexp.MustCompile(`\b(?:Mr|Mrs|Ms|Dr|Prof|Herrn?|Frau|Firma)\.? (?:(?:Dr|Prof)\. )*\p{Lu}`)

func besideAsked(clause string) bool {
	for _, c := range behind {
		if c == clause {
			return true
		}
	}
	return false
}

// noun is a noun with its article.
type noun struct{ article, text string }

// nouns returns the nouns of a clause that stand behind an article.
func nouns(clause, language string) []noun {
	var out []noun
	if language == "de" {
		for _, m := range germanNoun.FindAllStringSubmatch(clause, -1) {
			out = append(out, noun{m[1], m[0]})
		}
		return out
	}
	stop := wordsFor(language).stop
	for _, m := range englishNoun.FindAllStringSubmatch(clause, -1) {
		fields := strings.Fields(m[3])
		n := 0
		for n < len(fields) && n < 4 && !stop[strings.ToLower(fields[n])] {
			n++
		}
		if m[1] != "" && n > 1 && (n == len(fields) || !slices.Contains([]string{"do", "be", "have"}, fields[n])) {
			n-- // the verb behind the subject: "must the officer report to"
		}
		if n > 0 {
			out = append(out, noun{strings.TrimSpace(m[2]), m[2] + strings.Join(fields[:n], " ")})
		}
	}
	return out
}

// ofPerson matches the pronouns that stand for a person.
var ofPerson = regexp.MustCompile(`(?i)^(?:he|him|his|she|her)$`)

// referent returns the noun that a pronoun stands for: the last whose article goes with it, for a person the first that is one.
func referent(pronoun string, list []noun) string {
	if ofPerson.MatchString(pronoun) {
		if i := slices.IndexFunc(list, func(n noun) bool { return persons.states.MatchString(n.text) }); i >= 0 {
			return list[i].text
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		fits := true
		for _, g := range germanArticles {
			fits = fits && (!g.pronouns.MatchString(pronoun) || g.articles.MatchString(list[i].article))
		}
		if fits {
			return list[i].text
		}
	}
	return ""
}

// carried matches what standalone adds to a clause.
var carried = regexp.MustCompile(`\(([^()]+)\)`)

// unaided returns a text without what standalone adds to its clauses.
func unaided(text string) string { return carriedWithSpace.ReplaceAllString(text, "") }

var carriedWithSpace = regexp.MustCompile(` \([^()]+\)`)
