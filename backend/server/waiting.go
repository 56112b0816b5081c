package server

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"sync"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
)

// waitingLimit is the most bytes of all uploads together that may wait to be added.
const waitingLimit = 8 << 30

// waiting counts the bytes of uploads, so that those nobody adds do not fill the disk. It counts up as bytes come, and looks at the disk
// only when the limit seems to be reached: what was added has left the folder by then.
type waiting struct {
	limit   int64
	measure func() int64 // what lies on the disk now

	mu   sync.Mutex
	held int64 // at most so much, once it was measured
	seen bool  // it was
}

// errNoRoom is why an upload that would fit the disk is not taken.
var errNoRoom = fmt.Errorf("uploads of %d GB wait to be added", waitingLimit>>30)

// metered passes bytes on and counts them.
func (w *waiting) metered(body io.Reader) io.Reader { return meter{body, w} }

type meter struct {
	io.Reader
	w *waiting
}

// Read reads on unless the uploads have become too many.
func (m meter) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	if full := m.w.add(int64(n)); full != nil {
		return 0, full
	}
	return n, err
}

func (w *waiting) add(n int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held += n
	if !w.seen || w.held > w.limit {
		w.held, w.seen = w.measure()+n, true
	}
	if w.held > w.limit {
		return errNoRoom
	}
	return nil
}

// weigh returns how many bytes lie in the uploads of a library.
func weigh(d *desk.Desk) (sum int64) {
	folder, err := desk.Ask(d, func(c *core.Core, _ context.Context) (string, error) { return c.Uploads(), nil })
	if err != nil {
		return 0 // there is no library to fill
	}
	filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // deleted meanwhile: it was added
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			sum += info.Size()
		}
		return nil
	})
	return sum
}
