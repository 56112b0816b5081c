package fake

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/ollama/ollama/api"
)

func (s *Server) tags(*http.Request) any {
	var list api.ListResponse
	for _, m := range s.models() {
		list.Models = append(list.Models, api.ListModelResponse{Name: m.Name, Model: m.Name, Size: m.Bytes, Digest: m.Digest,
			RemoteHost: m.RemoteHost, Details: api.ModelDetails{ParameterSize: m.Parameters}})
	}
	return list
}

func (s *Server) models() []InstalledModel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]InstalledModel(nil), s.Models...)
}

func (s *Server) model(name string) (InstalledModel, bool) {
	if !strings.Contains(name, ":") {
		name += ":latest"
	}
	for _, m := range s.models() {
		if m.Name == name {
			return m, true
		}
	}
	return InstalledModel{}, false
}

// show gives the facts of a model shaped like a 14B one: 160 KB of cache per token.
func (s *Server) show(w http.ResponseWriter, r *http.Request) {
	s.note(Request{Path: r.URL.Path})
	var req api.ShowRequest
	json.NewDecoder(r.Body).Decode(&req)
	m, ok := s.model(req.Model)
	if !ok {
		writeJSON(w, http.StatusNotFound, map[string]string{"error": "model '" + req.Model + "' not found"})
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"capabilities": m.Capabilities,
		"remote_host":  m.RemoteHost,
		"details":      map[string]string{"parameter_size": m.Parameters},
		"model_info": map[string]any{"general.architecture": "fake", "fake.context_length": m.MaxCtx, "fake.block_count": 40,
			"fake.attention.head_count": 40, "fake.attention.head_count_kv": 8, "fake.attention.key_length": 128},
	})
}

// pull reports progress and then has the model; a name that begins with "unknown" is not in the library.
func (s *Server) pull(w http.ResponseWriter, r *http.Request) {
	s.note(Request{Path: r.URL.Path})
	var req api.PullRequest
	json.NewDecoder(r.Body).Decode(&req)
	out := json.NewEncoder(w)
	if strings.HasPrefix(req.Model, "unknown") {
		out.Encode(map[string]string{"error": "pull model manifest: file does not exist"})
		return
	}
	for _, p := range []api.ProgressResponse{
		{Status: "pulling manifest"},
		{Status: "pulling layer", Digest: "sha256:1", Total: 1000, Completed: 400},
		{Status: "pulling layer", Digest: "sha256:1", Total: 1000, Completed: 1000},
		{Status: "success"},
	} {
		out.Encode(p)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pulled = append(s.pulled, req.Model)
	s.Models = append(s.Models, InstalledModel{Name: req.Model, Digest: strings.Repeat("c3", 32), Bytes: 1000, MaxCtx: 8192,
		Capabilities: []string{"completion"}})
}
