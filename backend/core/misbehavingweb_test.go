package core_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/egress"
	"rabbithole/backend/egress/egresstest"
	"rabbithole/backend/fake/site"
	ask "rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
)

// misbehaving is a library whose web stalls, pours and goes round in circles, on a host for each page, and offers 10,000 of them.
func misbehaving(t *testing.T, seconds string) *core.Core {
	t.Helper()
	s := site.New()
	t.Cleanup(s.Close)
	net := egresstest.New()
	net.Host("*", s.Listener())
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil { // of a robots.txt, too
			if _, err := fmt.Fprint(w, strings.Repeat("Disallow: /x\n", 10_000)); err != nil {
				return
			}
		}
	}))
	t.Cleanup(endless.Close)
	net.Host("www.endless-rules.org", endless.Listener.Addr().String())
	search := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		hits := []map[string]string{{"url": "http://www.endless-rules.org/page", "title": "The lighthouse of Orn"}}
		for i, path := range []string{"stalled", "huge", "bomb", "redirect/loop", "slow?ms=3600000", "plain", "stalled?2"} {
			hits = append(hits, map[string]string{"url": fmt.Sprintf("http://www.coast-%d.org/%s", i, path), "title": "The lighthouse of Orn"})
		}
		for i := range 10_000 {
			hits = append(hits, map[string]string{"url": fmt.Sprintf("http://www.coast.org/stalled?%d", i), "title": "The lighthouse of Orn"})
		}
		json.NewEncoder(w).Encode(map[string]any{"results": hits})
	}))
	t.Cleanup(search.Close)
	c, err := core.Open(t.Context(), core.Config{Home: t.TempDir(), Env: env("OLLAMA_HOST", "127.0.0.1:9", "WEB_SEARCH_PROVIDER", "searxng", "SEARXNG_URL", search.URL,
		"CHAT_RESEARCH_TIMEOUT_SECONDS", seconds, "DEEP_RESEARCH_TIMEOUT_SECONDS", seconds),
		Web: egress.WebOptions{Wire: net.Wire(), Sleep: func(context.Context, time.Duration) error { return nil }}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// A run ends within its own time whatever the web does, with what the good page says and a warning for every page that was no good.
func TestAsk_EndsInTimeWhateverTheWebDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a timeout")
	}
	const seconds, late = 12, 10 // how much later it may end, on a busy machine
	for _, profile := range []ask.Profile{ask.Chat, ask.Deep} {
		c := misbehaving(t, fmt.Sprint(seconds))
		began := time.Now()
		run, err := c.StartAnswer(t.Context(), core.Ask{Question: "When was the lighthouse of Orn built, and who paid for it?", Profile: profile, Web: core.WebOpen, Consented: true, Engine: settings.Extractive})
		if err != nil {
			t.Fatal(err)
		}
		run, err = c.Resume(t.Context(), run.ID)
		took := time.Since(began)
		if err != nil || run.Status != graph.Finished {
			t.Fatalf("%s: %s %v", profile, run.Status, err)
		}
		m, err := c.MessageOf(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %s, %+v", profile, took.Round(time.Millisecond), m.Stats)
		if took > (seconds+late)*time.Second {
			t.Errorf("%s took %s of %d s", profile, took, seconds)
		}
		if len(m.Warnings) == 0 || profile == ask.Deep && !strings.Contains(m.Answer, "1871") {
			t.Errorf("%s: %q, warnings %+v", profile, m.Answer, m.Warnings)
		}
	}
}

// Who cancels does not wait for the web.
func TestAsk_CancelEndsWhileTheWebStalls(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := misbehaving(t, "60")
	run, err := c.StartAnswer(t.Context(), core.Ask{Question: "When was the lighthouse of Orn built?", Web: core.WebOpen, Consented: true, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	events := c.Events.Subscribe(1000)
	defer events.Close()
	ended := make(chan graph.Run, 1)
	go func() {
		r, _ := c.Resume(t.Context(), run.ID)
		ended <- r
	}()
	for reading := false; !reading; {
		e := <-events.C
		reading = e.Kind == ask.EventProgress && strings.Contains(string(e.Data), ask.PhaseReading)
	}
	time.Sleep(200 * time.Millisecond) // pages are on their way
	began := time.Now()
	if err := c.Stop(t.Context(), run.ID, graph.Cancelled); err != nil {
		t.Fatal(err)
	}
	r := <-ended
	if took := time.Since(began); took > time.Second || r.Status != graph.Cancelled {
		t.Errorf("%s after %s", r.Status, took)
	}
}
