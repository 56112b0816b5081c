package desk

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
)

// Discovery is everything about a discovery at one moment. What happens later is told by events after Seq: those of the run itself, and those of
// its sub-run Inquiry, whose answer.token events are the summary while it is written.
type Discovery struct {
	Run         Run               `json:"run"`
	Seq         int64             `json:"seq"` // of the last durable event of the run that it includes
	Query       string            `json:"query"`
	Language    string            `json:"language"` // of the query and of what is said about it; "" until that is known
	Phase       string            `json:"phase"`    // see package discover
	Source      string            `json:"source"`
	Web         string            `json:"web"` // "" not at all, "listed" hosts only, "open"
	Hosts       []string          `json:"hosts"`
	Scope       Scope             `json:"scope"`
	Image       *discover.Image   `json:"image"`    // null without one; its bytes are at /files/{hash}
	Trail       []discover.Crumb  `json:"trail"`    // from the first query to the card that this one goes on from, which is the last
	Map         string            `json:"map"`      // ID of the trail it belongs to, see core.Trail
	Children    []DiscoveryChild  `json:"children"` // that go on from here, the oldest first
	Cards       []discover.Card   `json:"cards"`
	Made        string            `json:"made"`    // by what the cards were made: "model", "model+rule" or "rule"; "" while there are none
	Summary     string            `json:"summary"` // the answer so far, with [1], [2], ... once it is proved
	Proved      bool              `json:"proved"`  // Summary is what the research handed over
	Citations   []answer.Citation `json:"citations"`
	Consent     *Consent          `json:"consent"` // what it asks before anything leaves, to be answered with Run.ID; null when it does not
	Inquiry     string            `json:"inquiry"` // ID of the sub-run that does the research, "" before it begins
	Warnings    []string          `json:"warnings"`
	Connections []Connection      `json:"connections"` // that it opened or was refused, the first one first
}

// DiscoveryChild is a discovery that goes on from another.
type DiscoveryChild struct {
	Run   string `json:"run"`
	Card  string `json:"card"` // ID of the card that was gone into, "" for none
	Query string `json:"query"`
}

// StartDiscover stores a new discovery and begins to execute it.
func (d *Desk) StartDiscover(w core.Discover) (Run, error) {
	return start(d, (*core.Core).StartDiscover, w)
}

// Discovered returns a discovery as it stands.
func (d *Desk) Discovered(run string) (Discovery, error) {
	return with(d, d.discovered, run)
}

// Trails returns the trails, the one that was gone on with last first.
func (d *Desk) Trails() ([]core.Trail, error) { return ask(d, (*core.Core).Trails) }

// Trail returns a trail by its ID or by a run of it.
func (d *Desk) Trail(id string) (core.Trail, error) {
	return with(d, (*core.Core).Trail, id)
}

// DeleteTrail deletes a trail for good, with every discovery of it. One that is being executed is refused.
func (d *Desk) DeleteTrail(id string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error { return d.deleteTrail(c, ctx, id) })
}
