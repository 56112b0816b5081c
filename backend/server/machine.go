package server

import (
	"net/http"
)

func (s *Server) machineRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/status", get(func(*http.Request) (any, error) { return s.desk.Status() }))
	mux.HandleFunc("GET /api/models", get(func(*http.Request) (any, error) { return s.desk.Think() }))
	mux.HandleFunc("POST /api/models", get(func(r *http.Request) (any, error) {
		in, err := body[struct {
			Name string `json:"name"`
		}](r)
		if err != nil {
			return nil, err
		}
		return nil, s.desk.PullModel(in.Name)
	}))
	mux.HandleFunc("GET /api/settings", get(func(*http.Request) (any, error) { return s.desk.Settings() }))
	mux.HandleFunc("PUT /api/settings/{name}", get(func(r *http.Request) (any, error) {
		in, err := body[struct {
			Value string `json:"value"`
		}](r)
		if err != nil {
			return nil, err
		}
		return nil, s.desk.ChangeSetting(r.PathValue("name"), in.Value)
	}))
	mux.HandleFunc("GET /api/doctor", get(func(*http.Request) (any, error) { return s.desk.Doctor() }))
	mux.HandleFunc("GET /api/connections", get(func(*http.Request) (any, error) { return s.desk.Connections() }))
}
