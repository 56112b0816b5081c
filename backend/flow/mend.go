package flow

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/write"
)

// mend has the model write anew, once, what did not stand. What it makes no better stays as it was; what it drops is named.
func (w *witness) mend(ctx context.Context, p *Proved) error {
	var statements []write.Statement
	var wrong []string
	sentences := p.sentences()
	for _, s := range sentences {
		statements = append(statements, write.Statement{Text: s.Text, Cites: cites(*s)})
		why := ""
		if c := w.claim(s.Claim); c != nil && w.findings[c.ID].fails() {
			why = strings.Join(c.Doubts, " ")
		}
		wrong = append(wrong, why)
	}
	if w.Model == nil || !slices.ContainsFunc(wrong, func(why string) bool { return why != "" }) {
		return nil
	}
	mended, err := w.examiner.Mend(ctx, statements, wrong)
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
