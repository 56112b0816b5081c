package related

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite/proof"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

var (
	figure  = regexp.MustCompile(`\d`)
	most    = regexp.MustCompile(`(?i)\b(?:the (?:most|least)|best|worst|highest|lowest|largest|smallest|greatest|first ever|unique|unprecedented|am meisten|am besten|höchste[nrs]?|niedrigste[nrs]?|größte[nrs]?|kleinste[nrs]?|beste[nrs]?|einzige[nrs]?|wichtigste[nrs]?|häufigste[nrs]?)\b`)
	all     = regexp.MustCompile(`(?i)\b(?:always|never|all|every|none|no one|nobody|cannot|in no case|any case|guarantee[sd]?|immer|nie|niemals|alle[nrs]?|jede[nrs]?|keine[nrs]?|keinesfalls|in keinem Fall|stets|ausnahmslos|ausschließlich|garantiert)\b`)
	duty    = regexp.MustCompile(`\bMUST\b|\bSHALL\b|\bREQUIRED\b|(?i)\b(?:must|shall|is required to|are required to|is prohibited|may not|muss|müssen|ist verpflichtet|sind verpflichtet|hat\b.{3,160}\bzu \pL+en|haben\b.{3,160}\bzu \pL+en|darf nicht|dürfen nicht|ist verboten|unzulässig|ist unverzüglich|sind unverzüglich)\b`)
	stating = regexp.MustCompile(`(?i)\b(?:is|are|was|were|be|been|has|have|had|can|may|must|shall|should|will|would|does|do|means?|contains?|includes?|requires?|applies|ist|sind|war|waren|wird|werden|wurden?|hat|haben|kann|können|darf|dürfen|muss|müssen|soll|sollen|gilt|gelten|bedarf|bedürfen|besteht|bestehen|beträgt|betragen|enthält|erfolgt)\b|\pL{3,}(?:s|ed|te|ten|t)\b`)
)

// The share of a sentence's characters that letters and spaces make up at least: what has fewer is grammar, a formula or a list of names. And
// the words of the shortest sentence.
const (
	fewestLetters = 0.78
	fewestWords   = 6
)

// The shares of a sentence's words that may be figures, and that may begin with a capital: what has more is part of a table, which nobody reads
// at a glance.
const (
	mostFigures = 0.25
	mostNames   = 0.55
)

// states reports whether a piece of text says something by itself: no heading, no line of contents, no row of a table, and nothing that is not
// understood without the sentence before it.
func states(unit string) bool {
	words, figures := strings.Fields(unit), 0
	for _, w := range words {
		if figure.MatchString(w) {
			figures++
		}
	}
	letters, names := 0, 0
	for _, w := range words {
		if first, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(first) {
			names++
		}
	}
	for _, r := range unit {
		if unicode.IsLetter(r) || r == ' ' {
			letters++
		}
	}
	n := float64(len(words))
	switch {
	case len(words) < fewestWords, float64(letters) < fewestLetters*float64(utf8.RuneCountInString(unit)), float64(figures) > mostFigures*n, float64(names) > mostNames*n:
		return false
	case !strings.ContainsAny(lastOf(unit), ".!?…;:,)]”“\"»’'"), strings.Count(unit, " · ") > 1:
		return false
	case fragment.MatchString(unit), entry.MatchString(unit) && strings.ContainsAny(lastOf(unit), ";,"):
		return false
	case tabled.MatchString(unit), grammar.MatchString(unit), strings.Contains(unit, ". ."), proof.Leans(unit), backward.MatchString(unit), hollow.MatchString(unit):
		return false
	}
	return stating.MatchString(unit)
}

var (
	grammar  = regexp.MustCompile(`\s=\s.*\s=\s|\s/ .*\s/ |[<>]{1,2}\w|(?:\b0x[0-9a-fA-F]+\b.*){3}|N/A.*N/A`)
	negating = regexp.MustCompile(`(?i)\b(?:not|no|never|none|cannot|without|nicht|nie|niemals|ohne|kein\w*)\b`)
	tabled   = regexp.MustCompile(`^(?:Table|Tabelle|Tab\.|Figure|Abbildung|Equation|Gleichung) [\dIVX]+`)
	// fragment matches a piece that goes on with a sentence, entry one of a list whose beginning stands elsewhere.
	fragment = regexp.MustCompile(`^(?:\(?[\w]{1,3}[.)] )?\p{Ll}`)
	entry    = regexp.MustCompile(`^\(?[\w]{1,3}[.)] `)
	hollow   = regexp.MustCompile(`(?i)(?:bleib(?:t|en) unberührt|(?:gilt|gelten|ist|sind)(?: .{0,40})? entsprechend(?: anzuwenden)?|apply accordingly|applies accordingly|mutatis mutandis)\s*\.?$`)
	backward = regexp.MustCompile(`^(?:It|They|These|Those|Such|He|She|This|That|Both|Sie|Er|Es|Solche[rs]?|Diese[rsmn]?|Dies|Beide|Dabei|Dazu|Hierzu|Dafür|Damit|Danach|Dann|Then|Here|There|But|And|Or|Und|Oder|Aber|Also|However|Therefore|Thus|Daher|Deshalb|Jedoch) `)
)

// lastOf returns the last character of a text.
func lastOf(text string) string {
	_, size := utf8.DecodeLastRuneInString(strings.TrimSpace(text))
	return strings.TrimSpace(text)[max(0, len(strings.TrimSpace(text))-size):]
}

// bare returns a text without the references in it: where it points is no part of what it says.
func bare(text string) string {
	all := refs.Detect(source.Document{Hash: "text"}, []source.Page{{Number: 1, Text: text}}, nil)
	var b strings.Builder
	from := 0
	for _, m := range all {
		if m.Start < from || m.End > len(text) {
			continue
		}
		b.WriteString(text[from:m.Start] + " ")
		from = m.End
	}
	b.WriteString(text[from:])
	return pointer.ReplaceAllString(b.String(), " ")
}

// pointer matches what is left of references.
var pointer = regexp.MustCompile(`§+\s*\d+\w*|^\(?\d+[a-z]?[.)] |\[[\w., -]{1,20}\]`)

// strongOf says why a sentence should not be taken on trust; plain is its text without references.
func strongOf(plain string) Strong {
	switch {
	case figure.MatchString(plain):
		return StrongNumber
	case most.MatchString(plain):
		return StrongMost
	case all.MatchString(plain):
		return StrongAll
	case duty.MatchString(plain):
		return StrongDuty
	}
	return ""
}

var (
	// amount matches a number that says how much: no part of a name ("1-RTT", "USB/3.2", "0x04").
	amount = regexp.MustCompile(`(?:^|[^\w/.,-])(\d+(?:[.,]\d+)*)(?:[^\w/-]|$)`)
	// day matches a date or a year: it says when, and two sentences of one day may have nothing else in common.
	day = regexp.MustCompile(`(?i)\b\d{1,2}\.? ?(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)(?: \d{4})?|\b(?:19|20)\d\d\b|\b\d{1,2}\.\d{1,2}\.\d{2,4}\b`)
	// counted matches a number written as a word, and how often.
	counted = regexp.MustCompile(`(?i)\b(?:(?:ein|zwei|drei|vier|fünf|sechs|zehn)mal|once|twice|thrice|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)\b`)
)

// counts returns the numbers written as words in a text.
func counts(plain string) map[string]bool {
	out := map[string]bool{}
	for _, w := range counted.FindAllString(plain, -1) {
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
