package reason

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// Library is where passages are read.
type Library interface {
	Passage(ctx context.Context, id string) (source.Passage, error)
	Document(ctx context.Context, hash string) (source.Document, error)
	// SectionPassages returns the passages of a section and of those below it, in order.
	SectionPassages(ctx context.Context, document, section string) ([]source.Passage, error)
}

// Reading is evidence as a model reads it: its whole passage, and what that goes on with, cut into spans.
type Reading struct {
	Evidence cite.Evidence
	Passage  source.Passage // without spans for what is no passage of the library
	Spans    []quote.Span
	Shown    prompts.Passage // the passage alone, to the end of its last sentence
	own      int             // how many of the spans are of the passage itself
	lead     []source.Span   // where Shown.Lead stands
}

// Places returns where on its pages span i stands, behind what leads into it, be it in the passage or before it.
func (r *Reading) Places(i int) []source.Span {
	places := quote.Places(r.Passage, r.Spans, i)
	if s := r.Spans[i]; len(s.Leads) == 0 && s.Kind == quote.Item && strings.HasSuffix(r.Shown.Lead, ":") && len(places) > 0 {
		return append(slices.Clone(r.lead), places...)
	}
	return places
}

// Text is everything that the figures of a sentence may come from.
func (r *Reading) Text() string {
	return strings.Join([]string{r.Evidence.Name, strings.Join(r.Passage.Headings, "\n"), r.Evidence.Section, r.Shown.Lead, r.Passage.Text}, "\n")
}

// Whole is the passage with what it goes on with.
func (r *Reading) Whole() prompts.Passage {
	whole := r.Shown
	if r.own < len(r.Spans) {
		whole.Text = numbered(r.Passage, r.Spans, whole.Source)
	}
	return whole
}

// Reaches reports whether a span is among what a passage goes on with, or the last before that. The position -1 is the whole passage.
func (r *Reading) Reaches(i int) bool { return i < 0 || i >= r.own-1 }

// numbered is the text of a passage with the numbers of its spans, without the headings at its front where the way to it, which is shown above, ends
// with them whole.
func numbered(p source.Passage, spans []quote.Span, way string) string {
	text, headings := quote.Numbered(p.Text, spans), chunk.HeadingsEnd(p)
	if headings == len(p.Text) || !strings.HasSuffix(refs.Squeeze(way), refs.Squeeze(p.Text[:headings])) {
		return text
	}
	return strings.TrimLeft(text[headings:], "\n")
}

// Brief is the passage cut to the spans that were found to matter and what leads into them, and the same with what it goes on with.
func (r *Reading) Brief() (brief, further prompts.Passage) {
	matter := map[int]bool{}
	for i, s := range r.Spans[:r.own] {
		if s.Kind != quote.Heading && r.quoted(folded(r.Passage.Text[s.Start:s.End])) {
			matter[i] = true
			for _, lead := range s.Leads {
				matter[lead] = true
			}
		}
	}
	if len(matter) == 0 {
		return r.Shown, r.Whole()
	}
	brief, further = r.Shown, r.Shown
	brief.Text = quote.NumberedOnly(r.Passage.Text, r.Spans, matter)
	for i := range r.Spans[r.own:] {
		matter[r.own+i] = true
	}
	further.Text = quote.NumberedOnly(r.Passage.Text, r.Spans, matter)
	return brief, further
}

// quoted reports whether a text is part of a quote of the evidence, or a quote part of it. Marks at the ends do not count: a quote that breaks
// off has an ellipsis in their place.
func (r *Reading) quoted(text string) bool {
	text = strings.TrimRight(text, marksAtEnd)
	return slices.ContainsFunc(r.Evidence.Quotes, func(q cite.Quote) bool {
		return slices.ContainsFunc(strings.Split(folded(q.Text), "…"), func(part string) bool {
			part = strings.Trim(part, marksAtEnd)
			return part != "" && (strings.Contains(part, text) || strings.Contains(text, part))
		})
	})
}

const marksAtEnd = " .,;:"

// folded is a text with single spaces.
func folded(text string) string { return strings.Join(strings.Fields(text), " ") }

// Shelf reads evidence, each piece once. It is used by one goroutine at a time.
type Shelf struct {
	Library Library
	Apart   map[string]bool // IDs of passages that are evidence of their own: nothing goes on into them

	readings map[string]*Reading
}

// Apart returns the passages of evidence.
func Apart(evidence []cite.Evidence) map[string]bool {
	out := map[string]bool{}
	for _, e := range evidence {
		out[e.Passage] = true
	}
	return out
}

// Opened returns evidence that was read before, nil when there is none of this ID.
func (s *Shelf) Opened(id string) *Reading { return s.readings[id] }

// Span returns a span of evidence that was read, by its name ("E7.2").
func (s *Shelf) Span(id string) (prompts.Span, bool) {
	of, i := quote.Named(id)
	r := s.readings[of]
	if r == nil || i < 0 || i >= len(r.Spans) {
		return prompts.Span{}, false
	}
	return prompts.Span{ID: id, Source: r.Evidence.Name, Text: folded(r.Passage.Text[r.Spans[i].Start:r.Spans[i].End])}, true
}

// Entries returns the name of a span; of an entry of a list those of all entries that its passage has behind the same words; and of words that lead into a list,
// which say nothing alone, those of its entries too.
func (s *Shelf) Entries(id string) []string {
	of, at := quote.Named(id)
	r := s.readings[of]
	if r == nil || at < 0 || at >= len(r.Spans) {
		return []string{id}
	}
	entries := func(leads []int) (out []string) {
		for i, other := range r.Spans {
			if other.Kind == quote.Item && slices.Equal(other.Leads, leads) {
				out = append(out, of+"."+strconv.Itoa(i+1))
			}
		}
		return out
	}
	own := r.Spans[at]
	if led := entries(append(slices.Clone(own.Leads), at)); len(led) > 0 || own.Kind != quote.Item {
		return append([]string{id}, led...)
	}
	return entries(own.Leads)
}

// Read returns evidence as a model reads it.
func (s *Shelf) Read(ctx context.Context, e cite.Evidence) (*Reading, error) {
	if r := s.readings[e.ID]; r != nil {
		return r, nil
	}
	if e.Passage == "" {
		return s.keep(e, source.Passage{Document: e.Document, Text: quoted(e)}, []string{e.Section}, ""), nil
	}
	p, err := s.Library.Passage(ctx, e.Passage)
	if err != nil {
		return nil, err
	}
	d, err := s.Library.Document(ctx, p.Document)
	if err != nil {
		return nil, err
	}
	return s.Open(ctx, e, p, d.Language)
}

// Open is Read of a passage that is at hand.
func (s *Shelf) Open(ctx context.Context, e cite.Evidence, p source.Passage, language string) (*Reading, error) {
	r := s.keep(e, p, p.Headings, language)
	begins, ends := quote.GoesOn(p, r.Spans), breaksOff(p, r.Spans)
	if p.ID == "" || p.Section == "" || !begins && !ends {
		return r, nil
	}
	others, err := s.Library.SectionPassages(ctx, p.Document, p.Section)
	if err != nil {
		return nil, err
	}
	if begins {
		r.Shown.Lead, r.lead = quote.Lead(p, r.Spans, others, language)
	}
	if ends {
		r.goOn(others, s.Apart, language)
	}
	return r, nil
}

func (s *Shelf) keep(e cite.Evidence, p source.Passage, headings []string, language string) *Reading {
	r := &Reading{Evidence: e, Passage: p, Spans: quote.Split(p, language)}
	r.own = len(r.Spans)
	way := nearest(compact(append([]string{e.Name}, headings...)))
	r.Shown = prompts.Passage{ID: e.ID, Source: way, Text: numbered(p, r.Spans, way)}
	if s.readings == nil {
		s.readings = map[string]*Reading{}
	}
	s.readings[e.ID] = r
	return r
}

// mostSource is how many letters of the way to a passage are shown: its document and the nearest headings.
const mostSource = 100

func nearest(way []string) string {
	for len(way) > 2 && len(strings.Join(way, " > ")) > mostSource {
		way = slices.Delete(way, 1, 2)
	}
	return chunk.Clip(strings.Join(way, " > "), 2*mostSource)
}

// quoted is the text of evidence that is no passage of the library.
func quoted(e cite.Evidence) string {
	if len(e.Quotes) == 0 {
		return e.Extract
	}
	var out []string
	for _, q := range e.Quotes {
		out = append(out, q.Text)
	}
	return strings.Join(out, "\n")
}

// compact leaves out what is empty or says what stood before it.
func compact(list []string) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return strings.TrimSpace(s) == "" })
	return slices.Compact(list)
}
