package core

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/index"
)

// embedding is what core knows of the embedder that answers searches, and of the one that is to.
type embedding struct {
	mu      sync.Mutex
	name    string // the one that answers
	missing error  // why that cannot be had; nil when it can
	next    string // the one that was chosen and has not all its vectors yet; "" when there is none
	change  *change
	stopped error // why the last change did not come to its end
}

// embedderName is an embedder as the library remembers it.
type embedderName struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
}

// The library remembers under these keys, beside the settings, whose vectors answer and whose are being made.
const (
	answeringKey = "embedder.answering"
	comingKey    = "embedder.coming"
)

// chooseEmbedder opens the embedder that answers: the one that the settings name, unless another has made the vectors that are there;
// then that goes on until ChangeEmbedder has replaced them. One that cannot be had just now must not lock a person out of the library:
// absent stands in for it.
func (c *Core) chooseEmbedder(ctx context.Context) (index.Embedder, error) {
	want := c.settings.get().Embedder
	known, err := c.remembered(ctx, answeringKey)
	if err != nil {
		return nil, err
	}
	if known.Name != "" && known.Name != want {
		has, err := c.db.HasVectors(ctx, known.Digest)
		if err != nil {
			return nil, err
		}
		if e, err := c.openEmbedder(ctx, known.Name); has && err == nil && e.Digest() == known.Digest {
			c.embedding.name, c.embedding.next = known.Name, want
			return e, nil
		}
	}
	c.embedding.name = want
	e, err := c.openEmbedder(ctx, want)
	switch {
	case err == nil && c.config.ReadOnly:
		return e, nil
	case err == nil:
		return e, c.remember(ctx, answeringKey, embedderName{want, e.Digest()})
	case ctx.Err() != nil:
		return nil, err
	}
	c.embedding.missing = fault.New("use embedder "+want, fault.KindOf(err),
		fault.Hint(err)+" Or do without: RABBITHOLE_EMBEDDER=built-in, or search with --mode lexical.", err)
	return absent{want, c.embedding.missing}, nil
}

func (c *Core) openEmbedder(ctx context.Context, name string) (index.Embedder, error) {
	if name == settings.BuiltIn {
		return index.Hashing{}, nil
	}
	client, err := c.client()
	if err != nil {
		return nil, err
	}
	return client.OpenEmbedder(ctx, name)
}

// noEmbedder returns why the embedder that should answer cannot be had, nil when it can.
func (c *Core) noEmbedder() error {
	c.embedding.mu.Lock()
	defer c.embedding.mu.Unlock()
	return c.embedding.missing
}

// Embedder returns the name of the embedder that answers searches.
func (c *Core) Embedder() string {
	c.embedding.mu.Lock()
	defer c.embedding.mu.Unlock()
	return c.embedding.name
}

// chosenEmbedder returns the name of the embedder that answers, or is to once it can.
func (c *Core) chosenEmbedder() string {
	c.embedding.mu.Lock()
	defer c.embedding.mu.Unlock()
	return cmp.Or(c.embedding.next, c.embedding.name)
}

func (c *Core) remembered(ctx context.Context, key string) (embedderName, error) {
	raw, _, err := c.db.Setting(ctx, key)
	if err != nil || raw == "" {
		return embedderName{}, err
	}
	var n embedderName
	if json.Unmarshal([]byte(raw), &n) != nil { // UnreadSettings tells
		return embedderName{}, nil
	}
	return n, nil
}

func (c *Core) remember(ctx context.Context, key string, n embedderName) error {
	if old, err := c.remembered(ctx, key); err == nil && old == n {
		return nil
	}
	raw, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return c.db.SetSetting(ctx, key, string(raw))
}

// absent is an embedder that cannot be had: the library opens, words are searched, and what needs the embedder says what to do.
type absent struct {
	name string
	err  error
}

func (a absent) Name() string   { return a.name }
func (a absent) Digest() string { return "absent" } // no vector has it
func (a absent) Dim() int       { return 0 }

func (a absent) EmbedDocuments(context.Context, []string) ([][]float32, error) { return nil, a.err }
func (a absent) EmbedQuery(context.Context, string) ([]float32, error)         { return nil, a.err }

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
		return fault.New("change the embedder to "+ch.at.To, fault.Cancelled,
			fmt.Sprintf("%d of %d texts have their vector; `rabbithole embedder` goes on. Until then %s answers.", ch.at.Done, ch.at.Total, ch.at.From),
			e.stopped)
	}
	return fault.New("change the embedder to "+ch.at.To, fault.KindOf(e.stopped),
		fmt.Sprintf("%s %d of %d texts have their vector; `rabbithole embedder` goes on. Until then %s answers.",
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
