package core

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/egress"
	"rabbithole/backend/egress/egresstest"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// pretended is a web on loopback: a site, and a search service of the person's own.
type pretended struct {
	net     *egresstest.Net
	site    *httptest.Server
	search  *httptest.Server
	fetched atomic.Int64  // pages, robots.txt left out
	stall   chan struct{} // /slow answers when it is closed
}

const siteName = "www.radon-office.org"

func pretend(t *testing.T) *pretended {
	t.Helper()
	p := &pretended{net: egresstest.New(), stall: make(chan struct{})}
	mux := http.NewServeMux()
	page := func(pattern, kind, body string) {
		mux.HandleFunc("GET "+pattern, func(w http.ResponseWriter, _ *http.Request) {
			p.fetched.Add(1)
			w.Header().Set("Content-Type", kind)
			fmt.Fprint(w, body)
		})
	}
	page("/home", "text/html; charset=utf-8", `<html lang="en"><head><title>Radon at home</title><meta property="og:site_name" content="Radon Office"></head><body><article><h1>Radon at home</h1>`+
		strings.Repeat(`<p>Radon is a radioactive gas that comes out of the ground and gathers in cellars. The reference level for dwellings is 300 becquerel per cubic metre. Whoever measures more should air the cellar and seal its floor.</p>`, 4)+`</article></body></html>`)
	page("/notes.md", "text/markdown", "# Notes\n\nRadon was measured for twelve months in forty schools of the district, and in every one of them the detectors were read by hand.\n")
	mux.HandleFunc("GET /paper.pdf", func(w http.ResponseWriter, _ *http.Request) {
		p.fetched.Add(1)
		w.Header().Set("Content-Type", "application/pdf")
		lines := pdftest.Lines("The detectors were read by hand after twelve months in", "every school of the district.")
		w.Write(pdftest.Doc{Pages: []pdftest.Page{{Runs: lines}}}.Bytes())
	})
	mux.HandleFunc("GET /slow", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-p.stall:
		case <-r.Context().Done():
		}
	})
	p.site = httptest.NewServer(mux)
	t.Cleanup(p.site.Close)
	p.net.Host(siteName, p.site.Listener.Addr().String())
	p.search = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var hits []map[string]string
		for _, path := range []string{"/home", "/notes.md", "/paper.pdf", "/missing"} {
			hits = append(hits, map[string]string{"url": "http://" + siteName + path, "title": "About " + path, "content": "radon"})
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"query": r.URL.Query().Get("q"), "results": hits})
	}))
	t.Cleanup(p.search.Close)
	return p
}

// quick are options of a way into the pretended web that is not polite.
func (p *pretended) quick() egress.WebOptions {
	return egress.WebOptions{Wire: p.net.Wire(), Sleep: func(context.Context, time.Duration) error { return nil }}
}

// online opens a new library that may search with the pretended service.
func (p *pretended) online(t *testing.T, home string, pairs ...string) *Core {
	t.Helper()
	env := map[string]string{"WEB_SEARCH_PROVIDER": "searxng", "SEARXNG_URL": p.search.URL, "OLLAMA_HOST": "127.0.0.1:9"}
	for i := 0; i+1 < len(pairs); i += 2 {
		env[pairs[i]] = pairs[i+1]
	}
	c, err := Open(t.Context(), Config{Home: home, Env: func(name string) string { return env[name] }, Keyring: ring{}, Web: p.quick()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// opened stores a run and opens the web for it.
func opened(t *testing.T, c *Core, policy WebPolicy, hosts ...string) (step.Web, graph.Run) {
	t.Helper()
	run, err := c.StartAnswer(t.Context(), Ask{Question: "What is the reference level for radon?", Web: policy, Hosts: hosts, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	var meta runMeta
	if err := json.Unmarshal(run.Meta, &meta); err != nil {
		t.Fatal(err)
	}
	tools, err := equip(t.Context(), c, answering{c}.graph(), run.ID, meta, func(s answer.State) source.Scope { return s.Scope })
	if err != nil {
		t.Fatal(err)
	}
	return tools.Web, run
}

func TestWeb_ReadsAndKeepsPages(t *testing.T) {
	p := pretend(t)
	c := p.online(t, t.TempDir())
	w, run := opened(t, c, WebOpen)
	hits, err := w.Search(t.Context(), "radon reference level", 3)
	if err != nil || len(hits) != 3 || w.Provider().Host != strings.TrimPrefix(p.search.URL, "http://") {
		t.Fatalf("Search = %v, %v; provider %+v", hits, err, w.Provider())
	}
	for i, want := range []string{"reference level for dwellings is 300 becquerel", "forty schools", "read by hand after twelve months"} {
		a, passages, err := w.Read(t.Context(), hits[i].URL)
		if err != nil || len(passages) == 0 || a.Language != "en" || a.Cached {
			t.Fatalf("Read(%s) = %+v, %d passages, %v", hits[i].URL, a, len(passages), err)
		}
		got, err := c.Article(t.Context(), a.Document)
		if err != nil || !strings.Contains(got.Pages[0].Text, want) || got.URL != a.URL {
			t.Errorf("Article(%s) = %+v, %v", hits[i].URL, got, err)
		}
		kept, err := c.db.Passage(t.Context(), passages[0].ID)
		if err != nil || kept.Document != a.Document || kept.Text != passages[0].Text {
			t.Errorf("Passage = %+v, %v", kept, err)
		}
	}
	if _, _, err := w.Read(t.Context(), "http://"+siteName+"/missing"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a page that is not there: %v", err)
	}
	if _, _, err := w.Read(t.Context(), p.search.URL); fault.KindOf(err) != fault.Denied {
		t.Errorf("a page on this computer: %v", err)
	}
	if docs, err := c.Documents(t.Context(), true); err != nil || len(docs) != 0 {
		t.Errorf("the library lists %d documents, %v", len(docs), err)
	}
	if list, err := c.db.ArticlesOf(t.Context(), run.ID); err != nil || len(list) != 3 {
		t.Errorf("%d articles, %v", len(list), err)
	}
}

func TestWeb_ReadsFreshPagesOnce(t *testing.T) {
	p := pretend(t)
	c := p.online(t, t.TempDir())
	first, run := opened(t, c, WebOpen)
	a, passages, err := first.Read(t.Context(), "http://"+siteName+"/home")
	if err != nil {
		t.Fatal(err)
	}
	second, later := opened(t, c, WebOpen)
	b, again, err := second.Read(t.Context(), "http://"+siteName+"/home?utm_source=x#top")
	if err != nil || !b.Cached || b.Document != a.Document || len(again) != len(passages) || p.fetched.Load() != 1 {
		t.Errorf("%+v, %v after %d fetches", b, err, p.fetched.Load())
	}
	if err := c.DeleteRun(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Article(t.Context(), a.Document); err != nil {
		t.Errorf("the later run lost its article: %v", err)
	}
	if err := c.DeleteRun(t.Context(), later.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Article(t.Context(), a.Document); fault.KindOf(err) != fault.NotFound {
		t.Errorf("nobody holds the article, and it is there: %v", err)
	}

	stale := p.online(t, t.TempDir(), "WEB_CACHE_HOURS", "0")
	w, _ := opened(t, stale, WebOpen)
	for range 2 {
		if a, _, err := w.Read(t.Context(), "http://"+siteName+"/home"); err != nil || a.Cached {
			t.Errorf("%+v, %v", a, err)
		}
	}
	if n := p.fetched.Load(); n != 3 {
		t.Errorf("%d fetches", n)
	}
}

func TestWeb_ListedHostsAlone(t *testing.T) {
	p := pretend(t)
	p.net.Host("elsewhere.example.com", p.site.Listener.Addr().String())
	c := p.online(t, t.TempDir())
	w, run := opened(t, c, WebListed, siteName)
	if _, err := w.Search(t.Context(), "radon", 3); err != nil {
		t.Errorf("searching: %v", err)
	}
	if _, _, err := w.Read(t.Context(), "http://"+siteName+"/home"); err != nil {
		t.Errorf("a listed host: %v", err)
	}
	if _, _, err := w.Read(t.Context(), "http://elsewhere.example.com/home"); fault.KindOf(err) != fault.Denied {
		t.Errorf("another host: %v", err)
	}
	log, err := c.RunConnections(t.Context(), run.ID)
	if err != nil || len(log) < 3 {
		t.Fatalf("the log has %d lines, %v", len(log), err)
	}
	refused := 0
	for _, e := range log {
		if !e.Allowed {
			refused++
		}
	}
	sums, err := c.connectionsOf(t.Context(), run.ID)
	if err != nil || refused != 1 || len(sums) < 2 {
		t.Errorf("%d refused, sums %+v, %v", refused, sums, err)
	}
	for _, s := range sums {
		if strings.Contains(s.Host, "elsewhere") || s.Requests == 0 {
			t.Errorf("%+v", s)
		}
	}
	if len(c.Connections()) < len(log) {
		t.Error("the program's log lacks what the run connected to")
	}
}

// What is offline is given no web at all, and what cannot be searched is not begun.
func TestStartAnswer_AllowsWhatCanBe(t *testing.T) {
	p := pretend(t)
	c := p.online(t, t.TempDir(), "WEB_SEARCH_PROVIDER", "brave")
	for _, k := range []struct {
		ask  Ask
		kind fault.Kind
	}{
		{Ask{Question: "What is radon?"}, fault.NotFound},
		{Ask{Question: " ? "}, fault.Usage},
		{Ask{Question: "What is radon?", Web: WebOpen}, fault.Usage}, // no key
		{Ask{Question: "What is radon?", Web: "everything"}, fault.Usage},
		{Ask{Question: "What is radon?", Profile: "careless"}, fault.Usage},
		{Ask{Question: "What is radon?", Follows: "nonsense"}, fault.NotFound},
	} {
		k.ask.Engine = settings.Extractive
		_, err := c.StartAnswer(t.Context(), k.ask)
		if fault.KindOf(err) != k.kind || fault.Hint(err) == "" {
			t.Errorf("%+v: %v (%s)", k.ask, err, fault.Hint(err))
		}
	}
	listed := p.online(t, t.TempDir())
	for _, hosts := range [][]string{nil, {"https://who.int"}, {"localhost"}} {
		if _, err := listed.StartAnswer(t.Context(), Ask{Question: "What is radon?", Web: WebListed, Hosts: hosts, Engine: settings.Extractive}); fault.KindOf(err) != fault.Usage {
			t.Errorf("hosts %v: %v", hosts, err)
		}
	}
	for consented, want := range map[bool]shared.Allow{false: shared.AllowAsk, true: shared.AllowRun} {
		run, err := listed.StartAnswer(t.Context(), Ask{Question: "What is radon?", Web: WebOpen, Consented: consented, Engine: settings.Extractive})
		if err != nil {
			t.Fatal(err)
		}
		if s, err := listed.AnswerState(t.Context(), run.ID); err != nil || s.Allow != want {
			t.Errorf("consented %t: %q, %v", consented, s.Allow, err)
		}
	}
}
