package ask

import (
	"regexp"
	"slices"
	"strings"
)

// What stands for something that another clause names: the pronouns, and the words for a place or a matter that was spoken of.
var (
	englishReferring = regexp.MustCompile(`(?i)\b(it|its|they|them|their|he|him|his|she|her|there)\b`)
	germanReferring  = regexp.MustCompile(`(?:^|[^\pL-])([Ee]r|[Ii]hn|[Ii]hm|[Ss]eine[nmrs]?|sie|ihre?[nmrs]?|[Ee]s|[Dd]ies|[Dd]ort|[Dd]af[üu]r|[Dd]azu|[Dd]avon|[Dd]aran|[Dd]ar[üu]ber|[Hh]ierf[üu]r|[Hh]ierzu|[Hh]ier[üu]ber)(?:$|[^\pL-])`)
	notReferring     = regexp.MustCompile(`(?i)\b(?:is there|are there|there (?:is|are)|gibt es|es gibt|(?:handelt|geht|kommt|bedarf) es|es (?:sich )?(?:um|auf)|does it take)\b|\b(?:is it|it is) (?:\pL+ )?(?:allowed|permitted|possible|lawful|legal|necessary|required|enough|forbidden|prohibited) (?:to|that|for)\b`)
)

// tailAsking matches a clause that ends with another question of one word: ", by when".
var tailAsking = regexp.MustCompile(`(?i)^(.+), (?:and |und )?((?:by|until|since) when|(?:bis|seit|ab) wann|when|where|why|how|wann|wo|warum|wie)$`)

// Standalone returns the clauses of a question so that each can be asked by itself: one that says "he" or "there" carries the clause before it that
// Names who or where.
func (q Question) Standalone() []string {
	var list []string
	for _, c := range q.Clauses() {
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
	words := WordsFor(language)
	spoken := len(before) - 1 // of what is spoken: not of "by when", nor of another "it"
	for spoken > 0 && (besideAsked(before[spoken]) || verbAlone(before[spoken], language) || referring.MatchString(before[spoken])) {
		spoken--
	}
	whole := clause + " (" + words.Marks[0] + before[spoken] + words.Marks[1] + ")"
	if besideAsked(clause) {
		return whole
	}
	if verbAlone(clause, language) {
		matters := slices.DeleteFunc(slices.Clone(before), func(c string) bool { return besideAsked(c) || verbAlone(c, language) || referring.MatchString(c) })
		if len(matters) != 1 {
			return clause // nobody knows of which it speaks
		}
		return clause + " (" + words.Marks[0] + matters[0] + words.Marks[1] + ")"
	}
	at := referring.FindStringSubmatchIndex(clause)
	if at == nil || notReferring.MatchString(clause) || byName.MatchString(clause[:at[2]]) {
		return clause
	}
	return whole
}

// verbAlone reports whether a question names nothing but what is done: "who must measure" leaves out what, which the question before it says.
func verbAlone(clause, language string) bool {
	referring := englishReferring
	if language == "de" {
		referring = germanReferring
	}
	if !asks.MatchString(clause) || strings.ContainsAny(clause, "0123456789") || byName.MatchString(clause) || referring.MatchString(clause) {
		return false
	}
	fields, most := strings.Fields(clause), 1
	if language == "de" {
		most = 2 // "wer muss regelmäßig messen"
		if slices.ContainsFunc(fields[1:], capital) {
			return false
		}
	} else if slices.ContainsFunc(fields[1:], capital) || slices.ContainsFunc(namesThing.FindAllStringSubmatch(clause, -1), func(m []string) bool {
		return !WordsFor(language).Stop[strings.ToLower(m[1])]
	}) {
		return false
	}
	return len(ContentWords(clause, WordsFor(language).Stop)) <= most
}

// namesThing matches what an English noun stands behind.
var namesThing = regexp.MustCompile(`(?i)\b(?:the|an?|our|my|each|every|which|what|of|in|on|at|for|from|under|within|during|about|between|against) ([\pL'’-]+)`)

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

// Unaided returns a text without what is added to a clause so that it can be asked by itself.
func Unaided(text string) string { return carriedWithSpace.ReplaceAllString(text, "") }

var carriedWithSpace = regexp.MustCompile(` \([^()]+\)`)
