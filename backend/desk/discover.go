package desk

import (
	"context"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
)

// Curiosity is what a person wants to discover something about: words, a picture, or both.
type Curiosity struct {
	Query       string   `json:"query"`       // "" for a picture alone, and for a card: its title
	Image       string   `json:"image"`       // path of a file, or a data URL ("data:image/png;base64,..."); "" for none
	ImageName   string   `json:"image_name"`  // of a data URL's file, for people; "" gives it one
	Source      string   `json:"source"`      // where it was asked: "home", "card" or "document"; "" is home
	Web         string   `json:"web"`         // "" not at all, "listed" hosts only, "open"
	Hosts       []string `json:"hosts"`       // that "listed" may read; empty: those of the settings
	Consented   bool     `json:"consented"`   // what is sent was agreed to beforehand: the run does not ask
	Collections []string `json:"collections"` // only these; empty: all, or where the discovery looked that it goes on from
	Documents   []string `json:"documents"`   // names; only these; empty: as above
	Engine      string   `json:"engine"`      // "" is the setting
	Model       string   `json:"model"`       // "" is the setting
	From        string   `json:"from"`        // the discovery that it goes on from, "" for none
	Card        string   `json:"card"`        // ID of the card there that is gone into, "" for none
}

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
	Map         string            `json:"map"`      // ID of the trail it belongs to, see Trail
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
	Run    string `json:"run"`
	Parent string `json:"parent"` // run that it goes on from, "" for none that is left
	Card   string `json:"card"`   // ID of the card of the parent, "" for none
	Title  string `json:"title"`  // of that card
	Query  string `json:"query"`
	Status string `json:"status"`
	Cards  int    `json:"cards"`
}

// StartDiscover stores a new discovery and begins to execute it.
func (d *Desk) StartDiscover(w Curiosity) (Run, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (Run, error) { return d.startDiscover(c, ctx, w) })
}

// Discovered returns a discovery as it stands.
func (d *Desk) Discovered(run string) (Discovery, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (Discovery, error) { return d.discovered(c, ctx, run) })
}

// Trails returns the trails, the one that was gone on with last first.
func (d *Desk) Trails() ([]Trail, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]Trail, error) {
		list, err := c.Trails(ctx)
		out := make([]Trail, 0, len(list))
		for _, t := range list {
			out = append(out, trailOf(t))
		}
		return out, err
	})
}

// Trail returns a trail by its ID or by a run of it.
func (d *Desk) Trail(id string) (Trail, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (Trail, error) {
		t, err := c.Trail(ctx, id)
		return trailOf(t), err
	})
}

// DeleteTrail deletes a trail for good, with every discovery of it. One that is being executed is refused.
func (d *Desk) DeleteTrail(id string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error { return d.deleteTrail(c, ctx, id) })
}
