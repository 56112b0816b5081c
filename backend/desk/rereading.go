package desk

import (
	"context"
	"sync"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
)

// rereading is what is known of reading documents again that an older version of the program read.
type rereading struct {
	mu      sync.Mutex
	now     core.Rereading
	cancel  context.CancelFunc
	stopped bool // by the person, until the library is opened the next time
}

// heldPace is how often it is looked whether documents that wait for runs may be read again now.
const heldPace = time.Minute

// readAgain reads documents again that an older version of the program read, until all are or the person stops it.
func (d *Desk) readAgain(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &d.rereading
	r.mu.Lock()
	r.cancel = cancel
	r.mu.Unlock()
	for ctx.Err() == nil {
		results, err := d.core.Reread(ctx, core.RereadOptions{Gentle: true, Tell: d.tellReread})
		if len(results) > 0 {
			d.say(EventChanged, nil)
		}
		if err != nil && fault.KindOf(err) != fault.Locked || d.rereadingNow().Held == 0 {
			return // an error stands in what was told last
		}
		select {
		case <-time.After(heldPace):
		case <-ctx.Done():
		}
	}
}

func (d *Desk) tellReread(now core.Rereading) {
	r := &d.rereading
	r.mu.Lock()
	if r.stopped {
		now.Reason = ""
	}
	r.now = now
	r.mu.Unlock()
	d.say(EventReread, now)
}

// rereadingNow returns how far reading again has come.
func (d *Desk) rereadingNow() core.Rereading {
	d.rereading.mu.Lock()
	defer d.rereading.mu.Unlock()
	return d.rereading.now
}

// StopRereading puts reading documents again off until the library is opened the next time. What is not done keeps its old text.
func (d *Desk) StopRereading() error {
	return tell(d, func(*core.Core, context.Context) error {
		d.rereading.mu.Lock()
		defer d.rereading.mu.Unlock()
		d.rereading.stopped = true
		if d.rereading.cancel != nil {
			d.rereading.cancel()
		}
		return nil
	})
}
