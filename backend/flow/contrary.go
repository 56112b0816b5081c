package flow

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/proof"
	"rabbithole/backend/extract"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
)

// mostContraries is how many quotes that no sentence of the draft cites are added because they say the contrary of one.
const mostContraries = 3

// stand is a text with the claim it proves, or with the evidence it is a quote of when no claim cites it.
type stand struct {
	proof.Side
	claim string
	quote string
	from  cite.Evidence
}

// oppose sets claims against each other that say the contrary about the same thing, and adds as claims of their own the quotes that no
// sentence cites and that contradict one: both sides are shown, wherever the draft kept silent about one.
func (w *witness) oppose(ctx context.Context, p *Proved) error {
	stated, err := w.stated(ctx, p)
	if err != nil {
		return err
	}
	uncited, err := w.uncited(ctx, stated)
	if err != nil {
		return err
	}
	var lines []cite.Sentence
	for _, u := range uncited {
		clashes := func(s stand) bool { return s.Document != u.Document && proof.Clash(u.Side, s.Side) }
		if len(lines) < mostContraries && slices.ContainsFunc(stated, clashes) {
			lines = append(lines, cite.Sentence{Text: u.quote, Evidence: []string{u.from.ID}, Block: len(lines), Item: true})
		}
	}
	if lines, err = w.prover.Prove(lines); err != nil {
		return err
	}
	if len(lines) > 0 {
		p.Sections = append(p.Sections, extract.DraftSection{Title: sayContrary.In(w.language), Lines: lines, Contrary: true})
		if err := w.weigh(ctx, p); err != nil {
			return err
		}
		if stated, err = w.stated(ctx, p); err != nil {
			return err
		}
	}
	for i, a := range stated {
		for _, b := range stated[i+1:] {
			if a.claim != b.claim && a.Document != b.Document && proof.Clash(a.Side, b.Side) {
				w.against(a.claim, b.claim, "")
			}
		}
	}
	w.together(p)
	return nil
}

// dispute sets the quotes of different documents side by side of which the model that checked says that they cannot both hold, where no
// sentence of the report tells of both. A quote that is no claim yet becomes one.
func (w *witness) dispute(ctx context.Context, p *Proved) error {
	var lines []cite.Sentence
	for _, conflict := range w.disputed {
		one, other, err := w.sides(conflict)
		if err != nil {
			return err
		}
		if other == nil || len(lines) >= 2*mostContraries || w.tells(p, one.Evidence, other.Evidence) {
			continue
		}
		var pair [2]string
		for i, side := range []*cite.Citation{one, other} {
			line := cite.Sentence{Text: strings.Join(strings.Fields(side.Quote), " "), Evidence: []string{side.Evidence}, Block: len(lines), Item: true}
			proved, err := w.prover.Prove([]cite.Sentence{line})
			if err != nil {
				return err
			}
			if len(proved) == 0 {
				break
			}
			pair[i] = proved[0].Claim
			if _, stated := w.findings[pair[i]]; !stated {
				c := w.claim(pair[i])
				c.Verdict, c.Citations = cite.Supported, []cite.Citation{*side}
				w.findings[pair[i]] = weighed{Finding: proof.Finding{Verdict: cite.Supported, Verbatim: true}}
				lines = append(lines, proved...)
			}
		}
		if pair[1] != "" {
			w.against(pair[0], pair[1], conflict.Why)
		}
	}
	if len(lines) > 0 {
		if len(p.Sections) == 0 || !p.Sections[0].Contrary {
			p.Sections = slices.Insert(p.Sections, 0, extract.DraftSection{Title: sayContrary.In(w.language), Contrary: true})
		}
		first := &p.Sections[0]
		for i := range lines {
			lines[i].Block += len(first.Lines)
		}
		first.Lines = append(slices.Clone(first.Lines), lines...)
	}
	return nil
}

// sides returns what two documents say by the spans of a conflict; other is nil where the spans stand in one document.
func (w *witness) sides(conflict reason.Conflict) (one, other *cite.Citation, err error) {
	for _, span := range conflict.Spans {
		citations, err := w.examiner.Citations([]string{span})
		if err != nil {
			return nil, nil, err
		}
		if len(citations) == 0 {
			continue
		}
		switch said := &citations[len(citations)-1]; { // behind what leads into it
		case one == nil:
			one = said
		case said.Document != one.Document:
			return one, said, nil
		}
	}
	return one, nil, nil
}

// tells reports whether a sentence of the report that stands cites both pieces of evidence.
func (w *witness) tells(p *Proved, one, other string) bool {
	return slices.ContainsFunc(p.sentences(), func(s *cite.Sentence) bool {
		return slices.Contains(s.Evidence, one) && slices.Contains(s.Evidence, other) && w.findings[s.Claim].stands()
	})
}

// together puts what contradicts a paragraph or item of the answer right behind it: who reads one side there reads the other.
func (w *witness) together(p *Proved) {
	in, against := map[string]bool{}, map[string][]string{}
	for _, c := range w.prover.Claims {
		against[c.ID] = c.Against
	}
	for _, s := range p.Answer {
		in[s.Claim] = true
	}
	var answer, contrary []cite.Sentence
	block := -1
	for i, s := range p.Answer {
		if i == 0 || s.Block != p.Answer[i-1].Block {
			block++
		}
		contrary = append(contrary, p.take(func(other cite.Sentence) bool {
			return !in[other.Claim] && slices.Contains(against[s.Claim], other.Claim)
		})...)
		goesOn := i+1 < len(p.Answer) && p.Answer[i+1].Block == s.Block
		s.Block = block
		if answer = append(answer, s); goesOn {
			continue
		}
		for _, other := range contrary {
			block++
			in[other.Claim], other.Block, other.Item = true, block, true
			answer = append(answer, other)
		}
		contrary = nil
	}
	p.Answer = answer
}

// take takes lines out of the sections; a section without any is none.
func (p *Proved) take(wanted func(cite.Sentence) bool) (taken []cite.Sentence) {
	var left []extract.DraftSection
	for _, section := range p.Sections {
		some, rest := parted(section.Lines, wanted)
		taken = append(taken, some...)
		if section.Lines = rest; len(rest) > 0 {
			left = append(left, section)
		}
	}
	p.Sections = left
	return taken
}

// parted returns the lines that are wanted, and the others.
func parted(lines []cite.Sentence, wanted func(cite.Sentence) bool) (some, rest []cite.Sentence) {
	for _, s := range lines {
		if wanted(s) {
			some = append(some, s)
		} else {
			rest = append(rest, s)
		}
	}
	return some, rest
}

// against notes that two claims contradict each other, and how, as a model says it, "" where none did. Each stays proven by its own source: a
// report shows them as two sides.
func (w *witness) against(a, b, why string) {
	note := func(of, other string) {
		i := slices.IndexFunc(w.prover.Claims, func(c cite.Claim) bool { return c.ID == of })
		if c := &w.prover.Claims[i]; !slices.Contains(c.Against, other) {
			c.Against = append(c.Against, other)
			if why != "" {
				c.Doubts = append(c.Doubts, why)
			}
		}
	}
	note(a, b)
	note(b, a)
}

// stated returns the cited sentences of the claims that the draft still states and that their sources prove.
func (w *witness) stated(ctx context.Context, p *Proved) ([]stand, error) {
	in := map[string]bool{}
	for _, s := range p.sentences() {
		in[s.Claim] = true
	}
	var out []stand
	for _, c := range w.prover.Claims {
		if in[c.ID] && c.Verdict == cite.Supported {
			cited, err := w.cited(ctx, c)
			if err != nil {
				return nil, err
			}
			out = append(out, cited...)
		}
	}
	return out, nil
}

// cited returns the sentences that a claim cites.
func (w *witness) cited(ctx context.Context, c cite.Claim) (out []stand, err error) {
	for _, x := range c.Citations {
		s, err := standOn(ctx, w.Library, w.known[x.Evidence], x.Span)
		if err != nil {
			return nil, err
		}
		s.claim = c.ID
		out = append(out, s)
	}
	return out, nil
}

// uncited returns the quotes of the evidence whose sentences no claim cites.
func (w *witness) uncited(ctx context.Context, stated []stand) ([]stand, error) {
	all, err := w.quotesOfAll(ctx)
	return slices.DeleteFunc(slices.Clone(all), func(u stand) bool {
		return slices.ContainsFunc(stated, func(s stand) bool { return s.Document == u.Document && s.Text == u.Text })
	}), err
}

// quotesOfAll returns the quotes of all evidence, in the order in which it was kept.
func (w *witness) quotesOfAll(ctx context.Context) ([]stand, error) {
	if w.quotes != nil {
		return w.quotes, nil
	}
	evidence := slices.SortedFunc(maps.Values(w.known), func(a, b cite.Evidence) int { return byNumber(a.ID, b.ID) })
	all, err := standsOf(ctx, w.Library, evidence)
	w.quotes = all
	return all, err
}

// standsOf returns the quotes of evidence.
func standsOf(ctx context.Context, library extract.Library, evidence []cite.Evidence) ([]stand, error) {
	out := []stand{}
	for _, e := range evidence {
		for _, q := range e.Quotes {
			s, err := standOn(ctx, library, e, q.Span)
			if err != nil {
				return nil, err
			}
			s.quote = q.Text
			out = append(out, s)
		}
	}
	return out, nil
}

// standOn returns the sentence of a piece of evidence that a span stands in.
func standOn(ctx context.Context, library extract.Library, e cite.Evidence, at source.Span) (stand, error) {
	page, err := library.PageText(ctx, e.Document, at.Page)
	if err != nil {
		return stand{}, err
	}
	s := proof.Side{Text: proof.Sentence(page, at.Start, at.End), Document: e.Document, Name: e.Name, Section: e.Section}
	return stand{from: e, Side: s.Read()}, nil
}

// otherwise returns the evidence of other documents that by rule may say the contrary of what a claim cites: the model that checks is asked.
func (w *witness) otherwise(ctx context.Context, c cite.Claim) (out []string, err error) {
	all, err := w.quotesOfAll(ctx)
	if err != nil {
		return nil, err
	}
	cited, err := w.cited(ctx, c)
	for _, s := range cited {
		for _, u := range all {
			if u.Document != s.Document && !slices.Contains(out, u.from.ID) && proof.Clash(s.Side, u.Side) {
				out = append(out, u.from.ID)
			}
		}
	}
	return out, err
}

// byNumber orders evidence IDs as they were kept: E2 before E10.
func byNumber(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) }

// Clashes returns the pairs of evidence of which one says the contrary of the other, by ID, in the order of the evidence.
func Clashes(ctx context.Context, library extract.Library, evidence []cite.Evidence) ([][2]string, error) {
	all, err := standsOf(ctx, library, evidence)
	if err != nil {
		return nil, err
	}
	var out [][2]string
	for i, a := range all {
		for _, b := range all[i+1:] {
			pair := [2]string{a.from.ID, b.from.ID}
			if a.from.Document != b.from.Document && !slices.Contains(out, pair) && proof.Clash(a.Side, b.Side) {
				out = append(out, pair)
			}
		}
	}
	return out, nil
}
