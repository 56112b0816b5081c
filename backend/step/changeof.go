package step

import (
	"regexp"
	"strings"

	"rabbithole/backend/chunk"
)

// A sentence that says how a thing went names that thing as its subject, whatever else it names as the cause: "Cost of sales fell, driven by lower
// sales of ropes" does not say how the sales of ropes went.
var (
	// changeIn matches a sentence that begins with the change of a thing: "The decrease in dues was".
	changeIn = regexp.MustCompile(`(?i)^(?:(?:the|our|this|these|an?) )?(?:\pL+ )?(?:increases?|decreases?|declines?|growth|changes?|reductions?|improvements?) in (.{3,100}?) (?:was|were|is|are|as a percentage|reflect\w*|primarily|mainly|during|for|in|due|result\w*|from|between|compared)\b|` +
		`^(?:der|die) (?:\pL+ )?(?:anstieg|zunahme|zuwachs|rückgang|abnahme|veränderung|verbesserung|erhöhung|verringerung) (?:der|des|bei|beim|von|in|im) (.{3,100}?) (?:war|waren|ist|sind|beruht|beruhte|geht|ging|resultiert\w*|im|um|gegenüber)\b`)
	// changed matches one that says what a thing did: "Dues decreased", "Die Gebühren sanken".
	changed = regexp.MustCompile(`(?i)^(.{3,100}?) (?:increased|decreased|declined|grew|rose|fell|dropped|improved|changed|remained|was|were|has|have|stieg(?:en)?|sank(?:en)?|fiel(?:en)?|wuchs(?:en)?|verringerten?|erhöhten?|verbesserten?|blieb(?:en)?|war|waren)\b`)
	// setting matches one that begins with something else than its subject: "In May, dues fell", "Wegen des Winters sanken die Gebühren".
	setting = regexp.MustCompile(`(?i)^(?:in|im|on|at|am|as|for|für|during|während|with|mit|by|durch|nach|seit|since|bei|beim|from|to|when|while|if|wenn|because|weil|da|due|owing|aufgrund|wegen|infolge|although|though|obwohl|after|before|vor|under|unter)\b`)
	// leavingOut matches one that begins with what it leaves out of the account.
	leavingOut = regexp.MustCompile(`(?i)^(?:excluding|except for|other than|apart from|without|ohne|abgesehen von|ausgenommen) (.{3,160}?),`)
)

// ofChange returns a function that gives the factor of a quote's score for whose change it tells; 1 for every quote where the question asks for no
// change. What a thing is called besides the words of the question makes it another one: "revenues from contracts" are few of the revenues.
func (k *Kit) ofChange(q Question) func(quote, language string) float64 {
	asks := false
	for _, c := range q.clauses() {
		asks = asks || howItWent.MatchString(c) || whatIsBehind.MatchString(c)
	}
	if !asks {
		return func(string, string) float64 { return 1 }
	}
	light := set(k.Lexicon.Terms(wordsFor(q.Language).asking, q.Language))
	mine := set(k.Lexicon.Terms(untimed(essence(q.Text)), q.Language))
	share := func(phrase, language string) (float64, bool) {
		own, all := 0, 0
		for _, t := range k.Lexicon.Subject(untimed(phrase), language) {
			if light[t] || isYear(t) {
				continue
			}
			if all++; mine[t] {
				own++
			}
		}
		return float64(own) / float64(max(1, all)), all > 0
	}
	return func(quote, language string) float64 {
		best, any := 0.0, false
		for _, span := range chunk.Sentences(quote, language) {
			sentence := quote[span[0]:span[1]]
			if m := leavingOut.FindStringSubmatch(sentence); m != nil {
				if of, ok := share(m[1], language); ok && of > 0 {
					return besideChange * besideChange
				}
				continue
			}
			if setting.MatchString(sentence) {
				_, sentence, _ = strings.Cut(sentence, ", ")
			}
			for _, form := range []*regexp.Regexp{changeIn, changed} {
				m := form.FindStringSubmatch(sentence)
				if m == nil {
					continue
				}
				if of, ok := share(strings.Join(m[1:], ""), language); ok {
					best, any = max(best, of), true
				}
				break
			}
		}
		if !any {
			return 1
		}
		return besideChange + (1-besideChange)*best
	}
}
