package proof

import (
	"regexp"
	"slices"
	"strings"
)

// extent is how far a word carries what is said: to all cases, or to no others.
type extent int

const (
	everything extent = iota
	never
	nothingElse
)

// extents are the words by which a claim reaches further than a text that has none of its kind; what such a claim may be told by is in vouchers.
var extents = map[extent]map[string]bool{
	everything: wordSet(`all every each everyone everybody everything everywhere always invariably
alle aller allen jede jeder jedes jeden jedem jedermann sämtliche sämtlicher sämtlichen sämtliches immer stets jederzeit ausnahmslos überall`),
	never:       wordSet(`never nie niemals keinesfalls`),
	nothingElse: wordSet(`only solely exclusively nur ausschließlich ausschließliche ausschließlichen ausschließlicher einzig einzige einziger einzigen einziges`),
}

// determiners are those of them that are said of things of a kind.
var determiners = wordSet(`all every each alle aller allen jede jeder jedes jeden jedem sämtliche sämtlicher sämtlichen sämtliches`)

// vouchers are the words of a text that carry it as far, whatever its own way to say so: "any person who", "wer", "no lantern".
var vouchers = map[extent]*regexp.Regexp{
	everything: edged(`all|every\pL*|each|any\pL*|both|no|none|nobody|no one|never|always|invariably|ever|whoever|whatever|whichever|wherever|whenever|per|entire|whole|throughout|continuously|constantly|universal\pL*|` +
		`regardless|irrespective|without exception|alle[nrms]?|jede[nrms]?|jedermann|sämtliche[nrs]?|jegliche[nrms]?|irgend\pL*|beide[nr]?|beides|kein(?:e[nmrs]?)?|niemand(?:em|en)?|nie|niemals|immer|stets|jederzeit|` +
		`jeweils|jeweilige[nrms]?|wer|wem|wen|wessen|wo immer|je|pro|ganze[nrms]?|gesamte[nrms]?|durchgehend|ständig|dauernd|laufend|überall|ausnahmslos|ohne ausnahme|unabhängig|ungeachtet|gleichviel|allgemein`),
	never: edged(`never|no|none|nobody|nothing|nowhere|neither|cannot|without exception|at any time|ever|nie|niemals|kein(?:e[nmrs]?)?|niemand(?:em|en)?|nichts|nirgends|weder|keinesfalls|keineswegs|ausnahmslos|ohne ausnahme|jemals|` +
		`prohibited|forbidden|banned|verboten|untersagt|unzulässig`),
	nothingElse: edged(`only|sole|solely|exclusive|exclusively|just|merely|alone|except|unless|other than|nothing but|none but|limited to|restricted to|confined to|reserved (?:for|to)|at most|up to|no more than|` +
		`nur|ausschließlich\pL*|allein|alleinige[nrms]?|lediglich|bloß|einzig\pL*|außer|ausgenommen|es sei denn|beschränkt|begrenzt|vorbehalten|höchstens|maximal|bis zu|nicht mehr als`),
}

// partly matches what says that something does not hold of all or always.
var partly = edged(`some|many|most|mostly|several|few|certain|one of|part of|sometimes|often|usually|generally|typically|normally|frequently|commonly|occasionally|rarely|seldom|hardly|largely|predominantly|partly|almost|nearly|as a rule|` +
	`not (?:all|every|always|necessarily)|einige[nrms]?|manche[nrms]?|mehrere[nrm]?|viele[nr]?|wenige[nr]?|bestimmte[nrms]?|meist|meistens|die meisten|oft|häufig|gewöhnlich|üblicherweise|normalerweise|gelegentlich|vereinzelt|` +
	`selten|kaum|teilweise|teils|zum teil|überwiegend|grundsätzlich|weitgehend|in der regel|fast|nahezu|eine[rsm]? de[rs]|nicht (?:alle[nrms]?|jede[nrms]?|immer|stets|notwendig)`)

// figurative matches phrases in which the words of extents say something else, or less.
var figurative = edged(`at all(?: times)?|above all|after all|all in all|all over|all the (?:more|same|while)|for all that|once and for all|each other|every other|not only|if only|as always|(?:almost|nearly|not|hardly) (?:all|every|always|only)|` +
	`vor allem|alles in allem|in aller regel|allen voran|aller voraussicht|bei allem|nicht nur|nur noch|immer (?:mehr|wieder|noch|weiter|weniger|wenn|dann)|noch immer|wie immer|noch nie|` +
	`(?:fast|nahezu|beinahe|nicht|kaum) (?:alle[nrms]?|jede[nrms]?|immer|stets|nur)`)

// everySo matches what follows a word of extents where it says how often or how many: "every five years", "all 14", "jeder zweite".
var everySo = regexp.MustCompile(`(?i)^\s+(?:of (?:the|these|those) |der |die |den |diese[rn]? )?(?:\d|(?:second|third|fourth|fifth|sixth|tenth|time|day|night|morning|evening|week|weekend|month|quarter|year|hour|minute|monday|tuesday|wednesday|thursday|` +
	`friday|saturday|sunday|spring|summer|autumn|winter|season|zweite[nrms]?|dritte[nrms]?|vierte[nrms]?|fünfte[nrms]?|zehnte[nrms]?|tag|tage|abend|morgen|nacht|woche|wochen|wochenende|monat|monate|quartal|jahr|jahre|jahren|stunde|stunden|minute|minuten|` +
	`mal|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|frühjahr|sommer|herbst|winter)(?:$|[^\pL]))`)

// edged matches one of the phrases as words of their own: \b takes the ä of "sämtliche" for the end of a word.
func edged(phrases string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\pL])(` + phrases + `)(?:$|[^\pL])`)
}

// reach is a word of a claim that carries it to all cases, or to no others.
type reach struct {
	extent
	text string
	end  int // byte of the claim
}

// reaches returns such words of a clause of the claim. Under a condition they demand more and claim less; where they bound or count an
// amount, that is compared.
func (x *exam) reaches(c clause) []reach {
	if c.condition {
		return nil
	}
	text := x.claim.text[c.start:c.end]
	other := figurative.FindAllStringIndex(text, -1)
	var out []reach
	for _, at := range token.FindAllStringIndex(text, -1) {
		start, end := c.start+at[0], c.start+at[1]
		if withinAny(other, at[0], at[1]) || everySo.MatchString(x.claim.text[end:]) || x.claim.bounds(start, end) {
			continue
		}
		for _, kind := range []extent{everything, never, nothingElse} {
			if extents[kind][strings.ToLower(text[at[0]:at[1]])] {
				out = append(out, reach{kind, text[at[0]:at[1]], end})
			}
		}
	}
	return out
}

// withinAny reports whether one of the matches holds the bytes [start, end).
func withinAny(matches [][]int, start, end int) bool {
	return slices.ContainsFunc(matches, func(m []int) bool { return start >= m[0] && end <= m[1] })
}

// bounds reports whether the bytes [start, end) bound an amount or stand right before one: "never more than 20", "only 12 %", "all three".
func (s statement) bounds(start, end int) bool {
	return slices.ContainsFunc(s.quantities, func(q quantity) bool {
		from := min(q.start, q.boundFrom)
		return start >= from && end <= q.end || end <= from && strings.TrimSpace(fillerBefore.ReplaceAllString(s.text[end:from]+" ", "")) == ""
	})
}

// extents doubts a claim that says of all, of none or of nothing else what the text says without such a word.
func (x *exam) extents() {
	for _, c := range x.claim.clauses {
		for _, r := range x.reaches(c) {
			if x.vouched(c, r) {
				continue
			}
			best, from, share := x.nearest(c)
			near := share >= sameClause
			part := partly.FindStringSubmatch(from.text[best.start:best.end])
			if part != nil && strings.Contains(strings.ToLower(x.claim.text), strings.ToLower(part[1])) {
				part = nil
			}
			switch {
			case r.extent == everything && near && part == nil && best.modality != states && best.modality == c.modality && x.covered(best.words, statement{words: c.words}) >= sameReverse:
				// A rule for "an owner" is one for every owner, unless it is for an owner of another kind.
			case r.extent == never && near && best.negated && best.modality != states:
				// What must not be must never be.
			case r.extent != nothingElse && near && part != nil:
				x.further = true
				x.doubt(true, "part", r.text, part[1])
			default:
				x.further = true
				x.doubt(false, [...]string{everything: "all", never: "never", nothingElse: "only"}[r.extent], r.text)
			}
		}
	}
}

// leastVouched is the share of a clause's words that a sentence has to have to vouch for its extent. That nothing else is so, or that it never was, is
// said by a sentence near the quote only where it has most of them.
const leastVouched = 1.0 / 3

// vouched reports whether the text goes as far: in a sentence that speaks of the same, or of all things of the kind that the claim speaks of. Who
// cleans all lamps is not every keeper.
func (x *exam) vouched(c clause, r reach) bool {
	of := x.kind(c, r)
	for i, s := range slices.Concat(x.cited, x.near) {
		least := leastVouched
		if i >= len(x.cited) && r.extent != everything {
			least = sameClause
		}
		same := x.covered(c.words, s) >= least
		other := figurative.FindAllStringIndex(s.text, -1)
		for _, at := range vouchers[r.extent].FindAllStringSubmatchIndex(s.text, -1) {
			if withinAny(other, at[2], at[3]) {
				continue
			}
			if of == nil || !determiners[strings.ToLower(s.text[at[2]:at[3]])] {
				if same {
					return true
				}
			} else if x.found(*of, []statement{{words: s.between(at[3], len(s.text))}}) > 0 {
				return true
			}
		}
	}
	return false
}

// kind returns the word that "every" or "all" is said of, nil where it is said of none.
func (x *exam) kind(c clause, r reach) *word {
	if !determiners[strings.ToLower(r.text)] || strings.HasPrefix(x.claim.text[r.end:], ",") {
		return nil
	}
	for _, w := range c.words {
		if w.at >= r.end {
			return &w
		}
	}
	return nil
}
