package proof

// covered returns how many of the words stand in one of the statements, as a share of 1; no words are covered.
func (c Checker) covered(words []word, by ...statement) float64 {
	if len(words) == 0 {
		return 1
	}
	sum := 0.0
	for _, w := range words {
		sum += c.found(w, by)
	}
	return sum / float64(len(words))
}

// found says how surely a word stands in one of the statements: 1 as itself or in another form, 0.7 as part of a compound.
func (c Checker) found(w word, by []statement) float64 {
	best := 0.0
	for _, s := range by {
		for _, o := range s.words {
			switch {
			case alike(w.stem, o.stem), c.sameTerms(w, o):
				return 1
			case within(w.lower, o.lower) || within(w.stem, o.stem):
				best = 0.7
			}
		}
	}
	return best
}

func (c Checker) sameTerms(a, b word) bool {
	if c.Terms == nil {
		return false
	}
	x, y := c.Terms(a.text), c.Terms(b.text)
	return len(x) > 0 && len(y) > 0 && x[0] == y[0]
}

// subjectWords is how many content words at least say what something is about.
const subjectWords = 2

// clauseAt returns the words of the clause that the byte at stands in, its neighbours taken in while it has too few of its own.
func (s statement) clauseAt(at int) []word {
	for i, c := range s.clauses {
		if at < c.start || at > c.end {
			continue
		}
		if len(c.words) > subjectWords {
			return c.words
		}
		words := c.words
		if i > 0 {
			words = append(append([]word{}, s.clauses[i-1].words...), words...)
		}
		if len(words) <= subjectWords && i+1 < len(s.clauses) {
			words = append(append([]word{}, words...), s.clauses[i+1].words...)
		}
		return words
	}
	return s.words
}
