package server

import (
	"net/http"

	"rabbithole/backend/desk"
)

func (s *Server) runRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/runs", get(func(*http.Request) (any, error) { return s.desk.Runs() }))
	mux.HandleFunc("POST /api/runs", api(http.StatusCreated, func(r *http.Request) (any, error) {
		wish, err := body[desk.Wish](r)
		if err != nil {
			return nil, err
		}
		return s.desk.StartResearch(wish)
	}))
	mux.HandleFunc("POST /api/runs/estimate", get(func(r *http.Request) (any, error) {
		wish, err := body[desk.Wish](r)
		if err != nil {
			return nil, err
		}
		return s.desk.EstimateRun(wish)
	}))
	mux.HandleFunc("GET /api/runs/search", get(func(r *http.Request) (any, error) { return s.desk.SearchRuns(r.URL.Query().Get("q")) }))
}
