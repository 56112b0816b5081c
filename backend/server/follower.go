package server

import (
	"context"
	"time"

	"rabbithole/backend/desk"
)

// follower streams one run's events: every durable one once and in order, whatever happens meanwhile, and ephemeral ones as they come.
//
// Durable events are always read from the store, where they are before anybody is told; what the desk tells is only the sign to look.
type follower struct {
	stream
	run  string
	last int64 // Seq of the last event sent
	desk *desk.Desk
}

// follow streams until the client goes away or the server ends.
func (f *follower) follow(ctx, server context.Context, hub *Hub) {
	q := hub.listen() // before the first look at the store, so that nothing falls between
	defer hub.leave(q)
	f.begin(true)
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for f.catchUp(); f.err == nil; {
		select {
		case <-ctx.Done():
			return
		case <-server.Done():
			return
		case <-tick.C:
			f.alive()
		case <-q.ready:
			items, ok := q.take()
			if f.tell(items); !ok {
				return // too far behind: the client connects again and asks for the rest
			}
		}
	}
}

// tell sends what is news of the run.
func (f *follower) tell(items []message) {
	look := false
	for _, m := range items {
		events, _ := m.data.([]desk.Event)
		for _, e := range events {
			look = look || e.Seq > 0 && e.Run == f.run || e.Kind == "lagging"
			if e.Seq == 0 && e.Run == f.run {
				f.event(e)
			}
		}
	}
	if look {
		f.catchUp()
	}
}

// catchUp sends the durable events after the last.
func (f *follower) catchUp() {
	for more := true; more && f.err == nil; {
		var events []desk.Event
		if events, f.err = f.desk.EventsSince(f.run, f.last, eventsAtOnce); f.err != nil {
			return
		}
		for _, e := range events {
			f.event(e)
			f.last = e.Seq
		}
		more = len(events) == eventsAtOnce
	}
}

// event sends one event; a durable one carries its Seq as the ID that a browser sends back when it connects again.
func (f *follower) event(e desk.Event) { f.send(e.Seq, "", e) }
