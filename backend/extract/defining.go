package extract

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"rabbithole/backend/ask"
	"rabbithole/backend/relevance"
)

// Definitions stand in lists whose entries begin with what they define. A term is known for one by what stands around it, not by the words behind it.
const (
	entryNumber = `(?:\(?\d{1,3}[a-z]?[.)]|\(?[a-z]{1,4}\)|[-–—•▪*●·◦])`
	lineBegins  = `^[\s•◦·▪●…]*`
	entryBegins = `(?:` + lineBegins + `|\s)` + entryNumber + `\s+`
	termBehind  = `(?:\s\([^()]{1,80}\))?`
	plainTerm   = `([\pL\d][\pL\d /&'’-]{1,70}?)`
)

// entriesDefining match an entry of such a list, or a line, up to what says what the term in it is.
var entriesDefining = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(?m)(?:` + lineBegins + `|` + entryBegins + `)["“„‘'«»]?` + plainTerm + `["”“’'»«]?` + termBehind + `\s?:\s`),      // "client: The endpoint that", "(3) Buoy: A body that"
		regexp.MustCompile(`(?m)(?:` + lineBegins + `|` + entryBegins + `)["“„‘«»]([^"“”„‘’«»\n]{2,70})["”“’»«]` + termBehind + `,?\s+[\pL(]`), // "2. “buoy” every body that"
		// "(1) Buoy is a body that", "(1) Buoys are 1. bodies that"
		regexp.MustCompile(`(?m)` + entryBegins + `(?:(?:Der|Die|Das|Eine?|The|An?) )?(\p{Lu}[\pL-]{3,}(?: [\pL-]+){0,4}?)` + termBehind + `\s+(?:im Sinne [^.;:]{3,60}? )?(?:ist|sind|is|are)(?:\s+(?:der|die|das|ein\w?|jede\w?|alle|the|an?|any|all)\b|:?\s+` + entryNumber + `\s)`),
	}
})

// definingHead matches the title of a list of definitions.
var definingHead = regexp.MustCompile(`(?i)\b(?:begriffs?bestimmung\w*|begriffe|definition\w*|terminolog\w*|glossar\w*)\b`)

// predicated matches a phrase that says something already: "personal data shall be:" leads into a list of what they shall be.
var predicated = regexp.MustCompile(`(?i)\b(?:shall|must|may|can|should|will|is|are|be|has|have|includes?|contains?|soll|sollen|muss|müssen|darf|dürfen|kann|können|ist|sind|wird|werden|hat|haben|umfasst|umfassen|enthält)\b`)

// definedWithin is how many bytes before the words of a definition hold what is defined.
const definedWithin = 60

// From which a term, or the subject of a sentence, is what is asked, as titled says.
const (
	sameTerm = 0.85
	nearlyIt = 0.75
)

// toDefine returns the profiles of what a clause asks to be defined, none where it asks for no definition; own is the clause's.
func (g *Engine) toDefine(clause string, own relevance.Profile) []relevance.Profile {
	if !ask.AsksToDefine.MatchString(clause) {
		return nil
	}
	var out []relevance.Profile
	for _, thing := range ask.ThingsIn(clause) {
		out = append(out, own.Within(g.Lexicon.Terms(thing, own.Language)))
	}
	if len(out) == 0 {
		return []relevance.Profile{own}
	}
	return out
}

// defines is the factor of a text's score for defining one of the things asked for, 1 where it defines none.
func (g *Engine) defines(things []relevance.Profile, heading, text string) float64 {
	best := 1.0
	for _, thing := range things {
		best = max(best, g.definesIt(thing, heading, text))
	}
	return best
}

// lifted is the score of a text that has a factor for defining what is asked: the entry of a list for just that says all of it,
// whatever else the clause names.
func lifted(score, defines float64) float64 {
	if defines == entryBonus {
		score = max(score, entryScore)
	}
	return score * defines
}

// definesIt is the factor of a text's score for defining a thing: it is the entry of a list for that, or the thing's words stand right before those of a definition. A heading
// that ends with a colon is a term, and what stands below it its definition.
func (g *Engine) definesIt(own relevance.Profile, heading, text string) float64 {
	if strings.HasSuffix(heading, ":") && own.Titled(g.Lexicon, heading) > sameTerm && !g.again(own, text) {
		return entryBonus
	}
	for _, form := range entriesDefining() {
		for _, at := range form.FindAllStringSubmatchIndex(text, -1) {
			term := text[at[2]:at[3]]
			if !predicated.MatchString(term) && own.Titled(g.Lexicon, term) > sameTerm && !g.again(own, text[at[3]:]) {
				return entryBonus
			}
		}
	}
	for _, at := range ask.Defining.FindAllStringIndex(text, -1) {
		if own.Coverage(g.Lexicon.Terms(text[max(0, at[0]-definedWithin):at[0]], "")) > nearlyWhole {
			return definingBonus
		}
	}
	for _, m := range saysWhat.FindAllStringSubmatch(text, -1) {
		if own.Titled(g.Lexicon, m[1]) > nearlyIt {
			return tellingBonus
		}
	}
	return 1
}

// again reports whether a text begins with the thing below whose name it stands: "Connection ID: A connection ID of 8 bytes" says which one, not what it is.
func (g *Engine) again(own relevance.Profile, text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	return own.Coverage(g.Lexicon.Terms(strings.Join(words[:min(len(words), len(own.Terms)+2)], " "), "")) > nearlyWhole
}

// saysWhat matches a sentence that begins by saying what a thing is: "A tide is the rise of", "(1) Harbour master is any".
var saysWhat = regexp.MustCompile(`(?m)(?:^|[.!?:]\s+)(?:\(?\d{1,2}[a-z]?[.)]\s+)?(?:(?:Der|Die|Das|Eine?|The|An?) )?(\p{Lu}?[\pL’'-]+(?: [\pL’'-]+){0,4}?)\s+(?:ist|sind|is|are)\s+(?:der|die|das|ein\w?|jede\w?|alle|the|an?|any|what)\b`)

// thingsAsked returns the profiles of what a question asks to be defined.
func (g *Engine) thingsAsked(ctx context.Context, q ask.Question) ([]relevance.Profile, error) {
	var out []relevance.Profile
	for _, clause := range q.Clauses() {
		own, err := g.Matter(ctx, q.Language, ask.MatterOf(clause, q.Language)...)
		if err != nil {
			return nil, err
		}
		out = append(out, g.toDefine(clause, own)...)
	}
	return out, nil
}

// What may name a thing, and an entry of a list of definitions up to what it says the term is.
var (
	listedTerm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^` + entryNumber + `\s+["“„‘«»]?((?:\p{L}[\pL-]+ ?){1,4}?)(?:["”“’»«]\s|:\s|\s(?:der|die|das|eine?|jede[rs]?|alle|the|an?|any|all)\s)`)
	})
	wholeTerm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\p{L}[\pL-]{2,}(?: \p{L}[\pL-]{2,}){0,3}$`) })
)

// shortestTerm is how many bytes a term has that is worth asking about.
const shortestTerm = 6

// Terms returns the terms whose meaning a text says below a heading that it does: the entries of a list of definitions, in order and each once. What may be a
// part of a sentence is left out.
func Terms(heading, text string) []string {
	if !definingHead.MatchString(heading) {
		return nil
	}
	var out []string
	for _, m := range listedTerm().FindAllStringSubmatch(text, -1) {
		if term := strings.TrimSpace(m[1]); isTerm(term) && !slices.Contains(out, term) {
			out = append(out, term)
		}
	}
	return out
}

// isTerm reports whether words can be the name of a thing: no word of them joins or states.
func isTerm(term string) bool {
	if len(term) < shortestTerm || !wholeTerm().MatchString(term) || predicated.MatchString(term) || ask.Defining.MatchString(term) {
		return false
	}
	for _, word := range strings.Fields(strings.ToLower(term)) {
		if ask.GermanPhrases.Stop[word] || ask.EnglishPhrases.Stop[word] {
			return false
		}
	}
	return true
}
