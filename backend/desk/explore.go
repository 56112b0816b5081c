package desk

import (
	"context"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/cite"
	"rabbithole/backend/core"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/source"
)

// Explored is everything about an exploration at one moment, but for what a question found: ExploredNodeDetail tells that. What happens later is
// told by events after Seq.
type Explored struct {
	Run         Run              `json:"run"`
	Seq         int64            `json:"seq"` // of the last durable event it includes
	Question    string           `json:"question"`
	Language    string           `json:"language"`
	Settings    explore.Settings `json:"settings"`
	Summary     explore.Summary  `json:"summary"`
	Tree        []ExploredNode   `json:"tree"` // in the order of planting: a question stands behind its parent
	Files       []explore.File   `json:"files"`
	Thoughts    []Thought        `json:"thoughts"` // oldest first, the latest at most
	Web         string           `json:"web"`      // "" not at all, "listed" hosts only, "open"
	Hosts       []string         `json:"hosts"`
	Scope       Scope            `json:"scope"`
	Early       bool             `json:"early"`       // it was ended early
	Consent     *Consent         `json:"consent"`     // what it asks before anything leaves; null when it does not
	Connections []Connection     `json:"connections"` // that it opened or was refused, the first one first
	Spend       budget.Spend     `json:"spend"`
	Draft       string           `json:"draft"` // what the model is writing, before it is checked; "" while it is not
}

// ExploredNode is a question of the tree.
type ExploredNode struct {
	ID           string   `json:"id"`     // "1" is the root, "1.2" its second child
	Parent       string   `json:"parent"` // "" for the root
	Depth        int      `json:"depth"`
	Question     string   `json:"question"`
	Reason       string   `json:"reason"`   // which gap of its parent it closes
	Status       string   `json:"status"`   // see package explore
	Answered     bool     `json:"answered"` // by findings and context, or by all the questions it was taken apart into
	Own          bool     `json:"own"`      // the person asked it
	Kept         int      `json:"kept"`     // pieces of evidence
	Same         string   `json:"same"`     // of a merged one: the question that asks the same
	Queries      int      `json:"queries"`
	IsSufficient *bool    `json:"is_sufficient"` // null until it is judged
	Reasoning    string   `json:"reasoning"`
	Gaps         []string `json:"gaps"`
	Mode         string   `json:"mode"`   // of its context, "" while it has none
	Items        int      `json:"items"`  // of its context
	Orders       []Order  `json:"orders"` // what the person wants here and the run has not read yet
}

// Order is what a person wants at a question: "stop", "reask" or "dig".
type Order struct {
	Kind     string `json:"kind"`
	Question string `json:"question"` // that is asked instead or below, "" for none
}

// Thought is a sentence of the thought stream.
type Thought struct {
	Seq  int64     `json:"seq"`
	At   time.Time `json:"at" ts_type:"string"`
	Kind string    `json:"kind"` // of the event it tells
	Node string    `json:"node"` // question it is about, "" for the run as a whole
	Text string    `json:"text"`
}

// ExploredDetail is what a question of the tree asked, found and was given.
type ExploredDetail struct {
	Node     ExploredNode              `json:"node"`
	Queries  []string                  `json:"queries"`
	Evidence []cite.Evidence           `json:"evidence"`
	Slice    *explore.NodeContextSlice `json:"slice"`  // null while it has none
	Places   []ContextPlace            `json:"places"` // where the quotes of the slice stand
}

// ContextPlace is where a quote that an item of the context stands on stands.
type ContextPlace struct {
	Passage  string      `json:"passage"` // ID, as the quotes have it
	Quote    string      `json:"quote"`   // its words, as the quotes have them
	Document string      `json:"document"`
	Name     string      `json:"name"`
	Page     int         `json:"page"`
	Label    string      `json:"label"`
	Span     source.Span `json:"span"`
}

// StartExplore stores a new exploration and begins to execute it.
func (d *Desk) StartExplore(w core.Explore) (Run, error) {
	return start(d, (*core.Core).StartExplore, w)
}

// Explored returns an exploration as it stands.
func (d *Desk) Explored(run string) (Explored, error) {
	return with(d, d.explored, run)
}

// ExploredNodeDetail returns a question of an exploration with what it found.
func (d *Desk) ExploredNodeDetail(run, node string) (ExploredDetail, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (ExploredDetail, error) {
		return exploredDetail(c, ctx, run, node)
	})
}

// ExploredContext returns the context of an exploration: its files, and their digest once they are parsed.
func (d *Desk) ExploredContext(run string) (explore.ContextBundle, error) {
	return with(d, (*core.Core).ExploreContext, run)
}

// StopBranch ends the work on a question and on all below it; what they found stays.
func (d *Desk) StopBranch(run, node string) error {
	return d.steer(run, explore.MessageStop, explore.Steering{Node: node})
}

// AskAnew puts another question in the place of one: its branch begins anew.
func (d *Desk) AskAnew(run, node, question string) error {
	return d.steer(run, explore.MessageReask, explore.Steering{Node: node, Question: question})
}

// DigDeeper takes a question apart, answered or not; with a question of the person's, that is asked under it.
func (d *Desk) DigDeeper(run, node, question string) error {
	return d.steer(run, explore.MessageDig, explore.Steering{Node: node, Question: question})
}
