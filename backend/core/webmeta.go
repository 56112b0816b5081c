package core

import (
	"encoding/json"
	"errors"
	"fmt"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"slices"

	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
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
			return w, fault.New("ask the web", fault.Usage, "Name the hosts that may be read, or list them in the setting WEB_ALLOWED_HOSTS.", errors.New("no host is listed"))
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
