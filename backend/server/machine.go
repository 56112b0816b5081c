package server

import "net/http"

func (s *Server) machineRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/status", get(shown(s.desk.Status)))
	mux.HandleFunc("GET /api/models", get(shown(s.desk.Think)))
	mux.HandleFunc("POST /api/models", get(told(func(_ string, in pulled) error { return s.desk.PullModel(in.Name) })))
	mux.HandleFunc("GET /api/settings", get(shown(s.desk.Settings)))
	mux.HandleFunc("PUT /api/settings/{id}", get(told(func(name string, in changed) error { return s.desk.ChangeSetting(name, in.Value) })))
	mux.HandleFunc("GET /api/doctor", get(shown(s.desk.Doctor)))
	mux.HandleFunc("GET /api/connections", get(shown(s.desk.Connections)))
}

// pulled names a model to download.
type pulled struct {
	Name string `json:"name"`
}

// changed is a setting's new value.
type changed struct {
	Value string `json:"value"`
}
