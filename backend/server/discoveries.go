package server

import (
	"net/http"

	"rabbithole/backend/core"
)

func (s *Server) discoveryRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET "+searchPath, s.searchSocket)
	mux.HandleFunc("POST /api/discoveries", s.discover)
	mux.HandleFunc("GET /api/discoveries/{id}", s.ofRun(get(func(r *http.Request) (any, error) { return s.desk.Discovered(r.PathValue("id")) })))
	mux.HandleFunc("GET /api/trails", get(shown(s.desk.Trails)))
	mux.HandleFunc("GET /api/trails/{id}", get(func(r *http.Request) (any, error) { return s.desk.Trail(r.PathValue("id")) }))
	mux.HandleFunc("DELETE /api/trails/{id}", get(named(s.desk.DeleteTrail)))
}

// discover begins a discovery. Its picture may come along in base64, as over the socket.
func (s *Server) discover(w http.ResponseWriter, r *http.Request) {
	limitTo(w, r, searchLimit)
	in, err := body[core.Discover](r)
	if err != nil {
		fail(w, err)
		return
	}
	run, err := s.desk.StartDiscover(in)
	if err != nil {
		fail(w, err)
		return
	}
	writeJSON(w, http.StatusCreated, run)
}
