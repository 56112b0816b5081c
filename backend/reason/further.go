package reason

import (
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/backend/source"
)

// farthest is how many passages behind one are read for what goes on there: it ends a list or a table that is longer than anybody reads on for.
const farthest = 4

// goOn takes in what the passage goes on with behind its end: to the end of a sentence always, to that of a list or a table where its last part, or what leads into
// that, was found to matter. It ends before what is evidence of its own.
func (r *Reading) goOn(others []source.Passage, apart map[string]bool, language string) {
	matters := r.endMatters()
	for next, first := r.Passage.Ordinal+1, len(r.Spans)-1; next <= r.Passage.Ordinal+farthest; next++ {
		i := slices.IndexFunc(others, func(o source.Passage) bool { return o.Ordinal == next })
		if i < 0 || others[i].Section != r.Passage.Section || others[i].Reading != r.Passage.Reading || !others[i].Citable() || apart[others[i].ID] {
			break
		}
		end := len(r.Passage.Text)
		longer, ok := joined(r.Passage, r.Spans, others[i], language)
		if !ok {
			break
		}
		spans := quote.Split(longer, language)
		n := slices.IndexFunc(spans, func(s quote.Span) bool { return s.Start >= end })
		if n < 0 {
			n = len(spans)
		}
		before := n
		for matters && n < len(spans) && belongs(longer.Text, spans, n, first) {
			n++
		}
		if spans[n-1].End <= end || spans[before-1].End > end && !quote.BeginsSmall(strings.TrimSpace(longer.Text[end:])) {
			break
		}
		if next == r.Passage.Ordinal+1 {
			r.own = before
		}
		r.Passage, r.Spans = cutAt(longer, spans[n-1].End), spans[:n]
		if n < len(spans) {
			break
		}
	}
	if r.own < len(r.Spans) {
		r.Shown.Text = numbered(cutAt(r.Passage, r.Spans[r.own-1].End), r.Spans[:r.own], r.Shown.Source) + " …"
	} else {
		r.Shown.Text = numbered(r.Passage, r.Spans, r.Shown.Source)
	}
}

// endMatters reports whether a quote of the evidence ends with the last span, or with what leads into it.
func (r *Reading) endMatters() bool {
	last := len(r.Spans) - 1
	var places []source.Span
	for _, i := range append(slices.Clone(r.Spans[last].Leads), last) {
		places = append(places, quote.Locate(r.Passage, r.Spans[i].Start, r.Spans[i].End)...)
	}
	return slices.ContainsFunc(r.Evidence.Quotes, func(q cite.Quote) bool {
		end := q.Span
		if n := len(q.More); n > 0 {
			end = q.More[n-1]
		}
		return slices.ContainsFunc(places, func(p source.Span) bool { return p.Page == end.Page && p.Start < end.End && end.End <= p.End+1 })
	})
}

// breaksOff reports whether a passage may end within a list, a table or a sentence.
func breaksOff(p source.Passage, spans []quote.Span) bool {
	if len(spans) == 0 {
		return false
	}
	last := spans[len(spans)-1]
	return last.Kind != quote.Sentence && last.Kind != quote.Heading || len(last.Leads) > 0 || quote.RunsOn(p.Text)
}

// joined returns a passage with the one behind it as one, without what that repeats from further up; ok is false where nothing goes on there.
func joined(p source.Passage, spans []quote.Span, o source.Passage, language string) (longer source.Passage, ok bool) {
	at := leads(o)
	behind := quote.Split(o, language)
	i := slices.IndexFunc(behind, func(s quote.Span) bool { return s.Start >= at })
	if i < 0 || behind[i].Kind == quote.Heading {
		return p, false
	}
	last, first := spans[len(spans)-1], behind[i]
	text := p.Text[last.Start:last.End]
	colon, table := strings.HasSuffix(text, ":"), first.Kind == quote.Row || first.Kind == quote.Head
	switch {
	case table && (colon || last.Kind == quote.Row || last.Kind == quote.Head), first.Kind == quote.Sentence && quote.RunsOn(text) && quote.BeginsSmall(o.Text[first.Start:first.End]):
		p.Text += "\n"
		p.Spans = slices.Clone(p.Spans)
	case colon, first.Kind == quote.Item:
		p.Text += "\n\n"
		p.Spans = append(slices.Clone(p.Spans), source.Span{Page: o.Page()}) // an empty line, over which no sentence goes on
	default:
		return p, false
	}
	p.Text += o.Text[at:]
	p.Spans = append(p.Spans, slices.DeleteFunc(slices.Clone(o.Spans), func(s source.Span) bool { return s.Lead })...)
	return p, true
}

// belongs reports whether span n goes on with what the spans up to first have begun.
func belongs(text string, spans []quote.Span, n, first int) bool {
	s, last := spans[n], spans[n-1]
	before := text[last.Start:last.End]
	switch {
	case s.Kind == quote.Heading:
		return false
	case len(s.Leads) > 0 && s.Leads[0] <= first, strings.HasSuffix(before, ":"):
		return true
	case last.Kind == quote.Row || last.Kind == quote.Head:
		return s.Kind == quote.Row || s.Kind == last.Kind
	}
	return s.Kind == quote.Item && quote.RunsOn(before)
}

// cutAt is the beginning of a passage.
func cutAt(p source.Passage, end int) source.Passage {
	at := 0
	for i, s := range p.Spans {
		if n := s.End - s.Start; at+n >= end {
			p.Spans = slices.Clone(p.Spans[:i+1])
			p.Spans[i].End = s.Start + end - at
			break
		}
		at += s.End - s.Start + 1
	}
	p.Text = p.Text[:end]
	return p
}

// leads is where the text of a passage begins behind what it repeats from further up.
func leads(p source.Passage) (at int) {
	for _, s := range p.Spans {
		if !s.Lead {
			break
		}
		at += s.End - s.Start + 1
	}
	return min(at, len(p.Text))
}
