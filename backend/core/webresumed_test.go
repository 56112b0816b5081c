package core

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rabbithole/backend/egress"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// webAgain opens the web for a run that exists, as the next process does.
func webAgain(t *testing.T, c *Core, run string) step.Web {
	t.Helper()
	stored, err := c.Run(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	var meta runMeta
	if err := json.Unmarshal(stored.Meta, &meta); err != nil {
		t.Fatal(err)
	}
	tools, err := equip(t.Context(), c, answering{c}.graph(), run, meta, func(s answer.State) source.Scope { return s.Scope })
	if err != nil {
		t.Fatal(err)
	}
	return tools.Web
}

func TestWeb_WhatWasSpentCountsInTheNextProcess(t *testing.T) {
	p := pretend(t)
	c := p.online(t, t.TempDir(), "WEB_CACHE_HOURS", "0")
	c.config.Web.Limits = egress.Limits{RunRequests: 3}
	w, run := opened(t, c, WebOpen)
	if _, _, err := w.Read(t.Context(), "http://"+siteName+"/home"); err != nil { // with its robots.txt
		t.Fatal(err)
	}
	again := webAgain(t, c, run.ID)
	if _, _, err := again.Read(t.Context(), "http://"+siteName+"/home"); !errors.Is(err, egress.ErrSpent) || p.fetched.Load() != 1 {
		t.Errorf("after %d fetches: %v", p.fetched.Load(), err)
	}
}

// A person agreed that queries go to one service. Another that is entered later gets none of this run's.
func TestWeb_ARunKeepsToWhomItsPersonAgreed(t *testing.T) {
	p := pretend(t)
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	t.Cleanup(other.Close)
	c := p.online(t, t.TempDir())
	w, run := opened(t, c, WebOpen)
	agreed := w.Provider()
	changed := c.settings.get()
	changed.Web.SearXNG = other.URL
	c.settings.set(changed, nil)
	again := webAgain(t, c, run.ID)
	if _, err := again.Search(t.Context(), "radon", 3); err != nil || asked != 0 || again.Provider() != agreed {
		t.Errorf("agreed to %+v, searches with %+v: %v, the other was asked %d times", agreed, again.Provider(), err, asked)
	}
}

// What a run may not open it is not given from what another run has kept.
func TestWeb_ListedHostsAloneAlsoOfWhatIsKept(t *testing.T) {
	p := pretend(t)
	c := p.online(t, t.TempDir())
	w, _ := opened(t, c, WebOpen)
	if _, _, err := w.Read(t.Context(), "http://"+siteName+"/home"); err != nil {
		t.Fatal(err)
	}
	listed, run := opened(t, c, WebListed, "www.who.int")
	if a, _, err := listed.Read(t.Context(), "http://"+siteName+"/home"); fault.KindOf(err) != fault.Denied {
		t.Errorf("%+v, %v", a, err)
	}
	if list, err := c.db.ArticlesOf(t.Context(), run.ID); err != nil || len(list) != 0 {
		t.Errorf("the run keeps %+v, %v", list, err)
	}
}

// A page may say that its address is another of its site. That speaks for itself alone: who asks for the other address is not given it.
func TestWeb_APageThatCallsItselfAnotherDoesNotStandForIt(t *testing.T) {
	p := pretend(t)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /~mallory", func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte(`<html><head><title>x</title><link rel="canonical" href="/official"></head><body><article><p>` + strings.Repeat("The limit was raised to nine thousand becquerel, says Mallory. ", 5) + `</p></article></body></html>`))
	})
	mux.HandleFunc("GET /official", func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte(`<html><head><title>y</title></head><body><article><p>` + strings.Repeat("The limit is three hundred becquerel, says the office. ", 5) + `</p></article></body></html>`))
	})
	site := httptest.NewServer(mux)
	t.Cleanup(site.Close)
	p.net.Host("www.uni-orn.org", site.Listener.Addr().String())
	c := p.online(t, t.TempDir())
	w, _ := opened(t, c, WebOpen)
	if _, _, err := w.Read(t.Context(), "http://www.uni-orn.org/~mallory"); err != nil {
		t.Fatal(err)
	}
	if a, passages, err := w.Read(t.Context(), "http://www.uni-orn.org/official"); err != nil || a.Cached || !strings.Contains(passages[0].Text, "says the office") {
		t.Errorf("%+v, %v", a, err)
	}
}

// What leaves stands in the log before it leaves: a program that is killed meanwhile has it.
func TestWeb_IsLoggedBeforeItLeaves(t *testing.T) {
	p := pretend(t)
	c := p.online(t, t.TempDir())
	w, run := opened(t, c, WebOpen)
	logged := map[string]int{}
	serve := func(next http.Handler) http.HandlerFunc {
		return func(rw http.ResponseWriter, r *http.Request) {
			list, err := c.RunConnections(context.Background(), run.ID)
			if err == nil {
				logged[r.URL.Path] = len(list)
			}
			next.ServeHTTP(rw, r)
		}
	}
	p.search.Config.Handler, p.site.Config.Handler = serve(p.search.Config.Handler), serve(p.site.Config.Handler)
	if _, err := w.Search(t.Context(), "radon", 3); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.Read(t.Context(), "http://"+siteName+"/home"); err != nil {
		t.Fatal(err)
	}
	if logged["/search"] != 1 || logged["/robots.txt"] != 2 || logged["/home"] != 3 {
		t.Errorf("in the log when they were asked: %v", logged)
	}
}
