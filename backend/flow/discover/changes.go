package discover

// Changes are what nodes do to the state. Each carries what its node spent.

type looked struct {
	spent
	Language string   `json:"language"`
	Subject  string   `json:"subject"`
	Image    *Image   `json:"image,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

// Apply takes over what was seen.
func (c *looked) Apply(s *State) {
	c.pay(s)
	s.Phase, s.Language, s.Subject, s.Image = PhaseResearching, c.Language, c.Subject, c.Image
	s.Warnings = append(s.Warnings, c.Warnings...)
}

type researched struct {
	spent
	Inquiry  string   `json:"inquiry"`
	Findings []string `json:"findings"`
	Warnings []string `json:"warnings,omitempty"`
}

// Apply takes over what was found.
func (c *researched) Apply(s *State) {
	c.pay(s)
	s.Phase, s.Inquiry, s.Findings = PhaseSurfacing, c.Inquiry, c.Findings
	s.Warnings = append(s.Warnings, c.Warnings...)
}

type surfaced struct {
	spent
	Cards    []Card   `json:"cards"`
	Made     string   `json:"made"`
	Warnings []string `json:"warnings,omitempty"`
}

// Apply takes over the cards.
func (c *surfaced) Apply(s *State) {
	c.pay(s)
	s.Phase, s.Cards, s.Made = PhaseSurfacing, c.Cards, c.Made
	s.Warnings = append(s.Warnings, c.Warnings...)
}

type finished struct{ spent }

// Apply ends the run.
func (c *finished) Apply(s *State) {
	c.pay(s)
	s.Phase = PhaseDone
}
