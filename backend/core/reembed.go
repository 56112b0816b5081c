package core

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/index"
)

// The events of a change of the embedder; their data is a Reembedding.
const (
	EventEmbedding       event.Kind = "embedder.progress"
	EventEmbedderChanged event.Kind = "embedder.changed"
	EventEmbedderStopped event.Kind = "embedder.stopped" // the old one goes on answering
)

// Reembedding says how far the change to another embedder has come. From answers searches until all vectors of To are there.
type Reembedding struct {
	From    string        `json:"from"`
	To      string        `json:"to"`
	Done    int           `json:"done"`  // texts that have their new vector
	Total   int           `json:"total"` // texts
	ETA     time.Duration `json:"eta"`   // until all are done, in nanoseconds; 0 while unknown
	Running bool          `json:"running"`
	Reason  string        `json:"reason,omitempty"` // why it stopped
}

// String says it to a person.
func (r Reembedding) String() string {
	return fmt.Sprintf("%s answers; re-embedding %s of %s texts with %s", r.From, thousands(r.Done), thousands(r.Total), r.To)
}

// thousands writes a number with commas: 1,234,567.
func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

// change is a change of the embedder under way.
type change struct {
	cancel context.CancelFunc
	done   chan struct{}
	at     Reembedding
}

// ChangeEmbedder chooses the embedder with this name, "" the one whose change was interrupted, and begins to make its vectors in the
// background; until all are there the old one answers. The choice is remembered. AwaitEmbedder waits for the end. An embedder that
// cannot be had changes nothing: a fault of kind NotFound or Unavailable.
func (c *Core) ChangeEmbedder(ctx context.Context, name string) error {
	if c.config.ReadOnly {
		return fault.New("change the embedder", fault.Usage, "The library is open to read only.", nil)
	}
	e := &c.embedding
	e.mu.Lock()
	from, next := e.name, e.next
	e.mu.Unlock()
	if name == "" {
		name = next
	}
	if name == "" || name == from && next == "" && c.noEmbedder() == nil {
		return nil
	}
	if env := c.config.Env("RABBITHOLE_EMBEDDER"); env != "" && env != name {
		return fault.New("change the embedder to "+name, fault.Usage, "Unset RABBITHOLE_EMBEDDER, which says "+env+", or set it to "+name+".", nil)
	}
	to, err := c.openEmbedder(ctx, name)
	if err != nil {
		return fault.New("change the embedder to "+name, fault.KindOf(err), fault.Hint(err)+" Until then "+from+" goes on answering.", err)
	}
	c.StopEmbedder()
	if err := c.db.SetSetting(ctx, "RABBITHOLE_EMBEDDER", name); err != nil {
		return err
	}
	if err := c.remember(ctx, comingKey, embedderName{name, to.Digest()}); err != nil {
		return err
	}
	background, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ch := &change{cancel: cancel, done: make(chan struct{}), at: Reembedding{From: from, To: name, Running: true}}
	e.mu.Lock()
	e.next, e.change, e.stopped = name, ch, nil
	e.mu.Unlock()
	go func() {
		defer close(ch.done)
		defer cancel()
		c.change(background, ch, to)
	}()
	return nil
}

// change makes the vectors, puts them in the place of the old ones in one step, and says how it ended.
func (c *Core) change(ctx context.Context, ch *change, to index.Embedder) {
	e := &c.embedding
	begun, first := time.Now(), -1
	progress := func(done, total int) {
		if first < 0 {
			first = done
		}
		e.mu.Lock()
		ch.at.Done, ch.at.Total = done, total
		if done > first {
			ch.at.ETA = time.Duration(float64(time.Since(begun)) / float64(done-first) * float64(total-done)).Round(time.Second)
		}
		now := ch.at
		e.mu.Unlock()
		c.Events.Publish(event.New(EventEmbedding, now))
	}
	err := c.index.Switch(ctx, to, progress, func() error {
		if err := c.embedsMost(ctx, to); err != nil {
			return err
		}
		return c.remember(ctx, answeringKey, embedderName{ch.at.To, to.Digest()})
	})
	kind := EventEmbedderChanged
	e.mu.Lock()
	ch.at.Running = false
	if err == nil {
		e.name, e.next, e.missing = ch.at.To, "", nil
	} else {
		kind, e.stopped, ch.at.Reason = EventEmbedderStopped, err, err.Error()
	}
	now := ch.at
	e.mu.Unlock()
	c.Events.Publish(event.New(kind, now))
	if err == nil {
		c.index.Embed(ctx, nil)             // passages that came in meanwhile; else the next add gives them their vectors
		c.db.PruneVectors(ctx, to.Digest()) // what is left costs room only, and goes with the next change
	}
}

// An embedder may fail at a few of the library's texts, or at one in so many of them, as some models do.
const fewUnembedded, shareUnembedded = 5, 20

// embedsMost refuses an embedder that failed at many of the library's texts: what it cannot embed is not found by its meaning any more.
func (c *Core) embedsMost(ctx context.Context, to index.Embedder) error {
	texts, empty, err := c.db.CountUnembedded(ctx, to.Digest())
	if err != nil || empty < texts && (empty <= fewUnembedded || empty*shareUnembedded <= texts) || texts == 0 {
		return err
	}
	if err := c.db.DropEmpty(ctx, to.Digest()); err != nil {
		return err
	}
	return fault.New("change the embedder to "+to.Name(), fault.Unavailable, "Choose another one with `rabbithole embedder NAME`.",
		fmt.Errorf("it gave no usable vector for %d of %d texts", empty, texts))
}

// AwaitEmbedder waits until the change of the embedder has come to its end and returns why it did not, if so. Cancelling ctx stops the
// change; what is done stays done.
func (c *Core) AwaitEmbedder(ctx context.Context) error {
	e := &c.embedding
	e.mu.Lock()
	ch := e.change
	e.mu.Unlock()
	if ch == nil {
		return nil
	}
	select {
	case <-ch.done:
	case <-ctx.Done():
		c.StopEmbedder()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.stopped == nil:
		return nil
	case errors.Is(e.stopped, context.Canceled):
		return fault.New("change the embedder to "+ch.at.To, fault.Cancelled, fmt.Sprintf("%d of %d texts have their vector; `rabbithole embedder` goes on. Until then %s answers.", ch.at.Done, ch.at.Total, ch.at.From), e.stopped)
	}
	return fault.New("change the embedder to "+ch.at.To, fault.KindOf(e.stopped), fmt.Sprintf("%s %d of %d texts have their vector; `rabbithole embedder` goes on. Until then %s answers.",
		fault.Hint(e.stopped), ch.at.Done, ch.at.Total, ch.at.From), e.stopped)
}

// StopEmbedder stops the change of the embedder and waits for that, which takes less than a second.
func (c *Core) StopEmbedder() {
	e := &c.embedding
	e.mu.Lock()
	ch := e.change
	e.mu.Unlock()
	if ch != nil {
		ch.cancel()
		<-ch.done
	}
}

// Reembedding returns how far a change of the embedder has come that is under way, or was interrupted; ok is false when there is none.
func (c *Core) Reembedding(ctx context.Context) (at Reembedding, ok bool, err error) {
	e := &c.embedding
	e.mu.Lock()
	if e.next == "" {
		e.mu.Unlock()
		return at, false, nil
	}
	at = Reembedding{From: e.name, To: e.next}
	if e.change != nil {
		at = e.change.at
	}
	e.mu.Unlock()
	if at.Running {
		return at, true, nil
	}
	digest := ""
	if coming, err := c.remembered(ctx, comingKey); err == nil && coming.Name == at.To {
		digest = coming.Digest
	}
	at.Done, at.Total, err = c.db.CountVectors(ctx, digest)
	return at, true, err
}
