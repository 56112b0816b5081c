package research

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/graph"
)

// QuestionPlan is the kind of the question that asks to approve the plan; its data is []Item, its answer PlanAnswer.
const QuestionPlan = "approve_plan"

// Approved is the node behind which the plan is as the person approved it.
const Approved = "approve"

// PlanAnswer approves the plan. Items nil approves it as it is; else it is the whole edited list, in the wished order.
type PlanAnswer struct {
	Items []PlanEntry `json:"items"`
}

// PlanEntry is an entry of an edited list: ID 0 is a new one, an ID left out is deleted.
type PlanEntry struct {
	ID      int    `json:"id"`
	Task    string `json:"task"`
	Context string `json:"context"`
}

// plan makes the to-do list of what the analysis planned. What the person answered since may ask for another.
func (f *flow) plan(ctx context.Context, s State) (graph.Step[State], error) {
	tasks := s.Planned
	if len(tasks) == 0 {
		titles, err := f.titles(ctx, s)
		if err != nil {
			return graph.Step[State]{}, err
		}
		if _, tasks, err = f.Kit.Plan(ctx, s.question(), titles); err != nil {
			return graph.Step[State]{}, err
		}
	}
	change := &planned{Tasks: tasks}
	preview := s
	change.Apply(&preview)
	return graph.Step[State]{Change: change, Events: []event.Event{event.New(EventPlanned, preview.Plan)}}, nil
}

// approve shows the plan and takes the person's version of it, which is told anew where it is another.
func (f *flow) approve(ctx context.Context, s State) (graph.Step[State], error) {
	if s.Settings.Unattended {
		return graph.Step[State]{}, nil
	}
	data, err := json.Marshal(s.Plan)
	if err != nil {
		return graph.Step[State]{}, err
	}
	answer, err := graph.Ask[PlanAnswer](ctx, graph.Question{Kind: QuestionPlan, Text: s.Question, Data: data})
	if err != nil {
		return graph.Step[State]{}, err
	}
	out := graph.Step[State]{Change: &approved{Plan: answer.Items}}
	if preview := s; answer.Items != nil {
		out.Change.Apply(&preview)
		out.Events = []event.Event{event.New(EventPlanned, preview.Plan)}
	}
	return out, nil
}

// edit replaces the entries that were not worked on yet by the person's list; work that was done stays.
func (s *State) edit(entries []PlanEntry) {
	old := s.Plan
	kept := map[int]bool{}
	s.Plan = nil
	for _, i := range old {
		if i.Worked || s.worksOn(i.ID) {
			s.Plan = append(s.Plan, i)
			kept[i.ID] = true
		}
	}
	for _, e := range entries {
		if kept[e.ID] || strings.TrimSpace(e.Task) == "" || len(s.Plan) >= s.Settings.TodoMaxItems {
			continue
		}
		item := Item{}
		if i := slices.IndexFunc(old, func(o Item) bool { return o.ID == e.ID }); i >= 0 {
			item = old[i]
		}
		if item.Task != strings.TrimSpace(e.Task) {
			item.Own, item.Queries = true, nil
		}
		item.ID, item.Task, item.Context = e.ID, strings.TrimSpace(e.Task), strings.TrimSpace(e.Context)
		if item.ID <= 0 || !has(old, item.ID) {
			s.LastID++
			item.ID = s.LastID
		}
		s.Plan = append(s.Plan, item)
		kept[item.ID] = true
	}
}

func has(plan []Item, id int) bool {
	for _, i := range plan {
		if i.ID == id {
			return true
		}
	}
	return false
}

func (i Item) asTask() extract.Task {
	return extract.Task{Task: i.Task, Context: i.Context, Queries: i.Queries}
}
