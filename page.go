package main

import (
	"context"
	"sync"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// Events that only the window sends.
const (
	menuEvent    = "menu"    // the name of what was chosen in the menu
	problemEvent = "problem" // desk.Fault: why what the command line named could not be added
)

// page is the user interface in the window: where the desk sends its events. The toolkit loses what is sent before the page listens, so
// that is kept until then. The zero value works.
type page struct {
	mu   sync.Mutex
	send func(name string, data any) // nil before the page listens
	kept []sent
}

type sent struct {
	name string
	data any
}

// Emit sends an event, or keeps it until there is a page.
func (p *page) Emit(name string, data any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.send == nil {
		p.kept = append(p.kept, sent{name, data})
		return
	}
	p.send(name, data)
}

// listens says that the page of ctx is there.
func (p *page) listens(ctx context.Context) {
	p.open(func(name string, data any) { runtime.EventsEmit(ctx, name, data) })
}

func (p *page) open(send func(name string, data any)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.kept {
		send(e.name, e.data)
	}
	p.send, p.kept = send, nil
}

// leave says that the page is gone for good.
func (p *page) leave() { p.open(func(string, any) {}) }
