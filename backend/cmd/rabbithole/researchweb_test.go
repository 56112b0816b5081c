package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// Research asks the web for nothing before the person was shown what would leave, and to whom; what the library answers never leaves.
func TestResearch_ShowsWhatWouldLeave(t *testing.T) {
	var searches atomic.Int64
	search := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		searches.Add(1)
		w.Header().Set("Content-Type", "application/json")
		w.Write([]byte(`{"results": []}`))
	}))
	defer search.Close()
	t.Setenv("WEB_SEARCH_PROVIDER", "searxng")
	t.Setenv("SEARXNG_URL", search.URL)
	home := library(t)
	const beyond = "Who painted the ceiling of the Sistine Chapel in Rome?"
	s := typing(t, home, "enough\n\nn\n", "research", "--web", beyond).ok(t)
	if !strings.Contains(s.err, strings.TrimPrefix(search.URL, "http://")) || !strings.Contains(strings.ToLower(s.err), "  painted ceiling sistine chapel rome") || searches.Load() != 0 {
		t.Errorf("%d searches after a no\n%s", searches.Load(), s.err)
	}
	if s := typing(t, home, "enough\n\ny\n", "research", "--web", beyond).ok(t); searches.Load() == 0 || !strings.Contains(s.err, "searched the web for") {
		t.Errorf("%d searches after a yes\n%s", searches.Load(), s.err)
	}
	before := searches.Load()
	rabbithole(t, home, "research", "--yes", askedOf).ok(t)
	if searches.Load() != before {
		t.Error("without --web something was searched")
	}
	rabbithole(t, home, "research", "--web", "--yes", beyond).ok(t)
	if searches.Load() == before {
		t.Error("--yes agreed to nothing")
	}
	if s := rabbithole(t, home, "research", "--host", "who.int", beyond); s.code != 2 || !strings.Contains(s.err, "--web") {
		t.Errorf("%d %s", s.code, s.err)
	}
}
