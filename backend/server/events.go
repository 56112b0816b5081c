package server

import (
	"context"
	"net/http"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
)

// eventsAtOnce is the most events of one answer, and of one look of a stream.
const eventsAtOnce = 1000

// happened is a stretch of a run's durable events. When there are as many as were asked for, more may follow Last.
type happened struct {
	Events []desk.Event `json:"events"`
	Last   int64        `json:"last"` // Seq to ask on from
}

// events answers with a run's events after ?since=: as JSON or, for who accepts that, as a stream.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	if !strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		get(s.eventsSince)(w, r)
		return
	}
	run, since, err := s.position(r)
	if err != nil {
		fail(w, err)
		return
	}
	f := &follower{run: run, last: since, w: w, out: http.NewResponseController(w), desk: s.desk}
	f.follow(r.Context(), s.ctx, s.hub)
}

func (s *Server) eventsSince(r *http.Request) (any, error) {
	run, since, err := s.position(r)
	if err != nil {
		return nil, err
	}
	limit, err := number(r.URL.Query(), "limit", eventsAtOnce)
	if err != nil {
		return nil, err
	}
	out := happened{Last: since}
	if out.Events, err = s.desk.EventsSince(run, since, int(min(max(limit, 1), eventsAtOnce))); len(out.Events) > 0 {
		out.Last = out.Events[len(out.Events)-1].Seq
	}
	return out, err
}

// position is the run that a request names, and the Seq it has seen: ?since=, or what a browser sends when it connects again.
func (s *Server) position(r *http.Request) (run string, since int64, err error) {
	run, err = desk.Ask(s.desk, func(c *core.Core, ctx context.Context) (string, error) {
		found, err := c.Run(ctx, r.PathValue("id"))
		return found.ID, err
	})
	if err != nil {
		return "", 0, err
	}
	q := r.URL.Query()
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		q.Set("since", last)
	}
	since, err = number(q, "since", 0)
	return run, since, err
}
