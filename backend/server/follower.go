package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"rabbithole/backend/desk"
)

// heartbeat is how often a stream without news says that it lives, so that the other side notices when it does not.
const heartbeat = 15 * time.Second

// follower streams one run's events: every durable one once and in order, whatever happens meanwhile, and ephemeral ones as they come.
//
// Durable events are always read from the store, where they are before anybody is told; what the desk tells is only the sign to look.
type follower struct {
	run  string
	last int64 // Seq of the last event sent
	w    http.ResponseWriter
	out  *http.ResponseController
	desk *desk.Desk
}

// follow streams until the client goes away or the server ends.
func (f *follower) follow(ctx, server context.Context, hub *Hub) {
	q := hub.listen() // before the first look at the store, so that nothing falls between
	defer hub.leave(q)
	f.w.Header().Set("Content-Type", "text/event-stream")
	f.w.Header().Set("Cache-Control", "no-store")
	fmt.Fprint(f.w, "retry: 1000\n\n")
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for err := f.catchUp(); err == nil; {
		select {
		case <-ctx.Done():
			return
		case <-server.Done():
			return
		case <-tick.C:
			fmt.Fprint(f.w, ": alive\n\n")
			err = f.out.Flush()
		case <-q.ready:
			items, ok := q.take()
			if err = f.tell(items); !ok {
				return // too far behind: the client connects again and asks for the rest
			}
		}
	}
}

// tell sends what is news of the run.
func (f *follower) tell(items []message) error {
	look := false
	for _, m := range items {
		events, _ := m.data.([]desk.Event)
		for _, e := range events {
			look = look || e.Seq > 0 && e.Run == f.run || e.Kind == "lagging"
			if e.Seq == 0 && e.Run == f.run {
				f.send(e)
			}
		}
	}
	if look {
		return f.catchUp()
	}
	return f.out.Flush()
}

// catchUp sends the durable events after the last.
func (f *follower) catchUp() error {
	for {
		events, err := f.desk.EventsSince(f.run, f.last, eventsAtOnce)
		if err != nil {
			return err
		}
		for _, e := range events {
			f.send(e)
			f.last = e.Seq
		}
		if err := f.out.Flush(); err != nil || len(events) < eventsAtOnce {
			return err
		}
	}
}

// send writes one event; a durable one carries its Seq as the ID that a browser sends back when it connects again.
func (f *follower) send(e desk.Event) {
	raw, err := json.Marshal(e)
	if err != nil {
		return // its data came from JSON
	}
	if e.Seq > 0 {
		fmt.Fprintf(f.w, "id: %d\n", e.Seq)
	}
	fmt.Fprintf(f.w, "data: %s\n\n", raw)
}
