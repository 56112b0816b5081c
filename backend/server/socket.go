package server

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"rabbithole/backend/fault"
)

// Bounds of a socket.
const (
	callLimit   = 16 << 20         // bytes of one call
	callsAtOnce = 64               // calls of a page that may be under way or wait for their turn; further ones are not read yet
	writeWait   = 30 * time.Second // for a page that does not read
)

// call is what a page sends; its answer carries the same ID.
type call struct {
	ID   int64             `json:"id"`
	Call string            `json:"call"`
	Args []json.RawMessage `json:"args"`
}

// reply answers a call: with a result, or with the JSON of a desk.Fault.
type reply struct {
	ID     int64           `json:"id"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  string          `json:"error,omitempty"`
}

// socket speaks with one page. Calls, results and events share one queue, so that an event which was emitted before a call returned is
// seen before its result, as in the window.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	conn, err := accept(w, r)
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()
	conn.SetReadLimit(callLimit)
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	defer context.AfterFunc(r.Context(), stop)()
	if proof := proveSocket(r); proof != nil && write(ctx, conn, proof) != nil {
		return
	}
	q := s.hub.listen()
	defer s.hub.leave(q)

	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() {
		defer stop()
		deliver(ctx, conn, q)
	})
	p, _ := r.Context().Value(passKey{}).(*pass)
	valid := func() bool { return p == nil || s.door.passes.current() == p }
	s.listen(ctx, conn, q, valid, &work)
	stop()
}

// accept opens a socket, or answers that it cannot.
func accept(w http.ResponseWriter, r *http.Request) (*websocket.Conn, error) {
	kept := &refusal{ResponseWriter: w}
	conn, err := websocket.Accept(kept, r, nil)
	if kept.status != 0 {
		failWith(w, kept.status, problem{Message: strings.TrimSpace(kept.said.String()), Kind: string(fault.Usage), Hint: "Open it as a WebSocket."})
	}
	return conn, err
}

// refusal keeps an error that is answered as text, to be told as the API tells errors.
type refusal struct {
	http.ResponseWriter
	status int // 0 unless it is an error
	said   strings.Builder
}

// Unwrap returns what a connection is taken over from.
func (r *refusal) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// WriteHeader passes on what is no error.
func (r *refusal) WriteHeader(status int) {
	if status < http.StatusBadRequest {
		r.ResponseWriter.WriteHeader(status)
		return
	}
	r.status = status
}

// Write keeps what is said of an error.
func (r *refusal) Write(data []byte) (int, error) {
	if r.status != 0 {
		return r.said.Write(data)
	}
	return r.ResponseWriter.Write(data)
}

// listen reads calls, and pieces of files, until the page goes away, the server ends, or what let the page in is not valid any more.
func (s *Server) listen(ctx context.Context, conn *websocket.Conn, q *queue, valid func() bool, work *sync.WaitGroup) {
	slots, l, files := make(chan struct{}, callsAtOnce), &line{}, &arrivals{open: map[string]*arrival{}}
	defer files.end()
	for {
		kind, data, err := conn.Read(ctx)
		if err != nil || !valid() {
			return
		}
		var c call
		answer := func() []byte { return s.take(files, data) }
		if kind == websocket.MessageText {
			if err := json.Unmarshal(data, &c); err != nil {
				conn.Close(websocket.StatusInvalidFramePayloadData, "not a call")
				return
			}
			answer = func() []byte { return s.answer(c) }
		}
		slots <- struct{}{}
		work.Go(func() {
			defer func() { <-slots }()
			s.turns.do(ctx, l, func() { q.push(message{raw: answer()}) })
		})
	}
}

// answer executes a call.
func (s *Server) answer(c call) []byte {
	result, err := s.bound.call(c.Call, c.Args)
	return replyOf(reply{ID: c.ID, Result: result}, err)
}

// replyOf writes a reply down: its result, or the error.
func replyOf(out reply, err error) []byte {
	if err != nil {
		out = reply{ID: out.ID, Error: faultText(err)}
	}
	raw, err := json.Marshal(out)
	if err != nil {
		raw, _ = json.Marshal(reply{ID: out.ID, Error: faultText(err)})
	}
	return raw
}

// deliver writes what comes into the queue, in order.
func deliver(ctx context.Context, conn *websocket.Conn, q *queue) {
	for {
		select {
		case <-ctx.Done():
			conn.Close(websocket.StatusGoingAway, "the program ends")
			return
		case <-q.ready:
		}
		items, ok := q.take()
		for _, m := range items {
			if err := write(ctx, conn, m.raw); err != nil {
				return
			}
		}
		if !ok {
			conn.Close(websocket.StatusTryAgainLater, "too far behind")
			return
		}
	}
}

func write(ctx context.Context, conn *websocket.Conn, raw []byte) error {
	ctx, done := context.WithTimeout(ctx, writeWait)
	defer done()
	return conn.Write(ctx, websocket.MessageText, raw)
}
