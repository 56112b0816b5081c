package server

import (
	"net/http"
	"strings"

	"rabbithole/backend/desk"
)

// eventsAtOnce is the most events of one answer, and of one look of a stream.
const eventsAtOnce = 1000

// happened is a stretch of a run's durable events. When there are as many as were asked for, more may follow Last.
type happened struct {
	Events []desk.Event `json:"events"`
	Last   int64        `json:"last"` // Seq to ask on from
}

// events answers with a run's events after those that were seen: as JSON or, for who accepts that, as a stream.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	if !strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		get(s.eventsSince)(w, r)
		return
	}
	s.streamed(s.eventStream)(w, r)
}

func (s *Server) eventStream(w http.ResponseWriter, r *http.Request) {
	last, err := seen(r)
	if err != nil {
		fail(w, err)
		return
	}
	f := &follower{stream: newStream(w), run: r.PathValue("id"), last: last, desk: s.desk}
	f.follow(r.Context(), s.ctx, s.hub)
}

func (s *Server) eventsSince(r *http.Request) (any, error) {
	last, err := seen(r)
	if err != nil {
		return nil, err
	}
	limit, err := number(r.URL.Query(), "limit", eventsAtOnce)
	if err != nil {
		return nil, err
	}
	out := happened{Last: last}
	if out.Events, err = s.desk.EventsSince(r.PathValue("id"), last, int(min(limit, eventsAtOnce))); len(out.Events) > 0 {
		out.Last = out.Events[len(out.Events)-1].Seq
	}
	return out, err
}

// seen is the Seq of the last event that was seen: what a browser sends when it connects again, or ?since=.
func seen(r *http.Request) (int64, error) {
	q := r.URL.Query()
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		q.Set("since", last)
	}
	return number(q, "since", 0)
}
