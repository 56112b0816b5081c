package ask

import (
	"regexp"
	"strings"

	"rabbithole/backend/chunk"
)

// Clauses returns the parts of a question that asks several things, none for one that asks a single one.
func Clauses(question, language string) []string {
	if parts := (Question{Text: question, Language: language}).Clauses(); len(parts) > 1 {
		return parts
	}
	return nil
}

// mostClauses is more questions than anybody asks at once: what comes after them is one. The rules compare each with all others.
const mostClauses = 30

// inQuotes matches a question mark that belongs to what is quoted, a title as a rule.
var inQuotes = regexp.MustCompile(`^\?["”“’»«]`)

// clauses parts a question at question marks and where a conjunction is followed by the next question; short pieces stay with what precedes
// them.
func clauses(question string, words Phrases) []string {
	text := strings.Join(strings.Fields(question), " ")
	var cuts []int
	for _, cut := range words.cuts.FindAllStringIndex(text, -1) {
		if len(cuts) == mostClauses-1 {
			break
		}
		if inQuotes.MatchString(text[cut[0]:]) {
			continue
		}
		if text[cut[0]] != '.' || chunk.Ends(text, cut[0], words.language) {
			cuts = append(cuts, cut[0])
		}
	}
	cuts = append(cuts, len(text))
	var out []string
	from := 0
	for _, cut := range cuts {
		piece := conjunction.ReplaceAllString(strings.Trim(text[from:cut], " ,;?."), "")
		least := 2
		if asks.MatchString(piece) {
			least = 1 // "wie hoch ist die Gebühr"
			if cut != len(text) && len(strings.Fields(piece)) > 3 && (englishReferring.MatchString(piece) || germanReferring.MatchString(piece)) {
				least = 0 // "who has to do it": what it is stands before it, the question behind it is another
			}
		}
		if len(ContentWords(piece, words.Stop)) < least && cut != len(text) {
			continue
		}
		at := from
		from = cut
		if len(ContentWords(piece, words.Stop)) < least && len(out) > 0 {
			out[len(out)-1] += strings.TrimRight(text[at:cut], " ,;?.")
			continue
		}
		if piece != "" {
			out = append(out, chunk.Clip(piece, 220))
		}
	}
	return out
}

// What stands between two questions in one sentence: a conjunction, then a question word with or without its preposition ("and under
// which", "und ab welcher"), or the verb that a question without one begins with ("and must it", "und darf er").
const (
	betweenSentences = `[?;？。；]|\. `

	englishWord = `(?:(?:by|under|in|at|from|for|to|with|within|after|before|until|on|of|into|through) )?(?:who|whom|whose|what|which|when|where|why|how|whether)\b`
	englishVerb = `(?:must|may|can|does|do|did|is|are|was|were|has|have|should|will) (?:the|a|an|it|they|he|she|there|this|that|these|those)\b`

	germanWord = `(?:(?:ab|an|auf|aus|bei|bis|binnen|durch|für|gegen|in|innerhalb|mit|nach|seit|über|unter|von|vor|während|zu) )?` +
		`(?:wer|wen|wem|wessen|was|welche[mnrs]?|wann|wie|wo|wohin|woher|wofür|womit|wodurch|woran|worauf|woraus|worin|worüber|wozu|wovon|warum|weshalb|wieso|inwieweit|inwiefern|ob)\b`
	germanVerb = `(?:muss|müssen|darf|dürfen|kann|können|gilt|gelten|ist|sind|hat|haben|soll|sollen|wird|werden) (?:der|die|das|den|dem|er|sie|es|man|ein|eine|einer|dies\w*)\b`

	// A subject without an article: in English a plural or a name, in German a word with a capital. Behind a comma it may have an adjective, and the verb may be one that
	// as often only goes on: "which rooms are shut and are kept dark".
	englishModal = `(?:must|may|can|does|do|did|should|will) `
	englishBare  = `(?:[\pL-]{2,}[^\Wsui]s|people|children|(?-i:\p{Lu}[\pL\d-]+)) [\pL\d]`
	englishTwo   = `, and (?:` + englishModal + `|(?:is|are|was|were|has|have) )(?:[\pL-]+ )?` + englishBare
	germanModal  = `(?:muss|müssen|darf|dürfen|kann|können|gilt|gelten|soll|sollen) `
	germanBare   = `(?-i:\p{Lu}\pL+) `
	germanTwo    = `, (?:und|oder) (?:` + germanModal + `|(?:ist|sind|hat|haben|wird|werden) )(?:\pL+(?:e|en|er|es) )?` + germanBare
)

var (
	englishCuts = regexp.MustCompile(`(?i)` + betweenSentences + `| and ` + englishWord + `| and ` + englishVerb + `| and ` + englishModal + englishBare + `|` + englishTwo + `|, (?:which|who|what|how) |, (?:when|where|why|whom) ` + englishVerb)
	germanCuts  = regexp.MustCompile(`(?i)` + betweenSentences + `| sowie | (?:und|oder) ` + germanWord + `| (?:und|oder) ` + germanVerb + `| (?:und|oder) ` + germanModal + germanBare + `|` + germanTwo + `|, (?:welche|wer|was|wie|wann) |, (?:wo|warum|wem|wen|ab wann|bis wann) ` + germanVerb)
)

// conjunction is what a clause may begin with that says nothing by itself.
var conjunction = regexp.MustCompile(`^(?i)(?:and|or|und|oder|sowie)\s+`)
