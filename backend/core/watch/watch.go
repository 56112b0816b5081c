// Package watch adds what comes into folders that a person chose, and marks documents whose files are gone.
//
// It promises that a file is read only once it has stopped changing, that what was removed from the library stays removed, and that a
// folder which cannot be looked into says nothing about its files. It reads no documents itself: the library adds them.
package watch

import (
	"context"
	"time"

	"github.com/fsnotify/fsnotify"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Kind says what Watch saw or did.
type Kind string

// The kinds of Event.
const (
	Scanned    Kind = "scanned"    // all folders were looked through for the first time; Files says how many files there are
	Added      Kind = "added"      // a new document
	Replaced   Kind = "replaced"   // a new version of a document; reports still open the old one
	Failed     Kind = "failed"     // a file could not be added; Reason says why
	Gone       Kind = "gone"       // the file of a document is not there any more; the document stays, marked
	Back       Kind = "back"       // it is there again
	Unreadable Kind = "unreadable" // a folder cannot be looked into; Reason says why
)

// Event is something that Watch saw or did.
type Event struct {
	Kind    Kind           `json:"kind"`
	Path    string         `json:"path,omitempty"`
	Name    string         `json:"name,omitempty"` // of the document
	Reason  string         `json:"reason,omitempty"`
	Trouble source.Trouble `json:"trouble,omitempty"` // names the reason
	Files   int            `json:"files,omitempty"`
}

// Options adjust Watch. The zero value works.
type Options struct {
	Tell   func(Event)   // told one event at a time; may be nil
	Settle time.Duration // how long a file must not have changed before it is read; 2 s
	Poll   time.Duration // how often folders are looked through that send no events, as network drives do; 30 s
	Silent bool          // use no events of the file system at all
}

// Library is what watching needs of the program.
type Library interface {
	// Documents returns the documents of the library, removed ones too where all is set.
	Documents(ctx context.Context, all bool) ([]source.Document, error)
	// AddFound adds files that nobody named.
	AddFound(ctx context.Context, paths []string, opt ingest.Options) ([]ingest.Result, error)
	// FollowsLinks reports whether links are followed that lead out of a folder.
	FollowsLinks() bool
}

// Folders are the folders of a library that are watched.
type Folders struct{ of Place }

// Place is the library whose folders are watched.
type Place struct {
	DB       *store.DB
	Library  Library
	Now      func() time.Time
	ReadOnly bool
}

// New returns the watched folders of a library.
func New(of Place) *Folders { return &Folders{of} }

// Watch adds what is and what comes into the watched folders until ctx ends: new files once they stop changing, changed ones as new
// versions; documents whose files disappear are marked. Its error is for what keeps it from watching at all.
func (c *Folders) Watch(ctx context.Context, opt Options) error {
	if c.of.ReadOnly {
		return fault.New("watch folders", fault.Usage, "The library is open to read only.", nil)
	}
	w := &watcher{folders: c, opt: opt.withDefaults(), seen: map[string]sighting{}, of: map[string]string{}, told: map[string]string{}}
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
			w.once("library", Event{Kind: Failed, Reason: err.Error() + ". " + fault.Hint(err)})
		} else if delete(w.told, "library"); first {
			w.opt.Tell(Event{Kind: Scanned, Files: files})
		}
		if !w.wait(ctx) {
			return nil
		}
	}
}

func (o Options) withDefaults() Options {
	if o.Tell == nil {
		o.Tell = func(Event) {}
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
	folders *Folders
	opt     Options
	events  *fsnotify.Watcher   // nil where there are none
	seen    map[string]sighting // what is known of every file, by path
	of      map[string]string   // the watched folder of each, which links may lead out of
	told    map[string]string   // what was said about a folder or the library, so that it is said once
}

// once tells an event unless the same was the last said about key.
func (w *watcher) once(key string, e Event) {
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
