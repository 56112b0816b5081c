package desk

import (
	"context"

	"rabbithole/backend/core/watch"
)

// watching is what keeps an eye on folders while the desk is open.
type watching struct {
	changed chan struct{} // the list was changed; holds one
}

// foldersChanged makes the list be read again.
func (d *Desk) foldersChanged() {
	select {
	case d.folders.changed <- struct{}{}:
	default: // it is going to be
	}
}

// watchFolders watches the folders on the list until the desk is closed, and begins anew when the list was changed.
func (d *Desk) watchFolders(ctx context.Context) {
	for ctx.Err() == nil {
		once, stop := context.WithCancel(ctx)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			d.watchOnce(once)
		}()
		select {
		case <-d.folders.changed:
		case <-ctx.Done():
		}
		stop()
		<-ended
	}
}

// watchOnce watches the folders that are on the list now.
func (d *Desk) watchOnce(ctx context.Context) {
	folders, err := d.core.Watched(ctx)
	if err == nil && len(folders) > 0 {
		err = d.core.Watch(ctx, watch.Options{Tell: d.tellWatched})
	}
	if err != nil && ctx.Err() == nil {
		d.sayOf(EventWatched, "", watch.Event{Kind: watch.Failed, Reason: err.Error()})
	}
}

// tellWatched tells what was seen in a watched folder.
func (d *Desk) tellWatched(e watch.Event) {
	d.sayOf(EventWatched, "", e)
	if e.Kind != watch.Unreadable {
		d.say(EventChanged, nil)
	}
}
