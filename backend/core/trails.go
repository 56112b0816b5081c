package core

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// Trail is the map of one curiosity: a query and all that went on from it. It has the ID of the run that began it.
type Trail struct {
	ID      string      `json:"id"`
	Query   string      `json:"query"` // the first that is left
	Created time.Time   `json:"created" ts_type:"string"`
	Updated time.Time   `json:"updated" ts_type:"string"`
	Nodes   []TrailNode `json:"nodes"` // the oldest first: a node stands behind its parent
}

// TrailNode is a discovery of a trail.
type TrailNode struct {
	Run    string       `json:"run"`
	Parent string       `json:"parent"` // run that it goes on from; "" for none that is left
	Card   string       `json:"card"`   // ID of a card of the parent, "" for none
	Title  string       `json:"title"`  // of that card
	Query  string       `json:"query"`
	Status graph.Status `json:"status"`
	Cards  int          `json:"cards"`
}

// trailOf returns the ID of the trail that a run belongs to.
func trailOf(run graph.Run) string { return cmp.Or(discoverMetaOf(run).Trail, run.ID) }

func discoverMetaOf(run graph.Run) discoverMeta {
	var meta runMeta
	if json.Unmarshal(run.Meta, &meta) != nil || meta.Discover == nil {
		return discoverMeta{}
	}
	return *meta.Discover
}

// Trails returns the trails, the one that was gone on with last first.
func (c *Core) Trails(ctx context.Context) ([]Trail, error) {
	grouped, err := c.trailRuns(ctx)
	out := []Trail{}
	for id, runs := range grouped {
		t, err := c.trail(ctx, id, runs)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b Trail) int { return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(a.ID, b.ID)) })
	return out, err
}

// Trail returns a trail by its ID or by a run of it.
func (c *Core) Trail(ctx context.Context, id string) (Trail, error) {
	grouped, err := c.trailRuns(ctx)
	if err != nil {
		return Trail{}, err
	}
	if runs := grouped[id]; len(runs) > 0 { // the run that began it may be deleted
		return c.trail(ctx, id, runs)
	}
	run, err := c.Run(ctx, id)
	if err != nil {
		return Trail{}, err
	}
	if run.Flow != discover.Name {
		return Trail{}, fault.New("find the trail of run "+run.ID, fault.NotFound,
			"`rabbithole runs` lists the runs; those of the flow discover belong to trails.", nil)
	}
	return c.trail(ctx, trailOf(run), grouped[trailOf(run)])
}

// trailRuns returns the discoveries by trail, the oldest first.
func (c *Core) trailRuns(ctx context.Context) (map[string][]graph.Run, error) {
	runs, err := c.db.Runs(ctx, graph.Filter{Flow: discover.Name})
	out := map[string][]graph.Run{}
	for _, run := range slices.Backward(runs) {
		out[trailOf(run)] = append(out[trailOf(run)], run)
	}
	return out, err
}

func (c *Core) trail(ctx context.Context, id string, runs []graph.Run) (Trail, error) {
	t := Trail{ID: id, Query: runs[0].Title, Created: runs[0].Created}
	left := map[string]bool{}
	for _, run := range runs {
		meta := discoverMetaOf(run)
		cards, err := c.cardsMade(ctx, run)
		if err != nil {
			return t, err
		}
		n := TrailNode{Run: run.ID, Card: meta.Card, Title: meta.Title, Query: run.Title, Status: run.Status, Cards: cards}
		if left[meta.From] {
			n.Parent = meta.From
		}
		if run.Updated.After(t.Updated) {
			t.Updated = run.Updated
		}
		left[run.ID] = true
		t.Nodes = append(t.Nodes, n)
	}
	return t, nil
}

// cardsMade returns how many cards a run has told of at its end, without reading its state: a map shows many runs. What a fork has of the
// run that it was forked from it has told nobody.
func (c *Core) cardsMade(ctx context.Context, run graph.Run) (int, error) {
	data, err := c.db.LastEvent(ctx, run.ID, string(discover.EventDone))
	if err == nil && data == nil && run.ForkedFrom != "" {
		s, err := c.DiscoverState(ctx, run.ID)
		return len(s.Cards), err
	}
	if err != nil || data == nil {
		return 0, err
	}
	var done discover.Done
	err = json.Unmarshal(data, &done)
	return done.Cards, err
}

// withCards adds the cards of a discovery to the report that it wrote, as a section of its own: each with its quotes and with what it
// leaves out. Other reports stay as they are.
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
			claim.Citations = append(claim.Citations, cite.Citation{Document: p.Document, Name: p.Name, Page: p.Page, Label: p.Label, Quote: p.Quote,
				URL: p.URL})
		}
		r.Claims = append(r.Claims, claim)
		section.Blocks = append(section.Blocks, report.Block{Item: true, Sentences: []report.Sentence{{Text: text, Claim: claim.ID}}})
	}
	r.Sections = append(slices.Clone(r.Sections), section)
	return r, nil
}

// background returns what a question needs to know of what came before it, nil for nothing, and the language that is in.
func (c *Core) background(ctx context.Context, b Begin, scope source.Scope) (*research.Earlier, string, error) {
	switch {
	case b.From != "" && b.Follows != "":
		return nil, "", fault.New("start research", fault.Usage, "Go on from a report or from a discovery.",
			errors.New("the question cannot go on from both"))
	case b.From != "":
		return c.trailTo(ctx, b.From, b.Question, scope)
	}
	return c.earlier(ctx, b.Follows, scope)
}

// trailTo returns the way to a question that came up in a discovery: a card's title, or any other; and the language of that.
func (c *Core) trailTo(ctx context.Context, id, question string, scope source.Scope) (*research.Earlier, string, error) {
	run, err := c.Run(ctx, id)
	if err != nil {
		return nil, "", err
	}
	s, err := c.DiscoverState(ctx, run.ID)
	if err != nil {
		return nil, "", err
	}
	var trail, first, rest []string
	for _, crumb := range s.Trail {
		trail = append(trail, crumb.Query)
	}
	for _, card := range s.Cards {
		of := &rest
		if card.Title != "" && strings.Contains(question, card.Title) {
			of = &first
		}
		*of = append(*of, card.Passages()...)
	}
	summary, err := c.carried(ctx, run.ID, scope)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return nil, "", err
	}
	return research.Discovered(run.ID, run.Title, append(trail, run.Title), append(first, rest...), summary), s.Language, nil
}

// earlier returns what a question about a run's report needs to know of it, nil for no run, and the language of that.
func (c *Core) earlier(ctx context.Context, id string, scope source.Scope) (*research.Earlier, string, error) {
	if id == "" {
		return nil, "", nil
	}
	run, err := c.Reported(ctx, id)
	if err != nil {
		return nil, "", err
	}
	r, err := c.carried(ctx, run.ID, scope)
	if err != nil {
		return nil, "", err
	}
	s, err := c.State(ctx, run.ID, 0)
	if err != nil {
		return nil, "", err
	}
	return research.Further(run.ID, s, r), s.Language, nil
}
