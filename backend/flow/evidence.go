package flow

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Reference is evidence by reference: what embeds Kept.
type Reference interface{ Ref() Kept }

// Ref returns what every flow keeps of a piece of evidence.
func (k Kept) Ref() Kept { return k }

// Refs returns what every flow keeps of evidence.
func Refs[K Reference](list []K) []Kept {
	out := make([]Kept, len(list))
	for i, k := range list {
		out[i] = k.Ref()
	}
	return out
}

// Evidence reads kept evidence from the library again: a state holds spans, the pages hold the text.
func Evidence[K Reference](ctx context.Context, library extract.Library, kept []K) ([]cite.Evidence, error) {
	return evidence(ctx, library, Refs(kept), false)
}

// EvidenceLeft reads kept evidence for whoever shows a run. What the library has lost keeps its place, without text.
func EvidenceLeft[K Reference](ctx context.Context, library extract.Library, kept []K) ([]cite.Evidence, error) {
	return evidence(ctx, library, Refs(kept), true)
}

func evidence(ctx context.Context, library extract.Library, kept []Kept, left bool) ([]cite.Evidence, error) {
	out := make([]cite.Evidence, len(kept))
	for i, k := range kept {
		var err error
		if out[i], err = Hydrate(ctx, library, k); left && fault.KindOf(err) == fault.NotFound {
			out[i] = cite.Evidence{ID: k.ID, Passage: k.Passage, Why: k.Why, Score: k.Score, Via: k.Via}
		} else if err != nil {
			return nil, fmt.Errorf("read evidence %s again: %w", k.ID, err)
		}
	}
	return out, nil
}

// Hydrate reads one piece of evidence again. Its page is the one that its first quote begins on.
func Hydrate(ctx context.Context, library extract.Library, k Kept) (cite.Evidence, error) {
	p, err := library.Passage(ctx, k.Passage)
	if err != nil {
		return cite.Evidence{}, err
	}
	d, err := library.Document(ctx, p.Document)
	if err != nil {
		return cite.Evidence{}, err
	}
	e := cite.Evidence{ID: k.ID, Passage: p.ID, Document: d.Hash, Name: d.Name, Page: p.Page(), Section: Place(p, d.Language),
		Why: k.Why, Score: k.Score, Via: k.Via}
	if len(k.Quotes) > 0 && len(k.Quotes[0]) > 0 { // the passage may begin on the page before
		e.Page = k.Quotes[0][0].Page
	}
	if e.Label, err = library.PageLabel(ctx, p.Document, e.Page); err != nil {
		return cite.Evidence{}, err
	}
	if len(p.Spans) > 0 {
		e.Locator = source.Locator{Document: d.Hash, Span: p.Begin(), URL: d.URL}
	}
	pages := asRead(library, p)
	var extract []string
	for _, spans := range k.Quotes {
		text, err := words(ctx, pages, d.Hash, spans)
		if err != nil {
			return cite.Evidence{}, err
		}
		extract = append(extract, text)
		e.Quotes = append(e.Quotes, cite.Quote{Text: text, Span: spans[0], More: spans[1:]})
	}
	e.Extract = strings.Join(extract, " … ")
	if once, repeated := inOrder(k.Quotes); repeated {
		if e.Extract, err = words(ctx, pages, d.Hash, once); err != nil {
			return cite.Evidence{}, err
		}
	}
	if p.Reading == 0 {
		return e, nil
	}
	return e, moveSpans(ctx, library, pages, &e)
}

// inOrder returns the spans of quotes in the order of their pages, each once; repeated reports whether some are in several quotes, because the same
// words lead into all of these.
func inOrder(quotes [][]source.Span) (once []source.Span, repeated bool) {
	all := slices.Concat(quotes...)
	slices.SortFunc(all, func(a, b source.Span) int { return cmp.Or(a.Page-b.Page, a.Start-b.Start, b.End-a.End) })
	for _, s := range all {
		if n := len(once); n > 0 && once[n-1].Page == s.Page && s.Start < once[n-1].End {
			once[n-1].End, repeated = max(once[n-1].End, s.End), true
			continue
		}
		once = append(once, s)
	}
	return once, repeated
}

// words returns what stands on spans, white space folded; spans that do not touch are joined by an ellipsis,
// and one stands at the end where the sentence goes on.
func words(ctx context.Context, library pageTexts, document string, spans []source.Span) (string, error) {
	var text, rest string // rest of the page the quote ends on so far
	for i, s := range spans {
		page, err := library.PageText(ctx, document, s.Page)
		if err != nil {
			return "", err
		}
		if s.Start < 0 || s.End > len(page) || s.Start > s.End {
			return "", fmt.Errorf("span %d-%d does not fit page %d", s.Start, s.End, s.Page)
		}
		part := strings.Join(strings.Fields(page[s.Start:s.End]), " ")
		switch {
		case i == 0:
			text = part
		case s.Page == spans[i-1].Page && s.Start >= spans[i-1].End && strings.TrimSpace(page[spans[i-1].End:s.Start]) == "":
			text += " " + part
		case s.Page != spans[i-1].Page && runsOn(text, rest, page[:s.Start], part):
			text += " " + part
		default:
			text += " … " + part
		}
		rest = page[s.End:]
	}
	return closed(text, rest), nil
}

// furniture is the most bytes of running header or footer between two halves of a text at a page break.
const furniture = 240

// runsOn reports whether part, at the head of a page, goes on with a text of the page before: it does unless it is an entry of a list that
// others come before.
func runsOn(text, rest, head, part string) bool {
	switch m := chunk.MarkOf(part); {
	case m.Frame == "" || m.Label != "" && m.First() || listed(text, part):
		return true
	case m.Label == "": // bullets tell nothing of their order
		return len(strings.TrimSpace(rest)) <= furniture && len(strings.TrimSpace(head)) <= furniture
	}
	return false
}

// behind matches what stands behind a quote that ends inside its sentence or list: a comma, a word in lower case, the list that it leads into.
var behind = regexp.MustCompile(`^\s*(?:[,;:]|\p{Ll}{2,}\s|\(?(?:[a-z]|[a-z]{2}|\d{1,2})\)\s)`)

// inner matches where an entry of a list begins behind what leads into it.
var inner = regexp.MustCompile(`\S\s((?:\(?\d{1,2}[a-z]?[.)]|\(?[a-z]{1,4}\)|[•▪●·])\s)`)

// closed returns the text of a quote with an ellipsis where its sentence or list goes on behind it on its page.
func closed(text, rest string) string {
	if text == "" || !listed(text, rest) && (strings.ContainsAny(text[len(text)-1:], ".!?") || !behind.MatchString(rest)) {
		return text
	}
	return strings.TrimRight(text, " ,;:") + " …"
}

// listed reports whether a quote ends with an entry of a list that it leads into, and the next entry stands behind it.
func listed(text, rest string) bool {
	at := inner.FindAllStringSubmatchIndex(text, -1)
	return at != nil && chunk.MarkOf(strings.TrimSpace(rest)).Follows(chunk.MarkOf(text[at[len(at)-1][2]:]))
}

// Place names the section a passage stands in, for people, in the words of its document: sections of bare numbers have an English label
// in the library, whatever the language.
func Place(p source.Passage, language string) string {
	n := len(p.Headings)
	if n < 2 {
		return ""
	}
	if number, ok := strings.CutPrefix(p.Headings[n-1], "Section "); ok && language == "de" {
		return "Abschnitt " + number
	}
	return p.Headings[n-1]
}

// Keep turns a judgement above the threshold into evidence; ok is false when no quote of it can be found on its pages.
func Keep(ctx context.Context, library extract.Library, p source.Passage, j extract.Judgement) (Kept, bool, error) {
	k := Kept{Passage: p.ID, Score: j.Relevance, Why: j.Why, Quotes: j.Places}
	if len(j.Places) > 0 {
		return k, true, nil
	}
	for _, quote := range j.Quotes {
		spans, err := locate(ctx, library, p, quote)
		if err != nil {
			return k, false, err
		}
		if len(spans) > 0 {
			k.Quotes = append(k.Quotes, spans)
		}
	}
	return k, len(k.Quotes) > 0, nil
}

// marked takes the mark behind the last span in, so that a quote shows whether its sentence ends there.
func marked(ctx context.Context, library extract.Library, document string, spans []source.Span) ([]source.Span, error) {
	last := &spans[len(spans)-1]
	page, err := library.PageText(ctx, document, last.Page)
	if err != nil {
		return nil, err
	}
	if last.End < len(page) && strings.ContainsRune(".,;:", rune(page[last.End])) {
		last.End++
	}
	return spans, nil
}

// locate finds the spans a quote of a passage stands on: the gate that every quote passes before it becomes evidence.
func locate(ctx context.Context, library extract.Library, p source.Passage, quote string) ([]source.Span, error) {
	if len(p.Spans) == 0 {
		return nil, nil
	}
	e := cite.Evidence{Document: p.Document, Page: p.Page(), Locator: source.Locator{Document: p.Document, Span: p.Begin()}}
	pages := func(document string, page int) (string, error) { return library.PageText(ctx, document, page) }
	for _, span := range p.Spans {
		e.Page = span.Page
		found, err := cite.Ground(e, cite.Quote{Text: quote, Span: span}, pages)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			spans := make([]source.Span, 0, len(found))
			for _, c := range found {
				spans = append(spans, c.Span)
			}
			return marked(ctx, library, p.Document, spans)
		}
	}
	return nil, nil
}

// AllCitable returns those of the passages that evidence may come from.
func AllCitable(passages []source.Passage) []source.Passage {
	return slices.DeleteFunc(slices.Clone(passages), func(p source.Passage) bool { return !p.Citable() })
}
