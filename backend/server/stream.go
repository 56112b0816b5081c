package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"rabbithole/backend/desk"
)

// heartbeat is how often a stream without news says that it lives, so that the other side notices when it does not.
const heartbeat = 15 * time.Second

// stream writes server-sent events. The first failure to write is the last: whoever writes looks at err.
type stream struct {
	w   http.ResponseWriter
	out *http.ResponseController
	err error // why nothing can be written any more
}

func newStream(w http.ResponseWriter) stream {
	return stream{w: w, out: http.NewResponseController(w)}
}

// begin says what follows. A browser that loses a stream which it can ask for again does so after a second.
func (s *stream) begin(again bool) {
	s.w.Header().Set("Content-Type", "text/event-stream")
	s.w.Header().Set("Cache-Control", "no-store")
	text := "" // that it has begun is told at once all the same
	if again {
		text = "retry: 1000\n\n"
	}
	s.write(text)
}

// send writes one event; without a name when it has none, without an ID when that is 0.
func (s *stream) send(id int64, name string, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		return // its parts came from JSON
	}
	text := fmt.Sprintf("data: %s\n\n", raw)
	if name != "" {
		text = "event: " + name + "\n" + text
	}
	if id != 0 {
		text = fmt.Sprintf("id: %d\n", id) + text
	}
	s.write(text)
}

// alive says that the stream lives.
func (s *stream) alive() { s.write(": alive\n\n") }

func (s *stream) write(text string) {
	if s.err == nil {
		_, s.err = s.w.Write([]byte(text))
	}
	if s.err == nil {
		s.err = s.out.Flush()
	}
}

// streamed answers with a stream where its client may open one more, and else says so before anything begins.
func (s *Server) streamed(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		client := asker(r)
		if err := s.streams.take(client); err != nil {
			p := problem(desk.FaultOf(err))
			p.Reason = desk.ReasonTooMany
			failWith(w, http.StatusTooManyRequests, p)
			return
		}
		defer s.streams.leave(client)
		h(w, r)
	}
}
