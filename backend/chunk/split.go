// Package chunk cuts documents into passages, texts into sentences and into pages where they have none, and estimates how many tokens a text has.
//
// A passage is a stretch of a document that can be cited: it lies inside one section, ends where a sentence, an item or a paragraph
// ends, and fits the embedder. The package promises that the same pages and sections always give the same passages, that no word of
// the running text is lost, and that none stands in two passages (a table's header line and the sentence that leads into it, repeated with
// its rows, excepted). It refuses to know models and their tokenizers: tokens are estimated from the letters.
package chunk

import (
	"strings"

	"rabbithole/backend/refs"
	pagelayout "rabbithole/backend/refs/layout"
	"rabbithole/backend/source"
)

// Options says how large passages may be, in estimated tokens. The zero value works.
type Options struct {
	Max int // most tokens of a passage, 0 means 256; one may grow by Min to take in a short rest
	Min int // fewest tokens a passage should have where its section has them, 0 means 40
}

func (o Options) withDefaults() Options {
	if o.Max <= 0 {
		o.Max = 256
	}
	if o.Min <= 0 {
		o.Min = 40
	}
	o.Min = min(o.Min, o.Max/2)
	return o
}

// Split cuts the pages of a document into passages in reading order. sections are those of outline.Sections for the same pages.
func Split(document string, pages []source.Page, sections []refs.Section, opt Options) []source.Passage {
	opt = opt.withDefaults()
	texts := make(map[int]string, len(pages))
	for _, p := range pages {
		texts[p.Number] = p.Text
	}
	outline := newOutline(sections)
	var out []source.Passage
	var head standing
	lines, notes := footnotes(pagelayout.BodyLines(pages))
	names := namesOf(lines)
	for _, part := range outline.parts(lines) {
		part.notes, part.names = notes, names
		for _, pc := range pack(blocks(part, &head, texts, opt), opt) {
			p := pc.passage(document, texts)
			if p.Text == "" {
				continue
			}
			p.Ordinal = len(out)
			p.Section, p.Headings, p.Role = part.section.ID, outline.path(part.section), role(part.section, pc)
			out = append(out, p)
		}
	}
	return out
}

// role returns what a piece of a section is for.
func role(s refs.Section, p piece) source.Role {
	if s.Role != "" {
		return s.Role
	}
	if p.tableTokens*2 > p.tokens {
		return source.Table
	}
	return source.Body
}

// passage turns a piece into a passage without its place in the document.
func (p piece) passage(document string, texts map[int]string) source.Passage {
	spans := p.spans(texts)
	parts := make([]string, len(spans))
	for i, s := range spans {
		parts[i] = texts[s.Page][s.Start:s.End]
	}
	text := strings.Join(parts, "\n")
	return source.Passage{ID: source.PassageID(document, spans), Document: document, Spans: spans, Text: text, Hash: source.TextHash(text), Tokens: Tokens(text)}
}
