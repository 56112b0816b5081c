// Package proof holds a claim against the text it cites, by rule alone: numbers with their units, dates, comparators, negations, the
// force of modal verbs, names, whether it goes as far ("every", "only", "never"), and enough of the words.
//
// It promises that the same claim and text always get the same verdict, that a claim which repeats its text word for word is never
// called contradicted, and that "contradicted" is said only where the text says something else about the same subject in the same
// respect; a synonym makes a claim unproven, never contradicted. It refuses to know what is true: only what stands there.
package proof

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
)

// Source is one quote that a claim cites, with what stands around it.
type Source struct {
	Quote   string // as cited; " … " stands for what is left out
	Page    string // text of the page that Quote stands on
	Start   int    // bytes of Page that Quote covers
	End     int
	Passage string // text of the passage the quote was taken from, "" when unknown
	Place   string // document and section, for people: says what the text is about
}

// Finding is what a check found.
type Finding struct {
	Verdict cite.Verdict
	Doubts  []string // one sentence each, for people; none when supported, what was cut off when shortened
	Hints   []string // those of Doubts that stand on wrong sentences more often than on right ones
	Numbers []string // of the claim that stand in none of the sources, as written
	// Conflict says that a number, a date, a name or a negation stands against the claim: nobody's opinion lifts that.
	Conflict bool
	// Overstates says that the claim has the text's words and goes further: of all, never, nothing else, as a duty, as though it still held.
	Overstates bool
	Verbatim   bool // the claim repeats a quote word for word
}

// Checker checks claims. The zero value writes its doubts in English and knows words by their endings alone.
type Checker struct {
	Language string                     // of the doubts: "de", else English
	Before   string                     // what stands right before the claim, "" for nothing: a sentence may go on from it
	Terms    func(text string) []string // index terms of a word, may be nil: words with the same terms are the same
}

// Check holds a claim against its sources.
func (c Checker) Check(claim string, sources []Source) Finding {
	claim = fold(claim)
	if whole, cut := c.repeats(claim, sources); whole {
		return cut
	}
	x := c.examine(parse(claim), sources)
	x.amounts()
	x.dates()
	x.times()
	x.names()
	x.polarity()
	x.wording()
	x.extents()
	x.withdrawals()
	x.doubts = append(x.doubts, c.omissions(claim, sources)...)
	return x.finding()
}

// exam is one claim under examination.
type exam struct {
	Checker
	claim    statement
	cited    []statement // the sentences that the quotes stand in
	near     []statement // the rest of their passages
	all      string      // everything there is to read, folded, in lower case
	doubts   []string
	hints    []string
	missing  []string // numbers
	hard     int      // doubts that are nobody's opinion
	contrary bool
	further  bool // the claim goes further than the text
}

func (c Checker) examine(claim statement, sources []Source) *exam {
	x := &exam{Checker: c, claim: claim}
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
		for _, text := range append(chunkSentences(s.Passage), s.Place) {
			add(&x.near, text)
		}
	}
	x.all = strings.ToLower(all.String())
	return x
}

// sentences returns the sentences of the page that the quote touches; the quote itself where the page is not at hand. What stands before a
// quote that begins with a capital is left out: a heading without a full stop, as a rule.
func (s Source) sentences() []string {
	if !s.placed() {
		return chunkSentences(s.Quote)
	}
	var out []string
	for _, span := range chunk.Sentences(s.Page, language(s.Page)) {
		if span[0] < s.End && span[1] > s.Start {
			if first, _ := utf8.DecodeRuneInString(s.Page[s.Start:]); !unicode.IsLower(first) {
				span[0] = max(span[0], s.Start)
			}
			out = append(out, s.Page[span[0]:span[1]])
		}
	}
	if len(out) == 0 {
		return chunkSentences(s.Quote)
	}
	return out
}

func chunkSentences(text string) []string {
	var out []string
	for _, span := range chunk.Sentences(text, language(text)) {
		out = append(out, text[span[0]:span[1]])
	}
	return out
}

// doubt notes why the claim does not stand; hard ones are nobody's opinion.
func (x *exam) doubt(hard bool, form string, args ...any) {
	sentence := say(x.Language, form, args...)
	if slices.Contains(x.doubts, sentence) {
		return
	}
	x.doubts = append(x.doubts, sentence)
	if worthTelling[form] {
		x.hints = append(x.hints, sentence)
	}
	if hard {
		x.hard++
	}
}

// finding sums up. The contrary of one thing is a contradiction; a claim that departs from its source in several is about something else.
func (x *exam) finding() Finding {
	f := Finding{Verdict: cite.Supported, Doubts: x.doubts, Hints: x.hints, Numbers: x.missing, Conflict: x.hard > 0, Overstates: x.further}
	switch {
	case x.contrary && x.hard == 1:
		f.Verdict = cite.Contradicted
	case len(x.doubts) > 0:
		f.Verdict = cite.Unproven
	}
	return f
}
