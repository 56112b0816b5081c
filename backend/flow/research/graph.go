package research

import (
	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// Name is the flow's name in the list of runs.
const Name = "research"

// Tools are what the flow works with.
type Tools = shared.Tools

// New draws the graph.
func New(t Tools) *graph.Graph[State] {
	f := &flow{t}
	g := graph.New[State](Name, StateVersion).
		Changes(&planned{}, &approved{}, &chosen{}, &consented{}, &read{}, &swept{}, &reflected{}, &summarised{}, &drafted{}).
		Node("analyse", f.timed(f.gathers(f.analyse)), graph.Edges("clarify", "attribute")).
		Node("clarify", f.timed(f.gathers(f.clarify)), graph.Edges("analyse", "plan")).
		Node("plan", f.timed(f.gathers(f.plan)), graph.Edges("approve")).
		Node("approve", f.timed(f.approve), graph.Edges("next")).
		Node("next", f.timed(f.next), graph.Edges("search", "sweep", "summarise")).
		Node("search", f.timed(f.gathers(f.search)), graph.Edges("consent", "read")).
		Node("consent", f.timed(f.consent), graph.Edges("browse", "read")).
		Node("browse", f.timed(f.browse), graph.Edges("fetch", "read")).
		Node("fetch", f.timed(f.fetch), graph.Edges("read")).
		Node("read", f.timed(f.gathers(f.knowing((*flow).read))), graph.Edges("follow")).
		Node("follow", f.timed(f.gathers(f.knowing((*flow).follow))), graph.Edges("follow", "reflect")).
		Node("reflect", f.timed(f.gathers(f.knowing((*flow).reflect))), graph.Edges("next")).
		Node("sweep", f.timed(f.gathers(f.sweep)), graph.Edges("next", "summarise")).
		Node("summarise", f.timed(f.gathers(f.knowing((*flow).summarise))), graph.Edges("summarise", "rank")).
		Node("rank", f.timed(f.gathers(f.knowing((*flow).rank))), graph.Edges("draft")).
		Node("draft", f.timed(f.writes(f.knowing((*flow).draft))), graph.Edges("next", "draft", "attribute")).
		Node("attribute", f.timed(f.writes(f.attribute))).
		Start("analyse")
	return g.OnMessage(steer, "summarise", "next", "plan", "approve")
}

type flow struct{ Tools }

// timed charges what a node spends to the change it returns.
func (f *flow) timed(node graph.NodeFunc[State]) graph.NodeFunc[State] {
	return shared.Timed(f.Kit, f.Now, node)
}

// limits returns the budgets of what is searched and read, and those of the whole run.
func (f *flow) limits(s State) (gathering, whole budget.Limits) {
	whole = shared.Limits(s.Settings.MaxCalls, s.Settings.MaxMinutes)
	if f.Kit.Model == nil {
		return whole, whole
	}
	return shared.Gathering(whole), shared.WithModel(whole)
}

// gathers and writes bound what a node asks of the model.
func (f *flow) gathers(node graph.NodeFunc[State]) graph.NodeFunc[State] {
	return shared.Bounded(node, func(s State) (budget.Limits, budget.Spend) { gathering, _ := f.limits(s); return gathering, s.Spend })
}

func (f *flow) writes(node graph.NodeFunc[State]) graph.NodeFunc[State] {
	return shared.Bounded(node, func(s State) (budget.Limits, budget.Spend) { _, whole := f.limits(s); return whole, s.Spend })
}

// The flow's events. Their data are the structs of the same name below.
const (
	EventAnalysed   event.Kind = "research.analysed"   // step.Analysis
	EventPlanned    event.Kind = "research.planned"    // []Item
	EventItem       event.Kind = "research.item"       // Item: work begins, or it was marked
	EventSearched   event.Kind = "research.searched"   // Searched
	EventKept       event.Kind = "research.kept"       // KeptData
	EventFollowed   event.Kind = "research.followed"   // Followed
	EventSummarised event.Kind = "research.summarised" // Searched
	EventScored     event.Kind = "research.scored"     // Version
	EventReport     event.Kind = "research.report"     // Version of the report handed over
)

// KeptData tells of a piece of evidence.
type KeptData struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"` // document
	Page    int     `json:"page"`
	Label   string  `json:"label,omitempty"` // printed on the page
	Section string  `json:"section"`
	Extract string  `json:"extract"`
	Score   float64 `json:"score"`
	Via     string  `json:"via,omitempty"`
	Item    int     `json:"item"`
	URL     string  `json:"url,omitempty"` // of a page of the web

	Document string `json:"document"` // hash
}
