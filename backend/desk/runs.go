package desk

import (
	"context"
	"strings"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/core"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// Estimate is what a run is likely to take on this machine.
type Estimate struct {
	core.Estimate
	Warning string `json:"warning"` // why the run cannot be started as wished, "" when it can
	Problem *Fault `json:"problem"` // the same; null when it can
}

// Run is a row of the history.
type Run struct {
	graph.Run
	Live    bool           `json:"live"`    // executed by this program now; running and not live was interrupted
	Phase   string         `json:"phase"`   // of research, see package research
	Score   int            `json:"score"`   // of its best draft, 0..400; 0 when there is none
	Claims  int            `json:"claims"`  // of its report
	Verdict report.Outcome `json:"verdict"` // how far its report answers; "" without one
	Engine  string         `json:"engine"`
	Model   string         `json:"model"`
	Test    *core.Tested   `json:"test"` // of its model: while it is tested, when it passed just now, and when it is too weak; else null
}

// Snapshot is everything about a run at one moment. What happens later is told by events after Seq.
type Snapshot struct {
	Run       Run              `json:"run"`
	Seq       int64            `json:"seq"` // of the last durable event it includes
	State     research.State   `json:"state"`
	Evidence  []cite.Evidence  `json:"evidence"`
	Questions []graph.Question `json:"questions"` // that it waits for; their data is in Clarify, Approve and Consent
	Clarify   *Clarify         `json:"clarify"`   // the questions of this round, null when none are open
	Approve   *Approve         `json:"approve"`   // the plan to approve, null when it is not asked for
	Consent   *Consent         `json:"consent"`   // what it asks before anything leaves; null when it does not
	Web       string           `json:"web"`       // "" not at all, "listed" hosts only, "open"
	Hosts     []string         `json:"hosts"`     // that "listed" may read
	Unread    []Unread         `json:"unread"`    // what the person told it and it has not read yet, oldest first
	Scope     Scope            `json:"scope"`
	Draft     string           `json:"draft"`   // what the model is writing, before it is checked; "" while it is not
	ETA       time.Duration    `json:"eta"`     // nanoseconds until the report, about; 0 when nothing is known
	Context   core.Gauge       `json:"context"` // of the model's context
}

// Unread is something a person told a run that it has not read yet: a stopped one reads it when it is resumed.
type Unread struct {
	Kind  string               `json:"kind"`  // "plan", "add", "dig", "stop_here"
	Items []research.PlanEntry `json:"items"` // of an edited plan
	Task  string               `json:"task"`  // of an added item
	Spot  research.Spot        `json:"spot"`  // of dig and stop_here
}

// Clarify is a round of clarification questions.
type Clarify struct {
	Question  string     `json:"question"` // ID to answer
	Questions []string   `json:"questions"`
	Choices   [][]string `json:"choices"` // by question: short answers to choose from, often none
	Needed    bool       `json:"needed"`  // the question has several readings
	Round     int        `json:"round"`
}

// Approve is a plan that waits for approval.
type Approve struct {
	Question string          `json:"question"` // ID to answer
	Items    []research.Item `json:"items"`
}

// Scope names what a run searches.
type Scope struct {
	Collections []string `json:"collections"`
	Documents   []string `json:"documents"` // names
	Pages       int      `json:"pages"`
}

// EstimateRun says what a run would take. That it cannot be started as wished is part of the answer.
func (d *Desk) EstimateRun(w core.Begin) (Estimate, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (out Estimate, err error) {
		out.Estimate, err = c.EstimateRun(ctx, w)
		switch fault.KindOf(err) {
		case fault.Internal, fault.Storage, fault.Cancelled, "":
			return out, err
		}
		f := FaultOf(err)
		out.Warning, out.Problem = strings.TrimSpace(f.Message+". "+f.Hint), &f
		return out, nil
	})
}

// StartResearch stores a new run and begins to execute it.
func (d *Desk) StartResearch(w core.Begin) (Run, error) {
	return start(d, (*core.Core).StartResearch, w)
}

// Runs returns the runs, the newest first.
func (d *Desk) Runs() ([]Run, error) { return ask(d, d.runs) }

// Snapshot returns a run as it stands.
func (d *Desk) Snapshot(run string) (Snapshot, error) {
	return with(d, d.snapshot, run)
}

// AnswerQuestions answers a round of clarification questions and lets the run go on.
func (d *Desk) AnswerQuestions(run, question string, answer research.ClarifyAnswer) error {
	return d.answerResearch(run, question, answer)
}

// ApprovePlan approves the plan as edited, or as it is when items is empty, and lets the run go on.
func (d *Desk) ApprovePlan(run, question string, items []research.PlanEntry) error {
	answer := research.PlanAnswer{}
	if len(items) > 0 {
		answer.Items = items
	}
	return d.answerResearch(run, question, answer)
}

// EditPlan changes the list of a run that is at work; what was worked on stays.
func (d *Desk) EditPlan(run string, items []research.PlanEntry) error {
	return d.steerResearch(run, graph.Note(research.MessagePlan, research.PlanAnswer{Items: items}))
}

// AddItem adds one item to the list of a run that is at work.
func (d *Desk) AddItem(run, task string) error {
	return d.steerResearch(run, graph.Note(research.MessageAdd, extract.Task{Task: task, Context: task}))
}

// Dig follows every reference of a piece of evidence.
func (d *Desk) Dig(run, evidence string) error {
	return d.steerResearch(run, graph.Note(research.MessageDig, research.Spot{Evidence: evidence}))
}

// StopHere follows no reference from a piece of evidence, or drops an item.
func (d *Desk) StopHere(run string, spot research.Spot) error {
	return d.steerResearch(run, graph.Note(research.MessageStop, spot))
}

// FinishRun lets a run write its report from what it has.
func (d *Desk) FinishRun(run string) error {
	return d.message(run, graph.Note(research.MessageFinish, nil))
}

// PauseRun stops a run where it is; what it was at begins again when it is resumed.
func (d *Desk) PauseRun(run string) error {
	return d.stop(run, graph.Paused)
}

// CancelRun gives a run up; it can be resumed all the same.
func (d *Desk) CancelRun(run string) error {
	return d.stop(run, graph.Cancelled)
}

// ResumeRun goes on with a run that was paused, cancelled, failed or interrupted. One that was written early goes on as a new run, which
// is returned; any other is returned as it is.
func (d *Desk) ResumeRun(run string) (Run, error) {
	return with(d, d.resume, run)
}

// ForkRun starts a new run from a checkpoint of another; 0 is the last.
func (d *Desk) ForkRun(run string, checkpoint int) (Run, error) {
	return start(d, func(c *core.Core, ctx context.Context, run string) (graph.Run, error) {
		return c.ForkAttended(ctx, run, checkpoint)
	}, run)
}

// Checkpoint is a position a run can be forked from.
type Checkpoint struct {
	Seq   int       `json:"seq"`
	Node  string    `json:"node"`
	Phase string    `json:"phase"`
	At    time.Time `json:"at" ts_type:"string"`
}

// Checkpoints returns the positions a run can be forked from, oldest first.
func (d *Desk) Checkpoints(run string) ([]Checkpoint, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]Checkpoint, error) {
		r, err := c.Run(ctx, run)
		if err != nil {
			return nil, err
		}
		list, err := c.Checkpoints(ctx, r.ID)
		out := make([]Checkpoint, 0, len(list))
		for _, p := range list {
			out = append(out, Checkpoint{p.Seq, p.Node, c.PhaseAt(r, p.Node), p.At})
		}
		return out, err
	})
}

// DeleteRun deletes a run with its report for good. One that is being executed is refused.
func (d *Desk) DeleteRun(run string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error { return d.delete(c, ctx, run) })
}
