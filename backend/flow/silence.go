package flow

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/proof"
	"rabbithole/backend/extract"
	"rabbithole/backend/quote"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// How many lines on what the documents do not say are searched for once more, how many passages come up for each, and how many tokens of them are shown for all lines.
const (
	againMost  = 6
	againEach  = 3
	againRoom  = 1500
	againAsked = 400 // bytes of the question that a line is searched for behind
	againFlat  = 10  // how slowly the weight of a hit falls with its rank
)

// lookAgain searches for what a draft says that the documents do not say, in the documents that it cites and in all: a writer knows only what it was shown. It
// returns the lines with the evidence to show to whoever checks, the best for every line before the second for any.
func (w *witness) lookAgain(ctx context.Context, lines []string) (out []reason.Silent, err error) {
	for _, line := range lines {
		out = append(out, reason.Silent{Text: line})
	}
	if w.Model == nil {
		return out, nil
	}
	cited := []string{}
	for _, e := range w.known {
		if e.Passage != "" && e.Locator.URL == "" && !slices.Contains(cited, e.Document) {
			cited = append(cited, e.Document)
		}
	}
	slices.Sort(cited)
	type hit struct {
		extract.Hit
		line int
	}
	var found [againEach][]hit // of all lines, by place
	for n, line := range lines[:min(againMost, len(lines))] {
		hits, err := w.again(ctx, line, cited)
		if err != nil {
			return nil, err
		}
		for i, h := range hits {
			found[i] = append(found[i], hit{h, n})
		}
	}
	room, taken := againRoom, map[string]bool{}
	for _, h := range slices.Concat(found[:]...) {
		id, size := w.holds[h.Passage.ID], reason.Tokens(h.Passage.Text)
		if taken[h.Passage.ID] {
			size = 0 // for another line
		}
		if size > room {
			continue
		}
		if id == "" {
			r, err := w.admit(ctx, Kept{Passage: h.Passage.ID, Score: h.Score, Quotes: [][]source.Span{h.Passage.Spans}})
			if err != nil {
				return nil, err
			}
			id, size = r.Evidence.ID, reason.Tokens(r.Shown.Text)
			w.known[id], w.holds[h.Passage.ID] = r.Evidence, id
		}
		taken[h.Passage.ID], room = true, room-size
		out[h.line].May = append(out[h.line].May, id)
	}
	return out, nil
}

// again returns the best hits for a line: what several searches put first, for the line as it stands and behind the question that it belongs to, in the documents that are
// cited and in all.
func (w *witness) again(ctx context.Context, line string, cited []string) (out []extract.Hit, err error) {
	weight := map[string]float64{}
	for _, text := range []string{line, ClippedWords(w.asked.Text, againAsked) + " " + line} {
		for _, documents := range [][]string{cited, nil} {
			if documents != nil && len(documents) == 0 || late(ctx) {
				continue
			}
			hits, err := w.Find(ctx, extract.Query{Text: text, Limit: againMost, Documents: documents, About: w.asked.Text})
			if err != nil && !late(ctx) {
				return nil, err
			}
			for rank, h := range hits {
				if weight[h.Passage.ID] == 0 && h.Passage.Citable() {
					out = append(out, h)
				}
				weight[h.Passage.ID] += 1 / float64(againFlat+rank)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b extract.Hit) int { return cmp.Compare(weight[b.Passage.ID], weight[a.Passage.ID]) })
	return out[:min(againEach, len(out))], nil
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
			out = append(out, sayPartly.In(w.language, line))
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
		p.Sections = append(p.Sections, extract.DraftSection{Title: sayAgain.In(w.language), Lines: quotes})
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

// unanswered returns the parts of the question that no sentence answers, and of what the writer found nothing on what is not said of a part already.
func (w *witness) unanswered(parts []prompts.CheckPart, silent []string) []string {
	var out []string
	for _, p := range parts {
		switch listed := slices.Contains(w.examiner.Aside.Parts, p.Part); {
		case p.Answered == "no" && listed:
			out = append(out, sayUnanswered.In(w.language, p.Open()))
		case p.Answered == "no":
			out = append(out, p.Open())
		}
	}
	for _, s := range silent {
		terms := w.termsOf(s)
		known := func(p prompts.CheckPart) bool {
			return p.Answered == "no" && shared(terms, w.termsOf(p.Part)) >= samePart || p.Answered != "yes" && shared(terms, w.termsOf(p.Open())) >= samePart
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
