package ollama

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/ollama/ollama/api"

	"rabbithole/backend/fault"
	"rabbithole/prompts"
)

// loading remembers whether the model was loaded since the server last broke.
type loading struct {
	mu     sync.Mutex
	loaded bool
}

func (l *loading) is() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.loaded
}

func (l *loading) set(loaded bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.loaded = loaded
}

// answer makes the request until one attempt is complete, within the patience of the client. listen makes a hearing for
// each attempt.
func (m *Model) answer(ctx context.Context, req *api.ChatRequest, listen func() *hearing) (prompts.Reply, error) {
	var reply prompts.Reply
	err := m.client.insist(ctx, "ask model "+m.card.Name, 1, func() error {
		err := m.load(ctx, req)
		if err == nil {
			reply, err = m.attempt(ctx, req, listen())
		}
		if err != nil {
			m.state.set(false)
		}
		return err
	})
	return reply, err
}

// load makes the server load the model, which has a time limit of its own, and checks that it is still the model of the card.
func (m *Model) load(ctx context.Context, req *api.ChatRequest) error {
	if m.state.is() {
		return nil
	}
	see(ctx, Moment{Stage: Loading, Limit: m.client.opts.Limits.Loading})
	if _, err := m.client.askVersion(ctx); err != nil {
		return err
	}
	if err := m.verify(ctx); err != nil {
		return err
	}
	limited, cancel := context.WithTimeoutCause(ctx, m.client.opts.Limits.Loading, &stalled{"loading the model", m.client.opts.Limits.Loading})
	defer cancel()
	empty := &api.ChatRequest{Model: req.Model, KeepAlive: req.KeepAlive, Options: req.Options}
	err := m.client.stream(limited, "/api/chat", empty, mostPlain, nothing)
	if limited.Err() != nil {
		return context.Cause(limited)
	}
	if err == nil {
		m.state.set(true)
	}
	return err
}

// verify refuses a model that was replaced under its name since the run began: its answers would be another model's. Both
// cases pause the run (Unavailable) instead of letting its steps fall back one by one.
func (m *Model) verify(ctx context.Context) error {
	tags, err := m.client.list(ctx)
	if err != nil {
		return err
	}
	for _, tag := range tags {
		if !strings.EqualFold(tag.Name, m.card.Name) {
			continue
		}
		if m.card.Digest == "" || sameDigest(tag.Digest, m.card.Digest) {
			return nil
		}
		return fault.New("use model "+m.card.Name, fault.Unavailable,
			"The model was updated since this run began. Start a new run, or fork this one.", fmt.Errorf("its digest is now %.12s, not %.12s", tag.Digest,
				m.card.Digest))
	}
	return fault.New("use model "+m.card.Name, fault.Unavailable,
		"Install it again with `rabbithole models pull "+m.card.Name+"` and resume the run.", errors.New("it is not installed any more"))
}

// attempt makes one streaming request. A stream that ends before the server says "done" is errBroken, unless the model was looping:
// the server gives up on a model that repeats one token more than 30 times, and ends the stream without a word. That is an answer cut
// short, and would be cut short again. So is one that is far longer than was asked for.
func (m *Model) attempt(ctx context.Context, req *api.ChatRequest, heard *hearing) (prompts.Reply, error) {
	watched, watch := newWatch(ctx, "reading the prompt", m.client.opts.Limits.FirstToken)
	defer watch.stop()
	started := m.client.opts.Now()
	see(ctx, Moment{Stage: Reading, Limit: m.client.opts.Limits.FirstToken})
	err := m.client.stream(watched, "/api/chat", req, heard.bytes(), func(line []byte) error {
		watch.reset("writing", m.client.opts.Limits.Between)
		var p part
		if err := decode(line, &p); err != nil {
			return err
		}
		if p.RemoteHost != "" || p.RemoteModel != "" {
			return refuseRemote(m.card.Name)
		}
		err := heard.add(p)
		if n := heard.written(); n > 0 {
			see(ctx, Moment{Stage: Writing, Tokens: n, Limit: m.client.opts.Limits.Between})
		}
		return err
	})
	if watched.Err() != nil {
		return prompts.Reply{}, context.Cause(watched)
	}
	cut := errors.Is(err, errTooMuch)
	if err != nil && !cut {
		return prompts.Reply{}, err
	}
	reply, ok := heard.reply(cut)
	if !ok {
		return prompts.Reply{}, errBroken
	}
	reply.Elapsed = m.client.opts.Now().Sub(started)
	return reply, nil
}

// watch cancels a request when nothing came for too long.
type watch struct {
	mu     sync.Mutex
	timer  *time.Timer
	cancel context.CancelCauseFunc
	cause  *stalled
}

func newWatch(parent context.Context, phase string, limit time.Duration) (context.Context, *watch) {
	ctx, cancel := context.WithCancelCause(parent)
	w := &watch{cancel: cancel, cause: &stalled{phase, limit}}
	w.timer = time.AfterFunc(limit, w.expire)
	return ctx, w
}

func (w *watch) expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cancel(w.cause)
}

func (w *watch) reset(phase string, limit time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cause = &stalled{phase, limit}
	w.timer.Reset(limit)
}

func (w *watch) stop() {
	w.timer.Stop()
	w.cancel(nil)
}
