package flow

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/proof"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
)

// Proved is a draft whose every sentence stands on quotes found on their pages, and whose claims have their verdicts.
type Proved struct {
	Answer   []cite.Sentence
	Sections []step.DraftSection
	Silent   []string
	Claims   []cite.Claim
	Removed  []cite.Removal
	Struck   []report.Struck
	Modelled int // claims that a model gave an opinion on
}

// Prove lets only those sentences through whose quotes stand on the pages they name, gives each claim its verdict, strikes what nothing
// proves, looks for what says the contrary, and numbers the claims in reading order.
//
// The rule of striking: a sentence goes when its own citations contradict it, when it states a number, a date, a name or a negation that
// they do not have, or when a model that checked it found no proof either. It stays, visibly marked, when it repeats its source word for
// word, when only its wording is in doubt, or when the answer would have no sentence left.
func Prove(ctx context.Context, kit *step.Kit, language string, d step.Draft, evidence []cite.Evidence) (Proved, error) {
	known := map[string]cite.Evidence{}
	for _, e := range evidence {
		known[e.ID] = e
	}
	w := &witness{Kit: kit, language: language, known: known, prover: cite.NewProver(known, Pages(ctx, kit.Library)), findings: map[string]weighed{}}
	out := Proved{Silent: d.Silent, Removed: d.Removed}
	var err error
	if out.Answer, err = w.prover.Prove(d.Answer); err != nil {
		return out, err
	}
	for _, section := range d.Sections {
		if section.Lines, err = w.prover.Prove(section.Lines); err != nil {
			return out, err
		}
		out.Sections = append(out.Sections, section)
	}
	if err := w.weigh(ctx); err != nil {
		return out, err
	}
	w.strike(&out)
	if err := w.oppose(ctx, &out); err != nil {
		return out, err
	}
	out.Removed = append(out.Removed, w.prover.Removed...)
	out.number(w.prover.Claims)
	for _, v := range w.findings {
		if v.opinion.Verdict != "" {
			out.Modelled++
		}
	}
	return out, nil
}

// Pages adapts a library to what cite reads.
func Pages(ctx context.Context, library step.Library) cite.PageText {
	return func(document string, page int) (string, error) { return library.PageText(ctx, document, page) }
}

// witness weighs the claims of one draft.
type witness struct {
	*step.Kit
	language string
	known    map[string]cite.Evidence
	prover   *cite.Prover
	findings map[string]weighed // by claim ID
	terms    map[string][]string
}

// weighed is what code and model found about a claim.
type weighed struct {
	proof.Finding
	opinion step.Opinion
	sources []proof.Source
}

// strikes reports whether a sentence with this finding is taken out.
func (v weighed) strikes(verdict cite.Verdict) bool {
	return !v.Verbatim && verdict != cite.Supported && (verdict == cite.Contradicted || v.Conflict || v.opinion.Verdict != "")
}

// weigh gives a verdict to every claim that has none yet: code's own, then the model's opinion on what is not word for word.
func (w *witness) weigh(ctx context.Context) error {
	checker := proof.Checker{Language: w.language, Terms: w.termsOf}
	var asked []int
	var questions []step.Checkable
	for i := range w.prover.Claims {
		c := &w.prover.Claims[i]
		if _, done := w.findings[c.ID]; done {
			continue
		}
		sources, err := w.sources(ctx, *c)
		if err != nil {
			return err
		}
		if checker.Before = ""; i > 0 {
			checker.Before = w.prover.Claims[i-1].Text
		}
		v := weighed{Finding: checker.Check(c.Text, sources), sources: sources}
		c.Verdict, c.Doubts, c.Unsupported = v.Verdict, v.Doubts, v.Numbers
		w.findings[c.ID] = v
		if !v.Verbatim {
			asked, questions = append(asked, i), append(questions, checkable(c.Text, sources))
		}
	}
	opinions, err := w.Check(ctx, questions)
	if err != nil {
		return err
	}
	for n, i := range asked {
		c := &w.prover.Claims[i]
		v := w.findings[c.ID]
		v.opinion = opinions[n]
		w.findings[c.ID] = v
		w.settle(c, v)
	}
	return nil
}

// settle joins code's finding and the model's opinion. The model can lower a verdict, and lift "unproven" when only wording was in doubt: on
// numbers, dates, names and negations code has the last word, and what code found whole a model cannot turn into its contrary.
func (w *witness) settle(c *cite.Claim, v weighed) {
	contrary := v.opinion.Verdict == cite.Contradicted
	switch {
	case v.opinion.Verdict == "" || v.Verdict == cite.Contradicted:
	case v.opinion.Verdict == cite.Supported:
		if !v.Conflict {
			c.Verdict, c.Doubts = cite.Supported, nil
		}
	default:
		if c.Verdict = cite.Unproven; contrary && v.Verdict == cite.Unproven {
			c.Verdict = cite.Contradicted
		}
		c.Doubts = append(c.Doubts, proof.ModelDoubt(w.language, contrary, v.opinion.Why))
	}
}

// termsOf returns the index terms of a word, each word analysed once.
func (w *witness) termsOf(text string) []string {
	if w.terms == nil {
		w.terms = map[string][]string{}
	}
	t, ok := w.terms[text]
	if !ok {
		t = w.Lexicon.Terms(text, w.language)
		w.terms[text] = t
	}
	return t
}

// sources returns what a claim cites, with the pages and passages around it.
func (w *witness) sources(ctx context.Context, c cite.Claim) ([]proof.Source, error) {
	var out []proof.Source
	for _, x := range c.Citations {
		page, err := w.Library.PageText(ctx, x.Document, x.Page)
		if err != nil {
			return nil, fmt.Errorf("read page %d of %s: %w", x.Page, x.Name, err)
		}
		e := w.known[x.Evidence]
		s := proof.Source{Quote: x.Quote, Page: page, Start: x.Span.Start, End: x.Span.End, Place: strings.Trim(x.Name+", "+e.Section, ", ")}
		if e.Passage != "" {
			p, err := w.Library.Passage(ctx, e.Passage)
			if err != nil {
				return nil, err
			}
			s.Passage = p.Text
		}
		out = append(out, s)
	}
	return out, nil
}

// checkable is a claim as a model reads it: its quotes in full sentences.
func checkable(text string, sources []proof.Source) step.Checkable {
	c := step.Checkable{Text: text}
	for _, s := range sources {
		c.Quotes = append(c.Quotes, step.CheckQuote{Heading: s.Place, Text: proof.Sentence(s.Page, s.Start, s.End)})
	}
	return c
}

// strike takes out what nothing proves, by the rule of Prove.
func (w *witness) strike(p *Proved) {
	claims := map[string]cite.Claim{}
	for _, c := range w.prover.Claims {
		claims[c.ID] = c
	}
	falls := func(s cite.Sentence) bool {
		return s.Claim != "" && w.findings[s.Claim].strikes(claims[s.Claim].Verdict)
	}
	fallen, stay := parted(p.Answer, falls)
	if len(stay) > 0 {
		p.Answer = stay
	} else {
		fallen = nil
	}
	for _, s := range append(fallen, p.take(falls)...) {
		p.Struck = append(p.Struck, report.Struck{Text: s.Text, Reason: strings.Join(claims[s.Claim].Doubts, " "), Evidence: s.Evidence})
	}
}

// number drops the claims that no sentence states any more and numbers the others in reading order.
func (p *Proved) number(claims []cite.Claim) {
	byID := map[string]cite.Claim{}
	for _, c := range claims {
		byID[c.ID] = c
	}
	renamed := map[string]string{}
	p.Claims = nil
	name := func(list []cite.Sentence) {
		for i := range list {
			old := list[i].Claim
			if old == "" {
				continue
			}
			if renamed[old] == "" {
				c := byID[old]
				renamed[old] = "C" + strconv.Itoa(len(p.Claims)+1)
				c.ID = renamed[old]
				p.Claims = append(p.Claims, c)
			}
			list[i].Claim = renamed[old]
		}
	}
	name(p.Answer)
	for _, section := range p.Sections {
		name(section.Lines)
	}
	for i := range p.Claims {
		var against []string
		for _, id := range p.Claims[i].Against {
			if renamed[id] != "" {
				against = append(against, renamed[id])
			}
		}
		p.Claims[i].Against = against
	}
}

// counts says how the claims stand.
func (p Proved) counts() report.Proof {
	out := report.Proof{Struck: len(p.Struck), Modelled: p.Modelled}
	for _, c := range p.Claims {
		switch c.Verdict {
		case cite.Contradicted:
			out.Contradicted++
		case cite.Supported:
			out.Supported++
		case cite.Shortened:
			out.Shortened++
		default:
			out.Unproven++
		}
	}
	return out
}
