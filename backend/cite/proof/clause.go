package proof

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// modality is how binding a clause is.
type modality int

const (
	states modality = iota
	may
	should
	must
)

// clause is a part of a sentence with one verb, more or less: where a negation or a modal verb reaches.
type clause struct {
	words     []word
	start     int
	end       int
	negated   bool
	modality  modality
	inherited modality // of the clause before, which a second verb shares: "must keep the records and submit them"
	condition bool     // it says when the rest holds: "if ...", "unless ..."
}

var (
	cuts        = regexp.MustCompile(`(?i)[;:!?]|,|\.(?: |$)| - | (?:und|and|but|aber|sondern|jedoch|however|wobei|while|whereas|sowie) | (?:unless|except|if|wenn|sofern|soweit|falls|provided|es sei denn|außer|ausgenommen) `)
	conditional = regexp.MustCompile(`(?i)^[\s,;:-]*(?:und |and |or |oder )?(?:unless|except|if|wenn|sofern|soweit|falls|provided|providing|es sei denn|außer|ausgenommen|solange|as long as|only if|nur wenn|vorbehaltlich|subject to|in case)\b`)
	negation    = regexp.MustCompile(`(?i)\b(?:not|never|nobody|none|nothing|neither|nor|cannot|nicht|kein(?:e[mnrs]?)?|nie|niemals|niemand(?:em|en)?|nichts|weder|keinesfalls|keineswegs|fail(?:s|ed)?|lacks?)\b|\w+n't\b|\bno\b`)
	noNumber    = regexp.MustCompile(`(?i)^no\.? ?\d`)
	nonNegation = regexp.MustCompile(`(?i)\b(?:not only|nicht nur|nicht zuletzt|whether or not|ob oder ob nicht|if not|wenn nicht)\b`)
	prohibition = regexp.MustCompile(`(?i)\b(?:prohibited|forbidden|banned|verboten|untersagt|unzulässig|impermissible)\b`)
	exemption   = regexp.MustCompile(`(?i)\b(?:exempt(?:ed)? from|befreit|entbehrlich|unnecessary|optional)\b`)
	mustWords   = regexp.MustCompile(`(?i)\b(?:must|shall|ha(?:s|ve|d) to|(?:is|are) to be|required|requires?|obliged|obligatory|mandatory|compulsory|need(?:s|ed)? to|need not|muss|müssen|musste[n]?|müsste[n]?|hat \pL+ zu|verpflichtet|erforderlich|notwendig|braucht|brauchen|pflicht|has the duty)\b`)
	shouldWords = regexp.MustCompile(`(?i)\b(?:should|ought|recommended|recommends?|soll|sollen|sollte[n]?|empfohlen|empfiehlt)\b`)
	mayWords    = regexp.MustCompile(`(?i)\b(?:may|might|can|could|cannot|allowed|permitted|permits?|allows?|darf|dürfen|durfte[n]?|dürfte[n]?|kann|können|konnte[n]?|könnte[n]?|zulässig|erlaubt|gestattet|berechtigt|optional)\b`)
	monthOfMay  = regexp.MustCompile(`\bMay \d|\d\.? May\b`)
)

// clauses cuts a masked text at commas, full stops and conjunctions.
func clauses(text string, taken []quantity) []clause {
	hidden := hide(text, taken)
	var out []clause
	from := 0
	add := func(to int) {
		c := clause{start: from, end: to, words: contentWords(text, from, to, taken)}
		c.condition = conditional.MatchString(text[from:to])
		c.negated, c.modality = polarity(hidden[from:to])
		if n := len(out); n > 0 && goesOn.MatchString(text[from:to]) && c.modality == states {
			c.inherited = max(out[n-1].modality, out[n-1].inherited)
		}
		if c.modality == must && capped(text, from, to, taken) {
			c.modality = may
		}
		if len(c.words) > 0 || c.negated || c.modality != states {
			out = append(out, c)
		}
		from = to
	}
	for _, m := range cuts.FindAllStringIndex(hidden, -1) {
		if m[0] > from {
			add(m[0])
		}
	}
	add(len(text))
	return merge(out)
}

var goesOn = regexp.MustCompile(`(?i)^[\s,]*(?:und|and|or|oder|sowie)\b`)

// capped reports whether a clause bounds an amount by a negation: who "must not exceed" a limit may go up to it.
func capped(text string, from, to int, taken []quantity) bool {
	for _, q := range taken {
		if q.Start >= from && q.End <= to && negation.MatchString(text[q.boundFrom:q.boundTo]) {
			return true
		}
	}
	return false
}

// hide blanks out amounts together with the words that bound them: "not more than 20" negates nothing.
func hide(text string, taken []quantity) string {
	b := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to && i < len(b); i++ {
			b[i] = ' '
		}
	}
	for _, q := range taken {
		if q.isLabel() {
			continue
		}
		from, to := q.boundFrom, q.boundTo
		blank(q.Start, q.End)
		if from < q.Start {
			blank(from, to)
		} else if m := negation.FindStringIndex(text[from:to]); m != nil {
			blank(from+m[0], from+m[1])
		}
	}
	return string(b)
}

// merge joins a clause of fewer than two content words that says nothing of its own with its neighbour before it: "the owner, however, ...".
func merge(in []clause) []clause {
	var out []clause
	for _, c := range in {
		if n := len(out); n > 0 && !c.condition && !out[n-1].condition && (len(c.words) < 2 || len(out[n-1].words) < 2) {
			last := &out[n-1]
			last.words, last.end = append(last.words, c.words...), c.end
			last.negated = last.negated != c.negated
			last.modality = max(last.modality, c.modality)
			continue
		}
		out = append(out, c)
	}
	return out
}

// negations returns where the negations of text stand as words of their own: \b takes the ö of "nichtöffentlich" for the end of a word.
func negations(text string) [][]int {
	return slices.DeleteFunc(negation.FindAllStringIndex(text, -1), func(at []int) bool {
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		after, _ := utf8.DecodeRuneInString(text[at[1]:])
		return unicode.IsLetter(before) || unicode.IsLetter(after)
	})
}

// polarity says whether a clause is negated, and how binding it is. "must not" and "prohibited" are a permission denied, "need not" a duty
// denied.
func polarity(text string) (negated bool, m modality) {
	text = nonNegation.ReplaceAllString(text, " ")
	for _, at := range negations(text) {
		if !noNumber.MatchString(text[at[0]:]) {
			negated = !negated
		}
	}
	lower := strings.ToLower(text)
	switch {
	case prohibition.MatchString(text):
		return !negated, may
	case exemption.MatchString(text):
		return !negated, must
	case mustWords.MatchString(text):
		m = must
		if negated && (strings.Contains(lower, "must not") || strings.Contains(lower, "shall not") || strings.Contains(lower, "mustn't") || strings.Contains(lower, "shan't") ||
			strings.Contains(lower, "shall never") || strings.Contains(lower, "must never") || strings.HasPrefix(strings.TrimSpace(lower), "no ") || strings.Contains(lower, "nobody")) {
			m = may
		}
	case shouldWords.MatchString(text):
		m = should
	case mayWords.MatchString(text) && !monthOfMay.MatchString(text):
		m = may
	}
	return negated, m
}

// against reports whether two clauses about the same thing exclude one another; differs, whether they do not say the same.
func (c clause) against(o clause) (contrary, differs bool) {
	if c.negated == o.negated {
		switch {
		case c.modality == o.modality, o.modality == must && c.modality == states, c.inherited != states && c.inherited == o.modality, o.inherited != states && o.inherited == c.modality:
			return false, false
		case o.modality == states:
			return false, c.modality > may || o.inherited > c.modality // states what is, claimed to be a duty; or a duty shared, claimed to be leave
		}
		return false, true
	}
	plus, minus := c, o
	if c.negated {
		plus, minus = o, c
	}
	switch {
	case plus.modality == minus.modality, plus.modality == must && minus.modality == may:
		return true, true
	case plus.modality == may && minus.modality == must:
		return false, false // allowed, and not required
	}
	return false, true
}
