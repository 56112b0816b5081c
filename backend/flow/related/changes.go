package related

import (
	"rabbithole/backend/flow"
	"rabbithole/backend/source"
)

// Changes are what nodes do to the state. Each carries what its node spent.

type spent struct {
	flow.Spent
	Warnings []string `json:"warnings,omitempty"`
	Steps    []Step   `json:"steps,omitempty"`
}

// pay takes what a node spent and told into the state.
func (c spent) pay(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	s.Warnings = append(s.Warnings, c.Warnings...)
	s.Steps = append(s.Steps, c.Steps...)
}

type opened struct {
	spent
	Language string  `json:"language"`
	Mode     Mode    `json:"mode"`
	Points   []Point `json:"points"`
}

// Apply takes over what the document states.
func (c *opened) Apply(s *State) {
	c.pay(s)
	s.Status, s.Doing, s.Language, s.Mode, s.Points = StatusRunning, DoingSearching, c.Language, c.Mode, c.Points
}

type gathered struct {
	spent
	Searched Searched  `json:"searched"`
	Found    []Finding `json:"found"`
}

// Apply takes over what the library has on it.
func (c *gathered) Apply(s *State) {
	c.pay(s)
	s.Searched, s.Found = c.Searched, append(s.Found, c.Found...)
}

type consulted struct {
	spent
	Turn     *Turn     `json:"turn,omitempty"`
	Found    []Finding `json:"found,omitempty"`
	Asked    []int     `json:"asked,omitempty"`
	Answered *Contract `json:"answered,omitempty"`
	Error    string    `json:"error,omitempty"`
	Spoilt   bool      `json:"spoilt,omitempty"` // the model was given up
}

// Apply takes over the model's turn.
func (c *consulted) Apply(s *State) {
	c.pay(s)
	s.Found = append(s.Found, c.Found...)
	if c.Turn != nil {
		s.Turns = append(s.Turns, *c.Turn)
	}
	s.Asked, s.Answered, s.Spoilt = c.Asked, c.Answered, s.Spoilt || c.Spoilt
	if c.Error != "" {
		s.Error = c.Error
	}
}

type consented struct {
	spent
	Allow   flow.Allow `json:"allow"`
	Cleared []string   `json:"cleared"`
}

// Apply takes the person's decision over.
func (c *consented) Apply(s *State) {
	c.pay(s)
	s.Allow, s.Cleared = c.Allow, c.Cleared
}

type browsed struct {
	spent
	Queries []string        `json:"queries,omitempty"`
	Offered []source.WebHit `json:"offered,omitempty"`
	Fetched []Page          `json:"fetched,omitempty"`
	Found   []Finding       `json:"found,omitempty"`
	Results map[int]Result  `json:"results,omitempty"` // of what the model's last turn asked of the web
	Refused string          `json:"refused,omitempty"`
}

// Apply takes over what the web gave.
func (c *browsed) Apply(s *State) {
	c.pay(s)
	s.Queries, s.Offered = append(s.Queries, c.Queries...), append(s.Offered, c.Offered...)
	s.Fetched, s.Found = append(s.Fetched, c.Fetched...), append(s.Found, c.Found...)
	for i, r := range c.Results {
		s.Turns[len(s.Turns)-1].Results[i] = r
	}
	s.Asked, s.Cleared = nil, nil
	if c.Refused != "" {
		s.Refused = c.Refused
	}
}

type summarized struct {
	spent
	Status    Status   `json:"status"`
	Error     string   `json:"error,omitempty"`
	Bullets   []Bullet `json:"bullets"`
	Sources   []Source `json:"sources"`
	Questions []string `json:"questions"`
	Made      string   `json:"made"`
}

// Apply takes the outcome over.
func (c *summarized) Apply(s *State) {
	c.pay(s)
	s.Status, s.Doing, s.Error, s.Made = c.Status, "", c.Error, c.Made
	s.Bullets, s.Sources, s.Questions = c.Bullets, c.Sources, c.Questions
}
