package web_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fake/site"
	"rabbithole/backend/fault"
	"rabbithole/backend/source"
	"rabbithole/backend/web"
)

const secretKey = "sk-very+secret/4711"

// answers are what the providers answer, in the shapes that their documentation shows.
var answers = map[string]string{
	web.SearXNG: `{"query":"q","number_of_results":2,"results":[
		{"url":"https://Example.org:443/a?utm_source=x#f","title":"First <b>hit</b>","content":"About &amp; more\u202e","engine":"bing","publishedDate":"2024-05-06T00:00:00","score":3.2},
		{"url":"https://www.example.org/a","title":"The same","content":""},
		{"url":"javascript:alert(1)","title":"no"},{"url":"ftp://example.org/x","title":"no"},
		{"url":"https://other.example/b","title":"Second","content":null,"publishedDate":null}],"unresponsive_engines":[["google","CAPTCHA"]]}`,
	web.Brave: `{"type":"search","query":{"original":"q","more_results_available":true},"web":{"type":"search","results":[
		{"title":"First <strong>hit</strong>","url":"https://example.org/a","is_source_local":false,"description":"About &amp; more","page_age":"2024-05-06T10:00:00","profile":{"name":"E"},"language":"en","meta_url":{"hostname":"example.org"}},
		{"title":"Second","url":"https://other.example/b","description":""}]},"mixed":{"main":[]}}`,
	web.Tavily: `{"query":"q","answer":null,"images":[],"results":[
		{"url":"https://example.org/a","title":"First hit","content":"About & more","score":0.98,"raw_content":null,"published_date":"Mon, 06 May 2024 08:00:00 GMT"},
		{"url":"https://other.example/b","title":"Second","content":"","score":0.5}],"response_time":1.09,"request_id":"x"}`,
	web.Wikipedia: `{"batchcomplete":true,"query":{"pages":[
		{"pageid":2,"ns":0,"title":"Second","index":2,"fullurl":"https://other.example/b","touched":"2024-01-01T00:00:00Z"},
		{"pageid":1,"ns":0,"title":"First hit","index":1,"fullurl":"https://example.org/a","extract":"About & more","touched":"2024-05-06T09:00:00Z"}]}}`,
	web.DuckDuckGo: `<html><body><div class="result result--ad"><a class="result__a" href="https://ad.example/">Ad</a></div>
		<div class="result results_links web-result"><h2 class="result__title"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org%2Fa&amp;rut=1">First <b>hit</b></a></h2><a class="result__snippet" href="#">About &amp; <b>more</b></a></div>
		<div class="result web-result"><a class="result__a" href="https://other.example/b">Second</a></div></body></html>`,
}

// provider starts a provider that answers with status, headers and body, and returns its searcher and the requests that it gets.
func provider(t *testing.T, name string, handle http.HandlerFunc) web.Searcher {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	s, err := web.NewSearcher(name, http.DefaultClient, web.SearchOptions{Endpoint: server.URL, Key: secretKey, Language: "de-DE", Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSearch_ReadsWhatProvidersAnswer(t *testing.T) {
	for name, answer := range answers {
		var got *http.Request
		var body string
		s := provider(t, name, func(w http.ResponseWriter, r *http.Request) {
			got = r.Clone(context.Background())
			data, _ := io.ReadAll(r.Body)
			body = string(data)
			fmt.Fprint(w, answer)
		})
		hits, err := s.Search(t.Context(), "  Größe der\nÖfen ", 5)
		if err != nil || len(hits) != 2 || hits[0].URL != "https://example.org/a" || hits[0].Title != "First hit" || hits[0].Snippet != "About & more" || hits[1].URL != "https://other.example/b" {
			t.Errorf("%s: %v, %+v", name, err, hits)
			continue
		}
		if name != web.DuckDuckGo && hits[0].Date != "2024-05-06" {
			t.Errorf("%s: date %q", name, hits[0].Date)
		}
		asked := got.URL.Query().Get("q") + got.URL.Query().Get("gsrsearch") + body
		if !strings.Contains(asked, "Größe der Öfen") {
			t.Errorf("%s was asked %q", name, asked)
		}
		if strings.Contains(got.URL.String(), "secret") || web.NeedsKey(name) != strings.Contains(got.Header.Get("X-Subscription-Token")+got.Header.Get("Authorization"), secretKey) {
			t.Errorf("%s: the key is not where it belongs: %s %v", name, got.URL, got.Header)
		}
		if s.Provider().Name != name || s.Provider().Host != got.Host {
			t.Errorf("%s: %+v", name, s.Provider())
		}
		if one, err := s.Search(t.Context(), "x", 1); err != nil || len(one) != 1 {
			t.Errorf("%s: a limit of 1 gave %d, %v", name, len(one), err)
		}
	}
}

func TestSearch_NothingFoundIsNoFailure(t *testing.T) {
	for name, answer := range map[string]string{
		web.SearXNG: `{"results":[]}`, web.Brave: `{"type":"search","query":{}}`, web.Tavily: `{"results":[]}`, web.Wikipedia: `{"batchcomplete":true}`,
		web.DuckDuckGo: `<html><div class="no-results">No results.</div></html>`,
	} {
		hits, err := provider(t, name, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, answer) }).Search(t.Context(), "x", 5)
		if err != nil || len(hits) != 0 {
			t.Errorf("%s: %v, %+v", name, err, hits)
		}
	}
}

func TestSearch_FailuresSayWhatToDo(t *testing.T) {
	cases := []struct {
		what, names string
		status      int
		header      string
		body        string
		kind        fault.Kind
		hint        string
	}{
		{"too many requests", "searxng brave tavily wikipedia duckduckgo", 429, "90", "", fault.Unavailable, "90 seconds"},
		{"a bot is not wanted", "duckduckgo", 202, "", `<div class="anomaly-modal">`, fault.Unavailable, "another provider"},
		{"a challenge", "duckduckgo", 200, "", `<form id="challenge-form"></form>`, fault.Unavailable, "another provider"},
		{"a wrong key", "brave tavily", 401, "", `{"error":"bad ` + secretKey + `"}`, fault.Denied, "Enter the key of"},
		{"a key that may not", "brave", 422, "", "", fault.Denied, "https://api-dashboard.search.brave.com"},
		{"JSON is off", "searxng", 403, "", "", fault.Denied, "settings.yml"},
		{"a page instead of JSON", "searxng", 200, "", "<!doctype html><html>", fault.Unavailable, "settings.yml"},
		{"a page instead of JSON", "brave tavily wikipedia", 200, "", "<html>", fault.Unavailable, "another provider"},
		{"no JSON at all", "searxng brave tavily wikipedia", 200, "", `{"results": [`, fault.Unavailable, ""},
		{"another shape", "searxng brave tavily", 200, "", `{"results": 7, "web": 7}`, fault.Unavailable, ""},
		{"its own error", "searxng brave tavily wikipedia duckduckgo", 500, "", "", fault.Unavailable, "problem of its own"},
		{"no such page", "searxng wikipedia", 404, "", "", fault.Unavailable, "address of the search provider"},
		{"too much", "searxng brave duckduckgo", 200, "", strings.Repeat(" ", 4<<20), fault.Unavailable, ""},
		{"an error in the answer", "wikipedia", 200, "", `{"error":{"code":"ratelimited","info":"x"}}`, fault.Unavailable, ""},
	}
	for _, c := range cases {
		for _, name := range strings.Fields(c.names) {
			s := provider(t, name, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", c.header)
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			})
			_, err := s.Search(t.Context(), "x", 5)
			if fault.KindOf(err) != c.kind || fault.Hint(err) == "" || !strings.Contains(fault.Hint(err), c.hint) {
				t.Errorf("%s, %s: %v (%s, %q)", name, c.what, err, fault.KindOf(err), fault.Hint(err))
			}
			if err != nil && strings.Contains(err.Error()+fault.Hint(err), "secret") {
				t.Errorf("%s, %s: the key stands in %v", name, c.what, err)
			}
		}
	}
}

// leaky fails with the key in its words, as a library might.
type leaky struct{}

func (leaky) Do(*http.Request) (*http.Response, error) {
	return nil, errors.New("proxy refused header " + secretKey)
}

func TestSearch_KeysStandInNoError(t *testing.T) {
	for _, name := range []string{web.Brave, web.Tavily} {
		s, err := web.NewSearcher(name, leaky{}, web.SearchOptions{Key: secretKey})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Search(t.Context(), "x", 5)
		if err == nil || strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, s.Provider()), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSearch_StalledProviderEndsInTime(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer server.Close()
	s, err := web.NewSearcher(web.SearXNG, http.DefaultClient, web.SearchOptions{Endpoint: server.URL, Timeout: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Search(t.Context(), "x", 5); fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.Hint(err), "too long") {
		t.Error(err)
	}
}

func TestNewSearcher_SaysWhatIsMissing(t *testing.T) {
	for name, opt := range map[string]web.SearchOptions{
		"nosuch": {}, web.Brave: {}, web.Tavily: {Key: "  "}, web.SearXNG: {}, web.List: {Addresses: []string{"https://a.example"}},
	} {
		if _, err := web.NewSearcher(name, http.DefaultClient, opt); fault.KindOf(err) != fault.Usage || fault.Hint(err) == "" {
			t.Errorf("%s: %v (%q)", name, err, fault.Hint(err))
		}
	}
	if _, err := web.NewSearcher(web.SearXNG, http.DefaultClient, web.SearchOptions{Endpoint: "http://me:pass@localhost"}); err == nil || strings.Contains(err.Error(), "pass") {
		t.Errorf("an endpoint with a password: %v", err)
	}
}

func TestSearch_WikipediaIsAskedInTheQuestionsLanguage(t *testing.T) {
	for language, host := range map[string]string{"de": "de.wikipedia.org", "": "en.wikipedia.org", "fr-CH": "fr.wikipedia.org", "evil.example/": "en.wikipedia.org"} {
		s, err := web.NewSearcher(web.Wikipedia, http.DefaultClient, web.SearchOptions{Language: language})
		if err != nil || s.Provider().Host != host {
			t.Errorf("%q: %v, %+v", language, err, s.Provider())
		}
	}
}

func TestSearch_ThroughTheFixtureWeb(t *testing.T) {
	w := serve(t)
	s, err := web.NewSearcher(web.SearXNG, http.DefaultClient, web.SearchOptions{Endpoint: w.SearchEndpoint()})
	if err != nil {
		t.Fatal(err)
	}
	hits, err := s.Search(t.Context(), "Referenzwert Radon Wohnräume", 10)
	if err != nil || len(hits) < 4 || !strings.HasSuffix(hits[0].URL, "/themen/radon/referenzwert") {
		t.Fatalf("%v, %+v", err, hits)
	}
	seen := map[string]bool{}
	for _, h := range hits {
		if seen[h.URL] || !strings.HasPrefix(h.URL, "http://") || strings.Contains(h.URL, "utm_") {
			t.Errorf("hit %+v", h)
		}
		seen[h.URL] = true
	}
}

func TestSearch_AListIsReadAndRanked(t *testing.T) {
	w := serve(t)
	r := web.NewReader(http.DefaultClient, web.ReaderOptions{PDF: pdfText})
	addresses := []string{w.URL("/status/404")}
	for _, a := range site.Articles() {
		addresses = append(addresses, w.Of(a), w.Of(a)+"#again")
	}
	s, err := web.NewSearcher(web.List, nil, web.SearchOptions{Addresses: addresses, Read: r.Read})
	if err != nil {
		t.Fatal(err)
	}
	if s.Provider() != (source.Provider{Name: web.List}) {
		t.Errorf("provider %+v", s.Provider())
	}
	hits, err := s.Search(t.Context(), "How many salmon and eels crossed the barrage?", 3)
	if err != nil || len(hits) != 3 || !strings.HasSuffix(hits[0].URL, "/docs/fish-monitoring.md") || !strings.Contains(hits[0].Snippet, "18,400") {
		t.Errorf("%v, %+v", err, hits)
	}
	if hits, err := s.Search(t.Context(), "xylophone", 3); err != nil || len(hits) != 0 {
		t.Errorf("%v, %+v", err, hits)
	}
	dead, err := web.NewSearcher(web.List, nil, web.SearchOptions{Addresses: []string{w.URL("/status/404"), w.URL("/empty")}, Read: r.Read})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dead.Search(t.Context(), "x", 3); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a list without a readable page: %v", err)
	}
}
