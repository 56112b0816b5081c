package proof

import (
	"slices"
	"strings"
)

// Bounds of a claim's clause against the clause it takes its meaning from.
const (
	sameClause = 0.6  // of the words: the clause may be compared
	enough     = 0.8  // of the words of the whole claim: supported
	fewWords   = 5    // claims below may lack none of their words
	gist       = 0.5  // of the claim's words stand in the cited sentences themselves, not only near them
	left       = 0.45 // of a condition's words stand in the claim: it was not left out
)

// polarity compares negation, modal force and antonyms of each clause with the clause of the cited text that says most of it.
func (x *exam) polarity() {
	for _, c := range x.claim.clauses {
		if len(c.words) == 0 {
			continue
		}
		best, from, share := x.nearest(c)
		if share < sameClause || len(c.words) < subjectWords && (share < 1 || x.covered(x.claim.words, from) < sameSubject) {
			continue
		}
		if w := x.opposite(c, best); w != "" {
			x.contrary = x.contrary || c.negated == best.negated && x.about(rest(c.words, w), best.words) && !from.condition
			x.doubt(true, "antonym", w)
			continue
		}
		contrary, differs := c.against(best)
		if !differs || x.agrees(c, share) || restated(c, x.claim, best, from) || restated(best, from, c, x.claim) || c.condition != best.condition && c.negated == best.negated {
			continue
		}
		text := strings.Trim(from.text[best.start:best.end], " ,;:")
		if c.negated == best.negated {
			x.further = x.further || max(c.modality, c.inherited) > best.modality
			x.doubt(c.modality != states && best.modality != states, "force", text)
			continue
		}
		whole := x.covered(x.claim.words, from) >= sameSubject
		x.contrary = x.contrary || contrary && whole && x.about(c.words, best.words) && from.condition == x.claim.condition && x.sameNames(from)
		x.doubt(true, "negation", text)
	}
}

var (
	exceptive   = edged(`unless|except|es sei denn|außer`)
	restrictive = edged(`only|nur|erst`)
)

// restated reports whether a clause allows what the other forbids, both under one condition: "may only if", "may not unless".
func restated(allows clause, in statement, forbids clause, of statement) bool {
	return !allows.negated && forbids.negated && restrictive.MatchString(in.text) && exceptive.MatchString(of.text)
}

// nearest returns the clause of the cited sentences that holds most of c's words, the sentence it stands in, and the share.
func (x *exam) nearest(c clause) (best clause, from statement, share float64) {
	for _, s := range x.cited {
		for _, o := range s.clauses {
			cover := x.covered(c.words, statement{words: o.words})
			if cover > share || cover == share && share > 0 && c.negated == o.negated && best.negated != o.negated {
				best, from, share = o, s, cover
			}
		}
	}
	return best, from, share
}

// agrees reports whether another clause of the text, nearly as close to c, says the same with the same force.
func (x *exam) agrees(c clause, share float64) bool {
	for _, list := range [][]statement{x.cited, x.near} {
		for _, s := range list {
			for _, o := range s.clauses {
				if _, differs := c.against(o); !differs && x.covered(c.words, statement{words: o.words}) >= max(sameClause, share-0.1) {
					return true
				}
			}
		}
	}
	return false
}

// opposite returns a word of c whose opposite the other clause has while it stands in no cited clause itself, or that one of the two has
// behind "without".
func (x *exam) opposite(c, o clause) string {
	for _, w := range c.words {
		for _, v := range o.words {
			if w.lower == v.lower && w.without != v.without {
				return w.text
			}
		}
		if x.found(w, x.cited) < 1 && excludes(w, o.words) {
			return w.text
		}
	}
	return ""
}

// reversed returns a word of the claim's clause around q whose opposite stands in the clause where the text has the same amount: "rose by
// 5 %", "fell by 5 %".
func (x *exam) reversed(q quantity, found []place) string {
	for _, w := range x.claim.clauseOf(q.start).words {
		against := false
		for _, o := range found {
			words := o.in.clauseOf(o.start).words
			if x.found(w, []statement{{words: words}}) == 1 || !excludes(w, words) {
				against = false
				break
			}
			against = true
		}
		if against {
			return w.text
		}
	}
	return ""
}

// excludes reports whether one of the words is the opposite of w.
func excludes(w word, others []word) bool {
	for _, v := range others {
		if w.stem == "un"+v.stem || v.stem == "un"+w.stem {
			return true
		}
		for _, opposite := range antonyms[w.stem] {
			if v.stem == opposite {
				return true
			}
		}
	}
	return false
}

func rest(words []word, but string) []word {
	var out []word
	for _, w := range words {
		if w.text != but {
			out = append(out, w)
		}
	}
	return out
}

// wording asks whether enough of the claim's words stand in the text, and whether a condition of the cited sentence was left out.
func (x *exam) wording() {
	everything := append(append([]statement{}, x.cited...), x.near...)
	words := x.claim.words
	var lacking []string
	lacks := 0.0
	for _, w := range words {
		if f := x.found(w, everything); f < 0.7 && !(isCode(w.text) && holds(x.all, w)) {
			lacks += 1 - f
			if !slices.Contains(lacking, w.text) {
				lacking = append(lacking, w.text)
			}
		}
	}
	allowed := (1 - enough) * float64(len(words))
	if len(words) <= fewWords {
		allowed = 0
	}
	if lacks > allowed {
		x.doubt(false, "no words", quoted(lacking))
	} else if len(words) > 2 && x.covered(words, x.cited...) < gist {
		x.doubt(false, "elsewhere")
	} else if s := x.swapped(lacking); s != "" {
		x.doubt(false, "no words", s)
	}
	x.conditions()
}

// swapped returns a word that the text lacks and that stands where a cited sentence has another one: beside the same word. Then the claim may
// speak of something else in the text's own words.
func (x *exam) swapped(lacking []string) string {
	for i, w := range x.claim.words {
		if !slices.Contains(lacking, w.text) {
			continue
		}
		if w.capital && (w.first || x.claim.german) {
			return w.text
		}
		for _, s := range x.cited {
			for j := range s.words {
				if x.beside(x.claim.words, i, s.words, j, -1) || x.beside(x.claim.words, i, s.words, j, 1) {
					return w.text
				}
			}
		}
	}
	return ""
}

// beside reports whether the words next to a[i] and b[j], in direction step, are the same while b[j] stands nowhere in a.
func (x *exam) beside(a []word, i int, b []word, j, step int) bool {
	if i+step < 0 || i+step >= len(a) || j+step < 0 || j+step >= len(b) {
		return false
	}
	return alike(a[i+step].stem, b[j+step].stem) && x.found(b[j], []statement{{words: a}}) == 0
}

// conditions doubts a claim without any condition when the cited sentence it comes from has one that the claim does not mention.
func (x *exam) conditions() {
	if x.claim.condition || len(x.doubts) > 0 {
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
				x.doubt(false, "condition", strings.Trim(s.text[c.start:c.end], " ,;:"))
				return
			}
		}
	}
}
