package detect

import (
	"strconv"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// linkMentions makes references of the link annotations that no reference in the text stands for; those of tables of contents are none.
func linkMentions(p source.Page, taken []refs.Mention, silent []refs.Stretch) []refs.Mention {
	var out []refs.Mention
	for _, l := range wholeLinks(p) {
		if short := strings.TrimRight(p.Text[l.Start:l.End], " \n\t,;"); short != "" { // an annotation may cover the comma behind its words
			l.End = l.Start + len(short)
		}
		text := numbering.Fold(p.Text[l.Start:l.End])
		if numbering.Letters(text) == 0 && l.URI == "" || refs.InSpans(silent, p.Number, l.Start) || standsIn(taken, p.Number, l) {
			continue
		}
		m := refs.Mention{Page: p.Number, Start: l.Start, End: l.End, Text: text, Kind: refs.KindURL, Pointers: []refs.Pointer{{Kind: refs.KindURL, Label: text, URI: l.URI}}}
		if l.URI == "" {
			m.Kind = refs.KindSection
			m.Pointers[0] = refs.Pointer{Kind: refs.KindSection, Label: text, URI: "#page=" + strconv.Itoa(l.Page)}
		}
		out = append(out, m)
	}
	return out
}

// wholeLinks returns the links of a page that cover some of its text and lead somewhere; one that goes on in the next line is an annotation for each line, and one link.
func wholeLinks(p source.Page) (out []source.Link) {
	for _, l := range p.Links {
		if l.End <= l.Start || l.Start < 0 || l.End > len(p.Text) || l.URI == "" && l.Page == 0 {
			continue
		}
		if n := len(out) - 1; n >= 0 && out[n].URI == l.URI && out[n].Page == l.Page && out[n].End <= l.Start {
			if gap := p.Text[out[n].End:l.Start]; gap == "" || strings.TrimSpace(gap) == "" && strings.Contains(gap, "\n") {
				out[n].End = l.End
				continue
			}
		}
		out = append(out, l)
	}
	return out
}

func standsIn(taken []refs.Mention, page int, l source.Link) bool {
	for _, m := range taken {
		if m.Page == page && m.Start < l.End && l.Start < m.End {
			return true
		}
	}
	return false
}
