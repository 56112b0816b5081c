// Package ollama is the client of a local Ollama: what is installed and fits, one pinned set of options per run, a token ledger that
// never lets a prompt overflow unnoticed, a journal of complete answers, embeddings that survive one bad input.
//
// It promises that nothing is pulled unasked, that a cloud model behind a local name is refused, that cancelling a context closes the
// request, that a server that dies in the middle is waited for, for a bounded time, and that no reply, however long or
// odd, costs more than a little memory and the call that it answers. It refuses to know what is asked and why.
package ollama

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/ollama/ollama/api"
)

// Client talks to one Ollama server.
type Client struct {
	http  *http.Client
	base  *url.URL
	opts  Options
	chat  chan struct{} // a slot per chat request under way; Ollama's own default is one
	embed chan struct{}

	mu       sync.Mutex
	contexts map[string]int // pinned num_ctx by model digest: another value would reload the model
	callers  []string       // runs of the chat requests under way
	version  string         // of the server; "" until asked
}

// Options of a Client; the zero value works.
type Options struct {
	Journal   Journal          // nil: nothing is journalled
	Now       func() time.Time // time.Now when nil
	KeepAlive time.Duration    // how long a model stays loaded after a request; 10 minutes when 0, for ever when negative
	NumCtx    int              // context length in tokens for every model; 0: from the model's facts and free memory
	NumThread int              // CPU threads per request; 0 leaves it to the server
	Parallel  int              // chat requests at a time; 1 when 0
	Limits    Limits
	// Memory returns the free memory of the server's computer in bytes, 0 when unknown. nil: this computer's when the server is here.
	Memory func() int64
}

// Limits bound waiting. Zero fields take their defaults.
type Limits struct {
	Loading    time.Duration // for loading a model; 5 minutes
	FirstToken time.Duration // from request to first token: the time to read the prompt; 10 minutes
	Between    time.Duration // between two tokens; 2 minutes
	Patience   time.Duration // for a server that went away or is busy; 30 seconds
	Facts      time.Duration // for what it tells of one of its models; 10 seconds
	Query      time.Duration // for the vector of a query; 10 seconds. Documents get three times as long, and half as long again for each text
}

// New returns a client of the server at base (see ParseHost) that connects through httpClient.
func New(httpClient *http.Client, base *url.URL, opts Options) *Client {
	opts = opts.withDefaults()
	c := &Client{http: httpClient, base: base, opts: opts, contexts: map[string]int{},
		chat: make(chan struct{}, opts.Parallel), embed: make(chan struct{}, 1)}
	if c.opts.Memory == nil {
		c.opts.Memory = func() int64 { return 0 }
		if local(base.Hostname()) {
			c.opts.Memory = freeMemory
		}
	}
	return c
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Parallel <= 0 {
		o.Parallel = 1
	}
	orElse(&o.KeepAlive, 10*time.Minute)
	orElse(&o.Limits.Loading, 5*time.Minute)
	orElse(&o.Limits.FirstToken, 10*time.Minute)
	orElse(&o.Limits.Between, 2*time.Minute)
	orElse(&o.Limits.Patience, 30*time.Second)
	orElse(&o.Limits.Facts, 10*time.Second)
	orElse(&o.Limits.Query, 10*time.Second)
	return o
}

func orElse(d *time.Duration, def time.Duration) {
	if *d == 0 {
		*d = def
	}
}

// Host returns "host:port" of the server.
func (c *Client) Host() string { return c.base.Host }

// Version returns the server's version such as "0.11.4"; a fault of kind Unavailable when it does not answer.
func (c *Client) Version(ctx context.Context) (string, error) {
	v, err := c.askVersion(ctx)
	return v, c.explain(ctx, "ask Ollama for its version", err)
}

func (c *Client) askVersion(ctx context.Context) (string, error) {
	var reply struct{ Version string }
	if err := c.ask(ctx, "/api/version", nil, &reply, mostPlain); err != nil {
		return "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version = shown(reply.Version)
	return c.version, nil
}

func (c *Client) keepAlive() *api.Duration { return &api.Duration{Duration: c.opts.KeepAlive} }

// pin remembers the context length of a model for what this client picks later; the first value wins.
func (c *Client) pin(digest string, numCtx int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if have, ok := c.contexts[digest]; ok {
		return have
	}
	c.contexts[digest] = numCtx
	return numCtx
}

// take waits for a free slot and returns the function that frees it.
func take(ctx context.Context, slots chan struct{}) (func(), error) {
	select {
	case slots <- struct{}{}:
		return func() { <-slots }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// countsWholePrompt tells whether the server's prompt_eval_count includes tokens it found in its cache. Before 0.4 it did not.
func countsWholePrompt(version string) bool {
	return !strings.HasPrefix(version, "0.1.") && !strings.HasPrefix(version, "0.2.") && !strings.HasPrefix(version, "0.3.")
}
