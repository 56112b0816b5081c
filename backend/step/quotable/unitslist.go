package quotable

import (
	"regexp"
	"strings"

	"rabbithole/backend/chunk"
)

// entry is an entry of a list, or the sentence that leads into one, with the list that hangs on it.
type entry struct {
	text string   // with its mark, on lines as in the passage
	more []string // sentences of the entry behind its first
	of   []*entry
	tail string   // what stands behind the list and closes the sentence: "bedarf der Genehmigung"
	then []string // sentences behind what closes it
}

// level is a list that is being read.
type level struct {
	of   *entry
	last chunk.Mark
}

// readList reads the list that lead introduces from the pieces behind it, with its lists within lists, and returns how many belong to it.
func readList(lead piece, rest []piece) (*entry, int) {
	root := &entry{text: lead.text}
	var open []level
	n := 0
	for ; n < len(rest); n++ {
		p := rest[n]
		if !p.entry() {
			if last := newest(root); len(open) > 0 && stillIn(open, rest[n:]) {
				last.more = append(last.more, p.text)
				continue
			} else if len(open) > 0 && closes(last.text, p.text) {
				root.tail = joined([]string{p.text})
				n++
			}
			break
		}
		depth, ok := place(chunk.MarkOf(lead.text), open, newest(root), chunk.MarkOf(p.text))
		if !ok {
			break
		}
		of := root
		if depth > 0 {
			of = newestAt(root, depth)
		}
		of.of = append(of.of, &entry{text: p.text})
		open = append(open[:depth], level{of, chunk.MarkOf(p.text)})
	}
	root.settle()
	return root, n
}

// newest returns the entry read last.
func newest(e *entry) *entry {
	for len(e.of) > 0 {
		e = e.of[len(e.of)-1]
	}
	return e
}

func newestAt(e *entry, depth int) *entry {
	for ; depth > 0; depth-- {
		e = e.of[len(e.of)-1]
	}
	return e
}

// place returns how deep an entry with this mark stands among the lists that are open; ok is false when it belongs to none of them, nor
// begins one of its own.
func place(lead chunk.Mark, open []level, last *entry, m chunk.Mark) (depth int, ok bool) {
	if lead.Frame != "" && (m.Follows(lead) || m.Alike(lead)) {
		return 0, false
	}
	if len(open) == 0 {
		return 0, true
	}
	for i := len(open) - 1; i >= 0; i-- {
		if m.Follows(open[i].last) {
			return i, true
		}
	}
	ended := m.Numbered() && strings.HasSuffix(last.text, ".")
	if m.First() && !m.Paragraph() && !ended {
		return len(open), true
	}
	for i := len(open) - 1; i >= 0; i-- {
		if m.Alike(open[i].last) && !m.First() {
			return i, true
		}
	}
	return 0, false
}

// stillIn reports whether a sentence without a mark belongs to the entry before it: it begins on the line where that ends, or another entry
// of the list follows it soon.
func stillIn(open []level, rest []piece) bool {
	if !rest[0].fresh {
		return true
	}
	for _, p := range rest[1:min(len(rest), 4)] {
		if !p.entry() {
			continue
		}
		for _, l := range open {
			if m := chunk.MarkOf(p.text); m.Label != "" && m.Follows(l.last) {
				return true
			}
		}
		return false
	}
	return false
}

// closes reports whether text behind the last entry of a list goes on with its sentence: the entry is not finished, and the text begins in
// the middle of one.
func closes(last, text string) bool {
	return !strings.ContainsAny(last[len(last)-1:], ".!?:") && (startsLower(text) || mainClause.MatchString(text))
}

// settle finds what stands behind the lists on lines of the last entry and closes their sentences.
func (e *entry) settle() {
	if last := newest(e); e.tail == "" && last != e && openLead.MatchString(e.text) {
		if last.text, e.tail = consequence(last.text); e.tail != "" {
			e.then, last.more = last.more, nil
		}
	}
	e.settleWithin(e.tail != "")
}

func (e *entry) settleWithin(goesOn bool) {
	for i, c := range e.of {
		c.settleWithin(goesOn && i == len(e.of)-1)
	}
	if n := len(e.of); n > 1 && len(e.of[n-1].of) == 0 && len(e.of[n-1].more) == 0 && e.tail == "" {
		e.of[n-1].text, e.tail = predicate(e.of, goesOn)
	}
}

var (
	// openLead matches a lead whose main clause is still to come: the list says who or when.
	openLead = regexp.MustCompile(`(?i)^(?:\(?\d{1,2}[a-z]?[.)]\s)?(?:wer|wenn|soweit|sofern|falls|where|when|if|whoever|anyone|any person|a person|in so far as)\b|[^:]$`)
	// mainClause matches the main clause behind a list of conditions: "bedarf der Genehmigung", "so ist", "the owner shall".
	mainClause = regexp.MustCompile(`^(?:(?:bedarf|bedürfen|ist|sind|hat|haben|darf|dürfen|kann|können|muss|müssen|soll|sollen|gilt|gelten|wird|werden|findet|finden|bleibt|bleiben|so)\s|` +
		`(?:it|they|he|she)\s(?:shall|must|may|is|are|has|have)\b|(?:the|a|an|such|no)(?:\s[\pL-]+){1,4}\s(?:shall|must|may)\b)`)
	// finite matches a line that ends with a verb which closes a German subordinate clause.
	finite = regexp.MustCompile(`(?:^|\s)(?:darf|dürfen|hat|haben|ist|sind|wird|werden|kann|können|muss|müssen|soll|sollen|war|waren|wurde|wurden|will|wollen)([,.;]?)(?:\s(?:oder|und|sowie))?$`)
	// within matches a subordinate clause that is open at the end of a text: its verb is still to come.
	within = regexp.MustCompile(`,\s(?:\p{Ll}+\s)?(?:der|die|das|den|dem|denen|deren|dessen|dass|wenn|soweit|sofern|falls|ob|weil|da|wie|wo\pL*|welche[rsnm]?)(?:\s[^,]*)?$`)
	// conjoined matches an entry that a conjunction joins to the next.
	conjoined = regexp.MustCompile(`\s(?:oder|und|sowie|or|and)$`)
	// nounEnds matches an entry that ends in a noun or a number, as a German clause with a verb of its own does not.
	nounEnds = regexp.MustCompile(`(?:^|\s)[\p{Lu}\d][\pL\d-]*[,;]?(?:\s(?:oder|und|sowie))?$`)
)

// consequence cuts off the main clause that begins a line behind a comma in the last entry of a list.
func consequence(text string) (entry, tail string) {
	lines := strings.Split(text, "\n")
	for i := 1; i < len(lines); i++ {
		if rest := joined(lines[i:]); strings.HasSuffix(strings.TrimSpace(lines[i-1]), ",") && mainClause.MatchString(rest) {
			return strings.Join(lines[:i], "\n"), rest
		}
	}
	return text, ""
}

// longestPredicate is the most words of a predicate that entries share.
const longestPredicate = 3

// predicate cuts the verb that German entries share off the last one: it stands on a line of its own behind nouns, and no entry before has
// a verb. A comma ends it only where the sentence goes on behind the list, else more entries follow.
func predicate(entries []*entry, goesOn bool) (last, tail string) {
	last = entries[len(entries)-1].text
	at := strings.LastIndexByte(last, '\n')
	if at < 0 {
		return last, ""
	}
	own, line := joined([]string{last[:at]}), strings.TrimSpace(last[at+1:])
	verb := finite.FindStringSubmatch(line)
	if verb == nil || verb[1] == "," && !goesOn || !startsLower(line) || within.MatchString(own) || !nounEnds.MatchString(own) ||
		len(strings.Fields(conjoined.ReplaceAllString(line, ""))) > longestPredicate {
		return last, ""
	}
	for _, e := range entries[:len(entries)-1] {
		if !nounEnds.MatchString(e.whole()) {
			return last, ""
		}
	}
	return own, line
}

// whole returns an entry with its list and what closes it.
func (e *entry) whole() string {
	parts := append([]string{e.text}, e.more...)
	for _, c := range e.of {
		parts = append(parts, c.whole())
	}
	return joined(append(parts, e.tail))
}

// Lengths in bytes up to which a list or a table is quoted whole: one whose entries only hold together is, if at all possible.
const (
	wholeList     = 420
	WholeSentence = 900
)

// together matches what leads into a list that is wrong or misleading with a hole in it.
var together = regexp.MustCompile(`(?i)\b(?:at least|in particular|the following|following|all of|each of|any of|either|both|mindestens|zumindest|insbesondere|folgende[nmrs]?|alle|jeweils|entweder|sowohl)\b[^.]*$`)

// connected reports whether the entries of a list make one statement: its lead says so, a conjunction joins the last, or they are one
// Sentence whose lead is not finished without them.
func (e *entry) connected() bool {
	if together.MatchString(joined([]string{e.text})) {
		return true
	}
	if n := len(e.of); n > 1 && conjoined.MatchString(e.of[n-2].whole()) {
		return true
	}
	for i, c := range e.of {
		if text := c.whole(); i < len(e.of)-1 && !strings.ContainsAny(text[len(text)-1:], ",;") {
			return false
		}
	}
	return len(e.of) > 1
}

// units returns what can be quoted of a list: all of it if it is short, else each entry behind what leads to it, with what closes the
// Sentence; an ellipsis stands for every entry that is left out between or, before a closing, behind.
func (e *entry) units() []string {
	limit := wholeList
	if e.connected() {
		limit = WholeSentence
	}
	return append(e.quotes("", "", limit), quotable(e.then)...)
}

// quotes returns the units of an entry that stands between what is quoted before and behind it.
func (e *entry) quotes(before, behind string, limit int) []string {
	whole := before + e.whole() + behind
	switch {
	case len(whole) <= limit, len(e.of)+len(e.more) == 0:
		return []string{strings.TrimSpace(whole)}
	case len(e.of) == 0:
		first := &entry{text: e.text}
		return append(first.quotes(before, behind, limit), quotable(e.more)...)
	}
	var units []string
	for i, c := range e.of {
		lead, close := before+joined([]string{e.text}), behind
		if i > 0 && lead != "" && !strings.HasSuffix(lead, "…") {
			lead += " …"
		}
		last := i == len(e.of)-1
		switch {
		case e.tail != "" && last:
			close = " " + e.tail + behind
		case e.tail != "":
			close = " … " + e.tail + behind
		case !last && behind != "" && !strings.HasPrefix(behind, " …"):
			close = " …" + behind
		}
		if lead != "" {
			lead += " "
		}
		units = append(units, c.quotes(lead, close, limit)...)
	}
	return units
}

// quotable returns the sentences that can be quoted on their own.
func quotable(sentences []string) []string {
	var units []string
	for _, s := range sentences {
		if s = joined([]string{s}); !scrap(s) {
			units = append(units, s)
		}
	}
	return units
}
