package server

import (
	"net/http"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/flow/answer"
)

// chatRequest is a message of a conversation. The web is only used by one that says so, which is the consent to what its run sends.
type chatRequest struct {
	ConversationID string   `json:"conversationId"` // "" begins a new one
	Message        string   `json:"message"`
	Mode           string   `json:"mode"`  // "chat" or "deep_research"; "" is chat
	Web            bool     `json:"web"`   // the web may be searched and read
	Hosts          []string `json:"hosts"` // with web: pages of these hosts alone
	Collections    []string `json:"collections"`
	Documents      []string `json:"documents"`
	Engine         string   `json:"engine"`
	Model          string   `json:"model"`
}

func (q chatRequest) question() core.Ask {
	return core.Ask{Question: q.Message, Profile: answer.Profile(q.Mode), Web: webOf(q.Web, q.Hosts), Consented: q.Web, Collections: q.Collections,
		Documents: q.Documents,
		Engine:    settings.Engine(q.Engine), Model: q.Model, Follows: q.ConversationID, Hosts: q.Hosts}
}

// webOf is how far a request may go that says whether the web may be used, and which hosts of it alone.
func webOf(web bool, hosts []string) core.WebPolicy {
	switch {
	case web && len(hosts) > 0:
		return core.WebListed
	case web:
		return core.WebOpen
	}
	return core.WebOff
}

func (s *Server) chatRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /v1/chat/messages", s.streamed(s.chat))
	mux.HandleFunc("GET /v1/chat/conversations", get(shown(s.desk.Conversations)))
	mux.HandleFunc("GET /v1/chat/conversations/{id}", get(func(r *http.Request) (any, error) { return s.desk.Conversation(r.PathValue("id")) }))
	mux.HandleFunc("DELETE /v1/chat/conversations/{id}", get(named(s.desk.DeleteConversation)))
}

// chat answers a message as a stream. What is wrong with the request is told before the stream begins, with a status.
func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	limit(w, r)
	in, err := body[chatRequest](r)
	if err != nil {
		fail(w, err)
		return
	}
	http.NewResponseController(w).SetReadDeadline(time.Time{}) // the request is read; that nobody reads the answer any more is noticed all the same
	events, err := subscribe(s.desk)                           // before the run begins, so that nothing of it is missed
	if err != nil {
		fail(w, err)
		return
	}
	defer events.Close()
	run, err := s.desk.StartAsk(in.question())
	if err != nil {
		fail(w, err)
		return
	}
	t := &teller{listening: listening{run: run.ID, desk: s.desk, events: events}, stream: newStream(w)}
	if !t.tell(r.Context(), s.ctx) {
		s.desk.CancelRun(run.ID) // nobody reads on: nothing more leaves for them. It can be resumed
	}
}
