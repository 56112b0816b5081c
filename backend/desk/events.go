package desk

import (
	"context"
	"encoding/json"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/event"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/reason"
)

// EventsName is the one event that the user interface listens to. Its data is a list of Event, in order.
const EventsName = "events"

// Events that only a desk sends; all are ephemeral.
const (
	EventAdding  event.Kind = "library.adding"  // Adding: how far it has come
	EventReread  event.Kind = "library.reread"  // core.Rereading: how far reading again has come
	EventChanged event.Kind = "library.changed" // nothing: look again
	EventRuns    event.Kind = "runs.changed"    // nothing: look again
	EventWatched event.Kind = "library.watched" // watch.Event
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

// deliver sends what was gathered on, in batches, until the desk is closed.
func (d *Desk) deliver(ctx context.Context) {
	tick := time.NewTicker(pace)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if events := d.events.take(); len(events) > 0 {
				d.emit.Emit(EventsName, events)
			}
		case <-ctx.Done():
			return
		}
	}
}

// listen gathers what happens in the library until the desk is closed.
func (d *Desk) listen() {
	sub := d.core.Events.Subscribe(8192)
	d.behind(func(ctx context.Context) {
		defer sub.Close()
		for {
			select {
			case e := <-sub.C:
				d.writing.hear(e)
				d.events.add(eventOf(e), keyOf(e))
				if len(sub.C) == 0 && sub.Lagging() {
					d.events.lag()
				}
			case <-ctx.Done():
				return
			}
		}
	})
}

// keyOf says which events of the library replace one another: of an ephemeral kind and run only the latest counts, but for the words that are
// written, of which each does.
func keyOf(e event.Event) string {
	if e.Seq > 0 || e.Kind == answer.EventToken || e.Kind == reason.EventWords {
		return ""
	}
	return string(e.Kind) + " " + e.Run
}

// say tells the user interface something that is not kept. It replaces what was said of the kind and not sent yet.
func (d *Desk) say(kind event.Kind, data any) { d.sayOf(kind, "desk", data) }

// sayOf is say for one of several things of a kind; "" stands for something that nothing else may replace.
func (d *Desk) sayOf(kind event.Kind, what string, data any) {
	e := event.New(kind, data)
	e.At = time.Now()
	key := ""
	if what != "" {
		key = string(kind) + " " + what
	}
	d.events.add(eventOf(e), key)
}

// eventsPage is the most events of one answer.
const eventsPage = 1000

// EventsSince returns a run's durable events after seq, oldest first: at most limit, and never more than a page, which is what a limit of
// 0 means.
func (d *Desk) EventsSince(run string, seq int64, limit int) ([]Event, error) {
	if limit <= 0 || limit > eventsPage {
		limit = eventsPage
	}
	return ask(d, func(c *core.Core, ctx context.Context) ([]Event, error) {
		events, err := c.EventsSince(ctx, run, seq, limit)
		out := make([]Event, 0, len(events))
		for _, e := range events {
			out = append(out, eventOf(e))
		}
		return out, err
	})
}
