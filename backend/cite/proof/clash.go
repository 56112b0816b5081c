package proof

import (
	"regexp"
	"slices"
	"strings"
)

// Side is what one of two texts says that may contradict one another.
type Side struct {
	Text     string // the quoted sentence
	Document string // hash: within one document, other words around make other cases
	Name     string // of the document: a year in it may be the year that the text speaks of
	Section  string // heading it stands under

	read []statement // Text taken apart
}

// Read takes the text apart, once for all the sides it is held against. Sentences that speak of exceptions are left out.
func (s Side) Read() Side {
	s.read = []statement{}
	for _, text := range chunkSentences(s.Text) {
		for _, piece := range gap.Split(text, -1) {
			if folded := fold(piece); len(folded) < clashText && !exceptional.MatchString(folded) {
				s.read = append(s.read, parse(folded))
			}
		}
	}
	return s
}

// Bounds of a clash.
const (
	clashWords = 3   // content words that both sides share, at least
	sameSource = 6   // the same within one document
	clashText  = 500 // bytes of a sentence; what is longer says too much to be set against another
)

// Clash reports whether two texts say the contrary about the same thing: the same words with another number of the same kind and bound,
// with opposite bounds of one number, or with opposite polarity.
//
// It prefers silence to a false alarm. Both sides must use the same content words; conditions, names and years must be the same; sections
// that name different cases, texts of one document without much in common, and facts of different years are no contradiction.
func Clash(a, b Side) bool {
	if a.Text == b.Text {
		return false
	}
	if a.read == nil {
		a = a.Read()
	}
	if b.read == nil {
		b = b.Read()
	}
	for _, x := range a.read {
		for _, y := range b.read {
			if clash(x, y, a, b) {
				return true
			}
		}
	}
	return false
}

var exceptional = regexp.MustCompile(`(?i)\b(?:by way of derogation|notwithstanding|exceptionally|in exceptional|except|unless|abweichend|ausnahmsweise|im Einzelfall|es sei denn|ausgenommen|besondere[rn]? Fäll)`)

func clash(x, y statement, a, b Side) bool {
	for i, c := range x.clauses {
		for j, d := range y.clauses {
			if c.condition != d.condition || !telling(x, c) || !telling(y, d) || !sameWords(c, d) || a.Document == b.Document && (len(c.words) < sameSource || a.Section != b.Section) {
				continue
			}
			if !sameCase(x, y, i, j) || !sameYears(x, y, c, a, b) {
				continue
			}
			if contrary, _ := c.against(d); contrary || otherAmount(x, y, c, d) {
				return true
			}
		}
	}
	return false
}

// telling reports whether a clause says enough to be set against another: three content words, or two where it says what has to be or may be.
func telling(s statement, c clause) bool {
	return len(c.words) >= clashWords || len(c.words) == clashWords-1 && (c.modality != states || normative.MatchString(s.text))
}

// sameWords reports whether two clauses have the same content words.
func sameWords(c, d clause) bool {
	if len(c.words) == 0 || len(d.words) == 0 {
		return false
	}
	return Checker{}.covered(c.words, statement{words: d.words}) >= 0.99 && Checker{}.covered(d.words, statement{words: c.words}) >= 0.99
}

// sameCase reports whether the conditions beside two clauses say the same: none, or the same words.
func sameCase(x, y statement, i, j int) bool {
	of := func(s statement, but int) []word {
		var out []word
		for k, c := range s.clauses {
			if k != but && c.condition {
				out = append(out, c.words...)
			}
		}
		return out
	}
	p, q := of(x, i), of(y, j)
	if len(p) == 0 || len(q) == 0 {
		return len(p) == len(q)
	}
	return sameWords(clause{words: append(p, x.clauses[i].words...)}, clause{words: append(q, y.clauses[j].words...)})
}

var (
	anyYear   = regexp.MustCompile(`(?:19|20)\d\d`)
	normative = regexp.MustCompile(`(?i)limit|reference level|threshold|maximum|minimum|grenzwert|referenzwert|höchst|mindest|frist|deadline`)
)

// sameYears reports whether both sides speak of one time. Texts that name different years do not; documents of different years state
// different facts, but they contradict each other when both say what has to be.
func sameYears(x, y statement, c clause, a, b Side) bool {
	if len(x.dates) != len(y.dates) {
		return false
	}
	for i := range x.dates {
		if !x.dates[i].Covers(y.dates[i]) {
			return false
		}
	}
	p, q := anyYear.FindAllString(a.Name+" "+a.Section, -1), anyYear.FindAllString(b.Name+" "+b.Section, -1)
	if slices.Equal(p, q) {
		return true
	}
	return c.modality != states || normative.MatchString(x.text)
}

// otherAmount reports whether two clauses each have one amount of a kind, and these differ, or are bounded on opposite sides.
func otherAmount(x, y statement, c, d clause) bool {
	for _, q := range x.quantities {
		if !q.inside(c) || q.isLabel() || len(kindred(q, x.quantities, c)) != 1 {
			continue
		}
		others := kindred(q, y.quantities, d)
		if len(others) != 1 || c.negated != d.negated {
			continue
		}
		o := others[0]
		switch {
		case q.is(o):
			if q.role.opposed(o.role) {
				return true
			}
		case q.role.upper() == o.role.upper() && q.role.lower() == o.role.lower() && !q.rough && !o.is(q):
			return restEqual(x, y, c, d, q)
		}
	}
	return false
}

// kindred returns the amounts of a clause that q can be compared with.
func kindred(q quantity, list []quantity, c clause) []quantity {
	var out []quantity
	for _, o := range list {
		if o.inside(c) && q.comparable(o) {
			out = append(out, o)
		}
	}
	return out
}

// restEqual reports whether the clauses have the same other numbers: then only q sets them apart.
func restEqual(x, y statement, c, d clause, q quantity) bool {
	count := func(s statement, in clause, but quantity) []quantity {
		var out []quantity
		for _, o := range s.quantities {
			if o.inside(in) && !but.comparable(o) {
				out = append(out, o)
			}
		}
		return out
	}
	a, b := count(x, c, q), count(y, d, q)
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].is(b[i]) {
			return false
		}
	}
	return true
}

// Sentence returns the sentences of page that the bytes [start, end) touch, white space folded: what a quote says when it is read in full.
func Sentence(page string, start, end int) string {
	return strings.Join(strings.Fields(strings.Join(Source{Page: page, Start: start, End: end}.sentences(), " ")), " ")
}
