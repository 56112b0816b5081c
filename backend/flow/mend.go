package flow

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/backend/write"
	"rabbithole/prompts"
)

// mend has the model write anew, once, what did not stand, or leaves out a condition. What it makes no better stays as it was; what it drops is named.
func (w *witness) mend(ctx context.Context, p *Proved) error {
	var statements []write.Statement
	var faults []reason.Fault
	sentences := p.sentences()
	for _, s := range sentences {
		cited := func(span string) bool { of, _ := quote.Named(span); return slices.Contains(s.Evidence, of) }
		decide := slices.DeleteFunc(slices.Clone(w.findings[s.Claim].opinion.Decide), cited)
		statements = append(statements, write.Statement{Text: s.Text, Cites: append(cites(*s), decide...), Refers: w.refers[s.Claim]})
		var fault reason.Fault
		if c := w.claim(s.Claim); c != nil {
			switch f := w.findings[c.ID]; {
			case f.fails():
				fault.Wrong = strings.Join(c.Doubts, " ")
			case len(f.opinion.Left) > 0:
				fault.Add = strings.Join(f.opinion.Left, "; ")
			}
		}
		faults = append(faults, fault)
	}
	if w.Model == nil || !slices.ContainsFunc(faults, func(f reason.Fault) bool { return f != reason.Fault{} }) {
		return nil
	}
	mended, err := w.examiner.Mend(ctx, statements, faults)
	if late(ctx) {
		return nil // what did not stand stays as it was
	}
	if err != nil {
		return err
	}
	var dropped []string // claims
	old := map[string]cite.Sentence{}
	for i, text := range mended {
		s := sentences[i]
		if text == "" {
			dropped = append(dropped, s.Claim)
			continue
		}
		fresh, _, ok := cite.Admit(text, nil, w.known)
		if !ok || len(fresh.Evidence) == 0 {
			continue
		}
		proved, err := w.prover.Prove([]cite.Sentence{fresh})
		if err != nil {
			return err
		}
		if len(proved) == 1 && proved[0].Claim != s.Claim {
			old[proved[0].Claim] = *s
			s.Text, s.Evidence, s.Spans, s.Claim = proved[0].Text, proved[0].Evidence, proved[0].Spans, proved[0].Claim
		}
	}
	if err := w.weigh(ctx, p); err != nil && !late(ctx) {
		return err
	}
	for _, s := range p.sentences() {
		before, ok := old[s.Claim]
		switch {
		case ok && w.findings[s.Claim].stands():
			p.Mended++
		case ok:
			*s = before
		}
	}
	goes := func(s cite.Sentence) bool {
		return s.Claim != "" && slices.Contains(dropped, s.Claim) && w.findings[s.Claim].fails()
	}
	if slices.ContainsFunc(p.Answer, func(s cite.Sentence) bool { return !goes(s) }) { // an answer is never emptied
		w.drop(p, goes)
	}
	return nil
}

// strike takes out what does not stand. A sentence of the answer that the model only found no proof for stays, with its mark, where it may be
// what a part of the question has that nothing else answers; and so does all of the answer where nothing would be left.
func (w *witness) strike(p *Proved) {
	falls := func(s cite.Sentence) bool { return s.Claim != "" && w.findings[s.Claim].fails() }
	stays := func(s cite.Sentence) bool {
		f := w.findings[s.Claim].opinion
		return f.Verdict == cite.Unproven && len(f.Missing) == 0 && w.wanted(s.Text)
	}
	answer := p.Answer
	if slices.ContainsFunc(answer, func(s cite.Sentence) bool { return !falls(s) || stays(s) }) {
		w.drop(p, func(s cite.Sentence) bool {
			inAnswer := slices.ContainsFunc(answer, func(o cite.Sentence) bool { return o.Claim == s.Claim })
			return falls(s) && !(inAnswer && stays(s))
		})
		return
	}
	p.Answer = nil
	w.drop(p, falls)
	p.Answer = answer
}

// wanted reports whether a sentence has a word of a part of the question that is not answered.
func (w *witness) wanted(text string) bool {
	terms := w.termsOf(text)
	return slices.ContainsFunc(w.coverage.Parts, func(part prompts.CheckPart) bool {
		return part.Answered != "yes" && slices.ContainsFunc(w.termsOf(part.Part), func(t string) bool { return slices.Contains(terms, t) })
	})
}

// drop takes sentences out and names them.
func (w *witness) drop(p *Proved, falls func(cite.Sentence) bool) {
	fallen, stay := parted(p.Answer, falls)
	p.Answer = stay
	for _, s := range append(fallen, p.take(falls)...) {
		reason := ""
		if c := w.claim(s.Claim); c != nil {
			reason = strings.Join(c.Doubts, " ")
		}
		p.Struck = append(p.Struck, report.Struck{Text: s.Text, Reason: reason, Evidence: s.Evidence})
	}
}
