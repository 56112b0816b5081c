package core

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// Rereading is how far reading documents again has come that an older version of the program read.
type Rereading struct {
	Running bool          `json:"running"`
	Waiting bool          `json:"waiting"` // for adding, or for a run that works
	Done    int           `json:"done"`    // documents of Total, those included that keep their old text because they could not be read
	Total   int           `json:"total"`
	Kept    int           `json:"kept"` // documents of Done that could not be read again; each says why
	Held    int           `json:"held"` // documents beyond Total that wait until unfinished runs which stand on their old text are finished or deleted
	Name    string        `json:"name"` // of the document that is being read
	Page    int           `json:"page"` // of Pages of it that were read
	Pages   int           `json:"pages"`
	Scan    int           `json:"scan"` // of Scans scanned pages of it whose text was recognised, once all others are read
	Scans   int           `json:"scans"`
	Embeds  int           `json:"embeds"` // of Embed passages that have their embedding, once all pages are read
	Embed   int           `json:"embed"`
	ETA     time.Duration `json:"eta"`    // until all of Total are done, in nanoseconds; 0 while unknown
	Reason  string        `json:"reason"` // why it stopped early, "" when it did not
}

// RereadOptions are what may be said about one call of Reread. The zero value works.
type RereadOptions struct {
	Documents []string        // names; these, however they were read before; empty: all that an older version read
	Password  string          // for encrypted files; it is not kept
	Gentle    bool            // rest as long as a document took before the next one, at most restMost: for work that nobody waits for
	Tell      func(Rereading) // told about every document, and every second how far it is; nil means nobody wants to know

	step func(ingest.Progress) // told how far a document is
}

// restMost is the longest rest between two documents.
const restMost = 3 * time.Second

// rightOfWay lets reading again wait for what a person does, which never waits for it longer than it takes to stop. The zero value works.
type rightOfWay struct {
	mu   sync.Mutex
	busy int           // calls that add, and runs that work
	free chan struct{} // closed when busy is 0 again; nil while it is
	stop context.CancelCauseFunc
	rest chan struct{} // closed when the document that was being read is left; nil while there is none
}

// errYield ends the reading of a document that makes way. It is read again from its beginning.
var errYield = errors.New("reading again makes way")

// hold keeps documents from being read again until release is called, and waits until none is.
func (t *rightOfWay) hold() (release func()) {
	t.mu.Lock()
	if t.busy++; t.free == nil {
		t.free = make(chan struct{})
	}
	stop, rest := t.stop, t.rest
	t.mu.Unlock()
	if stop != nil {
		stop(errYield)
		<-rest
	}
	return sync.OnceFunc(func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.busy--; t.busy == 0 {
			close(t.free)
			t.free = nil
		}
	})
}

// take waits until nothing is held. The context ends when something is; left has to be called in the end.
func (t *rightOfWay) take(ctx context.Context, waiting func()) (own context.Context, left func(), err error) {
	for {
		t.mu.Lock()
		free := t.free
		if free == nil {
			own, stop := context.WithCancelCause(ctx)
			rest := make(chan struct{})
			t.stop, t.rest = stop, rest
			t.mu.Unlock()
			return own, func() {
				t.mu.Lock()
				t.stop, t.rest = nil, nil
				t.mu.Unlock()
				stop(nil)
				close(rest)
			}, nil
		}
		t.mu.Unlock()
		waiting()
		select {
		case <-free:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
}

// OldDocuments returns the documents in search that an older version of the program read, and those among them, by hash, that have to wait
// until unfinished runs which stand on their text are finished or deleted.
func (c *Core) OldDocuments(ctx context.Context) (old []source.Document, held map[string]bool, err error) {
	if old, err = c.ingester.Old(ctx); err != nil || len(old) == 0 {
		return old, nil, err
	}
	hashes, err := c.db.HeldDocuments(ctx)
	held = map[string]bool{}
	for _, d := range old {
		held[d.Hash] = slices.Contains(hashes, d.Hash)
	}
	return old, held, err
}

// Reread reads documents again from the library's copies, one after the other, and returns what became of each. It makes way whenever a
// person adds something or a run works, and goes on afterwards. Cancelling ctx stops it within a second; what was not complete keeps its old
// text and is read the next time. The error is for what concerns all documents: a full disk, a cancelled context, a library that is open to
// read only, a name that is not known.
func (c *Core) Reread(ctx context.Context, opt RereadOptions) (results []ingest.Result, err error) {
	if c.config.ReadOnly {
		return nil, fault.New("read documents again", fault.Usage, "The library is open to read only.", nil)
	}
	if c.rereading.TryLock() {
		defer c.rereading.Unlock()
	} else {
		return nil, fault.New("read documents again", fault.Locked, "It is being done already.", nil)
	}
	todo, at, err := c.toReread(ctx, opt)
	if err != nil {
		return nil, err
	}
	tell := func() {
		if opt.Tell != nil && (at.Total > 0 || at.Held > 0) {
			opt.Tell(at)
		}
	}
	var told time.Time
	opt.step = func(p ingest.Progress) {
		at.Page, at.Pages, at.Scan, at.Scans, at.Embeds, at.Embed = p.PagesDone, p.PagesTotal, 0, 0, 0, 0
		switch p.Phase {
		case ingest.Recognising:
			at.Scan, at.Scans = p.Recognised, p.ToRecognise
		case ingest.Embedding:
			at.Embeds, at.Embed = p.Embedded, p.ToEmbed
		}
		if time.Since(told) >= heartbeat {
			told = time.Now()
			tell()
		}
	}
	begun, bytes, all := time.Duration(0), int64(0), int64(0)
	for _, d := range todo {
		all += d.Bytes
	}
	at.Running = len(todo) > 0
	for _, d := range todo {
		at.Name, at.Page, at.Pages, at.Scan, at.Scans, at.Embeds, at.Embed = d.Name, 0, 0, 0, 0, 0, 0
		tell()
		start := time.Now()
		r, readErr := c.rereadOne(ctx, d, opt, func() { at.Waiting = true; tell(); start = time.Now() }, func() { at.Waiting = false; start = time.Now() })
		if err = readErr; err != nil {
			break
		}
		took := time.Since(start)
		begun, bytes = begun+took, bytes+d.Bytes
		if r != nil {
			results = append(results, *r)
			if r.Status == ingest.NotAdded {
				at.Kept++
			}
		}
		if at.Done++; bytes > 0 {
			at.ETA = time.Duration(float64(begun) / float64(bytes) * float64(all-bytes)).Round(time.Second)
		}
		if opt.Gentle && at.Done < at.Total {
			at.ETA *= 2
			pause(ctx, min(took, restMost))
		}
	}
	if err == nil && len(results) > 0 {
		err = c.endRereading(ctx, opt.step)
	}
	at.Running, at.Name, at.ETA = false, "", 0
	if err != nil {
		at.Reason = err.Error()
	}
	tell()
	return results, err
}

// toReread returns what is to be read, and where that stands.
func (c *Core) toReread(ctx context.Context, opt RereadOptions) (todo []source.Document, at Rereading, err error) {
	old, held, err := c.OldDocuments(ctx)
	if err != nil {
		return nil, at, err
	}
	if len(opt.Documents) > 0 {
		old, held = nil, map[string]bool{}
		hashes, err := c.db.HeldDocuments(ctx)
		if err != nil {
			return nil, at, err
		}
		for _, name := range opt.Documents {
			d, err := c.Document(ctx, name)
			if err == nil && !d.Live() {
				err = fault.New("read "+d.Name+" again", fault.Usage, "Only what is in search is read again.", nil)
			}
			if err != nil {
				return nil, at, err
			}
			old = append(old, d)
			held[d.Hash] = slices.Contains(hashes, d.Hash)
		}
	}
	for _, d := range old {
		if held[d.Hash] {
			at.Held++
			continue
		}
		todo = append(todo, d)
	}
	at.Total = len(todo)
	return todo, at, nil
}

// rereadOne reads a document again as soon as nothing is held; nil when it is not to be read any more.
func (c *Core) rereadOne(ctx context.Context, d source.Document, opt RereadOptions, waiting, going func()) (*ingest.Result, error) {
	for {
		own, left, err := c.way.take(ctx, waiting)
		if err != nil {
			return nil, fault.New("read documents again", fault.Cancelled, "The documents that are left keep their old text and are read the next time.", err)
		}
		going()
		r, err := c.renew(own, d, opt)
		yields := errors.Is(context.Cause(own), errYield)
		left()
		switch {
		case err == nil && r.Document == "", errors.Is(err, errHeld):
			return nil, nil
		case err == nil:
			return &r, nil
		case ctx.Err() != nil || !yields:
			return nil, err
		}
	}
}

// errHeld keeps the text of a document that a run came to stand on while it was being read.
var errHeld = errors.New("a run stands on the old text")

// renew reads a document again from the library's copy. A copy that is not what was added is not read.
func (c *Core) renew(ctx context.Context, d source.Document, opt RereadOptions) (ingest.Result, error) {
	now, err := c.db.Document(ctx, d.Hash)
	if fault.KindOf(err) == fault.NotFound || err == nil && !now.Live() {
		return ingest.Result{}, nil
	}
	if err != nil {
		return ingest.Result{}, err
	}
	sum, err := disk.HashOf(ctx, c.files.Path(now))
	if ctx.Err() != nil {
		return ingest.Result{}, context.Cause(ctx)
	}
	if err != nil || sum != now.Hash {
		return c.ingester.NotRenewed(ctx, now, "The library's copy of the file is missing or damaged. `rabbithole check --repair` looks for another one.")
	}
	r, err := c.ingester.Renew(ctx, now, ingest.Options{Password: opt.Password, Light: now.Engine == "ledongthuc", Progress: opt.step}, func() error {
		held, err := c.db.HeldDocuments(ctx)
		if err == nil && slices.Contains(held, d.Hash) {
			err = errHeld
		}
		return err
	})
	c.looked.clear()
	return r, err
}

// endRereading leads references to where they lead now, and makes the embeddings.
func (c *Core) endRereading(ctx context.Context, step func(ingest.Progress)) error {
	for {
		own, left, err := c.way.take(ctx, func() {})
		if err != nil {
			return nil // both are done with what is added next
		}
		err = c.ingester.EndRenewing(own, step)
		yields := errors.Is(context.Cause(own), errYield)
		left()
		if err == nil || !yields {
			return err
		}
	}
}

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
