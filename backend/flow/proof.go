package flow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/cite/proof"
	"rabbithole/backend/extract"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
	"rabbithole/backend/write"
	"rabbithole/prompts"
)

// Proved is a draft whose every sentence stands on quotes found on their pages, and whose claims have their verdicts.
type Proved struct {
	Answer   []cite.Sentence
	Sections []extract.DraftSection
	Silent   []string
	Claims   []cite.Claim
	Removed  []cite.Removal
	Unseen   int // findings that the model did not see when it wrote
	Struck   []report.Struck
	Modelled int // claims that a model gave an opinion on
	Mended   int // sentences that it wrote anew
	// Parts are the parts of the question as the model that checked sees them, none when none did; Clarity is its view of the text, 0..100.
	Parts    []prompts.CheckPart
	Clarity  int
	Likely   bool            // no model judged the text, and what leads it most likely answers the question
	Referred []string        // IDs of passages that cited ones point to and that the model that checked was shown
	Added    []cite.Evidence // what of these a claim cites and no step kept before
}

// Prove lets only those sentences through whose quotes stand on the pages they name, gives each claim its verdict, has the model mend once what
// did not stand, and numbers the claims in reading order. What contradicts itself in different documents is set side by side: what the model
// that checked says does so, and without a model the quotes that say the contrary by rule.
//
// Code alone decides that a figure stands nowhere. Everything else is the model's to say: what it finds proved stands, however code would
// read it. What still fails after it was mended is taken out and named; only what the model found no proof for, and what may be
// the answer to a part that has no other, stays in the answer with its mark. Without a model nothing but a missing figure takes a sentence out; every other doubt is a mark.
func Prove(ctx context.Context, kit *step.Kit, asked ask.Question, d extract.Draft, evidence []cite.Evidence) (Proved, error) {
	known, holds := map[string]cite.Evidence{}, map[string]string{}
	last := 0
	for _, e := range evidence {
		known[e.ID], holds[e.Passage] = e, e.ID
		if n, err := strconv.Atoi(strings.TrimPrefix(e.ID, "E")); err == nil {
			last = max(last, n)
		}
	}
	pages := Pages(context.WithoutCancel(ctx), kit.Library) // they are still read when the time for the model is over
	w := &witness{Kit: kit, asked: asked, language: asked.Language, known: known, holds: holds, last: last, refers: map[string][]string{},
		prover: cite.NewProver(known, pages), findings: map[string]weighed{},
		examiner: write.Examiner{Caller: kit.Caller, Shelf: reason.Shelf{Library: kit.Library, Apart: reason.Apart(evidence)}, Pages: pages, Asked: kit.AskedToday(asked), Known: known, About: d.About}}
	w.examiner.Aside = aside(d, evidence)
	var err error
	if w.examiner.Aside.Silent, err = w.lookAgain(ctx, d.Silent); err != nil {
		return Proved{}, err
	}
	out := Proved{Silent: d.Silent, Removed: d.Removed, Unseen: d.Unseen}
	if out.Answer, err = w.prover.Prove(d.Answer); err != nil {
		return out, err
	}
	if len(d.Conflicts) > 0 { // what contradicts itself is read before what goes into detail
		d.Sections = slices.Insert(slices.Clone(d.Sections), 0, extract.DraftSection{Title: sayContrary.In(asked.Language), Lines: d.Conflicts, Contrary: true})
	}
	for _, section := range d.Sections {
		if section.Lines, err = w.prover.Prove(section.Lines); err != nil {
			return out, err
		}
		out.Sections = append(out.Sections, section)
	}
	if err := w.weigh(ctx, &out); err != nil {
		return out, err
	}
	if out.Silent, err = w.stillSilent(d.Silent, &out); err != nil {
		return out, err
	}
	if !late(ctx) {
		if err := w.mend(ctx, &out); err != nil {
			return out, err
		}
	}
	if late(ctx) {
		ctx = context.WithoutCancel(ctx) // what the model said in time is kept
	}
	w.strike(&out)
	oppose := w.oppose
	if kit.Model != nil {
		oppose = w.dispute
	}
	if err := oppose(ctx, &out); err != nil {
		return out, err
	}
	if out.Parts, out.Clarity = w.coverage.Parts, w.coverage.Clarity; len(out.Parts) > 0 {
		out.Silent = w.unanswered(out.Parts, out.Silent)
	}
	out.Removed = append(out.Removed, w.prover.Removed...)
	out.freeLeads(w.prover.Claims)
	for _, c := range w.prover.Claims {
		if w.findings[c.ID].opined() && slices.ContainsFunc(out.sentences(), func(s *cite.Sentence) bool { return s.Claim == c.ID }) {
			out.Modelled++
		}
	}
	out.number(w.prover.Claims)
	out.refer(w, evidence)
	if kit.Model == nil && len(out.Answer) > 0 && len(out.Claims) > 0 {
		out.Likely, err = kit.Likely(ctx, asked, out.Claims[0], evidence)
	}
	return out, err
}

// aside is what the check of a draft is asked besides its sentences.
func aside(d extract.Draft, evidence []cite.Evidence) reason.Aside {
	out := reason.Aside{Noted: d.Noted, Parts: d.Parts}
	for _, e := range evidence {
		if e.Own {
			out.Own = append(out.Own, e.ID)
		}
	}
	return out
}

// late reports whether the time for the proof is over.
func late(ctx context.Context) bool { return errors.Is(ctx.Err(), context.DeadlineExceeded) }

// Pages adapts a library to what cite reads.
func Pages(ctx context.Context, library extract.Library) cite.PageText {
	return func(document string, page int) (string, error) { return library.PageText(ctx, document, page) }
}

// witness weighs the claims of one draft.
type witness struct {
	*step.Kit
	asked    ask.Question
	language string
	known    map[string]cite.Evidence
	holds    map[string]string   // IDs of evidence by passage
	last     int                 // the highest number of an ID
	refers   map[string][]string // by claim: IDs of evidence that what it cites points to
	prover   *cite.Prover
	examiner write.Examiner
	findings map[string]weighed // by claim ID
	coverage reason.Coverage
	disputed []reason.Conflict
	said     map[int]prompts.CheckSilence // lines on what the documents do not say that they do answer
	quotes   []stand                      // of all evidence, nil while nobody has asked
	terms    map[string][]string
}

// weighed is what code and model found about a claim.
type weighed struct {
	proof.Finding
	opinion write.Finding
}

// opined reports whether a model gave its opinion.
func (v weighed) opined() bool { return v.opinion.Verdict != "" && len(v.opinion.Missing) == 0 }

// fails reports whether a claim does not stand: a figure is missing, or the model did not find it proved. Other doubts are marks.
func (v weighed) fails() bool {
	return !v.Verbatim && v.opinion.Verdict != "" && v.opinion.Verdict != cite.Supported
}

// stands reports whether a claim was found proved.
func (v weighed) stands() bool { return v.Verbatim || v.opinion.Verdict == cite.Supported }

// weigh gives a verdict to every claim of the sentences that has none yet.
func (w *witness) weigh(ctx context.Context, p *Proved) error {
	var asked []*cite.Claim
	var statements []write.Statement
	var right []string
	var spans [][]string // that the writer named
	checker := proof.Checker{Language: w.language, Terms: w.termsOf}
	before, titles := "", p.titles()
	for _, s := range p.sentences() {
		last := cmp.Or(titles[s], before)
		before = s.Text
		c := w.claim(s.Claim)
		if c == nil {
			continue
		}
		if v, done := w.findings[c.ID]; done {
			if c.Verdict == cite.Supported && !v.fails() {
				right = append(right, c.Text)
			}
			continue
		}
		sources, err := w.sources(ctx, *c)
		if err != nil {
			return err
		}
		checker.Before = last
		v := weighed{Finding: checker.Check(c.Text, sources)}
		if w.Model != nil && v.Verdict == cite.Unproven {
			v.Verbatim = false // what a rule doubts of a quote the model decides
		}
		c.Verdict, c.Doubts = v.Verdict, v.Doubts
		w.findings[c.ID] = v
		var beside []string
		if w.Model != nil {
			if beside, err = w.otherwise(ctx, *c); err != nil {
				return err
			}
		}
		if v.Verbatim && len(beside) == 0 {
			right = append(right, c.Text)
			continue
		}
		asked, statements, spans = append(asked, c), append(statements, write.Statement{Text: s.Text, Before: last, Cites: cites(*s), Beside: beside}), append(spans, s.Spans)
	}
	if w.Model != nil {
		if err := w.refer(ctx, asked, statements); err != nil {
			return err
		}
	}
	w.examiner.Aside.Right, w.examiner.Aside.Judged = right, w.coverage.Parts
	found, coverage, err := w.examiner.Examine(ctx, statements)
	if err != nil {
		return err
	}
	w.examiner.Aside.Noted, w.examiner.Aside.Silent = nil, nil // asked once, whatever is mended
	w.disputed = append(w.disputed, coverage.Conflicts...)
	if len(coverage.Said) > 0 {
		w.said = coverage.Said
	}
	if len(coverage.Parts) > 0 {
		coverage.Clarity = cmp.Or(w.coverage.Clarity, coverage.Clarity) // of the whole text
		w.coverage = coverage
	}
	for i, c := range asked {
		if w.findings[c.ID].Verbatim {
			continue // only what may say otherwise was asked about
		}
		if len(found[i].Citations) == 0 {
			if found[i].Citations, err = w.examiner.Citations(spans[i]); err != nil {
				return err
			}
		}
		w.settle(c, found[i])
	}
	return nil
}

// claim returns a claim by its ID, nil for none.
func (w *witness) claim(id string) *cite.Claim {
	return Find(w.prover.Claims, func(c cite.Claim) bool { return id != "" && c.ID == id })
}

// settle takes over what was found. Where no model has an opinion, what code has to tell stays as a mark.
func (w *witness) settle(c *cite.Claim, f write.Finding) {
	v := w.findings[c.ID]
	v.opinion = f
	w.findings[c.ID] = v
	switch {
	case len(f.Missing) > 0:
		c.Verdict, c.Unsupported, c.Doubts = cite.Unproven, f.Missing, nil
		for _, number := range f.Missing {
			c.Doubts = append(c.Doubts, proof.MissingDoubt(w.language, number))
		}
		if f.Why != "" {
			c.Doubts = append(c.Doubts, proof.ModelDoubt(w.language, f.Against, f.Why))
		}
	case f.Verdict == "" && w.Model == nil:
		c.Doubts = append([]string{proof.UnreadDoubt(w.language)}, v.Doubts...)
	case f.Verdict == "":
		c.Verdict, c.Doubts = cite.Unproven, append([]string{proof.UncheckedDoubt(w.language)}, v.Doubts...)
	case f.Verdict == cite.Supported:
		c.Verdict, c.Doubts, c.Sums = cite.Supported, nil, f.Sums
	case f.Verdict != "":
		c.Verdict, c.Doubts = f.Verdict, []string{proof.ModelDoubt(w.language, f.Against, f.Why)}
	}
	if len(f.Citations) > 0 {
		c.Citations = f.Citations
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
			s.Passage = p
		}
		out = append(out, s)
	}
	return out, nil
}

// sentences are all sentences in reading order.
func (p *Proved) sentences() []*cite.Sentence {
	var out []*cite.Sentence
	for i := range p.Answer {
		out = append(out, &p.Answer[i])
	}
	for _, section := range p.Sections {
		for i := range section.Lines {
			out = append(out, &section.Lines[i])
		}
	}
	return out
}

// titles are the titles of sections, by the first sentence of each: what "it" means there stands in the title, not in the section before.
func (p *Proved) titles() map[*cite.Sentence]string {
	out := map[*cite.Sentence]string{}
	for _, section := range p.Sections {
		if len(section.Lines) > 0 {
			out[&section.Lines[0]] = section.Title
		}
	}
	return out
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
	out := report.Proof{Struck: len(p.Struck), Modelled: p.Modelled, Mended: p.Mended}
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
