package related

import (
	"context"
	"fmt"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/flow"
	"rabbithole/prompts"
)

// The most bytes of a passage, and of what is read, that a prompt holds; halved until the prompt fits.
const (
	mostPassage = 900
	mostPage    = 4000
	leastText   = 200
)

// call builds the model's next call from what is known, its texts halved cut times. The same state gives the same bytes.
func (f *run) call(ctx context.Context, s State, last bool, cut int) (call prompts.Call, err error) {
	for passage, page := mostPassage>>cut, mostPage>>cut; ; passage, page = passage/2, page/2 {
		if call, err = f.callWith(ctx, s, last, passage, page); err != nil || passage < leastText {
			return call, err
		}
		if call.Tokens() <= f.Kit.Whole(call.NumPredict) {
			return call, nil
		}
	}
}

func (f *run) callWith(ctx context.Context, s State, last bool, passage, page int) (prompts.Call, error) {
	d, err := f.Kit.Library.Document(ctx, s.Document)
	if err != nil {
		return prompts.Call{}, err
	}
	limits := LimitsOf(s.Mode)
	in := prompts.RelatedIn{Language: ask.LanguageName(s.Language), Today: f.Now().Format("2006-01-02"), Name: d.Name, Date: d.Date, Article: s.Article,
		Tools: !last || len(s.Turns) > 0, Web: f.MayAsk(s.Allow), Results: limits.Results, Pages: limits.Pages}
	if in.Page, err = f.reads(ctx, s, page); err != nil {
		return prompts.Call{}, err
	}
	for _, x := range s.Found {
		if x.Rule {
			line, err := f.line(ctx, x, passage)
			if err != nil {
				return prompts.Call{}, err
			}
			in.Evidence = append(in.Evidence, line)
		}
	}
	call, err := prompts.Related.Render(in)
	if err != nil {
		return call, err
	}
	if call.Turns, err = f.turns(ctx, s, passage); err != nil {
		return call, err
	}
	if !last {
		call.Tools, call.Schema = prompts.RelatedTools(f.MayAsk(s.Allow)), nil
	} else if len(call.Turns) > 0 {
		call.Turns = append(call.Turns, prompts.Turn{Role: prompts.User, Text: "That was all that can be looked up. Answer now."})
	}
	return call, nil
}

// reads returns what the person reads: the page, else the statements of the document.
func (f *run) reads(ctx context.Context, s State, most int) (string, error) {
	if s.Page > 0 {
		text, err := f.Kit.Library.PageText(ctx, s.Document, s.Page)
		if err != nil || strings.TrimSpace(text) != "" {
			return flow.Clipped(text, most), err
		}
	}
	var b strings.Builder
	for _, p := range s.Points {
		place, err := f.place(ctx, p.Kept)
		if err != nil {
			return "", err
		}
		b.WriteString(place.Quote + "\n")
	}
	return flow.Clipped(b.String(), most), nil
}

// line is a finding as the model reads it.
func (f *run) line(ctx context.Context, x Finding, most int) (prompts.WeighedLine, error) {
	e, err := flow.Hydrate(ctx, f.Kit.Library, x.Kept)
	if err != nil {
		return prompts.WeighedLine{}, err
	}
	d, err := f.Kit.Library.Document(ctx, e.Document)
	l := prompts.WeighedLine{EvidenceLine: prompts.EvidenceLine{ID: x.ID, Source: strings.Trim(e.Name+", "+e.Section, ", "), Extract: flow.Clipped(e.Extract, most)}, Date: d.Date}
	if d.URL != "" {
		l.Site = flow.HostOf(d.URL)
	}
	return l, err
}

// turns tells the conversation so far again: what tools brought is fenced.
func (f *run) turns(ctx context.Context, s State, most int) ([]prompts.Turn, error) {
	var out []prompts.Turn
	for _, t := range s.Turns {
		said := prompts.Turn{Role: prompts.Assistant, Text: t.Said}
		for _, c := range t.Calls {
			said.Calls = append(said.Calls, prompts.ToolCall{Name: c.Tool, Arguments: argumentsOf(c)})
		}
		out = append(out, said)
		for i, r := range t.Results {
			text, err := f.told(ctx, s, r, most)
			if err != nil {
				return nil, err
			}
			out = append(out, prompts.Turn{Role: prompts.ToolRole, Tool: t.Calls[i].Tool, Text: text})
		}
	}
	return out, nil
}

// told writes what a tool brought.
func (f *run) told(ctx context.Context, s State, r Result, most int) (string, error) {
	var b strings.Builder
	b.WriteString(r.Text)
	for _, id := range r.Found {
		x := s.finding(id)
		if x == nil {
			continue
		}
		l, err := f.line(ctx, *x, most)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\n%s (%s%s)\n%s", l.ID, prompts.Named(l.From()), dated(l.Date), prompts.Fence(l.Extract))
	}
	for _, h := range r.Hits {
		fmt.Fprintf(&b, "\n- %s %s%s\n%s", prompts.Named(h.URL), prompts.Named(flow.Clipped(h.Title, 160)), dated(h.Date), prompts.Fence(flow.Clipped(oneLine(h.Snippet), 240)))
	}
	if b.Len() == 0 {
		return "Nothing was found.", nil
	}
	return strings.TrimSpace(b.String()), nil
}

func dated(date string) string {
	if date == "" {
		return ""
	}
	return "; " + date
}

// finding returns the finding with an ID, nil when there is none.
func (s State) finding(id string) *Finding {
	return flow.Find(s.Found, func(x Finding) bool { return x.ID == id })
}
