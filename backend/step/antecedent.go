package step

import (
	"regexp"
	"slices"
	"strings"
)

// gender is the set of what a noun can be by the words before it, or of what a pronoun can stand for. A noun in the singular has, in English, all three.
type gender uint8

const (
	masculine gender = 1 << iota
	feminine
	neuter
	plural
	singular = masculine | feminine | neuter
)

// noun is something that a clause names, and that a pronoun of another clause can stand for.
type noun struct {
	text    string
	genders gender
	behind  bool // behind a preposition, or the owner of what stands before it
	asked   bool // "which X"
	who     bool // whoever a clause asks for
}

func (n noun) person() bool { return persons.states.MatchString(n.text) }

// acting matches, by its last word, one that does something, or something that does; which of them the words do not tell.
var acting = regexp.MustCompile(`(?i)\pL{2}(?:er|or|ent|ist|ers)$`)

// ofMeasure matches what can be kept to or exceeded.
var ofMeasure = regexp.MustCompile(`(?i)(?:\b|\pL)(?:wert|werte|grenzen?|dos(?:is|e|es)|menge|zahl|fristen?|betrag|beträge|schwellen?|konzentration|pegel|limits?|values?|levels?|thresholds?|amounts?|rates?|deadlines?|concentrations?)$`)

// pronoun is one of a clause, with what the clause tells of what it stands for.
type pronoun struct {
	genders                   gender
	acts, undergoes, exceeded bool
	ofPlace                   bool // "there"
	ofPerson                  bool // "he"
	orOfPerson                bool // "they" of one person
}

var (
	actsBefore = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:muss|müssen|darf|dürfen|kann|können|soll|sollen|hat|haben|must|may|can|should|shall|will|does|do|did|has|have) $`)
	undergoing = regexp.MustCompile(`(?i)\b(?:wird|werden|wurden?|worden)\b|\pL(?:t|en) (?:ist|sind|war|waren)\b|\b(?:is|are|was|were|be|been|being) (?:\pL+ly )?\pL+(?:ed|en|pt|ght)\b`)
	exceeding  = regexp.MustCompile(`(?i)(?:über|unter)schritten|überstiegen|eingehalten|exceeded|surpassed|fallen below`)

	pluralBefore = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:\pL+en|sind) $`)
	pluralBehind = regexp.MustCompile(`(?i)(?:sind|\pL+en)$`)
	aloneBefore  = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:ist|hat|wird|muss|darf|kann|soll|war|hatte|wurde|gilt|endet|beginnt) $`)
	aloneBehind  = regexp.MustCompile(`(?i)[^\pL](?:ist|wird|war|wurde)$`)
	inSubClause  = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:wenn|falls|sobald|sofern|ob|dass|bevor|nachdem|solange) $`)
	asksWho      = regexp.MustCompile(`(?i)^(?:who|wer)\b`)
)

// pronounOf reads the pronoun that stands in a clause between two bytes.
func pronounOf(clause string, from, to int, language string) pronoun {
	word, before, after := strings.ToLower(clause[from:to]), clause[:from], strings.TrimRight(clause[to:], " ,")
	p := pronoun{genders: singular | plural, acts: actsBefore.MatchString(before), undergoes: undergoing.MatchString(after), exceeded: exceeding.MatchString(after)}
	p.acts = p.acts && !p.undergoes && !p.exceeded
	p.ofPlace = word == "there" || word == "dort"
	if language == "de" {
		p.genders = germanPronoun(word, before, after)
	} else {
		p.ofPerson = slices.Contains([]string{"he", "him", "his", "she", "her"}, word)
		p.orOfPerson = slices.Contains([]string{"they", "them", "their"}, word)
		switch {
		case p.ofPerson:
			p.genders = masculine | feminine
		case p.orOfPerson:
			p.genders = plural
		case word != "there":
			p.genders = neuter
		}
	}
	p.acts = p.acts && p.genders != neuter // "what must it contain": a form does not act
	return p
}

// germanPronoun returns what a German pronoun can stand for; the verb beside "sie" tells whether that is one.
func germanPronoun(word, before, after string) gender {
	switch {
	case word == "er" || word == "ihn":
		return masculine
	case word == "es":
		return neuter
	case word == "ihm" || strings.HasPrefix(word, "sein"):
		return masculine | neuter
	case word == "sie":
		object := asksWho.MatchString(before)
		switch {
		case pluralBefore.MatchString(before) && !object, inSubClause.MatchString(before) && pluralBehind.MatchString(after):
			return plural
		case aloneBefore.MatchString(before) && !object, inSubClause.MatchString(before) && aloneBehind.MatchString(after):
			return feminine
		}
		return feminine | plural
	case strings.HasPrefix(word, "ihr"):
		return feminine | plural
	}
	return singular | plural
}

// What tells for a noun, in points: that it is a person counts most where the pronoun does something, and against it where something is done to it.
const (
	pointsPerson  = 6
	pointsWho     = 5
	pointsActing  = 4
	pointsMeasure = 4
	pointsSubject = 2  // or the place, where one is spoken of
	pointsUnlike  = -2 // a person to whom something is done; one person who is "they"
	pointsFurther = -2 // for each clause between
	pointsNearest = 3  // in the pronoun's own clause
)

// weigh returns how much tells for a noun; ok is false where the pronoun cannot stand for it.
func (p pronoun) weigh(n noun) (points int, ok bool) {
	person := n.who || n.person()
	if n.genders&p.genders == 0 {
		points += pointsUnlike
		ok = p.orOfPerson && person
	} else {
		ok = !p.exceeded || !person
	}
	if !n.who && n.behind == p.ofPlace { // "there" is where something is, or to which it applies
		points += pointsSubject
	}
	if n.asked {
		points++
	}
	if n.genders&^p.genders == 0 {
		points++
	}
	switch {
	case p.exceeded && ofMeasure.MatchString(n.text):
		points += pointsMeasure
	case n.who && (p.acts || p.ofPerson):
		points += pointsWho
	case person && (p.acts || p.ofPerson):
		points += pointsPerson
	case p.acts && acting.MatchString(n.text):
		points += pointsActing
	case p.undergoes && (person || acting.MatchString(n.text)):
		points += pointsUnlike
	}
	return points, ok
}

// standsFor returns the noun of the clauses before that a pronoun stands for, the last of those that most tells for; "" where none can be, or one of the pronoun's own
// clause is meant.
func (p pronoun) standsFor(own []noun, before [][]noun) (text string, inside bool) {
	most, found := 0, false
	for _, n := range own {
		if points, ok := p.weigh(n); ok && !n.asked && !n.who && (n.behind || !p.ofPlace) && (!found || points+pointsNearest > most) {
			most, found, inside = points+pointsNearest, true, true
		}
	}
	for i, list := range before {
		for _, n := range list {
			points, ok := p.weigh(n)
			points += pointsFurther * (len(before) - 1 - i)
			if ok && (!found || points > most || points == most && !inside) {
				most, found, inside, text = points, true, false, n.text
			}
		}
	}
	return text, inside
}

// nouns returns what a clause names, and whoever it asks for.
func nouns(clause, language string) []noun {
	var out []noun
	words := wordsFor(language)
	if language == "de" {
		out = germanNouns(clause, words.stop)
	} else {
		out = englishNouns(clause, words.stop)
	}
	if asksWho.MatchString(clause) {
		n := noun{text: words.marks[0] + clause + words.marks[1], genders: masculine, who: true}
		if language != "de" {
			n.genders = masculine | feminine
		}
		out = append(out, n)
	}
	return out
}
