package desk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"rabbithole/backend/core"
)

// look is how long a table of documents waits to hear which of the person's files are gone: a disk in the network may take long.
const look = 60 * time.Millisecond

// places knows which of the person's files are not where they were.
type places struct {
	mu      sync.Mutex
	gone    map[string]bool // by path
	looking chan struct{}   // closed when the look that goes on is over; nil when none does
}

// missing returns which files of the documents are gone, as far as it is known soon. What is found out later is told as a change.
func (d *Desk) missing(docs []core.Shelved) map[string]bool {
	paths := make([]string, 0, len(docs))
	for _, doc := range docs {
		paths = append(paths, doc.Path)
	}
	done, begun := d.places.begin()
	if begun {
		d.behind(func(ctx context.Context) { d.lookFor(ctx, paths, done) })
	}
	soon := time.NewTimer(look)
	defer soon.Stop()
	select {
	case <-done:
	case <-soon.C:
	}
	return d.places.known()
}

// lookFor looks where the files are. It is told when somebody went away with an older answer.
func (d *Desk) lookFor(ctx context.Context, paths []string, done chan struct{}) {
	begun, gone := time.Now(), map[string]bool{}
	for _, path := range paths {
		if ctx.Err() != nil {
			break
		}
		if _, err := os.Stat(path); path != "" && errors.Is(err, fs.ErrNotExist) {
			gone[path] = true
		}
	}
	if d.places.end(gone, done) && time.Since(begun) > look {
		d.say(EventChanged, nil)
	}
}

// begin returns a channel that is closed when it is known where the files are, and whether the caller has to find out.
func (p *places) begin() (done chan struct{}, begun bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.looking != nil {
		return p.looking, false
	}
	p.looking = make(chan struct{})
	return p.looking, true
}

// end notes what is gone and reports whether that is news.
func (p *places) end(gone map[string]bool, done chan struct{}) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	news := len(gone) != len(p.gone)
	for path := range gone {
		news = news || !p.gone[path]
	}
	p.gone, p.looking = gone, nil
	close(done)
	return news
}

func (p *places) known() map[string]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.gone
}
