package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/budget"
	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/prompts"
)

// Changes are what nodes do to those parts of the state that a person may change meanwhile: the plan, above all. Each carries what its node spent. Nodes that touch
// nothing of it leave their copy of the state changed.

// Charge takes what a node spent into the state.
func (s *State) Charge(_ context.Context, spend budget.Spend) { s.Spend = s.Spend.Plus(spend) }

type planned struct {
	shared.Spent
	Tasks []extract.Task `json:"tasks"`
}

// Apply makes the to-do list.
func (c *planned) Apply(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	added := s.Plan // by the person, before the plan was made
	s.Phase, s.Plan, s.Planned = PhasePlanning, nil, nil
	for _, t := range c.Tasks {
		if s.room() > 0 {
			s.add(t, false)
		}
	}
	s.Plan = append(s.Plan, added[:max(0, min(len(added), s.Settings.TodoMaxItems-len(s.Plan)))]...)
	s.Messages = append(s.Messages, Message{"assistant", s.planText()})
}

func (s *State) planText() string {
	var b strings.Builder
	for _, i := range s.Plan {
		fmt.Fprintf(&b, "%d. %s\n", i.ID, i.Task)
	}
	return strings.TrimSpace(b.String())
}

type approved struct {
	shared.Spent
	Plan []PlanEntry `json:"plan"` // nil: approved as it is
}

// Apply takes the person's edited list over.
func (c *approved) Apply(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	if c.Plan != nil {
		s.edit(c.Plan)
		s.Messages = append(s.Messages, Message{"user", s.planText()})
	}
}

type chosen struct {
	shared.Spent
	Item     int    `json:"item"` // 0: none is left
	Together []int  `json:"together,omitempty"`
	Finish   string `json:"finish,omitempty"`
}

// Apply begins work on items.
func (c *chosen) Apply(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	s.Current, s.Together, s.Depth, s.Fresh, s.Sift = c.Item, c.Together, 0, nil, nil
	if c.Finish != "" {
		s.Finish = c.Finish
	}
	if c.Item > 0 {
		s.Phase = PhaseExtraction
		s.Iterations += 1 + len(c.Together)
	}
}

type read struct {
	shared.Spent
	Queries  []Searched `json:"queries,omitempty"` // put for what was missing
	Sift     *Sift      `json:"sift,omitempty"`
	Read     []string   `json:"read"`
	Kept     []Kept     `json:"kept"`
	Shared   []Shared   `json:"shared,omitempty"`
	Followed []Followed `json:"followed,omitempty"`
	Open     []OpenRef  `json:"open,omitempty"`
	Depth    int        `json:"depth"`
}

// Apply keeps the evidence; what was kept is fresh: its references were not looked at yet.
func (c *read) Apply(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	s.Queries = append(s.Queries, c.Queries...)
	if c.Sift != nil {
		s.Sift = c.Sift
		s.join(c.Sift.NewTasks)
	}
	s.Read = append(s.Read, c.Read...)
	s.Evidence = sharing(s.Evidence, c.Shared)
	s.Evidence = append(s.Evidence, c.Kept...)
	s.Followed = append(s.Followed, c.Followed...)
	for _, o := range c.Open {
		if !slices.ContainsFunc(s.Open, func(known OpenRef) bool {
			return known.From == o.From && known.Text == o.Text && known.Reason == o.Reason
		}) {
			s.Open = append(s.Open, o)
		}
	}
	s.Depth, s.Fresh = c.Depth, nil
	for _, k := range c.Kept {
		s.Fresh = append(s.Fresh, k.ID)
	}
}

type swept struct {
	read
	Query *Searched `json:"query,omitempty"` // what was read of the sweep was found by it
	Swept Swept     `json:"swept"`
	Gaps  []string  `json:"gaps,omitempty"` // clauses that the web is asked for
}

// Apply notes what the whole scope holds, and keeps what was read of it.
func (c *swept) Apply(s *State) {
	if c.Query != nil {
		s.Queries = append(s.Queries, *c.Query)
	}
	c.read.Apply(s)
	s.Swept = c.Swept
	s.fill(c.Gaps)
}

type reflected struct {
	shared.Spent
	Items []Reflected `json:"items"`
}

// Reflected is what the look back at an item found.
type Reflected struct {
	Item     int            `json:"item"`
	Done     bool           `json:"done"`
	Missing  string         `json:"missing"`
	NewTasks []extract.Task `json:"new_tasks"`

	Noted []prompts.Noted `json:"noted,omitempty"` // contradictions
}

// Apply marks the items and adds what they opened.
func (c *reflected) Apply(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	for _, r := range c.Items {
		for _, t := range r.NewTasks {
			if s.add(t, false) > 0 {
				s.item(r.Item).Subtasks = append(s.item(r.Item).Subtasks, t.Task)
			}
		}
		if item := s.item(r.Item); item != nil {
			item.Worked, item.Completed, item.Missing, item.Noted = true, r.Done, r.Missing, r.Noted
		}
	}
	s.Current, s.Together, s.Sift = 0, nil, nil
}

type summarised struct {
	shared.Spent
	Item      int       `json:"item"`
	Summaries []string  `json:"summaries"` // for the item's queries, in order
	Quality   []float64 `json:"quality"`
}

// Apply stores the summaries with their queries.
func (c *summarised) Apply(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	s.Phase = PhaseSynthesis
	if item := s.item(c.Item); item != nil {
		item.Summed = true
	}
	n := 0
	for i := range s.Queries {
		if s.Queries[i].Item == c.Item && n < len(c.Summaries) {
			s.Queries[i].Summary, s.Queries[i].Quality = c.Summaries[n], c.Quality[n]
			n++
		}
	}
}

type drafted struct {
	shared.Spent
	Version Version  `json:"version"`
	Gaps    []string `json:"gaps"` // queries to try before the next draft; empty ends the loop
	Notes   []string `json:"notes,omitempty"`
}

// Apply records the draft and turns gaps into items.
func (c *drafted) Apply(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	s.Drafts = append(s.Drafts, c.Version)
	s.Notes = append(s.Notes, c.Notes...)
	s.fill(c.Gaps)
}

// fill turns gaps into items.
func (s *State) fill(gaps []string) {
	for _, g := range gaps {
		s.GapTried = append(s.GapTried, g)
		s.add(extract.Task{Task: g, Context: g, Queries: []string{g}}, true)
	}
}
