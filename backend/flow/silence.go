package flow

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/proof"
	"rabbithole/backend/quote"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/prompts"
)

// How many lines on what the documents do not say are searched for once more, how many passages are shown for each, and how many tokens of all of them.
const (
	againMost = 6
	againEach = 2
	againRoom = 1500
)

// lookAgain searches for what a draft says that the documents do not say: a writer knows only what it was shown. It returns the evidence to show to whoever checks.
func (w *witness) lookAgain(ctx context.Context, lines []string) (ids []string, err error) {
	if w.Model == nil {
		return nil, nil
	}
	room := againRoom
	for _, line := range lines[:min(againMost, len(lines))] {
		hits, err := w.Find(ctx, step.Query{Text: line, Limit: againEach})
		if late(ctx) {
			return ids, nil
		}
		if err != nil {
			return nil, err
		}
		for _, h := range hits {
			id := w.holds[h.Passage.ID]
			if id == "" {
				r, err := w.admit(ctx, Kept{Passage: h.Passage.ID, Score: h.Score, Quotes: [][]source.Span{h.Passage.Spans}})
				if err != nil {
					return nil, err
				}
				id = r.Evidence.ID
				w.known[id], w.holds[h.Passage.ID] = r.Evidence, id
			}
			if size := reason.Tokens(h.Passage.Text); size <= room && !slices.Contains(ids, id) {
				ids, room = append(ids, id), room-size
			}
		}
	}
	return ids, nil
}

// stillSilent returns what the documents do not say without the lines that the model that checked found answered; one that is answered in part says so. What
// answers them is quoted in a section of its own, where no sentence says it.
func (w *witness) stillSilent(lines []string, p *Proved) (out []string, err error) {
	var quotes []cite.Sentence
	for i, line := range lines {
		said, ok := w.said[i]
		if !ok {
			out = append(out, line)
			continue
		}
		if said.Answered == "partly" {
			out = append(out, fmt.Sprintf(phrasesFor(w.language).partly, line))
		}
		quoted, err := w.quote(said.Span)
		if err != nil {
			return nil, err
		}
		if quoted.Claim != "" {
			quoted.Block = len(quotes)
			quotes = append(quotes, quoted)
		}
	}
	if len(quotes) > 0 {
		p.Sections = append(p.Sections, step.DraftSection{Title: phrasesFor(w.language).again, Lines: quotes})
	}
	return out, nil
}

// quote makes a sentence of a span as it stands on its page, of an entry of a list with the others: none where one that stands cites the same place, or where the span says nothing alone.
func (w *witness) quote(span string) (cite.Sentence, error) {
	citations, err := w.examiner.Citations(w.examiner.Entries(span))
	if err != nil || len(citations) == 0 {
		return cite.Sentence{}, err
	}
	at := citations[0]
	here := func(x cite.Citation) bool {
		return x.Document == at.Document && x.Span.Page == at.Span.Page && x.Span.Start < at.Span.End && at.Span.Start < x.Span.End
	}
	for _, c := range w.prover.Claims {
		if !w.findings[c.ID].fails() && slices.ContainsFunc(c.Citations, here) {
			return cite.Sentence{}, nil
		}
	}
	of, _ := quote.Named(span)
	var text []string
	for _, c := range citations {
		text = append(text, strings.Fields(c.Quote)...)
	}
	proved, err := w.prover.Prove([]cite.Sentence{{Text: strings.Join(text, " "), Evidence: []string{of}, Spans: []string{span}}})
	if err != nil || len(proved) == 0 {
		return cite.Sentence{}, err
	}
	c := w.claim(proved[0].Claim)
	c.Verdict, c.Citations = cite.Supported, citations
	w.findings[c.ID] = weighed{Finding: proof.Finding{Verdict: cite.Supported, Verbatim: true}}
	return proved[0], nil
}

// unanswered returns the parts of the question that no sentence answers, and of what the writer found nothing on what is none of the parts.
func (w *witness) unanswered(parts []prompts.CheckPart, silent []string) []string {
	var out []string
	for _, p := range parts {
		switch listed := slices.Contains(w.examiner.Aside.Parts, p.Part); {
		case p.Answered == "no" && listed:
			out = append(out, fmt.Sprintf(phrasesFor(w.language).unanswered, p.Open()))
		case p.Answered == "no":
			out = append(out, p.Open())
		}
	}
	for _, s := range silent {
		terms := w.termsOf(s)
		known := func(p prompts.CheckPart) bool {
			return p.Answered == "no" && shared(terms, w.termsOf(p.Part)) >= samePart
		}
		if !slices.ContainsFunc(parts, known) {
			out = append(out, s)
		}
	}
	return out
}

// samePart is the share of the words of a part of the question from which on a line on what was not found speaks of it.
const samePart = 0.6

// shared is the share of the terms of part that text has.
func shared(text, part []string) float64 {
	n := 0
	for _, t := range part {
		if slices.Contains(text, t) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(part)))
}
