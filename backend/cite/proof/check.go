// Package proof holds a claim against the text it cites, by rule alone: whether it repeats that text word for word and what was cut off around
// it, and what makes a claim in other words worth a second look. It also finds two texts that contradict each other (Clash).
//
// It promises that the same claim and text always get the same finding, and that a claim in other words is never judged: whether it stands is
// for a model to say. It refuses to know what is true: only what stands there.
package proof

import (
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

// Source is one quote that a claim cites, with what stands around it.
type Source struct {
	Quote   string // as cited; " … " stands for what is left out
	Page    string // text of the page that Quote stands on
	Start   int    // bytes of Page that Quote covers
	End     int
	Passage source.Passage // that the quote was taken from, empty when unknown
	Place   string         // document and section, for people: says what the text is about
}

// Finding is what a check found.
type Finding struct {
	Verdict  cite.Verdict // Supported or Shortened only where the claim repeats a quote, else Unproven
	Doubts   []string     // one sentence each, for people
	Verbatim bool         // the claim repeats a quote word for word
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
	return Finding{Verdict: cite.Unproven, Doubts: c.hints(parse(claim), sources)}
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
