package fake

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
)

// Server is a scripted model server that speaks the part of Ollama's API that Rabbithole uses. Set its fields before the first
// request; Handle and Fail may be replaced with Script and Break while it runs.
type Server struct {
	URL    *url.URL
	Models []InstalledModel
	// Handle answers a chat; Sensible when nil.
	Handle func(ChatRequest) ChatReply
	// Trial judges the sentences that test a model; nil judges them rightly. Neither Handle nor Fail hears of a test, and Requests leaves it out.
	Trial func(ctx context.Context) ChatReply
	// Vector embeds a text; a deterministic bag of words when nil.
	Vector func(text string) []float32
	// Fail (may be nil) is asked before every chat and embedding request.
	Fail func(Request) Failure

	mu       sync.Mutex
	requests []Request
	pulled   []string
	quit     chan struct{}
}

// InstalledModel is a model that the server says it has.
type InstalledModel struct {
	Name         string // with its tag: "qwen3:14b"
	Digest       string
	Parameters   string
	Bytes        int64
	MaxCtx       int
	Capabilities []string // "completion", "thinking", "vision", "embedding"
	RemoteHost   string
}

// Request is one request that the server got.
type Request struct {
	Path string
	Chat *api.ChatRequest  // for /api/chat
	Emb  *api.EmbedRequest // for /api/embed
}

// Loads tells whether this is a chat request without messages, which only loads the model.
func (r Request) Loads() bool { return r.Chat != nil && len(r.Chat.Messages) == 0 }

// Step is the step of research or of an answer that a chat asks for; "" for any other request.
func (r Request) Step() string {
	if r.Chat == nil {
		return ""
	}
	return newChatRequest(*r.Chat).Step
}

// Failure makes one request go wrong. The zero value is no failure.
type Failure struct {
	Status  int             // answer with this HTTP status and Message
	Message string          // also: an error in the stream when Status is 0
	Stall   time.Duration   // send nothing for this long (or until the request is closed), then go on
	Held    <-chan struct{} // unless nil: send nothing until it is closed (or the request is), whatever Stall says
	Midway  bool            // the stall comes after half of the reply
	Die     bool            // break the connection, after half of the reply when it streams
}

// NewServer is Serve for a test, with which the server ends.
func NewServer(t testing.TB) *Server {
	t.Helper()
	s, stop := Serve()
	t.Cleanup(stop)
	return s
}

// Serve starts a server with two models, qwen3:14b and nomic-embed-text:latest, that answers chats with Sensible, until stop is called.
func Serve() (s *Server, stop func()) {
	s = &Server{quit: make(chan struct{}), Models: []InstalledModel{
		{Name: "qwen3:14b", Digest: strings.Repeat("a1", 32), Parameters: "14.8B", Bytes: 9_300_000_000, MaxCtx: 40960,
			Capabilities: []string{"completion", "tools", "thinking"}},
		{Name: "nomic-embed-text:latest", Digest: strings.Repeat("b2", 32), Parameters: "137M", Bytes: 274_000_000, MaxCtx: 2048,
			Capabilities: []string{"embedding"}},
	}}
	web := httptest.NewServer(s.routes())
	s.URL = &url.URL{Scheme: "http", Host: web.Listener.Addr().String()}
	return s, func() { close(s.quit); web.Close() }
}

// Script replaces Handle.
func (s *Server) Script(handle func(ChatRequest) ChatReply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Handle = handle
}

// Break replaces Fail.
func (s *Server) Break(fail func(Request) Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Fail = fail
}

// Requests returns all requests so far, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Chats returns the chat requests so far that asked something.
func (s *Server) Chats() []ChatRequest {
	var list []ChatRequest
	for _, r := range s.Requests() {
		if r.Chat != nil && !r.Loads() {
			list = append(list, newChatRequest(*r.Chat))
		}
	}
	return list
}

// Pulled returns the names that were pulled.
func (s *Server) Pulled() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.pulled...)
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/version", s.plain(func(*http.Request) any { return map[string]string{"version": "0.17.4"} }))
	mux.HandleFunc("GET /api/tags", s.plain(s.tags))
	mux.HandleFunc("GET /api/ps", s.plain(func(*http.Request) any { return api.ProcessResponse{} }))
	mux.HandleFunc("POST /api/show", s.show)
	mux.HandleFunc("POST /api/pull", s.pull)
	mux.HandleFunc("POST /api/chat", s.chat)
	mux.HandleFunc("POST /api/embed", s.embed)
	mux.HandleFunc("POST /api/generate", s.plain(func(*http.Request) any { return api.GenerateResponse{Done: true, DoneReason: "unload"} }))
	return mux
}

func (s *Server) plain(answer func(*http.Request) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.note(Request{Path: r.URL.Path})
		writeJSON(w, http.StatusOK, answer(r))
	}
}

// note records a request and returns what is to happen to it.
func (s *Server) note(r Request) Failure {
	s.mu.Lock()
	s.requests = append(s.requests, r)
	fail := s.Fail
	s.mu.Unlock()
	if fail == nil || r.Chat == nil && r.Emb == nil {
		return Failure{}
	}
	return fail(r)
}

// suffer acts a failure out; false when the request is over.
func (s *Server) suffer(w http.ResponseWriter, r *http.Request, f Failure) bool {
	if !f.Midway && !s.stall(r, f) {
		return false
	}
	if f.Status != 0 {
		writeJSON(w, f.Status, map[string]string{"error": f.Message})
		return false
	}
	return true
}

// stall waits; false when the request ended meanwhile.
func (s *Server) stall(r *http.Request, f Failure) bool {
	over := time.After(f.Stall)
	if f.Held != nil {
		over = nil
	}
	select {
	case <-over:
		return true
	case <-f.Held:
		return true
	case <-r.Context().Done():
	case <-s.quit:
	}
	return false
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}
