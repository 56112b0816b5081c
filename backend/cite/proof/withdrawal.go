package proof

var (
	// withdrawn matches behind what no longer holds.
	withdrawn = edged(`obsoleted|superseded|repealed|deprecated|withdrawn|no longer (?:applies|apply|recommended|valid|in force)|aufgehoben|außer kraft|abgelöst|überholt|nicht mehr (?:anzuwenden|gültig|empfohlen|in kraft)`)
	// withdrawing matches before what no longer holds.
	withdrawing = edged(`obsoletes?|supersedes?|repeals?|neu gefasst|neue fassung`)
	// replaced matches what may say so in other words.
	replaced = edged(`replac(?:es?|ed)|amend(?:s|ed)?|updated|former|formerly|previous|previously|until|ersetzt|an die stelle|geändert|früher\pL*|bisher\pL*|ehemals|bis`)
)

// Withdraws reports whether a sentence says that something no longer holds.
func Withdraws(sentence string) bool {
	return withdrawn.MatchString(sentence) || withdrawing.MatchString(sentence)
}

// withdrawals doubts a claim that states what the text says no longer holds.
func (x *exam) withdrawals() {
	if Withdraws(x.claim.text) || replaced.MatchString(x.claim.text) {
		return
	}
	for _, s := range x.cited {
		var of []word
		at := withdrawn.FindStringIndex(s.text)
		if at != nil {
			of = s.between(0, at[0])
		} else if at = withdrawing.FindStringIndex(s.text); at != nil {
			of = s.between(at[1], s.clauseOf(at[1]).end)
		}
		if len(of) > 0 && s.clauseOf(at[0]).modality != may && x.covered(x.claim.words, statement{words: of}) >= sameSubject {
			x.further = true
			x.doubt(false, "withdrawn", s.text)
		}
	}
}

// between returns the words of a statement that begin from one byte on and before another.
func (s statement) between(from, to int) []word {
	var out []word
	for _, w := range s.words {
		if w.at >= from && w.at < to {
			out = append(out, w)
		}
	}
	return out
}
