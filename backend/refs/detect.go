package refs

import (
	"cmp"
	"slices"
	"strings"

	"rabbithole/backend/source"
)

// Detect finds the references in the text of a document, in reading order, without resolving them. Tables of contents, indexes,
// running headers and the numbers of headings themselves are left out. IDs are "m1", "m2", ... and stay the same for the same pages.
func Detect(doc source.Document, pages []source.Page, sections []Section) []Mention {
	lines := bodyLines(pages)
	f := newFlow(pages, lines, sections)
	s := &scanner{Stream: newStream(f.text), entries: entryLabels(sections), numbers: ownNumbers(sections)}
	s.authors = authorsOf(s.entries)
	s.learnAliases(Names(doc, source.Meta{}, nil, sections))
	s.series = s.seriesNumbers()
	s.scan()
	s.coordinate()
	s.echo()
	s.divide()
	mentions := placeFound(f, s, headingStarts(sections))
	if slices.ContainsFunc(mentions, inside) {
		mentions = newPlaces(pages, lines, sections).lead(mentions)
	}
	mentions = append(mentions, columnMentions(pages, lines, sections)...)
	silent, byPage := silentSpans(sections), onPages(mentions)
	for _, p := range pages {
		mentions = append(mentions, linkMentions(p, byPage[p.Number], silent)...)
	}
	return bounded(enumerate(doc.Hash, mentions, sections))
}

// mostPointers is how many places the references of a document may point to. In those behind, a reference points to the first and the last of
// its places: a text of nothing but long ranges would point to more than there is memory for.
const mostPointers = 50_000

// mostMentions is how many references of a document are kept: each is a row of the library, and is read again with every document that is added.
const mostMentions = 100_000

func bounded(mentions []Mention) []Mention {
	mentions = mentions[:min(len(mentions), mostMentions)]
	n := 0
	for i, m := range mentions {
		if n += len(m.Pointers); n > mostPointers && len(m.Pointers) > 2 {
			mentions[i].Pointers = []Pointer{m.Pointers[0], m.Pointers[len(m.Pointers)-1]}
		}
	}
	return mentions
}

// entryLabels returns the labels of the document's reference list, by themselves and by their keys.
func entryLabels(sections []Section) map[string]string {
	labels := map[string]string{}
	for _, s := range sections {
		if s.Kind == KindBibliography {
			labels[labelKey(s.Number)] = s.Number
		}
	}
	for _, s := range sections {
		if s.Kind == KindBibliography {
			labels[s.Number] = s.Number
		}
	}
	return labels
}

// ownNumbers returns the labels of the document's own sections and annexes, and the decimal numbers of the annexes without their word.
func ownNumbers(sections []Section) map[string]bool {
	numbers := map[string]bool{}
	for _, s := range sections {
		if s.Kind == KindSection || s.Kind == KindArticle || s.Kind == KindAnnex {
			numbers[s.Label], numbers[s.Number] = true, numbers[s.Number] || s.Kind == KindAnnex && strings.Contains(s.Number, ".")
		}
	}
	return numbers
}

// headingStarts returns the places where sections begin: the number that stands there is no reference.
func headingStarts(sections []Section) map[[2]int]bool {
	starts := make(map[[2]int]bool, len(sections))
	for _, s := range sections {
		if s.Number != "" {
			starts[[2]int{s.Page, s.Start}] = true
		}
	}
	return starts
}

// placeFound turns what the scanner found, and the addresses, into mentions with their places on the pages.
func placeFound(f *flow, s *scanner, headings map[[2]int]bool) []Mention {
	out := make([]Mention, 0, len(s.found))
	addresses := urls(f.text)
	for _, a := range addresses {
		page, start, end := f.locate(a.start, a.end)
		text := f.text[a.start:a.end]
		out = append(out, Mention{Page: page, Start: start, End: end, Text: text, Kind: a.kind, Pointers: []Pointer{{Kind: a.kind, Label: text, URI: a.uri}}})
	}
	for _, x := range s.found {
		from, to := s.tok(x.first).at, s.tok(x.last-1).end()
		page, start, end := f.locate(from, to)
		if headings[[2]int{page, start}] || overlaps(addresses, address{start: from, end: to}) {
			continue
		}
		out = append(out, Mention{Page: page, Start: start, End: end, Text: f.text[from:to], Kind: x.kind, Pointers: x.pointers})
	}
	return out
}

func onPages(mentions []Mention) map[int][]Mention {
	out := map[int][]Mention{}
	for _, m := range mentions {
		out[m.Page] = append(out[m.Page], m)
	}
	return out
}

// enumerate sorts mentions and gives them their IDs and the sections they stand in.
func enumerate(document string, mentions []Mention, sections []Section) []Mention {
	slices.SortStableFunc(mentions, func(a, b Mention) int { return cmp.Or(a.Page-b.Page, a.Start-b.Start, a.End-b.End) })
	within := NewLocator(sections)
	for i := range mentions {
		m := &mentions[i]
		m.ID, m.Document = "m"+itoa(i+1), document
		s, _ := within.Section(m.Page, m.Start)
		m.Section = s.ID
	}
	return mentions
}
