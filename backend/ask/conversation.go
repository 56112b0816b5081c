package ask

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// takesUp matches a question that takes up the one before it by its first words.
var takesUp = regexp.MustCompile(`(?i)^\W*(?:and|but|so|or|then|what about|how about|und|aber|oder|dann|wie ist es|wie sieht es|wie steht es|was ist mit|und was ist mit)\b`)

// taking matches the words with which a question takes up another one and that say nothing by themselves.
var taking = regexp.MustCompile(`(?i)^\W*(?:(?:and|but|so|or|then|und|aber|oder|dann)\s+)?(?:what about|how about|what of|was ist mit|wie ist es (?:mit|in|bei|für)|wie sieht es (?:mit|in|bei|für)|wie steht es (?:um|mit|in))?\s*`)

// behindIt matches what "wie sieht es in Italien aus" ends with.
var behindIt = regexp.MustCompile(`\s+aus$`)

// standsFor matches words that stand for something named before.
var standsFor = regexp.MustCompile(`(?i)\b(?:it|its|they|them|their|there|he|she|him|her|that one|this one|these|those|the same|es|er|sie|ihn|ihm|ihr|ihre[mnrs]?|deren|dessen|dort|davon|dafür|dabei|damit|diese[mnrs]?|derselbe|dieselbe)\b`)

// expletive matches words of that kind that stand for nothing: "is there a limit".
var expletive = regexp.MustCompile(`(?i)\b(?:(?:is|are|was|were) there|there (?:is|are|was|were)|gibt es|es gibt|is it|ist es)\b`)

// mostPointing is the most words with a content of a question whose "it" stands for something outside of it: a longer one says itself what.
const mostPointing = 4

// Resolve returns a question as it is understood after the earlier questions of its conversation, the oldest first: "And what about Germany?"
// after "How much sugar does France import?" asks "How much sugar does Germany import?". A question that stands alone stays as it is. It goes
// by rule alone, so that the same conversation always means the same.
func Resolve(question, language string, earlier []string) string {
	question = strings.TrimSpace(question)
	if len(earlier) == 0 || strings.TrimSpace(earlier[len(earlier)-1]) == "" {
		return question
	}
	before := strings.TrimSpace(earlier[len(earlier)-1])
	words := WordsFor(language)
	said := expletive.ReplaceAllString(question, "")
	content := ContentWords(said, words.Stop)
	follows, points := takesUp.MatchString(question), standsFor.MatchString(said) && len(content) <= mostPointing
	if !follows && !points && len(content) > 1 {
		return question
	}
	rest := strings.TrimSpace(strings.TrimLeft(taking.ReplaceAllString(question, ""), " ,"))
	if bare := behindIt.ReplaceAllString(strings.Trim(rest, " ?.!"), ""); follows && !asks.MatchString(bare) && len(ContentWords(bare, words.Stop)) > 0 && len(strings.Fields(bare)) <= mostExchanged {
		return exchanged(before, bare, language)
	}
	return completed(question, before, WordsFor(Language(before)))
}

// mostExchanged is the most words of a follow-up that only names another thing to ask the same about.
const mostExchanged = 5

// place is a word before a place or a thing, which the question before has or needs when what follows it is exchanged.
var placeWord = regexp.MustCompile(`(?i)^(?:in|at|for|of|on|with|to|from|the|a|an|im|für|bei|mit|von|der|die|das|den|dem|des|nach|aus)\s+`)

// exchanged puts what a follow-up names in the place of what plays its part in the question before: what stands behind the same preposition or
// article, what is counted, or the last name there. Where there is none, both are said.
func exchanged(before, other, language string) string {
	name := placeWord.ReplaceAllString(other, "")
	old := lastName(before, language)
	if slot := slotOf(before, other); slot != nil && (old == "" || !strings.Contains(before, " "+old)) {
		return before[:slot[0]] + other + before[slot[1]:]
	}
	if old == "" || strings.EqualFold(old, name) {
		return strings.TrimRight(before, " ?.!") + " (" + name + ")?"
	}
	at := strings.LastIndex(before, old)
	return before[:at] + name + before[at+len(old):]
}

// Where in a question a follow-up of a form fits: "for pregnant women" for "for workers" or "to workers", "a processor" for "a controller" behind
// the verb, "pages" for what "how many" counts.
var slots = []struct{ form, place *regexp.Regexp }{
	{regexp.MustCompile(`(?i)^(?:for|to|of)\s`), regexp.MustCompile(`(?i)\b((?:for|to|of)\s[^,;?.]+?)\s*[?.]*$`)},
	{regexp.MustCompile(`(?i)^(?:in|at|on)\s`), regexp.MustCompile(`(?i)\b((?:in|at|on)\s[^,;?.]+?)\s*[?.]*$`)},
	{regexp.MustCompile(`(?i)^(?:für|von|bei)\s`), regexp.MustCompile(`(?i)\b((?:für|von|bei)\s(?:[\p{Ll}-]+\s+){0,3}\p{Lu}[\pL-]+)`)},
	{regexp.MustCompile(`(?i)^(?:in|im|an|am|auf)\s`), regexp.MustCompile(`(?i:\b)((?:in|im|an|am|auf)\s(?:[\p{Ll}-]+\s+){0,3}\p{Lu}[\pL-]+)`)},
	{regexp.MustCompile(`(?i)^(?:a|an|the)\s\pL+$`), regexp.MustCompile(`(?i)\b(?:must|may|can|shall|should|will|does|do|did|has|have|is|are|was|were)\s((?:a|an|the)\s\pL+)`)},
	{regexp.MustCompile(`(?i)^(?:der|die|das|ein|eine)\s\pL+$`), regexp.MustCompile(`(?i:\b(?:muss|müssen|darf|dürfen|kann|können|soll|sollen|hat|haben|ist|sind|wird|werden)\s)((?:der|die|das|ein|eine)\s\p{Lu}[\pL-]+)`)},
	{regexp.MustCompile(`(?i)^\pL+$`), regexp.MustCompile(`(?i)\b(?:how many|how much|wie viele|wie viel)\s(\pL+)`)},
}

// slotOf returns where in the question before what a follow-up names belongs, nil where that is not known.
func slotOf(before, other string) []int {
	for _, s := range slots {
		if !s.form.MatchString(other) {
			continue
		}
		if at := s.place.FindStringSubmatchIndex(before); at != nil {
			return at[2:4]
		}
	}
	return nil
}

// lastName returns the last proper name of a question, of several words where they follow each other; years count too. In a language that
// writes every noun with a capital letter, only a name behind a preposition without an article is one.
func lastName(question, language string) string {
	if language == "de" {
		if all := germanPlace.FindAllStringSubmatch(question, -1); len(all) > 0 {
			return all[len(all)-1][1]
		}
		return YearNumber.FindString(question)
	}
	fields := strings.Fields(question)
	stop := WordsFor(language).Stop
	isName := func(i int) bool {
		w := strings.Trim(fields[i], " ,;?.!()\"'")
		return i > 0 && w != "" && unicode.IsUpper([]rune(w)[0]) && !stop[strings.ToLower(w)] || YearNumber.FindString(w) == w && w != ""
	}
	for i := len(fields) - 1; i >= 0; i-- {
		if !isName(i) {
			continue
		}
		from := i
		for from > 0 && isName(from-1) {
			from--
		}
		name := strings.Trim(strings.Join(fields[from:i+1], " "), " ,;?.!()\"'")
		return strings.TrimSuffix(strings.TrimSuffix(name, "'s"), "’s")
	}
	return ""
}

var germanPlace = regexp.MustCompile(`\b(?:in|aus|nach|für|bei|von|mit|gegen)\s+(\p{Lu}[\pL-]+(?:\s\p{Lu}[\pL-]+)?|(?:19|20)\d\d)`)

// completed adds to a question the words of the one before that it leaves out.
func completed(question, before string, words Phrases) string {
	have := strings.ToLower(question)
	var topics []string
	for _, run := range ContentRuns(Essence(before), words.Stop) {
		if !strings.Contains(have, strings.ToLower(run)) && !slices.Contains(topics, run) && len(topics) < mostTopics {
			topics = append(topics, run)
		}
	}
	if len(topics) == 0 {
		return question
	}
	return strings.TrimRight(question, " ?.!") + " (" + strings.Join(topics, ", ") + ")?"
}

// mostTopics is how many stretches of the question before are taken over.
const mostTopics = 4

var timely = regexp.MustCompile(`(?i)\b(?:current(?:ly)?|now|today|tonight|latest|newest|recent(?:ly)?|this (?:year|month|week)|at present|nowadays|as of|right now|so far|still|up[- ]to[- ]date|price|prices|weather|news|` +
	`aktuell\w*|derzeit\w*|momentan\w*|gegenwärtig\w*|heute|jetzt|neueste[nrs]?|jüngste[nrs]?|zurzeit|zur zeit|dieses jahr|in diesem jahr|stand heute|noch immer|preis|preise|wetter|nachrichten)\b`)

// Timely reports whether the answer to a question changes with time: it asks for the present, or names this year or the last.
func Timely(question string, year int) bool {
	if timely.MatchString(question) {
		return true
	}
	for _, y := range YearNumber.FindAllString(question, -1) {
		if n := digitsOf(y); n >= year-1 && n <= year+1 {
			return true
		}
	}
	return false
}

func digitsOf(digits string) int {
	n := 0
	for _, r := range digits {
		n = 10*n + int(r-'0')
	}
	return n
}
