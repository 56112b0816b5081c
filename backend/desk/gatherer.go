package desk

import (
	"slices"
	"sync"
)

// EventLagging says that durable events were dropped: whoever listens asks for all after the last one seen.
const EventLagging = "lagging"

// most is how many events are gathered at most; a user interface that is so far behind reads them up instead.
const most = 20000

// gatherer collects events on their way to the user interface, in order. The zero value works.
type gatherer struct {
	mu     sync.Mutex
	events []Event
	keys   []string // of events, see add
}

// add appends an event. One that is there under the same key goes, so that what takes its place does not come before what happened first.
func (g *gatherer) add(e Event, key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.keys, key); key != "" && i >= 0 {
		g.events, g.keys = slices.Delete(g.events, i, i+1), slices.Delete(g.keys, i, i+1)
	}
	g.events, g.keys = append(g.events, e), append(g.keys, key)
	if len(g.events) > most {
		g.drop()
	}
}

// lag notes that durable events were dropped before they came here.
func (g *gatherer) lag() { g.add(Event{Kind: EventLagging}, EventLagging) }

// drop drops the events that can be asked for again and says so.
func (g *gatherer) drop() {
	kept, keys := []Event{{Kind: EventLagging}}, []string{EventLagging}
	for i, e := range g.events {
		if e.Seq == 0 && g.keys[i] != "" && g.keys[i] != EventLagging {
			kept, keys = append(kept, e), append(keys, g.keys[i])
		}
	}
	g.events, g.keys = kept, keys
}

// take returns what was gathered and begins anew.
func (g *gatherer) take() []Event {
	g.mu.Lock()
	defer g.mu.Unlock()
	events := g.events
	g.events, g.keys = nil, nil
	return events
}
