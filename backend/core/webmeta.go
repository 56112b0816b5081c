package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/egress"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/store"
)

// WebPolicy says how far a run may leave this computer.
type WebPolicy string

// The policies. Whatever is allowed, addresses of this computer and of private networks are never read.
const (
	WebOff    WebPolicy = ""       // not at all
	WebListed WebPolicy = "listed" // to the search provider, and to the hosts that the person listed
	WebOpen   WebPolicy = "open"   // to the search provider, and to the pages it finds
)

// webMeta is what a run keeps of how far it may leave this computer, and whom it asks there.
type webMeta struct {
	Web      WebPolicy `json:"web,omitempty"`
	Hosts    []string  `json:"hosts,omitempty"`
	Provider string    `json:"provider,omitempty"` // one for the whole run
	Language string    `json:"language,omitempty"` // that it is asked in
	Endpoint string    `json:"endpoint,omitempty"` // of the person's own service when it was agreed to: a later one gets nothing of this run
	Trusted  []string  `json:"trusted,omitempty"`  // addresses that the provider list offered then
	Restored bool      `json:"restored,omitempty"` // it came with a backup: what was allowed on another computer is not allowed here
}

// online returns how far a run may leave this computer: the zero value for one that is offline.
func (m runMeta) online() webMeta {
	if w := m.agreed(); w != nil && !w.Restored {
		return *w
	}
	return webMeta{}
}

// agreed is what was agreed to when a run began, nil for a run without the web.
func (m runMeta) agreed() *webMeta {
	switch {
	case m.Ask != nil:
		return &m.Ask.webMeta
	case m.Related != nil:
		return &m.Related.webMeta
	}
	return m.Web
}

// WebOf returns what a run may ask of the web, and the hosts that it may read when they are listed.
func WebOf(run graph.Run) (WebPolicy, []string) {
	var meta runMeta
	if json.Unmarshal(run.Meta, &meta) != nil {
		return WebOff, nil
	}
	w := meta.online()
	return w.Web, slices.Clone(w.Hosts)
}

// allowance is what a run may do before anybody is asked.
func allowance(web WebPolicy, consented bool) shared.Allow {
	switch {
	case web == WebOff:
		return shared.AllowLibrary
	case consented:
		return shared.AllowRun
	}
	return shared.AllowAsk
}

// allow fills in whom a run that asks in a language may speak to, or says why it cannot.
func (c *Core) allow(language string, web WebPolicy, hosts []string) (webMeta, error) {
	w := webMeta{Web: web}
	switch web {
	case WebOff:
		return w, nil
	case WebListed:
		if w.Hosts = hosts; len(hosts) == 0 {
			w.Hosts = c.settings.get().Web.Hosts
		}
		if len(w.Hosts) == 0 {
			return w, fault.New("ask the web", fault.Usage, "Name the hosts that may be read, or list them in the setting WEB_ALLOWED_HOSTS.",
				errors.New("no host is listed"))
		}
		for _, host := range w.Hosts {
			if err := settings.CheckHost(host); err != nil {
				return w, fault.New("allow the host "+host, fault.Usage, "Write it as in who.int, without https:// and path.", err)
			}
		}
	case WebOpen:
	default:
		return w, fault.New("ask the web", fault.Usage, "The web is off, listed or open.", fmt.Errorf("there is no policy %q", web))
	}
	with := c.searchedWith(c.settings.get().Web.Provider, language)
	with.Web, with.Hosts = w.Web, w.Hosts
	if _, err := c.canSearch(with); err != nil {
		return with, cannotSearch{err}
	}
	return with, nil
}

// cannotSearch is why whom the settings name cannot be asked: what was wished is all right.
type cannotSearch struct{ error }

// Unwrap returns the cause.
func (e cannotSearch) Unwrap() error { return e.error }

// logbook keeps a run's connections in the store, each before it is opened, so that a crash takes none of them.
type logbook struct {
	db   *store.DB
	run  string
	read func() []Connection // of this process

	mu    sync.Mutex
	first int // number of this process's first line: those before it are of earlier processes
}

// newLogbook goes on with a run's log; before is what stands in it.
func (c *Core) newLogbook(ctx context.Context, run string) (b *logbook, before []Connection, err error) {
	b = &logbook{db: c.db, run: run}
	if run == "" {
		return b, nil, nil
	}
	old, err := c.db.Connections(ctx, run, 0)
	for _, l := range old {
		b.first = max(b.first, l.No+1)
	}
	if err != nil {
		return b, nil, err
	}
	before, err = read(old)
	return b, before, err
}

// keep writes down what happened until now, also for a run that is being stopped.
func (b *logbook) keep(ctx context.Context) error {
	if b.run == "" {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	var lines []store.Connection
	for i, c := range b.read() {
		raw, err := json.Marshal(c)
		if err != nil {
			return err
		}
		lines = append(lines, store.Connection{No: b.first + i, At: c.At, Entry: raw})
	}
	return b.db.PutConnections(context.WithoutCancel(ctx), b.run, lines)
}

// RunConnections returns what a run and its sub-runs connected to, or were refused, oldest first.
func (c *Core) RunConnections(ctx context.Context, run string) ([]Connection, error) {
	out, err := c.keptConnections(ctx, run, 0)
	if err != nil {
		return nil, err
	}
	subs, err := c.subRuns(ctx, run)
	for _, sub := range subs {
		more, err := c.RunConnections(ctx, sub.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	slices.SortStableFunc(out, func(a, b Connection) int { return a.At.Compare(b.At) })
	return out, err
}

func (c *Core) keptConnections(ctx context.Context, run string, limit int) ([]Connection, error) {
	lines, err := c.db.Connections(ctx, run, limit)
	if err != nil {
		return nil, err
	}
	return read(lines)
}

// read returns connections as they were logged.
func read(lines []store.Connection) ([]Connection, error) {
	out := make([]Connection, 0, len(lines))
	for _, l := range lines {
		var e Connection
		if err := json.Unmarshal(l.Entry, &e); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// connectionsOf sums up a run's log for its report: by host and purpose, in the order of the first request.
func (c *Core) connectionsOf(ctx context.Context, run string) ([]report.Connection, error) {
	all, err := c.RunConnections(ctx, run)
	var out []report.Connection
	for _, e := range all {
		if !e.Allowed {
			continue
		}
		host := strings.TrimSuffix(strings.TrimSuffix(e.Host, ":443"), ":80")
		i := slices.IndexFunc(out, func(r report.Connection) bool { return r.Host == host && r.Purpose == PurposeOf(e) })
		if i < 0 {
			i = len(out)
			out = append(out, report.Connection{Host: host, Purpose: PurposeOf(e)})
		}
		out[i].Requests++
		out[i].Bytes += e.In
	}
	return out, err
}

// PurposeOf says what a connection was for, in the report's words: "search", "page", "robots" or "model".
func PurposeOf(e Connection) string {
	if e.Purpose == egress.Read {
		return "page"
	}
	return string(e.Purpose)
}
