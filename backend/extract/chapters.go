package extract

import (
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/quote"
	"rabbithole/backend/source"
)

// Chapter is a part of a document as a summary tells it.
type Chapter struct {
	Title    string // its heading; "" where the document has none
	Passages []source.Passage
}

// perChapter is how many passages tell a chapter, and withoutHeadings how many chapters are made of a document that has no headings.
const (
	perChapter      = 4
	withoutHeadings = 8
)

// Chapters returns the parts of a document in its order, the longest where it has more than most, each with the passages whose topic sentences tell it.
func (g *Engine) Chapters(d source.Document, passages []source.Passage, most int) (out []Chapter) {
	depth := partedAt(passages)
	if depth < 0 {
		for group := range slices.Chunk(passages, max(perChapter, (len(passages)+withoutHeadings-1)/withoutHeadings)) {
			if told := g.Openings(d, group, perChapter); len(told) > 0 {
				out = append(out, Chapter{Passages: told})
			}
		}
		return longestOf(out, most)
	}
	for _, part := range parts(passages, depth) {
		if len(part[0].Headings) <= depth { // what stands before the first heading
			continue
		}
		if told := g.Openings(d, part, perChapter); len(told) > 0 {
			out = append(out, Chapter{part[0].Headings[depth], told})
		}
	}
	return longestOf(out, most)
}

// longestOf keeps the longest of chapters, in their order.
func longestOf(list []Chapter, most int) []Chapter {
	length := func(c Chapter) (n int) {
		for _, p := range c.Passages {
			n += len(p.Text)
		}
		return n
	}
	order := slices.Clone(list)
	slices.SortStableFunc(order, func(a, b Chapter) int { return length(b) - length(a) })
	kept := order[:min(len(order), most)]
	return slices.DeleteFunc(list, func(c Chapter) bool {
		return !slices.ContainsFunc(kept, func(o Chapter) bool { return o.Passages[0].ID == c.Passages[0].ID })
	})
}

// parts cuts passages where the heading of a level changes; at a level below 0 each is a part.
func parts(passages []source.Passage, depth int) (out [][]source.Passage) {
	last := ""
	for _, p := range passages {
		of := strings.Join(p.Headings[:min(depth+1, len(p.Headings))], "\n")
		if depth < 0 {
			of = p.ID
		}
		if len(out) == 0 || of != last {
			out, last = append(out, nil), of
		}
		out[len(out)-1] = append(out[len(out)-1], p)
	}
	return out
}

// Openings returns those passages of a document, in its order, whose topic sentences summarise it: one of each of its parts, of the longest ones where it has many.
func (g *Engine) Openings(d source.Document, passages []source.Passage, most int) []source.Passage {
	var openings []source.Passage
	length := map[string]int{}
	for _, part := range parts(passages, partedAt(passages)) {
		at := slices.IndexFunc(part, func(p source.Passage) bool { return g.TopicSentence(d, p) != "" })
		if at < 0 {
			continue
		}
		for _, p := range part {
			length[part[at].ID] += len(p.Text)
		}
		openings = append(openings, part[at])
	}
	kept := slices.Clone(openings)
	slices.SortStableFunc(kept, func(a, b source.Passage) int { return length[b.ID] - length[a.ID] })
	kept = kept[:min(len(kept), most)]
	return slices.DeleteFunc(openings, func(p source.Passage) bool {
		return !slices.ContainsFunc(kept, func(o source.Passage) bool { return o.ID == p.ID })
	})
}

// Where a document says what it is about, in the order in which that is looked for: its abstract, its scope, its introduction. Each is the words of a
// heading, or of one that stands in front of its text in the same line.
var abouts = aboutsOf(
	`abstract|(?:executive |management )?summary|key (?:points|findings|messages)|at a glance|zusammenfassung|kurzfassung|auf einen blick|das wichtigste(?: in kürze)?`,
	`about th(?:is|e) \pL+|scope(?: and \pL+)?|purpose(?: and \pL+)?|aims?|objectives?|subject matter|worum es geht|zweck|ziele?|gegenstand|(?:anwendungs|geltungs)bereich|über dies\pL* \pL+`,
	`introduction|overview|preface|foreword|preamble|background|einleitung|einführung|überblick|vorwort|präambel`,
)

func aboutsOf(words ...string) (out [][2]*regexp.Regexp) {
	for _, w := range words {
		out = append(out, [2]*regexp.Regexp{
			regexp.MustCompile(`(?i)^(?:(?:section|chapter|article|art\.|abschnitt|kapitel|artikel)\s)?[\d.§\s]*(?:` + w + `)\b`), regexp.MustCompile(`(?i)(?:^|\s)(?:` + w + `)[.:]$`),
		})
	}
	return out
}

// saysOfItself matches a sentence in which a document says what it does.
var saysOfItself = regexp.MustCompile(`^(?:\(?\d{1,2}[.)]\s+)?(?:This|The present|In this|Diese[rsm]?|(?:Der|Die|Das) (?:vorliegende|folgende)|(?:In|Mit) dies(?:em|er)) (?:[\pL-]+ ){0,3}?[\pL-]+,? (?:we |wir |will |is to |aims to |soll )?` +
	`(?:describes?|explains?|says|tells|deals with|sets? out|lays? down|covers?|gives?|provides?|specif(?:y|ies)|defines?|presents?|examines?|reports?|summari[sz]es?|applies|documents?|introduces?|governs?|regulates?|is (?:an?|the|about|intended|meant)|aims?|contains?|shows?|discuss(?:es)?|` +
	`beschreib(?:t|en)|regel(?:t|n)|enthält|behandel(?:t|n)|richtet|leg(?:t|en)|dien(?:t|en)|bestimm(?:t|en)|fass(?:t|en)|stell(?:t|en)|erläuter(?:t|n)|gilt|gibt|ist (?:eine?|das|die|der)|zeigt|erklär(?:t|en)|hilft)\b`)

// ofAPart matches what speaks of a part of a document.
var ofAPart = regexp.MustCompile(`(?i)^\pL+(?: (?:vorliegende|folgende|following|present))? (?:sub)?(?:section|chapter|part|paragraph|article|annex|table|figure|example|unter?abschnitt|abschnitt|kapitel|teil|absatz|artikel|anhang|tabelle|abbildung|beispiel)s?\b`)

// About returns the passage in which a document says what it is about, and its sentences that say so; none where it has no sentence that states anything.
func (g *Engine) About(d source.Document, passages []source.Passage) (source.Passage, []string) {
	front := slices.DeleteFunc(slices.Clone(passages), func(p source.Passage) bool { return inContents.MatchString(p.Text) })
	front = front[:min(len(front), max(leastFront, min(mostFront, len(front)/4)))]
	for n, heads := range abouts {
		for _, p := range front {
			units := quote.Units(p, d.Language)
			from := slices.IndexFunc(units, heads[1].MatchString) + 1
			if from == 0 && (len(p.Headings) == 0 || !heads[0].MatchString(p.Headings[len(p.Headings)-1])) {
				continue
			}
			if told := g.saysFirst(d, units[from:], true); len(told) > 0 {
				return p, told
			}
		}
		if n != 1 { // what it says of itself goes before an introduction
			continue
		}
		for _, p := range front {
			units := quote.Units(p, d.Language)
			if i := slices.IndexFunc(units, func(u string) bool { return saysOfItself.MatchString(u) && !ofAPart.MatchString(u) }); i >= 0 {
				if told := g.saysFirst(d, units[i:], false); len(told) > 0 {
					return p, told
				}
			}
		}
	}
	for _, p := range front {
		if told := g.saysFirst(d, quote.Units(p, d.Language), false); len(told) > 0 {
			return p, told
		}
	}
	return source.Passage{}, nil
}

// inCapitals matches a heading in capitals that its text goes on from.
var inCapitals = regexp.MustCompile(`^(?:[\p{Lu}\d.:&-]{2,}\s+){3,}`)

// Sizes of what says what a document is about: passages of its beginning, sentences at most.
const (
	leastFront = 8
	mostFront  = 24
	mostAbout  = 3
)

// saysFirst returns the first sentence that states something, and those that follow it without a gap. Behind a heading of their own words it begins with whatever states something.
func (g *Engine) saysFirst(d source.Document, units []string, headed bool) (out []string) {
	for _, u := range units {
		u = inCapitals.ReplaceAllString(u, "")
		told := g.states(d, u, longestTold) && (len(u) >= leastTold || headed || len(out) > 0) && (headed || len(out) > 0 || !leansBack.MatchString(u) || saysOfItself.MatchString(u))
		if len(out) == mostAbout || !told && len(out) > 0 {
			break
		}
		if told {
			out = append(out, u)
		}
	}
	return out
}
