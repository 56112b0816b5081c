package server

import (
	"context"
	"fmt"
	"net/http"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

func (s *Server) sessionRoutes(mux *http.ServeMux) {
	handle := func(pattern string, h http.HandlerFunc) { mux.HandleFunc(pattern, s.ofRun(h)) }
	handle("GET /api/sessions/{id}", get(s.session))
	handle("DELETE /api/sessions/{id}", get(named(s.desk.DeleteRun)))
	handle("GET /api/sessions/{id}/events", s.events)
	handle("GET /api/sessions/{id}/checkpoints", get(func(r *http.Request) (any, error) { return s.desk.Checkpoints(r.PathValue("id")) }))
	handle("POST /api/sessions/{id}/answers", get(told(s.answers)))
	handle("POST /api/sessions/{id}/plan", get(told(s.plan)))
	handle("POST /api/sessions/{id}/consent", get(told(s.consent)))
	handle("POST /api/sessions/{id}/items", get(told(func(run string, in item) error { return s.desk.AddItem(run, in.Task) })))
	handle("POST /api/sessions/{id}/dig", get(told(func(run string, in research.Spot) error { return s.desk.Dig(run, in.Evidence) })))
	handle("POST /api/sessions/{id}/stop", get(told(s.desk.StopHere)))
	handle("POST /api/sessions/{id}/finish", get(named(s.desk.FinishRun)))
	handle("POST /api/sessions/{id}/without-model", get(named(s.desk.AnswerWithoutModel)))
	handle("POST /api/sessions/{id}/pause", get(named(s.desk.PauseRun)))
	handle("POST /api/sessions/{id}/cancel", get(named(s.desk.CancelRun)))
	handle("POST /api/sessions/{id}/resume", get(func(r *http.Request) (any, error) { return s.desk.ResumeRun(r.PathValue("id")) }))
	handle("POST /api/sessions/{id}/fork", api(http.StatusCreated, s.fork))
}

// ofRun finds the run that a request names: by its ID, by the first letters of it, or as the last.
func (s *Server) ofRun(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := desk.Ask(s.desk, func(c *core.Core, ctx context.Context) (string, error) {
			run, err := c.Run(ctx, r.PathValue("id"))
			return run.ID, err
		})
		if err != nil {
			fail(w, err)
			return
		}
		r.SetPathValue("id", id)
		h(w, r)
	}
}

// session is a run as it stands: in the specification's shapes, and beside them everything the user interface knows.
type session struct {
	research.AgentState
	desk.Snapshot
}

func (s *Server) session(r *http.Request) (any, error) {
	run, err := desk.Ask(s.desk, func(c *core.Core, ctx context.Context) (graph.Run, error) { return c.Run(ctx, r.PathValue("id")) })
	if err != nil {
		return nil, err
	}
	switch run.Flow {
	case explore.Name:
		return s.exploration(run.ID)
	case discover.Name:
		return s.desk.Discovered(run.ID)
	case answer.Name:
		return s.answered(run.ID)
	case research.Name:
		return s.researched(run.ID)
	}
	return nil, fault.New("look at run "+run.ID, fault.Usage, "`rabbithole show "+run.ID+"` says how it stands.",
		fmt.Errorf("a run of %s has no session", run.Flow))
}

func (s *Server) researched(run string) (any, error) {
	snapshot, err := s.desk.Snapshot(run)
	if err != nil {
		return nil, err
	}
	state, err := desk.Ask(s.desk, func(c *core.Core, ctx context.Context) (research.AgentState, error) {
		return c.Export(ctx, run)
	})
	return session{state, snapshot}, err
}

// answered is a run that answers as it stands. The conversation that it belongs to says what was said before.
type answered struct {
	Run          desk.Run          `json:"run"`
	Conversation string            `json:"conversation"`
	Question     string            `json:"question"`
	Mode         string            `json:"mode"`
	Phase        string            `json:"phase"`
	Answer       string            `json:"answer"` // so far, with [1], [2], ... once it is proved
	Proved       bool              `json:"proved"`
	Citations    []answer.Citation `json:"citations"`
	Warnings     []answer.Warning  `json:"warnings"`
	Verdict      report.Outcome    `json:"verdict"` // how far it answers; "" while nothing is proved
	Missing      []string          `json:"missing"`
	Without      string            `json:"without"` // why no model wrote it although one was chosen; "" where one did
	StopReason   string            `json:"stop_reason"`
	Consent      *desk.Consent     `json:"consent"` // what it asks before anything leaves; null when it does not
}

func (s *Server) answered(run string) (any, error) {
	a, err := s.desk.Asked(run)
	if err != nil {
		return nil, err
	}
	return answered{a.Run, a.Conversation, a.Question, a.Mode, a.Phase, a.Text, a.Proved, a.Citations, a.Warnings, a.Verdict, filled(a.Missing),
		a.Without, a.StopReason, a.Consent}, nil
}

// answers are those to a round of clarification questions.
type answers struct {
	Question string `json:"question"` // ID
	research.ClarifyAnswer
}

func (s *Server) answers(run string, in answers) error {
	return s.desk.AnswerQuestions(run, in.Question, in.ClarifyAnswer)
}

// plan is a list of items. With a question it approves the plan that waits, without one it edits that of a run at work.
type plan struct {
	Question string `json:"question"` // ID, or ""
	research.PlanAnswer
}

func (s *Server) plan(run string, in plan) error {
	if in.Question == "" {
		return s.desk.EditPlan(run, in.Items)
	}
	return s.desk.ApprovePlan(run, in.Question, in.Items)
}

// consent is what may leave: "these" queries, as they are, "run" for whatever is needed later too, "library" for nothing.
type consent struct {
	Question string `json:"question"` // ID
	flow.ConsentAnswer
}

func (s *Server) consent(run string, in consent) error {
	switch in.Decision {
	case flow.ConsentThese, flow.ConsentRun, flow.ConsentLibrary:
	default: // the run would take it for the library
		return fault.New("say what may leave", fault.Usage, "The decision is these, run or library.", fmt.Errorf("there is no decision %q", in.Decision))
	}
	return s.desk.AnswerConsent(run, in.Question, in.Decision, in.Queries)
}

// item is one to add to the plan.
type item struct {
	Task string `json:"task"`
}

// position is one that a run is forked from.
type position struct {
	Checkpoint int `json:"checkpoint"` // 0 is the last
}

func (s *Server) fork(r *http.Request) (any, error) {
	in, err := body[position](r)
	if err != nil {
		return nil, err
	}
	return s.desk.ForkRun(r.PathValue("id"), in.Checkpoint)
}
