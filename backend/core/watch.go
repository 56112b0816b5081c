package core

import (
	"context"
	"time"

	"github.com/fsnotify/fsnotify"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// WatchKind says what Watch saw or did.
type WatchKind string

// The kinds of WatchEvent.
const (
	WatchScanned    WatchKind = "scanned"    // all folders were looked through for the first time; Files says how many files there are
	WatchAdded      WatchKind = "added"      // a new document
	WatchReplaced   WatchKind = "replaced"   // a new version of a document; reports still open the old one
	WatchFailed     WatchKind = "failed"     // a file could not be added; Reason says why
	WatchGone       WatchKind = "gone"       // the file of a document is not there any more; the document stays, marked
	WatchBack       WatchKind = "back"       // it is there again
	WatchUnreadable WatchKind = "unreadable" // a folder cannot be looked into; Reason says why
)

// WatchEvent is something that Watch saw or did.
type WatchEvent struct {
	Kind    WatchKind      `json:"kind"`
	Path    string         `json:"path,omitempty"`
	Name    string         `json:"name,omitempty"` // of the document
	Reason  string         `json:"reason,omitempty"`
	Trouble source.Trouble `json:"trouble,omitempty"` // names the reason
	Files   int            `json:"files,omitempty"`
}

// WatchOptions adjust Watch. The zero value works.
type WatchOptions struct {
	Tell   func(WatchEvent) // told one event at a time; may be nil
	Settle time.Duration    // how long a file must not have changed before it is read; 2 s
	Poll   time.Duration    // how often folders are looked through that send no events, as network drives do; 30 s
	Silent bool             // use no events of the file system at all
}

// Watch adds what is and what comes into the watched folders until ctx ends: new files once they stop changing, changed ones as new
// versions; documents whose files disappear are marked. Its error is for what keeps it from watching at all.
func (c *Core) Watch(ctx context.Context, opt WatchOptions) error {
	if c.config.ReadOnly {
		return fault.New("watch folders", fault.Usage, "The library is open to read only.", nil)
	}
	w := &watcher{core: c, opt: opt.withDefaults(), seen: map[string]sighting{}, of: map[string]string{}, told: map[string]string{}}
	if !opt.Silent {
		// Without events (too many folders, a system without them) polling does it.
		if events, err := fsnotify.NewWatcher(); err == nil {
			w.events = events
			defer events.Close()
		}
	}
	for first := true; ; first = false {
		files, err := w.look(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil { // a full disk, say: it may pass
			w.once("library", WatchEvent{Kind: WatchFailed, Reason: err.Error() + ". " + fault.Hint(err)})
		} else if delete(w.told, "library"); first {
			w.opt.Tell(WatchEvent{Kind: WatchScanned, Files: files})
		}
		if !w.wait(ctx) {
			return nil
		}
	}
}

func (o WatchOptions) withDefaults() WatchOptions {
	if o.Tell == nil {
		o.Tell = func(WatchEvent) {}
	}
	if o.Settle <= 0 {
		o.Settle = 2 * time.Second
	}
	if o.Poll <= 0 {
		o.Poll = 30 * time.Second
	}
	return o
}

// watcher is one call of Watch. One goroutine does everything.
type watcher struct {
	core   *Core
	opt    WatchOptions
	events *fsnotify.Watcher   // nil where there are none
	seen   map[string]sighting // what is known of every file, by path
	of     map[string]string   // the watched folder of each, which links may lead out of
	told   map[string]string   // what was said about a folder or the library, so that it is said once
}

// once tells an event unless the same was the last said about key.
func (w *watcher) once(key string, e WatchEvent) {
	if w.told[key] != e.Reason {
		w.told[key] = e.Reason
		w.opt.Tell(e)
	}
}

// wait returns when it is time to look again; false when ctx ended. However many events come, it does not look more often than files
// take to settle.
func (w *watcher) wait(ctx context.Context) bool {
	pause := w.opt.Poll
	if w.settling() {
		pause = w.opt.Settle
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	case <-w.changes():
	}
	quiet := time.NewTimer(w.opt.Settle)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-quiet.C:
			return true
		case <-w.changes():
		}
	}
}

// changes is the channel of events; nil, which never delivers, where there are none.
func (w *watcher) changes() <-chan fsnotify.Event {
	if w.events == nil {
		return nil
	}
	select {
	case <-w.events.Errors: // an overflow: something happened, and that is all there is to know
	default:
	}
	return w.events.Events
}
