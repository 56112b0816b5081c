package related

import (
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/cite/proof"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// statement is a sentence with what is known of where it stands.
type statement struct {
	text     string
	plain    string // without references
	terms    []string
	profile  step.Profile
	document source.Document
	section  string
	home     string // ID of its section, of a statement of the document
}

// The share of a statement's weight that another sentence has to carry, and the other way round.
const (
	sameMatter  = 0.36 // to speak of the same
	leastBack   = 0.15 // of the other sentence, to speak of the same
	leastAdding = 0.42 // of both, to be worth a glance although it only says more
	eachWay     = 0.45 // of either, to say the same
	sameWords   = 0.66 // of both on average, to say the same
	sameNumber  = 0.54 // the same where the numbers of the one stand in the other
	nearlyAll   = 0.65 // to differ in nothing but what it counts
)

// leastBeside is the share of the other sentence's weight that a statement has to carry where none, one, or more pairs of its words stand side by side in
// both: single words meet by chance in a long sentence.
var leastBeside = [...]float64{0.3, 0.2, leastBack}

// relate says by rule what a sentence of another source does to a statement of the document; how is 0 when they have nothing to do with
// each other.
func relate(a, b statement) (what Relation, how float64) {
	cover, back := a.profile.Coverage(b.terms), b.profile.Coverage(a.terms)
	how, same, common := 0.75*cover+0.25*back, (cover+back)/2, a.common(b)
	switch {
	case proof.Clash(a.side(), b.side()), same >= nearlyAll && miscounts(a.plain, b.plain):
		return Contradicts, max(how, sameMatter)
	case cover < sameMatter, back < leastBack, common < leastCommon, !a.profile.Anchored(anchor, b.terms):
		return "", 0
	case b.replaces() && !a.replaces():
		return Updates, how
	case how < leastAdding, back < leastBeside[min(a.together(b), len(leastBeside)-1)]:
		return "", 0
	case same < sameNumber:
		return Adds, how
	}
	if common < commonToSupport || min(cover, back) < eachWay {
		return Adds, how
	}
	both, of := shared(a.plain, b.plain)
	switch {
	case obliges(a.plain) != obliges(b.plain), negating.MatchString(a.plain) != negating.MatchString(b.plain):
		return Adds, how // what one demands or denies the other only says
	case of > 0 && both == of, of == 0 && same >= sameWords:
		return Supports, how
	}
	return Adds, how
}

// How many different words two sentences have in common at least: to speak of the same, and to say the same. Phrases that many texts end with are short.
const (
	leastCommon     = 3
	commonToSupport = 4
)

// common counts the different words that two sentences share.
func (s statement) common(o statement) int {
	shared := map[string]bool{}
	for _, t := range s.terms {
		if slices.Contains(o.terms, t) {
			shared[t] = true
		}
	}
	return len(shared)
}

// together counts the pairs of words that stand side by side in both sentences.
func (s statement) together(o statement) (n int) {
	pairs := map[[2]string]bool{}
	for i := 1; i < len(s.terms); i++ {
		pairs[[2]string{s.terms[i-1], s.terms[i]}] = true
	}
	for i := 1; i < len(o.terms); i++ {
		if pair := [2]string{o.terms[i-1], o.terms[i]}; pairs[pair] {
			pairs[pair] = false
			n++
		}
	}
	return n
}

// miscounts reports whether two sentences that say the same count differently in words: "einmal im Jahr", "zweimal im Jahr".
func miscounts(a, b string) bool {
	x, y := counts(a), counts(b)
	for w := range x {
		if y[w] {
			return false
		}
	}
	return len(x) == 1 && len(y) == 1
}

// anchor is the share of a statement's weightiest words of which another sentence has one at least.
const anchor = 1.0 / 3

func (s statement) side() proof.Side {
	return proof.Side{Text: s.text, Document: s.document.Hash, Name: s.document.Name, Section: s.section}
}

// withdrawing matches what says that something no longer holds; changing matches what says that something took the place of something else where it is said of a place in a document.
var (
	withdrawing = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:obsolete[sd]?|supersede[sd]?|repeal(?:s|ed)?|deprecated|withdrawn|no longer (?:applies|apply|recommended|valid|in force)|` +
		`aufgehoben|außer kraft|abgelöst|überholt|nicht mehr (?:anzuwenden|gültig|empfohlen|in kraft)|neu gefasst|neue fassung)(?:$|[^\pL])`)
	changing = regexp.MustCompile(`(?i)\b(?:replaces|replaced by|amends|amended by|updated by|ersetzt|tritt an die Stelle)\b`)
)

// replaces reports whether a sentence says that something took the place of something else.
func (s statement) replaces() bool {
	return withdrawing.MatchString(s.text) || len(s.plain) < len(s.text) && changing.MatchString(s.plain)
}

var (
	quotedTerm = regexp.MustCompile(`["“„‘'‚»]([^"”“’'‘«]{3,60})["”“’'‘«]\s+(?:means|refers to|is defined as|shall mean|denotes|bezeichnet|bedeutet|ist|sind)\b`)
	plainTerm  = regexp.MustCompile(`(?:^|\n|[.:;…]\s+)(?:\(?\d{1,2}[a-z]?[.)]\s+)?(?:(?:Eine?|An?)\s+)?((?:[\pL-]{3,}\s+){0,2}[\pL-]{4,})(?:\s+\([^)]{2,30}\))?\s*(?:\s(?:means|refers to|is defined as|shall mean|denotes|bezeichnet|bedeutet|ist,? (?:wer|ein|eine|jede[rs]?)|sind (?:alle|solche)|(?:is|are) (?:an?|any))|:\s(?:der|die|das|eine?|alle|the|an?|any))\s`)
)

// defined returns the words that a sentence says the meaning of, "" for none.
func defined(unit string) string {
	for _, form := range []*regexp.Regexp{quotedTerm, plainTerm} {
		if m := form.FindStringSubmatch(unit); m != nil {
			return strings.TrimSpace(m[1])
		}
	}
	return ""
}
