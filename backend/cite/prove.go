package cite

import (
	"slices"
	"strconv"
	"strings"
)

// quotesPerEvidence is how many quotes of one piece of evidence a claim shows at most: the second only for what the first lacks.
const quotesPerEvidence = 2

// Prover turns sentences into numbered claims whose every citation was found on its page. One Prover serves a whole report, so
// that claims are numbered in reading order; it is used by one goroutine at a time.
type Prover struct {
	Claims  []Claim   // made so far: C1, C2, ...
	Removed []Removal // sentences that lost all their citations

	known   map[string]Evidence
	library *library
	byText  map[string]string // sentence with its evidence -> claim ID
}

// NewProver returns a Prover over the evidence known by ID, reading pages through pages.
func NewProver(known map[string]Evidence, pages PageText) *Prover {
	return &Prover{known: known, library: newLibrary(pages), byText: map[string]string{}}
}

// Prove makes a claim of each sentence that names evidence and returns the sentences that stand, their Claim filled in. A citation
// whose quote does not stand on its page is dropped; a sentence that loses all goes to Removed. Sentences without evidence pass
// as they are: whether connective text may stay is the caller's decision. The same sentence with the same evidence is one claim.
func (p *Prover) Prove(sentences []Sentence) ([]Sentence, error) {
	var kept []Sentence
	for _, s := range sentences {
		if !s.Cited() {
			kept = append(kept, s)
			continue
		}
		id, err := p.claim(s)
		if err != nil {
			return nil, err
		}
		if id == "" {
			p.Removed = append(p.Removed, Removal{Text: s.Text, Reason: QuoteNotFound, IDs: s.Evidence})
			continue
		}
		s.Claim = id
		kept = append(kept, s)
	}
	return kept, nil
}

// claim returns the ID of the claim that s makes, "" when no citation of it stands.
func (p *Prover) claim(s Sentence) (string, error) {
	key := strings.Join(s.Evidence, " ") + "|" + s.Text
	if id, ok := p.byText[key]; ok {
		return id, nil
	}
	var citations []Citation
	for _, id := range s.Evidence {
		e, ok := p.known[id]
		if !ok {
			continue
		}
		found, err := p.cite(s.Text, e)
		if err != nil {
			return "", err
		}
		if len(found) > 0 {
			citations = AppendNew(citations, found)
		}
	}
	if len(citations) == 0 {
		return "", nil
	}
	c := Claim{ID: "C" + strconv.Itoa(len(p.Claims)+1), Text: s.Text, Verdict: Unproven, Citations: citations}
	p.Claims = append(p.Claims, c)
	p.byText[key] = c.ID
	return c.ID, nil
}

// cite returns the citations of claim in e: the best quote that stands, and a second one if it adds numbers or much text.
func (p *Prover) cite(claim string, e Evidence) ([]Citation, error) {
	quotes := e.Quotes
	if len(quotes) == 0 {
		quotes = []Quote{{Text: e.Extract}}
	}
	var out []Citation
	taken, said := 0, ""
	for _, i := range Rank(claim, quotes) {
		more := said + " " + quotes[i].Text
		if taken > 0 && Overlap(claim, more) < Overlap(claim, said)+0.2 {
			continue
		}
		found, err := p.library.ground(e, quotes[i])
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			continue
		}
		out, said = append(out, found...), more
		if taken++; taken == quotesPerEvidence {
			break
		}
	}
	return out, nil
}

// AppendNew appends the citations that point to a stretch of text not cited yet, also as a part of a longer one.
func AppendNew(have, more []Citation) []Citation {
	for _, m := range more {
		within := func(h Citation) bool {
			return h.Document == m.Document && h.Span.Page == m.Span.Page && h.Span.Start <= m.Span.Start && m.Span.End <= h.Span.End
		}
		if !slices.ContainsFunc(have, within) {
			have = append(have, m)
		}
	}
	return have
}
