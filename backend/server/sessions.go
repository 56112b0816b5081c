package server

import (
	"context"
	"net/http"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/flow/research"
)

// session is a run as it stands: in the specification's shapes, and beside them everything the user interface knows.
type session struct {
	research.AgentState
	desk.Snapshot
}

func (s *Server) sessionRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/sessions/{id}", get(s.session))
	mux.HandleFunc("DELETE /api/sessions/{id}", get(plain(s.desk.DeleteRun)))
	mux.HandleFunc("GET /api/sessions/{id}/events", s.events)
	mux.HandleFunc("GET /api/sessions/{id}/checkpoints", get(func(r *http.Request) (any, error) { return s.desk.Checkpoints(r.PathValue("id")) }))
	mux.HandleFunc("POST /api/sessions/{id}/answers", get(s.sendAnswers))
	mux.HandleFunc("POST /api/sessions/{id}/plan", get(s.sendPlan))
	mux.HandleFunc("POST /api/sessions/{id}/items", get(s.sendItem))
	mux.HandleFunc("POST /api/sessions/{id}/dig", get(s.sendDig))
	mux.HandleFunc("POST /api/sessions/{id}/stop", get(s.sendStop))
	mux.HandleFunc("POST /api/sessions/{id}/finish", get(plain(s.desk.FinishRun)))
	mux.HandleFunc("POST /api/sessions/{id}/pause", get(plain(s.desk.PauseRun)))
	mux.HandleFunc("POST /api/sessions/{id}/cancel", get(plain(s.desk.CancelRun)))
	mux.HandleFunc("POST /api/sessions/{id}/resume", get(func(r *http.Request) (any, error) { return s.desk.ResumeRun(r.PathValue("id")) }))
	mux.HandleFunc("POST /api/sessions/{id}/fork", api(http.StatusCreated, s.fork))
}

// plain is a request that names a run and says nothing more.
func plain(do func(run string) error) handler {
	return func(r *http.Request) (any, error) { return nil, do(r.PathValue("id")) }
}

func (s *Server) session(r *http.Request) (any, error) {
	snapshot, err := s.desk.Snapshot(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	state, err := desk.Ask(s.desk, func(c *core.Core, ctx context.Context) (research.AgentState, error) {
		return c.Export(ctx, snapshot.Run.ID)
	})
	return session{state, snapshot}, err
}

// answers are those to a round of clarification questions.
type answers struct {
	Question string `json:"question"` // ID
	research.ClarifyAnswer
}

func (s *Server) sendAnswers(r *http.Request) (any, error) {
	in, err := body[answers](r)
	if err != nil {
		return nil, err
	}
	return nil, s.desk.AnswerQuestions(r.PathValue("id"), in.Question, in.ClarifyAnswer)
}

// plan is a list of items. With a question it approves the plan that waits, without one it edits that of a run at work.
type plan struct {
	Question string `json:"question"` // ID, or ""
	research.PlanAnswer
}

func (s *Server) sendPlan(r *http.Request) (any, error) {
	in, err := body[plan](r)
	switch {
	case err != nil:
		return nil, err
	case in.Question == "":
		return nil, s.desk.EditPlan(r.PathValue("id"), in.Items)
	}
	return nil, s.desk.ApprovePlan(r.PathValue("id"), in.Question, in.Items)
}

func (s *Server) sendItem(r *http.Request) (any, error) {
	in, err := body[struct {
		Task string `json:"task"`
	}](r)
	if err != nil {
		return nil, err
	}
	return nil, s.desk.AddItem(r.PathValue("id"), in.Task)
}

func (s *Server) sendDig(r *http.Request) (any, error) {
	in, err := body[struct {
		Evidence string `json:"evidence"`
	}](r)
	if err != nil {
		return nil, err
	}
	return nil, s.desk.Dig(r.PathValue("id"), in.Evidence)
}

func (s *Server) sendStop(r *http.Request) (any, error) {
	in, err := body[research.Spot](r)
	if err != nil {
		return nil, err
	}
	return nil, s.desk.StopHere(r.PathValue("id"), in)
}

func (s *Server) fork(r *http.Request) (any, error) {
	in, err := body[struct {
		Checkpoint int `json:"checkpoint"`
	}](r)
	if err != nil {
		return nil, err
	}
	return s.desk.ForkRun(r.PathValue("id"), in.Checkpoint)
}
