// Package write holds what a model wrote against what it cites: the figures by exact arithmetic, everything else by asking the model again
// over the whole passages, and has it mend once what did not stand.
//
// It promises that no figure of a sentence that stands nowhere is ever called supported, that every quote it returns stands on its page,
// and that a sentence without an opinion of the model is not judged. It refuses to change a word of a sentence itself.
package write

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// Library is what is read beside the evidence.
type Library interface {
	Passage(ctx context.Context, id string) (source.Passage, error)
	Document(ctx context.Context, hash string) (source.Document, error)
	// SectionPassages returns the passages of a section and of those below it, in order.
	SectionPassages(ctx context.Context, document, section string) ([]source.Passage, error)
}

// reading is evidence as it is read: its whole passage, cut into spans.
type reading struct {
	evidence cite.Evidence
	passage  source.Passage // without spans for what is no passage of the library
	spans    []quote.Span
	shown    prompts.Passage
}

// text is everything that the figures of a sentence may come from.
func (r *reading) text() string {
	return strings.Join([]string{r.shown.Source, r.evidence.Section, r.shown.Lead, r.passage.Text, r.shown.Next}, "\n")
}

// read returns the evidence of an ID as it is read, nil when there is none.
func (x *Examiner) read(ctx context.Context, id string) (*reading, error) {
	if r, ok := x.readings[id]; ok {
		return r, nil
	}
	e, ok := x.Known[id]
	if !ok {
		return nil, nil
	}
	r := &reading{evidence: e, passage: source.Passage{Document: e.Document, Text: quoted(e)}}
	language, headings := "", []string{e.Section}
	if e.Passage != "" {
		p, err := x.Library.Passage(ctx, e.Passage)
		if err != nil {
			return nil, err
		}
		d, err := x.Library.Document(ctx, p.Document)
		if err != nil {
			return nil, err
		}
		r.passage, language, headings = p, d.Language, p.Headings
	}
	r.spans = quote.Split(r.passage, language)
	r.shown = prompts.Passage{ID: id, Source: strings.Join(compact(append([]string{e.Name}, headings...)), " > "), Text: quote.Numbered(r.passage.Text, r.spans)}
	if err := x.beside(ctx, r, language); err != nil {
		return nil, err
	}
	if x.readings == nil {
		x.readings = map[string]*reading{}
	}
	x.readings[id] = r
	return r, nil
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

// beside adds what leads into the passage and stands in the one before, and the end of a sentence that runs on into the one after.
func (x *Examiner) beside(ctx context.Context, r *reading, language string) error {
	p := r.passage
	begins, ends := goesOn(p, r.spans), runsOn(p.Text)
	if p.ID == "" || p.Section == "" || !begins && !ends {
		return nil
	}
	others, err := x.Library.SectionPassages(ctx, p.Document, p.Section)
	if err != nil {
		return err
	}
	for _, o := range others {
		spans := quote.Split(o, language)
		switch {
		case begins && o.Ordinal == p.Ordinal-1:
			r.shown.Lead = leading(o, spans)
		case ends && o.Ordinal == p.Ordinal+1:
			r.shown.Next = first(o, spans)
		}
	}
	return nil
}

// goesOn reports whether a passage begins within a list or a sentence.
func goesOn(p source.Passage, spans []quote.Span) bool {
	for _, s := range spans {
		if s.Kind == quote.Heading {
			return false
		}
		return s.Kind != quote.Sentence || beginsSmall(p.Text[s.Start:s.End])
	}
	return false
}

func beginsSmall(text string) bool {
	first := strings.TrimLeft(text, " (\"“„")
	return first != "" && strings.ToLower(first[:1]) == first[:1] && strings.ToUpper(first[:1]) != first[:1]
}

// runsOn reports whether a passage breaks off.
func runsOn(text string) bool {
	text = strings.TrimRight(text, " \n\"”“)")
	return text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?")
}

// leading returns the sentence with which the list or sentence begins that goes on in the passage after.
func leading(p source.Passage, spans []quote.Span) string {
	for i := len(spans) - 1; i >= 0; i-- {
		if s := spans[i]; s.Kind == quote.Sentence || s.Kind == quote.Head {
			return p.Text[s.Start:s.End]
		}
	}
	return ""
}

func first(p source.Passage, spans []quote.Span) string {
	for _, s := range spans {
		if s.Kind != quote.Heading {
			return p.Text[s.Start:s.End]
		}
	}
	return ""
}
