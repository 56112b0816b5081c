package related

import (
	"regexp"
	"slices"
	"strings"
)

// longestClaim is the most bytes of a sentence that a reader is asked about: it is shown whole.
const longestClaim = 300

// asserts reports whether a piece of text is one whole sentence of running text, and no list or definition: only such a sentence can be asked about.
func asserts(unit string) bool {
	return len(unit) <= longestClaim && states(unit) && !unnamed.MatchString(unit) && closed.MatchString(unit) && !strings.Contains(unit, "…") && len(listed.FindAllString(unit, 2)) < 2 && defined(unit) == ""
}

var (
	// closed matches a text that begins and ends as sentences do, be it behind the number of a paragraph.
	closed = regexp.MustCompile(`^(?:\(?\d{1,3}[a-z]?[.)] )?["“„‘'»(]?[\p{Lu}\d].*[.!?]["”“)’'»]?$`)
	// unnamed matches a sentence whose subject is not named: "In rooms they do not".
	unnamed = regexp.MustCompile(`^(?:[^\s,]+ ){0,3}(?:they|it|he|she|er|sie)\s`)
	// listed matches the mark of an entry of a list within a text.
	listed = regexp.MustCompile(`\s(?:\d{1,2}\.|\(?[a-z]{1,2}\)|[–•▪-])\s`)
)

// strongOf says why a sentence should not be taken on trust; plain is its text without references.
func strongOf(plain string) Strong {
	switch {
	case day.MatchString(plain), counted.MatchString(plain), measures(plain):
		return StrongNumber
	case most.MatchString(plain):
		return StrongMost
	case universal.MatchString(notAlways.ReplaceAllString(plain, "")):
		return StrongAll
	case cause.MatchString(plain):
		return StrongCause
	case obliges(plain):
		return StrongDuty
	}
	return ""
}

// obliges reports whether a sentence states a duty.
func obliges(text string) bool { return duty.MatchString(reflexive.ReplaceAllString(text, "")) }

var (
	most  = regexp.MustCompile(`(?i)\b(?:(?:is|are|was|were|remains?) (?:by far )?(?:the|a) (?:most|least)|best|worst|highest|lowest|largest|smallest|greatest|first ever|unique|unprecedented|am meisten|am besten|höchste[nrs]?|niedrigste[nrs]?|größte[nrs]?|kleinste[nrs]?|beste[nrs]?|einzige[nrs]?|wichtigste[nrs]?|häufigste[nrs]?)\b`)
	cause = regexp.MustCompile(`(?i)\b(?:causes?|caused by|leads? to|led to|results? in|resulted in|because|due to|verursach(?:t|en|te)|führ(?:t|en|te) (?:\pL+ ){0,4}zu[rm]?|bewirkt|bewirken|beruht auf|beruhen auf|weil)\b`)
	duty  = regexp.MustCompile(`\bMUST\b|\bSHALL\b|\bREQUIRED\b|(?i)\b(?:must|shall|is required to|are required to|is prohibited|may not|muss|müssen|ist verpflichtet|sind verpflichtet|hat\b.{3,160}\bzu \pL+en|haben\b.{3,160}\bzu \pL+en|darf nicht|dürfen nicht|ist verboten|unzulässig|ist unverzüglich|sind unverzüglich)\b`)
	// keyword matches the words by which a standard lays down its rules.
	keyword   = regexp.MustCompile(`\b(?:MUST|SHALL|REQUIRED|SHOULD|MAY)\b`)
	reflexive = regexp.MustCompile(`(?i)\bha(?:t|ben) sich\b`) // "hat sich bewährt, ... zu ..." obliges nobody
	notAlways = regexp.MustCompile(`(?i)\b(?:not always|nicht (?:immer|stets))\b`)
	// universal matches what is said to hold always, or of all: of a sentence's subject, for "all" within it is often a part of something else.
	universal = regexp.MustCompile(`^(?:All|Every|No|None|Alle|Jede[rs]?|Keine?)\s|(?i)\b(?:always|never|no one|nobody|in no case|guarantee[sd]?|immer|nie|niemals|keinesfalls|in keinem Fall|stets|ausnahmslos|ausschließlich|garantiert)\b`)
)

var (
	// amount matches a number that says how much: no part of a name ("1-RTT", "USB/3.2", "0x04").
	amount = regexp.MustCompile(`(?:^|[^\w/.,-])(\d+(?:[.,]\d+)*)(?:[^\w/-]|$)`)
	// measured matches a number with what it counts, behind the word before it.
	measured = regexp.MustCompile(`(?:^|[\s(])(?:([^\s(]+)\s)?\d+(?:,\d{3})*(?:[.,]\d+)?\s?(?:%|‰|°|[$€£]|\s([\pLµΩ]+))|[$€£]\s?\d`)
	// naming matches the word before the number of a thing: "TLS 1.3 handshake", "Version 2 packets".
	naming = regexp.MustCompile(`^(?:\p{Lu}{2,}[\w/-]*|(?i:version|type|number|no\.|nr\.|nummer|class|klasse|figure|level|step|code|status|criteri(?:on|um)|kriterium|stage|phase))$`)
	// linking matches the word behind a number that counts nothing: "Barrel 12 of the cellar".
	linking = regexp.MustCompile(`^(?:of|is|are|was|were|and|or|in|on|at|to|by|for|from|with|the|a|as|has|have|can|may|must|shall|should|und|oder|der|die|das|des|dem|den|ist|sind|war|wird|werden|in|im|an|am|auf|bei|für|mit|von|zu|zum|zur|bis|nach|hat|haben|kann|muss|gilt)$`)
	// day matches a date or a year: it says when, and two sentences of one day may have nothing else in common.
	day = regexp.MustCompile(`(?i)\b\d{1,2}\.? ?(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)(?: \d{4})?|\b(?:19|20)\d\d\b|\b\d{1,2}\.\d{1,2}\.\d{2,4}\b`)
	// counted matches how often, in a word; numeral a number in a word.
	counted = regexp.MustCompile(`(?i)\b(?:(?:ein|zwei|drei|vier|fünf|sechs|zehn)mal|twice|thrice)\b`)
	numeral = regexp.MustCompile(`(?i)\b(?:(?:ein|zwei|drei|vier|fünf|sechs|zehn)mal|once|twice|thrice|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)\b`)
)

// measures reports whether a text says how much: a number counts something and is no part of a name.
func measures(plain string) bool {
	return slices.ContainsFunc(measured.FindAllStringSubmatch(plain, -1), func(m []string) bool { return !naming.MatchString(m[1]) && !linking.MatchString(m[2]) })
}

// counts returns the numbers written as words in a text.
func counts(plain string) map[string]bool {
	out := map[string]bool{}
	for _, w := range numeral.FindAllString(plain, -1) {
		out[strings.ToLower(w)] = true
	}
	return out
}

// amounts returns the numbers in a text without references, without separators.
func amounts(plain string) map[string]bool {
	out := map[string]bool{}
	for _, m := range amount.FindAllStringSubmatch(strings.ReplaceAll(day.ReplaceAllString(plain, " "), " ", "  "), -1) {
		out[strings.NewReplacer(",", "", ".", "").Replace(m[1])] = true
	}
	for w := range counts(plain) {
		out[w] = true
	}
	return out
}

// shared returns how many amounts both hold, and how many of a's there are.
func shared(a, b string) (both, of int) {
	have := amounts(b)
	for n := range amounts(a) {
		if of++; have[n] {
			both++
		}
	}
	return both, of
}
