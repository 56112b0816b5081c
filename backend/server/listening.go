package server

import (
	"context"
	"encoding/json"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/event"
	"rabbithole/backend/graph"
)

// listening hears the events of one run: every durable one once and in order, ephemeral ones as far as there is room.
type listening struct {
	run    string
	desk   *desk.Desk
	events *event.Subscription
	last   int64 // Seq of the last durable event that was heard
}

// subscribe begins to listen to everything that happens.
func subscribe(d *desk.Desk) (events *event.Subscription, err error) {
	_, err = desk.Ask(d, func(c *core.Core, _ context.Context) (bool, error) {
		events = c.Events.Subscribe(8192)
		return true, nil
	})
	return events, err
}

// heard passes an event on if it is of the run, after those that the subscription had no room for: they are read from the store. end is what say
// reports of one of them.
func (l *listening) heard(e event.Event, say func(event.Event) (end bool)) (end bool, err error) {
	for behind := l.events.Lagging(); behind; {
		missed, err := l.desk.EventsSince(l.run, l.last, eventsAtOnce)
		if err != nil {
			return false, err
		}
		for _, m := range missed {
			if l.pass(event.Event{Seq: m.Seq, Run: m.Run, Kind: event.Kind(m.Kind), At: m.At, Data: m.Data}, say) {
				return true, nil
			}
		}
		behind = len(missed) == eventsAtOnce
	}
	return l.pass(e, say), nil
}

func (l *listening) pass(e event.Event, say func(event.Event) bool) bool {
	if e.Run != l.run || e.Seq > 0 && e.Seq <= l.last {
		return false
	}
	l.last = max(l.last, e.Seq)
	return say(e)
}

// stoppedAs tells of a run that came to rest without an answer.
func stoppedAs(e event.Event) problem {
	var r graph.RunEvent
	if json.Unmarshal(e.Data, &r) != nil || r.Error == "" {
		r.Error, r.Hint = "The run is "+string(r.Status)+".", "It can be resumed: POST /api/sessions/"+e.Run+"/resume."
	}
	return problem{Message: r.Error, Kind: "unavailable", Hint: r.Hint}
}
