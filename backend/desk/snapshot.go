package desk

import (
	"context"
	"encoding/json"

	"rabbithole/backend/core"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// snapshot reads a run. The number of the last event is read before everything else: what happens meanwhile is told again, not missed.
func (d *Desk) snapshot(c *core.Core, ctx context.Context, id string) (s Snapshot, err error) {
	if s.Seq, err = c.LastSeq(ctx, id); err != nil {
		return s, err
	}
	if s.Run, err = d.run(c, ctx, id); err != nil {
		return s, err
	}
	if s.State, err = c.State(ctx, id, 0); err != nil {
		return s, err
	}
	if s.State.Spend, err = c.WithUnkept(ctx, id, s.State.Spend); err != nil {
		return s, err
	}
	s.Run.Phase = s.State.Phase
	web, hosts := core.WebOf(s.Run.Run)
	s.Web, s.Hosts = string(web), hosts
	if s.Evidence, err = c.Evidence(ctx, s.State); err != nil {
		return s, err
	}
	if err := s.ask(c, ctx); err != nil {
		return s, err
	}
	if s.Unread, err = unread(c, ctx, id); err != nil {
		return s, err
	}
	if s.Scope, err = scope(c, ctx, s.State.Scope); err != nil {
		return s, err
	}
	if s.ETA, err = c.ETA(ctx, s.Run.Run, s.State); err != nil {
		return s, err
	}
	s.Draft = d.writing.soFar(id)
	s.Context, err = c.Gauge(ctx, s.Run.Run)
	return s, err
}

// ask fills in what the run waits for.
func (s *Snapshot) ask(c *core.Core, ctx context.Context) (err error) {
	if s.Run.Status == graph.Finished {
		return nil
	}
	if s.Questions, err = c.Questions(ctx, s.Run.ID); err != nil {
		return err
	}
	for _, q := range s.Questions {
		switch q.Kind {
		case research.QuestionClarify:
			var asked research.Clarification
			if err := json.Unmarshal(q.Data, &asked); err != nil {
				return err
			}
			s.Clarify = &Clarify{Question: q.ID, Questions: asked.Questions, Choices: asked.Choices, Needed: asked.Needed, Round: asked.Round}
		case research.QuestionPlan:
			s.Approve = &Approve{Question: q.ID}
			if err := json.Unmarshal(q.Data, &s.Approve.Items); err != nil {
				return err
			}
		case flow.QuestionConsent:
			if s.Consent, err = consentOf(q, s.Hosts); err != nil {
				return err
			}
		}
	}
	return nil
}

// unread reads what steers the run and waits in its inbox.
func unread(c *core.Core, ctx context.Context, id string) (out []Unread, err error) {
	inbox, err := c.Inbox(ctx, id)
	for _, m := range inbox {
		u := Unread{Kind: m.Kind}
		switch m.Kind {
		case research.MessagePlan:
			var plan research.PlanAnswer
			err = json.Unmarshal(m.Data, &plan)
			u.Items = plan.Items
		case research.MessageAdd:
			var task extract.Task
			err = json.Unmarshal(m.Data, &task)
			u.Task = task.Task
		case research.MessageDig, research.MessageStop:
			err = json.Unmarshal(m.Data, &u.Spot)
		default:
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, err
}

// scope names what a run searches.
func scope(c *core.Core, ctx context.Context, s source.Scope) (Scope, error) {
	names, pages, err := c.ScopeOf(ctx, s)
	out := Scope{Collections: s.Collections(), Pages: pages}
	if len(s.Documents()) > 0 {
		out.Documents = names
	}
	return out, err
}
