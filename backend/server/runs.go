package server

import "net/http"

func (s *Server) runRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/runs", get(shown(s.desk.Runs)))
	mux.HandleFunc("POST /api/runs", api(http.StatusCreated, asked(s.desk.StartResearch)))
	mux.HandleFunc("POST /api/runs/estimate", get(asked(s.desk.EstimateRun)))
	mux.HandleFunc("GET /api/runs/search", get(func(r *http.Request) (any, error) { return s.desk.SearchRuns(r.URL.Query().Get("q")) }))
}
