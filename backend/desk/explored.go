package desk

import (
	"context"
	"encoding/json"
	"errors"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/explore"
)

// mostThoughts is how much of the thought stream is told at once: more than anybody reads back.
const mostThoughts = 500

// explored reads an exploration. The number of the last event is read before everything else: what happens meanwhile is told again, not missed.
func (d *Desk) explored(c *core.Core, ctx context.Context, id string) (e Explored, err error) {
	if e.Seq, err = c.LastSeq(ctx, id); err != nil {
		return e, err
	}
	if e.Run, err = d.run(c, ctx, id); err != nil {
		return e, err
	}
	s, err := c.ExploreState(ctx, id)
	if err != nil {
		return e, err
	}
	records, err := c.ExploreRecords(ctx, id)
	if err != nil {
		return e, err
	}
	e.Question, e.Language, e.Settings, e.Summary, e.Files, e.Early, e.Spend = s.Question, s.Language, s.Settings.Filled(), s.Summary(), s.Files,
		s.Early, s.Spend
	if e.Spend, err = c.WithUnkept(ctx, id, s.Spend); err != nil {
		return e, err
	}
	e.Draft = d.writing.soFar(id)
	orders, err := orders(c, ctx, id)
	if err != nil {
		return e, err
	}
	e.Tree = make([]ExploredNode, 0, len(s.Tree))
	for _, n := range s.Tree {
		node := exploredNode(s, n, records[n.ID])
		node.Orders = orders[n.ID]
		e.Tree = append(e.Tree, node)
	}
	web, hosts := core.WebOf(e.Run.Run)
	e.Web, e.Hosts = string(web), hosts
	if e.Scope, err = scope(c, ctx, s.Scope); err != nil {
		return e, err
	}
	if e.Thoughts, err = thoughts(c, ctx, id); err != nil {
		return e, err
	}
	if e.Connections, err = connectionsOf(c, ctx, id); err != nil {
		return e, err
	}
	e.Consent, err = consentAsked(c, ctx, e.Run.Run)
	return e, err
}

// orders reads what steers an exploration and waits in its inbox, by question.
func orders(c *core.Core, ctx context.Context, id string) (map[string][]Order, error) {
	inbox, err := c.Inbox(ctx, id)
	if err != nil {
		return nil, err
	}
	out := map[string][]Order{}
	for _, m := range inbox {
		if m.Kind != explore.MessageStop && m.Kind != explore.MessageReask && m.Kind != explore.MessageDig {
			continue
		}
		var s explore.Steering
		if err := json.Unmarshal(m.Data, &s); err != nil {
			return nil, err
		}
		out[s.Node] = append(out[s.Node], Order{Kind: m.Kind, Question: s.Question})
	}
	return out, nil
}

// exploredNode joins a question's place in the tree with its row.
func exploredNode(s explore.State, n explore.Node, r explore.Record) ExploredNode {
	out := ExploredNode{ID: n.ID, Parent: n.Parent(), Depth: n.Depth(), Question: r.Question, Reason: r.Reason, Status: n.Status,
		Answered: s.Answered(n), Own: n.Question != "",
		Kept: n.Kept, Same: n.Same, Queries: len(r.Queries)}
	if n.Question != "" {
		out.Question = n.Question
	}
	if j := r.Judgement; j != nil {
		out.IsSufficient, out.Reasoning, out.Gaps = &j.IsSufficient, j.Reasoning, j.Gaps
	}
	if r.Slice != nil {
		out.Mode, out.Items = r.Slice.Mode, len(r.Slice.SelectedItems)
	}
	return out
}

// thoughts reads what the run said of itself.
func thoughts(c *core.Core, ctx context.Context, id string) ([]Thought, error) {
	said, err := c.Narration(ctx, id, mostThoughts)
	out := make([]Thought, 0, len(said))
	for _, e := range said {
		var t struct {
			Node string `json:"node_id"`
			Text string `json:"text"`
		}
		if err := json.Unmarshal(e.Data, &t); err != nil {
			return nil, err
		}
		if n := len(out); t.Text == "" || n > 0 && out[n-1].Text == t.Text { // a warning and the event that it explains
			continue
		}
		out = append(out, Thought{Seq: e.Seq, At: e.At, Kind: string(e.Kind), Node: t.Node, Text: t.Text})
	}
	return out, err
}

// exploredDetail reads one question of an exploration.
func exploredDetail(c *core.Core, ctx context.Context, id, node string) (out ExploredDetail, err error) {
	s, n, err := exploredAt(c, ctx, id, node)
	if err != nil {
		return out, err
	}
	records, err := c.ExploreRecords(ctx, id, node)
	if err != nil {
		return out, err
	}
	r := records[node]
	out.Node, out.Queries, out.Slice = exploredNode(s, n, r), r.Queries, r.Slice
	if out.Evidence, err = c.ExploreEvidence(ctx, r); err != nil {
		return out, err
	}
	out.Places, err = contextPlaces(c, ctx, r.Slice)
	return out, err
}

// exploredAt returns the state of an exploration and a question of its tree.
func exploredAt(c *core.Core, ctx context.Context, id, node string) (explore.State, explore.Node, error) {
	s, err := c.ExploreState(ctx, id)
	if err != nil {
		return s, explore.Node{}, err
	}
	for _, n := range s.Tree {
		if n.ID == node {
			return s, n, nil
		}
	}
	return s, explore.Node{}, fault.New("look at question "+node, fault.NotFound, "Questions are named as the tree names them: 1, 1.2, 1.2.1.",
		errors.New("the tree has no such question"))
}

// contextPlaces says where the quotes of a slice stand, each once.
func contextPlaces(c *core.Core, ctx context.Context, slice *explore.NodeContextSlice) ([]ContextPlace, error) {
	if slice == nil {
		return nil, nil
	}
	found, err := c.ExploreContextEvidence(ctx, *slice)
	out := make([]ContextPlace, 0, len(found))
	for _, e := range found {
		out = append(out, ContextPlace{Passage: e.Passage, Quote: e.Extract, Document: e.Document, Name: e.Name, Page: e.Page, Label: e.Label,
			Span: e.Quotes[0].Span})
	}
	return out, err
}
