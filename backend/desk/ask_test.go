package desk_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/egress"
	"rabbithole/backend/egress/egresstest"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
)

const radonPage = `<html lang="en"><head><title>Radon at home</title><meta property="og:site_name" content="Radon Office"></head><body><article><h1>Radon at home</h1>
<p>Radon is a radioactive gas that comes out of the ground and gathers in cellars.</p><p>The reference level for dwellings is 300 becquerel per cubic metre.</p>
<p>Whoever measures more should air the cellar and seal its floor, and measure again after a year.</p></article></body></html>`

// online is a desk whose web is pretended: a search service on this computer, and one page.
func online(t *testing.T) *desk.Desk {
	t.Helper()
	net := egresstest.New()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/home" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte(radonPage))
	}))
	t.Cleanup(site.Close)
	net.Host("www.radon-office.org", site.Listener.Addr().String())
	search := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(map[string]any{"results": []map[string]string{
			{"url": "http://www.radon-office.org/home", "title": "Radon at home"}, {"url": "http://www.radon-office.org/gone", "title": "Radon reference level"}}})
	}))
	t.Cleanup(search.Close)
	env := map[string]string{"RABBITHOLE_TESSERACT": "none", "OLLAMA_HOST": "127.0.0.1:9", "WEB_SEARCH_PROVIDER": "searxng", "SEARXNG_URL": search.URL}
	home := t.TempDir()
	d, closing := desk.New(core.Config{Home: home, Env: func(name string) string { return env[name] },
		Web: egress.WebOptions{Wire: net.Wire(), Sleep: func(context.Context, time.Duration) error { return nil }}}, &screen{news: make(chan struct{}, 1)})
	t.Cleanup(func() { closing() })
	desk.AwaitOpen(context.Background(), d)
	return d
}

// askedUntil looks at a run that answers until it is as wished.
func askedUntil(t *testing.T, d *desk.Desk, run string, holds func(desk.Asked) bool) desk.Asked {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		a, err := d.Asked(run)
		if err != nil {
			t.Fatal(err)
		}
		if holds(a) {
			return a
		}
		if time.Now().After(deadline) || a.Run.Status == graph.Failed {
			t.Fatalf("the run is %s: %+v", a.Run.Status, a)
		}
	}
}

// From the question over the consent to the article that the answer cites, as the screen sees it.
func TestAsk_FromConsentToArticle(t *testing.T) {
	d := online(t)
	run, err := d.StartAsk(core.Ask{Question: "What is the reference level for radon in dwellings?", Web: "open", Engine: "extractive"})
	if err != nil {
		t.Fatal(err)
	}
	a := askedUntil(t, d, run.ID, func(a desk.Asked) bool { return a.Consent != nil })
	if c := a.Consent; c.Text == "" || len(c.Queries) == 0 || !strings.HasPrefix(c.Provider.Host, "127.0.0.1:") || len(a.Connections) != 0 || a.Web != "open" {
		t.Fatalf("consent %+v after %d connections", c, len(a.Connections))
	}
	if list, err := d.Conversations(); err != nil || len(list) != 1 || list[0].Live {
		t.Errorf("while it waits for a person: %+v, %v", list, err)
	}
	if err := d.AnswerConsent(run.ID, a.Consent.Question, flow.ConsentRun, a.Consent.Queries); err != nil {
		t.Fatal(err)
	}
	a = askedUntil(t, d, run.ID, func(a desk.Asked) bool { return a.Run.Status == graph.Finished })
	if !a.Proved || !strings.Contains(a.Text, "300 becquerel") || len(a.Citations) == 0 || a.Citations[0].URL == "" || a.StopReason == "" || len(a.Warnings) == 0 || len(a.Connections) < 2 {
		t.Errorf("answered: %+v", a)
	}
	if len(a.Near) > 0 {
		t.Errorf("the nearest passages are shown beside the answer: %+v", a.Near)
	}
	purposes := map[string]bool{}
	for _, c := range a.Connections {
		purposes[c.Purpose] = true
	}
	if !purposes["search"] || !purposes["page"] {
		t.Errorf("what the connections were for: %v", purposes)
	}
	log, err := d.Connections()
	i := slices.IndexFunc(log, func(c desk.Connection) bool { return c.Purpose == "page" })
	if err != nil || i < 0 || log[i].For == nil || *log[i].For != (desk.Caller{Run: run.ID, Flow: "answer", Status: graph.Finished, Question: a.Question}) {
		t.Errorf("the log does not say what the answer's connections were for: %+v, %v", log, err)
	}
	var phases []string
	for _, m := range a.Timeline {
		phases = append(phases, m.Phase)
	}
	for _, want := range []string{answer.PhasePlanning, answer.PhaseSearching, answer.PhaseReading, answer.PhaseEvaluating, answer.PhaseSynthesizing} {
		if !slices.Contains(phases, want) {
			t.Errorf("%s is not on the timeline %v", want, phases)
		}
	}
	i = slices.IndexFunc(a.Sources, func(s desk.AskedSource) bool { return s.Number == 1 })
	if i < 0 || a.Sources[i].Quality == 0 || a.Sources[i].Why == "" {
		t.Errorf("sources %+v", a.Sources)
	}
	page, err := d.Article(a.Citations[0].Document)
	if err != nil || page.Title != "Radon at home" || len(page.Pages) != 1 || len(page.Pages[0].Marks) == 0 {
		t.Fatalf("Article = %+v, %v", page, err)
	}
	mark := page.Pages[0].Marks[0]
	if cited := page.Pages[0].Text[mark.Span.Start:mark.Span.End]; !strings.Contains(cited, "300 becquerel") || mark.Run != run.ID {
		t.Errorf("the mark %+v stands on %q", mark, cited)
	}
	if opened, err := d.OpenDocument(a.Citations[0].Document); err != nil || opened.Document.URL == "" || len(opened.Pages) != 1 {
		t.Errorf("OpenDocument = %+v, %v", opened, err)
	}
	if docs, err := d.Documents(); err != nil || len(docs) != 0 {
		t.Errorf("the library lists %d documents, %v", len(docs), err)
	}
	list, err := d.Conversations()
	for deadline := time.Now().Add(10 * time.Second); err == nil && len(list) == 1 && list[0].Live && time.Now().Before(deadline); list, err = d.Conversations() {
		time.Sleep(10 * time.Millisecond) // the run has ended, and its process is about to
	}
	if err != nil || len(list) != 1 || list[0].ID != run.ID || list[0].Turns != 1 || list[0].Live {
		t.Fatalf("Conversations = %+v, %v", list, err)
	}
	if talk, err := d.Conversation(run.ID); err != nil || len(talk.Messages) != 1 || talk.Messages[0].Answer != a.Text {
		t.Errorf("Conversation = %+v, %v", talk, err)
	}
	if err := d.DeleteConversation(run.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Article(a.Citations[0].Document); err == nil {
		t.Error("the article outlived its conversation")
	}
}

func TestWebSettings_TellWhatIsThere(t *testing.T) {
	home := t.TempDir()
	d, _ := open(t, home)
	find := func(name string) core.WebProvider {
		set, err := d.WebSettings()
		if err != nil || set.Provider != "wikipedia" || set.CacheHours != 24 {
			t.Fatalf("%+v, %v", set, err)
		}
		return set.Providers[slices.IndexFunc(set.Providers, func(p core.WebProvider) bool { return p.Name == name })]
	}
	if p := find("wikipedia"); !p.Ready || p.Host == "" || p.Keyed {
		t.Errorf("%+v", p)
	}
	if p := find("brave"); p.Ready || p.Needs == "" || !p.Keyed || p.Key != "" {
		t.Errorf("%+v", p)
	}
	if where, err := d.SetWebKey("brave", "BSA-0123456789"); err != nil || where != "file" {
		t.Fatalf("SetWebKey = %q, %v", where, err)
	}
	if p := find("brave"); !p.Ready || p.Key != "file" {
		t.Errorf("%+v", p)
	}
	if err := d.RemoveWebKey("brave"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(home, "keys.json")); err == nil || find("brave").Ready {
		t.Error("the key is still there")
	}
}
