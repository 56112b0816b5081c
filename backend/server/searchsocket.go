package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
)

// searchPath is where queries are asked over a socket.
const searchPath = "/ws/search"

// searchLimit is the most bytes of a query, its picture in base64 included.
const searchLimit = 12 << 20

// searchQuery is what a client sends.
type searchQuery struct {
	Text   string  `json:"text"`
	Image  *string `json:"image"` // base64 or null
	Source string  `json:"source"`
}

// What a client is sent, under the specification's names. An error ends a query as done does.
type (
	searchHeadline struct {
		Type string `json:"type"` // "headline"
		discover.Headline
	}
	searchChunk struct {
		Type string `json:"type"` // "summary_chunk"
		discover.Chunk
	}
	searchImage struct {
		Type string `json:"type"` // "image"
		discover.Picture
	}
	searchDone struct {
		Type string `json:"type"` // "done"
	}
	searchError struct {
		Type    string `json:"type"` // "error"
		Message string `json:"message"`
		Hint    string `json:"hint"` // what to do about it
	}
)

// searchSocket speaks with one client over GET /ws/search: a query at a time, each answered by a discovery as it comes about. With
// ?web=open the web may be used, which is the consent to what the discoveries send.
func (s *Server) searchSocket(w http.ResponseWriter, r *http.Request) {
	full := s.sockets.take(asker(r))
	if full == nil {
		defer s.sockets.leave(asker(r))
	}
	conn, err := accept(w, r)
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()
	if full != nil { // told over the socket: a browser's page sees no status of a refused one
		(&searchClient{conn: conn}).fail(s.ctx, full)
		conn.Close(websocket.StatusTryAgainLater, "too many sockets are open")
		return
	}
	conn.SetReadLimit(searchLimit)
	ctx, stop := context.WithCancel(s.ctx)
	defer context.AfterFunc(r.Context(), stop)()
	c := &searchClient{server: s, conn: conn, web: core.WebPolicy(r.URL.Query().Get("web"))}
	defer c.work.Wait() // stopped before it is waited for
	defer stop()
	c.work.Go(func() { c.keepAlive(ctx, stop) })
	c.listen(ctx)
	if s.ctx.Err() != nil {
		conn.Close(websocket.StatusGoingAway, "the program ends")
	}
}

// searchClient is who asks over one socket.
type searchClient struct {
	server *Server
	conn   *websocket.Conn
	web    core.WebPolicy
	busy   atomic.Bool // a query is being answered
	work   sync.WaitGroup
}

// errBusy is why a socket takes no second query.
var errBusy = errors.New("one is being answered")

// listen reads queries until the client goes away or the server ends.
func (c *searchClient) listen(ctx context.Context) {
	for {
		kind, data, err := c.conn.Read(ctx)
		if err != nil {
			return
		}
		var q searchQuery
		switch err := json.Unmarshal(data, &q); {
		case err != nil || kind != websocket.MessageText:
			c.fail(ctx, fault.New("read the query", fault.Usage, `Send a text message such as {"text": "radon in cellars", "image": null, "source": "home"}.`, err))
		case !c.busy.CompareAndSwap(false, true):
			c.fail(ctx, fault.New("answer the query", fault.Locked, "Wait for done, or open another socket.", errBusy))
		default:
			c.work.Go(func() { c.answer(ctx, q) })
		}
	}
}

// keepAlive notices a client that is gone without a word.
func (c *searchClient) keepAlive(ctx context.Context, stop context.CancelFunc) {
	defer stop()
	for tick := time.NewTicker(heartbeat); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
		wait, done := context.WithTimeout(ctx, writeWait)
		err := c.conn.Ping(wait)
		if done(); err != nil {
			return
		}
	}
}

// answer runs a discovery and tells of it as it comes about. It is cancelled when the client goes away: nothing more leaves for them.
func (c *searchClient) answer(ctx context.Context, q searchQuery) {
	events, err := subscribe(c.server.desk) // before the run begins, so that nothing of it is missed
	if err != nil {
		c.end(ctx, searchFailed(err))
		return
	}
	defer events.Close()
	run, err := c.server.desk.StartDiscover(c.curiosity(q))
	if err != nil {
		c.end(ctx, searchFailed(err))
		return
	}
	l := listening{run: run.ID, desk: c.server.desk, events: events}
	for {
		select {
		case <-ctx.Done():
			if c.server.ctx.Err() == nil { // else the desk pauses it
				c.server.desk.CancelRun(run.ID)
			}
			return
		case e := <-events.C:
			if end, err := l.heard(e, func(e event.Event) bool { return c.say(ctx, e) }); end {
				return
			} else if err != nil {
				c.server.desk.CancelRun(run.ID) // nobody hears of it any more
				c.end(ctx, searchFailed(err))
				return
			}
		}
	}
}

func (c *searchClient) curiosity(q searchQuery) core.Discover {
	out := core.Discover{Query: q.Text, Source: q.Source, Web: c.web, Consented: c.web != ""}
	if q.Image != nil && *q.Image != "" {
		out.Image = *q.Image
		if !strings.HasPrefix(out.Image, "data:") { // a path means nothing here
			out.Image = "data:;base64," + out.Image
		}
	}
	return out
}

// say tells of an event, and reports whether it was the end.
func (c *searchClient) say(ctx context.Context, e event.Event) (end bool) {
	switch e.Kind {
	case discover.EventHeadline:
		c.tell(ctx, e, func() any { return &searchHeadline{Type: "headline"} })
	case discover.EventSummary:
		c.tell(ctx, e, func() any { return &searchChunk{Type: "summary_chunk"} })
	case discover.EventImage:
		c.tell(ctx, e, func() any { return &searchImage{Type: "image"} })
	case graph.RunFinished:
		c.end(ctx, searchDone{"done"})
		return true
	case graph.RunFailed, graph.RunCancelled, graph.RunPaused, graph.RunWaiting:
		c.end(ctx, searchStopped(e))
		return true
	}
	return false
}

// tell sends the data of an event as a message of its type: the fields that the message has are those that are taken.
func (c *searchClient) tell(ctx context.Context, e event.Event, message func() any) {
	m := message()
	if json.Unmarshal(e.Data, m) == nil {
		c.send(ctx, m)
	}
}

// end sends the last message of a query. The next may come.
func (c *searchClient) end(ctx context.Context, message any) {
	c.busy.Store(false)
	c.send(ctx, message)
}

func (c *searchClient) fail(ctx context.Context, err error) { c.send(ctx, searchFailed(err)) }

func (c *searchClient) send(ctx context.Context, message any) {
	raw, err := json.Marshal(message)
	if err != nil {
		return // its parts came from JSON
	}
	if err := write(ctx, c.conn, raw); err != nil {
		c.conn.CloseNow() // who does not read is not written to: listen ends
	}
}

func searchFailed(err error) searchError {
	f := desk.FaultOf(err)
	return searchError{"error", f.Message, f.Hint}
}

// searchStopped tells of a run that came to rest without an answer.
func searchStopped(e event.Event) searchError {
	p := stoppedAs(e)
	return searchError{"error", p.Message, p.Hint}
}
