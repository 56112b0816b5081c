package server

import (
	_ "embed"
	"io/fs"
	"net/http"
)

// The API's description; a test holds it against the running server.
//
//go:embed openapi.json
var description []byte

// forPrograms is where every answer is JSON, a refusal too.
var forPrograms = []string{"/api/", "/v1/", "/bridge/", searchPath}

// routes is every address that is served.
func (s *Server) routes(ui fs.FS) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", page(ui))
	mux.HandleFunc("GET /bridge.js", bridge)
	mux.HandleFunc("GET /bridge/socket", s.socket)
	mux.HandleFunc("PUT /bridge/upload/{name...}", s.upload)
	mux.HandleFunc("/files/", get(nowhere))
	mux.Handle("GET /files/{hash}", Files(s.desk))

	for _, address := range forPrograms {
		mux.HandleFunc(address, get(nowhere))
	}
	mux.HandleFunc("GET /api/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		serveBytes(w, r, "application/json", description)
	})
	s.libraryRoutes(mux)
	s.runRoutes(mux)
	s.sessionRoutes(mux)
	s.explorationRoutes(mux)
	s.reportRoutes(mux)
	s.machineRoutes(mux)
	s.chatRoutes(mux)
	s.discoveryRoutes(mux)
	s.articleRoutes(mux)
	return mux
}
