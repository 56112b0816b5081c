// Package detect finds the cross-references in the text of a document, without resolving them. German and English patterns each have a
// file of their own; what a reference names is kept as it stands.
//
// It sees one document at a time and promises the same references for the same pages and sections.
package detect

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/layout"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/provision"
	"rabbithole/backend/source"
)

// Detect finds the references in the text of a document, in reading order, without resolving them. Tables of contents, indexes,
// running headers and the numbers of headings themselves are left out. IDs are "m1", "m2", ... and stay the same for the same pages.
func Detect(doc source.Document, pages []source.Page, sections []refs.Section) []refs.Mention {
	lines := layout.Body(pages)
	f := newFlow(pages, lines, sections)
	s := &scanner{Stream: naming.NewStream(f.text), entries: entryLabels(sections), numbers: ownNumbers(sections)}
	s.authors = authorsOf(s.entries)
	s.learnAliases(naming.Names(doc, source.Meta{}, nil, sections))
	s.series = s.seriesNumbers()
	s.scan()
	s.coordinate()
	s.echo()
	s.divide()
	mentions := placeFound(f, s, headingStarts(sections))
	if slices.ContainsFunc(mentions, provision.Inside) {
		mentions = provision.NewPlaces(pages, lines, sections).Lead(mentions)
	}
	mentions = append(mentions, columnMentions(pages, lines, sections)...)
	silent, byPage := refs.SilentSpans(sections), onPages(mentions)
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

func bounded(mentions []refs.Mention) []refs.Mention {
	mentions = mentions[:min(len(mentions), mostMentions)]
	n := 0
	for i, m := range mentions {
		if n += len(m.Pointers); n > mostPointers && len(m.Pointers) > 2 {
			mentions[i].Pointers = []refs.Pointer{m.Pointers[0], m.Pointers[len(m.Pointers)-1]}
		}
	}
	return mentions
}

// entryLabels returns the labels of the document's reference list, by themselves and by their keys.
func entryLabels(sections []refs.Section) map[string]string {
	labels := map[string]string{}
	for _, s := range sections {
		if s.Kind == refs.KindBibliography {
			labels[naming.LabelKey(s.Number)] = s.Number
		}
	}
	for _, s := range sections {
		if s.Kind == refs.KindBibliography {
			labels[s.Number] = s.Number
		}
	}
	return labels
}

// ownNumbers returns the labels of the document's own sections and annexes, and the decimal numbers of the annexes without their word.
func ownNumbers(sections []refs.Section) map[string]bool {
	numbers := map[string]bool{}
	for _, s := range sections {
		if s.Kind == refs.KindSection || s.Kind == refs.KindArticle || s.Kind == refs.KindAnnex {
			numbers[s.Label], numbers[s.Number] = true, numbers[s.Number] || s.Kind == refs.KindAnnex && strings.Contains(s.Number, ".")
		}
	}
	return numbers
}

// headingStarts returns the places where sections begin: the number that stands there is no reference.
func headingStarts(sections []refs.Section) map[[2]int]bool {
	starts := make(map[[2]int]bool, len(sections))
	for _, s := range sections {
		if s.Number != "" {
			starts[[2]int{s.Page, s.Start}] = true
		}
	}
	return starts
}

// placeFound turns what the scanner found, and the addresses, into mentions with their places on the pages.
func placeFound(f *flow, s *scanner, headings map[[2]int]bool) []refs.Mention {
	out := make([]refs.Mention, 0, len(s.found))
	addresses := naming.URLs(f.text)
	for _, a := range addresses {
		page, start, end := f.locate(a.Start, a.End)
		text := f.text[a.Start:a.End]
		out = append(out, refs.Mention{Page: page, Start: start, End: end, Text: text, Kind: a.Kind, Pointers: []refs.Pointer{{Kind: a.Kind, Label: text, URI: a.URI}}})
	}
	for _, x := range s.found {
		from, to := s.Tok(x.first).At, s.Tok(x.last-1).End()
		page, start, end := f.locate(from, to)
		if headings[[2]int{page, start}] || naming.Overlaps(addresses, naming.Address{Start: from, End: to}) {
			continue
		}
		out = append(out, refs.Mention{Page: page, Start: start, End: end, Text: f.text[from:to], Kind: x.kind, Pointers: x.pointers})
	}
	return out
}

func onPages(mentions []refs.Mention) map[int][]refs.Mention {
	out := map[int][]refs.Mention{}
	for _, m := range mentions {
		out[m.Page] = append(out[m.Page], m)
	}
	return out
}

// enumerate sorts mentions and gives them their IDs and the sections they stand in.
func enumerate(document string, mentions []refs.Mention, sections []refs.Section) []refs.Mention {
	slices.SortStableFunc(mentions, func(a, b refs.Mention) int { return cmp.Or(a.Page-b.Page, a.Start-b.Start, a.End-b.End) })
	within := refs.NewLocator(sections)
	for i := range mentions {
		m := &mentions[i]
		m.ID, m.Document = "m"+strconv.Itoa(i+1), document
		s, _ := within.Section(m.Page, m.Start)
		m.Section = s.ID
	}
	return mentions
}
