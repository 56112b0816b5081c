// Package write holds what a model wrote against what it cites: the figures by exact arithmetic, everything else by asking the model again
// over the whole passages, and has it mend once what did not stand.
//
// It promises that no figure of a sentence that stands nowhere is ever called supported, that every quote it returns stands on its page,
// and that a sentence without an opinion of the model is not judged. It refuses to change a word of a sentence itself.
package write

import (
	"context"
	"maps"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/figure"
	"rabbithole/backend/quote"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// Examiner examines the sentences of one report. It is used by one goroutine at a time.
type Examiner struct {
	reason.Caller
	reason.Shelf
	Pages cite.PageText
	Asked prompts.Asked
	Known map[string]cite.Evidence // by ID
	About map[string]string        // by ID of evidence: what else of its source whoever checks should know, such as its date
	Aside reason.Aside             // what a check is asked besides; Span is set here
}

// Statement is a sentence to examine, with the evidence that it cites.
type Statement struct {
	Text   string
	Before string   // the sentence before it, "" for the first
	Cites  []string // IDs of evidence, and of spans of it
	Beside []string // IDs of evidence of other documents that may say otherwise
	Refers []string // IDs of evidence that what it cites points to
}

// Finding is what was found about a statement.
type Finding struct {
	Verdict cite.Verdict // "" where no model gave an opinion and no figure is missing
	Why     string       // what is wrong, as the model says it; "" when nothing is or when it was not asked
	Against bool         // the model says that the passages say otherwise
	Missing []string     // figures that stand nowhere and follow from nothing that is cited
	Sums    []string     // how figures follow: "3 x 1,200 = 3,600"
	Left    []string     // conditions that the passages attach to what stands, and without which it misleads
	Lacks   []string     // the same in the words of the model alone, for people
	Decide  []string     // the spans that decide, as the model that checked named them
	// Citations are the spans that decide, as the model that checked named them; none when it named none that stands.
	Citations []cite.Citation
}

// Examine gives a verdict on each statement, and says how far those that stand answer the question. A model that is gone is an error.
func (x *Examiner) Examine(ctx context.Context, statements []Statement) ([]Finding, reason.Coverage, error) {
	findings, claims, read := make([]Finding, len(statements)), make([]reason.Claim, len(statements)), make([][]string, len(statements))
	var order []*reason.Reading
	shown := map[string]bool{}
	for i, s := range statements {
		claims[i] = reason.Claim{Text: s.Text, Before: s.Before, Cites: s.Cites, Beside: s.Beside, Refers: s.Refers}
		texts := []string{x.Asked.Question, strings.Join(x.Asked.Refinements, "\n")}
		for n, id := range slices.Concat(s.Cites, s.Beside, s.Refers) {
			of, span := quote.Named(id)
			e, ok := x.Known[of]
			if !ok {
				continue
			}
			r, err := x.Read(ctx, e)
			if err != nil {
				return nil, reason.Coverage{}, err
			}
			if n < len(s.Cites) && r.Reaches(span) {
				r.Shown = r.Whole()
			}
			about := x.About[of]
			if about != "" && !shown[of] {
				r.Shown.Source += "; " + about
			}
			if n < len(s.Cites) {
				texts = append(texts, r.Text(), about)
			}
			if !shown[of] {
				shown[of] = true
				order = append(order, r)
			}
		}
		read[i], claims[i].Hints = texts, findings[i].figures(s.Text, x.near(s), texts)
		if len(s.Beside) > 0 {
			claims[i].Hints = append(claims[i].Hints, strings.Join(s.Beside, ", ")+" may say otherwise of the same thing. Is that a conflict?")
		}
	}
	besides, err := x.besides(ctx, shown)
	if err != nil {
		return nil, reason.Coverage{}, err
	}
	var passages []prompts.Passage
	for _, r := range append(order, besides...) {
		passages = append(passages, r.Shown)
	}
	opinions, coverage, err := x.Check(ctx, x.Asked, passages, claims, x.Aside)
	if err != nil {
		return nil, coverage, err
	}
	for i, o := range opinions {
		if len(findings[i].Missing) > 0 && o.Verdict != "" { // it may stand in a passage that decides and is not cited
			findings[i] = Finding{}
			findings[i].figures(statements[i].Text, nil, append(read[i], x.texts(o.Spans)...))
		}
		for _, d := range figure.Stand(statements[i].Text, append(x.said(o.Spans), x.near(statements[i])...)...).Derived {
			if d.Formula != "" {
				findings[i].Sums = append(findings[i].Sums, d.Formula)
			}
		}
		findings[i].Why, findings[i].Against, findings[i].Decide = o.Why, o.Verdict == cite.Contradicted, o.Spans
		if findings[i].Verdict == "" {
			findings[i].Verdict = o.Verdict
		}
		spans := o.Spans
		if o.Verdict == cite.Supported {
			spans = withCited(o.Spans, statements[i].Cites)
		}
		for _, left := range o.Left {
			stands, err := x.Citations([]string{left.Span})
			if err != nil {
				return nil, coverage, err
			}
			if len(stands) == 0 {
				continue
			}
			findings[i].Left = append(findings[i].Left, left.Text+" ["+left.Span+"]"+x.of(left.Span))
			findings[i].Lacks = append(findings[i].Lacks, left.Text)
			spans = append(slices.Clone(spans), left.Span)
		}
		if findings[i].Citations, err = x.Citations(spans); err != nil {
			return nil, coverage, err
		}
	}
	return findings, coverage, nil
}

// mostDecide is how many spans a check may name (prompts.CheckVerdict).
const mostDecide = 8

// withCited returns the spans that the writer cites of the passages that decide, then the others that do: who checks names as few as will do, and a reader
// wants to see the entries of a list too. Where as many decide as may be named, everything that is cited is kept.
func withCited(decide, cited []string) []string {
	passage := func(span string) string {
		of, _ := quote.Named(span)
		return of
	}
	var out []string
	for _, c := range cited {
		if len(decide) >= mostDecide || slices.ContainsFunc(decide, func(d string) bool { return passage(d) == passage(c) }) {
			out = append(out, c)
		}
	}
	for _, d := range decide {
		if !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// besides reads the passages that are shown in any case and that no statement cites.
func (x *Examiner) besides(ctx context.Context, shown map[string]bool) (out []*reason.Reading, err error) {
	show := slices.Clone(x.Aside.Own)
	for _, s := range x.Aside.Silent {
		show = append(show, s.May...)
	}
	for _, n := range x.Aside.Noted {
		show = append(show, n.IDs...)
	}
	for _, id := range show {
		of, _ := quote.Named(id)
		e, ok := x.Known[of]
		if !ok {
			continue
		}
		r, err := x.Read(ctx, e)
		if err != nil {
			return nil, err
		}
		if !shown[of] {
			shown[of] = true
			out = append(out, r)
		}
	}
	return out, nil
}

// of names the law or document of a span, for a section that it names is of that; "" where all evidence is of one.
func (x *Examiner) of(span string) string {
	id, _ := quote.Named(span)
	r := x.Opened(id)
	other := func(e cite.Evidence) bool { return e.Document != r.Evidence.Document }
	if !slices.ContainsFunc(slices.Collect(maps.Values(x.Known)), other) {
		return ""
	}
	if len(r.Passage.Headings) > 0 {
		return " (" + r.Passage.Headings[0] + ")"
	}
	return " (" + r.Evidence.Name + ")"
}

// texts are what the passages of spans say.
func (x *Examiner) texts(spans []string) (out []string) {
	for _, span := range spans {
		of, _ := quote.Named(span)
		if r := x.Opened(of); r != nil {
			out = append(out, r.Text())
		}
	}
	return out
}

// said are the spans themselves.
func (x *Examiner) said(spans []string) (out []string) {
	for _, span := range spans {
		if found, ok := x.Span(span); ok {
			out = append(out, found.Text)
		}
	}
	return out
}

// near is where the figures stand that a sum in a statement is made of: the spans that it cites, the sentence before it and the question. Among all
// figures of whole passages some fit by chance.
func (x *Examiner) near(s Statement) []string {
	return append(x.said(s.Cites), s.Before, x.Asked.Question)
}

// figures looks for the figures of a text where they may come from. A missing one decides, whatever a model says; what follows by arithmetic the
// model is asked about, and told of the sum where its figures are near.
func (f *Finding) figures(text string, near, from []string) (hints []string) {
	for _, a := range figure.Stand(text, from...).Missing {
		f.Missing = append(f.Missing, a.Text)
		f.Verdict = cite.Unproven
	}
	sums := figure.Stand(text, near...).Derived
	for _, d := range figure.Stand(text, from...).Derived {
		hint := "“" + d.Figure + "” stands nowhere. Does it follow, by arithmetic, from what does?"
		if i := slices.IndexFunc(sums, func(o figure.Derivation) bool { return o.Figure == d.Figure && o.Formula != "" }); i >= 0 {
			hint = "“" + d.Figure + "” stands nowhere; it would be " + sums[i].Formula + ". Is that meant, and right?"
		}
		hints = append(hints, hint)
	}
	return hints
}

// Citations returns spans of evidence that was examined as they stand on their pages.
func (x *Examiner) Citations(spans []string) ([]cite.Citation, error) {
	var out []cite.Citation
	chosen := map[string][]int{}
	for _, name := range spans {
		of, i := quote.Named(name)
		if r := x.Opened(of); r != nil && r.Passage.ID != "" && r.Passage.Citable() && i >= 0 && i < len(r.Spans) && r.Spans[i].Kind != quote.Heading {
			chosen[of] = append(chosen[of], i)
		}
	}
	for _, name := range spans {
		of, i := quote.Named(name)
		r := x.Opened(of)
		if !slices.Contains(chosen[of], i) || !slices.Contains(quote.Alone(r.Spans, chosen[of]), i) {
			continue
		}
		var whole []cite.Citation
		for _, place := range r.Places(i) {
			page, err := x.Pages(r.Evidence.Document, place.Page)
			if err != nil {
				return nil, err
			}
			if place.Start < 0 || place.End > len(page) {
				continue
			}
			e := r.Evidence
			if place.Page != e.Page {
				e.Label = "" // of another page
			}
			if !cite.Proves(page[place.Start:place.End]) {
				place = widened(r, i, place, page)
			}
			found, err := cite.Ground(e, cite.Quote{Text: page[place.Start:place.End], Span: place}, x.Pages)
			if err != nil {
				return nil, err
			}
			whole = append(whole, found...)
		}
		out = cite.AppendNew(out, cite.Torn(whole))
	}
	return out, nil
}

// widened is a place that is too short to be quoted with what stands right beside it on its page: "65000-65533: Reserved." with the entry behind it, else the one
// before. The head of a table that stands further up stays as it is.
func widened(r *reason.Reading, i int, place source.Span, page string) source.Span {
	for _, beside := range []int{i + 1, i - 1} {
		if beside < 0 || beside >= len(r.Spans) {
			continue
		}
		for _, other := range quote.Locate(r.Passage, r.Spans[beside].Start, r.Spans[beside].End) {
			if from, to := min(place.End, other.End), max(place.Start, other.Start); other.Page == place.Page && to <= len(page) &&
				(from >= to || strings.TrimSpace(page[from:to]) == "") {
				place.Start, place.End = min(place.Start, other.Start), max(place.End, other.End)
				return place
			}
		}
	}
	return place
}

// Mend has the model write anew what has a fault. It returns what is to stand in the place of statements by their position.
func (x *Examiner) Mend(ctx context.Context, statements []Statement, faults []reason.Fault) (map[int]string, error) {
	none, texts := reason.Fault{}, make([]string, len(statements))
	var cited []string // the passages of what is to be mended
	for i, s := range statements {
		texts[i] = s.Text
		if len(s.Cites) > 0 {
			texts[i] += " [" + strings.Join(s.Cites, ", ") + "]"
		}
		if faults[i] != none {
			cited = append(append(cited, s.Cites...), s.Refers...)
		}
	}
	var passages []prompts.Passage
	for _, id := range cited {
		of, _ := quote.Named(id)
		r := x.Opened(of)
		if r != nil && !slices.ContainsFunc(passages, func(p prompts.Passage) bool { return p.ID == of }) {
			passages = append(passages, r.Shown)
		}
	}
	return x.Caller.Mend(ctx, x.Asked, passages, texts, faults)
}
