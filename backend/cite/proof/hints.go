package proof

import (
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/cite/period"
)

// Bounds of what is worth a hint.
const (
	sameClause  = 0.6  // of a clause's words stand in another one: they may be compared
	sameSubject = 0.8  // of the claim's words stand in a sentence that speaks of the same
	apartBy     = 0.35 // so much more of them than in the sentence that has the claim's own amount
	left        = 0.45 // of a condition's words stand in the claim: it was not left out
)

// exam is a claim that is looked at for what is worth a hint.
type exam struct {
	Checker
	claim statement
	cited []statement // the sentences that the quotes stand in
	near  []statement // the rest of their passages
	all   string      // everything there is to read, folded, in lower case
	out   []string
}

// hints says what makes a claim in other words worth a second look: each of these stands on more of the wrong than of the right sentences of
// labelled sets, and none is a reason to strike one.
func (c Checker) hints(claim statement, sources []Source) []string {
	x := &exam{Checker: c, claim: claim}
	x.read(sources)
	x.amounts()
	x.times()
	x.names()
	x.force()
	x.extents()
	x.conditions()
	return x.out
}

// read takes the cited sentences apart and what stands near them.
func (x *exam) read(sources []Source) {
	var all strings.Builder
	seen := map[string]bool{}
	add := func(to *[]statement, text string) {
		folded := fold(text)
		all.WriteString(folded + " \n ")
		if folded != "" && !seen[folded] {
			seen[folded] = true
			*to = append(*to, parse(folded))
		}
	}
	for _, s := range sources {
		for _, text := range s.sentences() {
			add(&x.cited, text)
		}
	}
	for _, s := range sources {
		for _, text := range append(chunkSentences(s.Passage.Text), s.Place) {
			add(&x.near, text)
		}
	}
	x.all = strings.ToLower(all.String())
}

func (x *exam) hint(form string, args ...any) {
	if sentence := say(x.Language, form, args...); !slices.Contains(x.out, sentence) {
		x.out = append(x.out, sentence)
	}
}

// amounts tells where an amount of the claim stands in the text, but beside other words, and these words have another amount.
func (x *exam) amounts() {
	for _, q := range x.claim.quantities {
		subject := x.claim.clauseAt(q.Start)
		if len(subject) < 3 {
			continue
		}
		with, without, other := -1.0, 0.0, ""
		for i, s := range slices.Concat(x.cited, x.near) {
			here, text := s.amount(q)
			switch cover := x.covered(subject, s); {
			case here:
				with = max(with, cover)
			case text != "" && i < len(x.cited) && cover > without:
				without, other = cover, text
			}
		}
		if with >= 0 && without >= sameSubject && without >= with+apartBy {
			x.hint("apart", q.Text, other)
		}
	}
}

// amount reports whether a sentence has an amount, and returns another one of the same kind that it has.
func (s statement) amount(q quantity) (here bool, other string) {
	for _, o := range s.quantities {
		if q.is(o) {
			return true, ""
		}
		if q.comparable(o) {
			other = o.Text
		}
	}
	return false, other
}

// times tells of a claim that names stretches of time none of which its cited text speaks of: six months told as a quarter.
func (x *exam) times() {
	claimed := period.Held(x.claim.text)
	if len(claimed) == 0 {
		return
	}
	var stated []period.Period
	from := ""
	for _, s := range x.cited {
		if of := period.Held(s.text); len(of) > 0 {
			stated, from = append(stated, of...), s.text
		}
	}
	if period.Apart(claimed, stated) {
		x.hint("other time", from)
	}
}

// names tells of a proper name that stands neither in the text nor in its section or its document's name.
func (x *exam) names() {
	for _, n := range x.claim.names() {
		if !holds(x.all, n) {
			x.hint("no name", n.text)
		}
	}
}

// force tells where a clause of the claim says with another force what the text says: as a duty where there is leave.
func (x *exam) force() {
	for _, c := range x.claim.clauses {
		best, from, share := x.nearest(c)
		if share < sameClause || len(c.words) < subjectWords || c.negated != best.negated || c.condition != best.condition {
			continue
		}
		if _, differs := c.against(best); differs && !x.agrees(c, share) {
			x.hint("force", strings.Trim(from.text[best.start:best.end], " ,;:"))
		}
	}
}

// nearest returns the clause of the cited sentences that holds most of c's words, the sentence it stands in, and the share.
func (x *exam) nearest(c clause) (best clause, from statement, share float64) {
	for _, s := range x.cited {
		for _, o := range s.clauses {
			if cover := x.covered(c.words, statement{words: o.words}); cover > share || cover == share && share > 0 && c.negated == o.negated && best.negated != o.negated {
				best, from, share = o, s, cover
			}
		}
	}
	return best, from, share
}

// agrees reports whether another clause of the text, nearly as close to c, says the same with the same force.
func (x *exam) agrees(c clause, share float64) bool {
	return slices.ContainsFunc(slices.Concat(x.cited, x.near), func(s statement) bool {
		return slices.ContainsFunc(s.clauses, func(o clause) bool {
			_, differs := c.against(o)
			return !differs && x.covered(c.words, statement{words: o.words}) >= max(sameClause, share-0.1)
		})
	})
}

var (
	// everything matches a word by which a claim speaks of all or of always.
	everything = edged(`all|every|each|everyone|everybody|everything|everywhere|always|alle[rn]?|jede[rsnm]?|sämtliche[rsn]?|immer|stets|jederzeit|ausnahmslos|überall`)
	// goesAsFar matches the words of a text that speaks of as much, whatever its own way to say so: "any person who", "wer", "no lantern".
	goesAsFar = edged(`all|every\pL*|each|any\pL*|both|no|none|never|always|whoever|whatever|per|entire|whole|throughout|alle[nrms]?|jede[nrms]?|sämtliche[nrs]?|jegliche[nrms]?|beide[nr]?|kein(?:e[nmrs]?)?|` +
		`nie|niemals|immer|stets|jederzeit|jeweil\pL*|wer|wem|wen|je|pro|ganze[nrms]?|gesamte[nrms]?|ständig|überall|ausnahmslos`)
)

// extents tells of a claim that speaks of all, or of always, where no word of the text does.
func (x *exam) extents() {
	if m := everything.FindStringSubmatch(x.claim.text); m != nil && !goesAsFar.MatchString(x.all) {
		x.hint("all", m[1])
	}
}

// conditions tells of a claim without any condition where the cited sentence it comes from has one that the claim does not mention.
func (x *exam) conditions() {
	if x.claim.condition {
		return
	}
	for _, s := range x.cited {
		var main []word
		for _, c := range s.clauses {
			if !c.condition {
				main = append(main, c.words...)
			}
		}
		if !s.condition || x.covered(x.claim.words, statement{words: main}) < sameClause {
			continue
		}
		for _, c := range s.clauses {
			if c.condition && x.covered(c.words, x.claim) < left {
				x.hint("condition", strings.Trim(s.text[c.start:c.end], " ,;:"))
				return
			}
		}
	}
}

// edged matches one of the phrases as words of their own: \b takes the ä of "sämtliche" for the end of a word.
func edged(phrases string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\pL])(` + phrases + `)(?:$|[^\pL])`)
}
