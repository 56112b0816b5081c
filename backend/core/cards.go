package core

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/report"
)

// withCards adds the cards of a discovery to the report that it wrote, as a section of its own: each with its quotes and with what it leaves out. Other reports
// stay as they are.
func (c *Core) withCards(ctx context.Context, r report.Report) (report.Report, error) {
	if r.Flow != discover.Name {
		return r, nil
	}
	s, err := c.DiscoverState(ctx, r.Run)
	if fault.KindOf(err) == fault.NotFound || err == nil && len(s.Cards) == 0 { // deleted, or there are none
		return r, nil
	}
	if err != nil {
		return r, err
	}
	words := [...]string{"Where it leads further", "%s (left out: %s)"}
	if r.Language == "de" {
		words = [...]string{"Was weiterführt", "%s (nicht genannt: %s)"}
	}
	section := report.Section{Title: words[0]}
	r.Claims = slices.Clone(r.Claims)
	counted := r.Proof != (report.Proof{})
	for _, card := range s.Cards {
		text := card.Title + ": " + card.Caption
		if len(card.Left) > 0 {
			text = fmt.Sprintf(words[1], text, strings.Join(card.Left, "; "))
		}
		claim := cite.Claim{ID: fmt.Sprintf("C%d", len(r.Claims)+1), Text: text, Verdict: cite.Shortened}
		if card.Kind == discover.KindModel || !strings.HasSuffix(card.Caption, "…") { // a model has checked it, or it stands word for word
			claim.Verdict = cite.Supported
		}
		if counted { // else whoever shows the report counts
			r.Proof = r.Proof.With(claim, card.Kind == discover.KindModel)
		}
		for _, p := range card.Places {
			claim.Citations = append(claim.Citations, cite.Citation{Document: p.Document, Name: p.Name, Page: p.Page, Label: p.Label, Quote: p.Quote, URL: p.URL})
		}
		r.Claims = append(r.Claims, claim)
		section.Blocks = append(section.Blocks, report.Block{Item: true, Sentences: []report.Sentence{{Text: text, Claim: claim.ID}}})
	}
	r.Sections = append(slices.Clone(r.Sections), section)
	return r, nil
}
