package desk

import (
	"context"
	"encoding/json"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/event"
)

// EventsName is the one event that the user interface listens to. Its data is a list of Event, in order.
const EventsName = "events"

// Events that only a desk sends; all are ephemeral.
const (
	EventAdding  event.Kind = "library.adding"  // Adding: how far it has come
	EventChanged event.Kind = "library.changed" // nothing: look again
	EventRuns    event.Kind = "runs.changed"    // nothing: look again
	EventWatched event.Kind = "library.watched" // core.WatchEvent
	EventPull    event.Kind = "model.pull"      // Pull
	EventTask    event.Kind = "task"            // Task: a backup, a check, the switch of the embedder
)

// Event is something that happened. Seq is 0 for what is only ever told once.
type Event struct {
	Seq  int64           `json:"seq"`
	Run  string          `json:"run"`
	Kind string          `json:"kind"`
	At   time.Time       `json:"at" ts_type:"string"`
	Data json.RawMessage `json:"data" ts_type:"any"`
}

func eventOf(e event.Event) Event {
	return Event{Seq: e.Seq, Run: e.Run, Kind: string(e.Kind), At: e.At, Data: e.Data}
}

// pace is how long events are gathered before they are sent: the window draws no faster.
const pace = 60 * time.Millisecond

// listen sends what happens in the library on, in batches, until the desk is closed.
func (d *Desk) listen() {
	sub := d.core.Events.Subscribe(8192)
	d.behind(func(ctx context.Context) {
		defer sub.Close()
		batch := gatherer{}
		tick := time.NewTicker(pace)
		defer tick.Stop()
		for {
			select {
			case e := <-sub.C:
				batch.add(eventOf(e))
			case <-tick.C:
				if sub.Lagging() {
					batch.add(Event{Kind: "lagging"}) // durable events were dropped: ask again for all after the last seen
				}
				if events := batch.take(); len(events) > 0 {
					d.emit.Emit(EventsName, events)
				}
			case <-ctx.Done():
				return
			}
		}
	})
}

// gatherer collects events. Of ephemeral ones of a kind and run only the latest counts.
type gatherer struct{ events []Event }

func (g *gatherer) add(e Event) {
	if e.Seq == 0 {
		for i, old := range g.events {
			if old.Seq == 0 && old.Kind == e.Kind && old.Run == e.Run {
				g.events[i] = e
				return
			}
		}
	}
	g.events = append(g.events, e)
}

func (g *gatherer) take() []Event {
	events := g.events
	g.events = nil
	return events
}

// say tells the user interface something that is not kept.
func (d *Desk) say(kind event.Kind, data any) {
	d.core.Events.Publish(event.New(kind, data))
}

// EventsSince returns a run's durable events after seq, oldest first, at most limit.
func (d *Desk) EventsSince(run string, seq int64, limit int) ([]Event, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]Event, error) {
		events, err := c.EventsSince(ctx, run, seq, limit)
		out := make([]Event, 0, len(events))
		for _, e := range events {
			out = append(out, eventOf(e))
		}
		return out, err
	})
}
