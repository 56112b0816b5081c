// Package server shows the reading desk in a browser, and to programs: over HTTP, on this machine alone.
//
// It serves the user interface with a script that gives the page what the window's toolkit gives it, over one socket; beside it an API
// of JSON and server-sent events that docs/http.md describes. It promises to listen on loopback only, to answer nobody who does not know
// its token, and to run nothing that stands in a document. It refuses to know how research is done: handlers are a few lines over desk.
package server

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"strconv"
	"time"

	"rabbithole/backend/desk"
	"rabbithole/backend/fault"
)

// Server answers requests for one desk.
type Server struct {
	desk  *desk.Desk
	hub   *Hub
	bound bound
	door  *door
	turns *turns // of calls over sockets

	waiting waiting
	sockets *seats // for queries
	streams *seats
	wait    time.Duration // how long a client may leave unread what it is sent
	http    *http.Server
	ctx     context.Context // of sockets and streams; ends with the server
	stop    context.CancelFunc
}

// New returns a server of the desk. Hub is the desk's Emitter, token tells what lets in at the moment, ui is the built user interface.
func New(d *desk.Desk, hub *Hub, token func() string, ui fs.FS) *Server {
	s := &Server{desk: d, hub: hub, bound: bind(d), turns: newTurns(), wait: writeWait,
		sockets: newSeats("socket", "Close one, or ask over one that is open: it takes a query after the other."),
		streams: newSeats("stream", "Close one. One stream tells all of a run, and one of all articles."),
		waiting: waiting{limit: waitingLimit, measure: func() int64 { return weigh(d) }}}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.door = &door{passes: newPasses(token), next: s.routes(ui)}
	s.http = &http.Server{Handler: s.door, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10, ConnContext: withConn}
	return s
}

// DefaultPort is where the server listens unless somebody else does.
const DefaultPort = 8000

// Listen listens on loopback, and nowhere else: on port, or, when it is 0, on DefaultPort or any free one.
func Listen(port int) (net.Listener, error) {
	try := func(port int) (net.Listener, error) {
		return net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	}
	if port != 0 {
		l, err := try(port)
		if err != nil {
			err = fault.New("listen on port "+strconv.Itoa(port), fault.Usage, "Name another with --port, or none: a free one is found then.", err)
		}
		return l, err
	}
	if l, err := try(DefaultPort); err == nil {
		return l, nil
	}
	return try(0)
}

// Serve answers requests until ctx ends; then it ends sockets and streams and waits for what is under way.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ended := make(chan error, 1)
	go func() { ended <- s.http.Serve(patient{l, s.wait, &strangers{}}) }()
	for renewed := time.Tick(time.Second); ctx.Err() == nil; {
		select {
		case err := <-ended:
			s.stop()
			return err
		case <-renewed:
			s.door.passes.current() // ends what an older token let in
		case <-ctx.Done():
		}
	}
	s.stop()
	s.door.passes.current().end()
	grace, done := context.WithTimeout(context.Background(), 5*time.Second)
	defer done()
	err := s.http.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.http.Close() // somebody downloads something large
	}
	<-ended
	return err
}
