package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"rabbithole/backend/source"
)

// SearXNG: https://docs.searxng.org/dev/search_api.html

func searxngRequest(r *remote, query string, _ int) (*http.Request, error) {
	at := *r
	if u := *r.endpoint; !strings.HasSuffix(strings.TrimRight(u.Path, "/"), "/search") {
		u.Path = strings.TrimRight(u.Path, "/") + "/search"
		at.endpoint = &u
	}
	return at.get(url.Values{"q": {query}, "format": {"json"}, "language": {r.opt.Language}})
}

// listedHits reads what SearXNG and Tavily answer; only the day has another name.
func listedHits(r *remote, body []byte) ([]source.WebHit, error) {
	var answer struct {
		Results []struct {
			URL       string `json:"url"`
			Title     string `json:"title"`
			Content   string `json:"content"`
			Published string `json:"publishedDate"`
			Day       string `json:"published_date"`
		} `json:"results"`
	}
	if err := r.decode(body, &answer); err != nil {
		return nil, err
	}
	var out []source.WebHit
	for _, h := range answer.Results {
		out = append(out, source.WebHit{URL: h.URL, Title: h.Title, Snippet: h.Content, Date: cmp.Or(h.Published, h.Day)})
	}
	return out, nil
}

// Brave: https://api-dashboard.search.brave.com/app/documentation/web-search

func braveRequest(r *remote, query string, limit int) (*http.Request, error) {
	request, err := r.get(url.Values{
		"q": {query}, "count": {strconv.Itoa(min(limit, 20))}, "search_lang": {r.opt.Language}, "text_decorations": {"false"}, "result_filter": {"web"},
	})
	if err == nil {
		request.Header.Set("Accept", "application/json")
		request.Header.Set("X-Subscription-Token", r.opt.Key)
	}
	return request, err
}

func braveHits(r *remote, body []byte) ([]source.WebHit, error) {
	var answer struct {
		Web struct {
			Results []struct {
				URL         string `json:"url"`
				Title       string `json:"title"`
				Description string `json:"description"`
				PageAge     string `json:"page_age"`
			} `json:"results"`
		} `json:"web"`
	}
	if err := r.decode(body, &answer); err != nil {
		return nil, err
	}
	var out []source.WebHit
	for _, h := range answer.Web.Results {
		out = append(out, source.WebHit{URL: h.URL, Title: h.Title, Snippet: h.Description, Date: h.PageAge})
	}
	return out, nil
}

// Tavily: https://docs.tavily.com/documentation/api-reference/endpoint/search

func tavilyRequest(r *remote, query string, limit int) (*http.Request, error) {
	body, err := json.Marshal(map[string]any{"query": query, "max_results": min(limit, 20), "search_depth": "basic"})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(http.MethodPost, r.endpoint.String(), bytes.NewReader(body))
	if err == nil {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", "Bearer "+r.opt.Key)
	}
	return request, err
}

// MediaWiki: https://www.mediawiki.org/wiki/API:Search, as a generator, because that knows the pages' addresses.

func wikipediaRequest(r *remote, query string, limit int) (*http.Request, error) {
	n := strconv.Itoa(min(limit, 20))
	return r.get(url.Values{
		"action": {"query"}, "format": {"json"}, "formatversion": {"2"}, "generator": {"search"}, "gsrsearch": {query}, "gsrlimit": {n},
		"gsrnamespace": {"0"},
		"prop":         {"info|extracts"}, "inprop": {"url"}, "exintro": {"1"}, "explaintext": {"1"}, "exchars": {"400"}, "exlimit": {n},
	})
}

type wikiPage struct {
	Index   int    `json:"index"` // rank: the pages come in no order
	Title   string `json:"title"`
	URL     string `json:"fullurl"`
	Extract string `json:"extract"`
	Touched string `json:"touched"`
}

func wikipediaHits(r *remote, body []byte) ([]source.WebHit, error) {
	var answer struct {
		Error *struct {
			Code string `json:"code"`
		} `json:"error"`
		Query struct {
			Pages []wikiPage `json:"pages"`
		} `json:"query"`
	}
	if err := r.decode(body, &answer); err != nil {
		return nil, err
	}
	if answer.Error != nil {
		return nil, r.strange("it could not search: " + oneLine(answer.Error.Code, 60))
	}
	pages := answer.Query.Pages
	slices.SortStableFunc(pages, func(a, b wikiPage) int { return cmp.Compare(a.Index, b.Index) })
	var out []source.WebHit
	for _, p := range pages {
		out = append(out, source.WebHit{URL: p.URL, Title: p.Title, Snippet: p.Extract, Date: p.Touched})
	}
	return out, nil
}

// DuckDuckGo has no interface for programs; its page without scripts is read.

func duckDuckGoRequest(r *remote, query string, _ int) (*http.Request, error) {
	region := map[string]string{"en": "us-en", "de": "de-de", "fr": "fr-fr", "es": "es-es", "it": "it-it"}[r.opt.Language]
	return r.get(url.Values{"q": {query}, "kl": {cmp.Or(region, "wt-wt")}})
}

func duckDuckGoHits(r *remote, body []byte) ([]source.WebHit, error) {
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return nil, r.strange("its answer is not the page that was expected")
	}
	var out []source.WebHit
	doc.Find(".result").Each(func(_ int, s *goquery.Selection) {
		link := s.Find("a.result__a").First()
		href, ok := link.Attr("href")
		if !ok || s.HasClass("result--ad") {
			return
		}
		out = append(out, source.WebHit{URL: behindRedirect(href), Title: link.Text(), Snippet: s.Find(".result__snippet").First().Text()})
	})
	if len(out) > 0 || doc.Find(".no-results, .result--no-result").Length() > 0 {
		return out, nil
	}
	if doc.Find("[class*=anomaly], form#challenge-form").Length() > 0 {
		return nil, r.strange("it wants proof that a person is asking")
	}
	return nil, r.strange("its answer is not the page that was expected")
}

// behindRedirect returns the address that DuckDuckGo's own redirect leads to.
func behindRedirect(href string) string {
	u, err := url.Parse(strings.TrimSpace(href))
	if err != nil {
		return ""
	}
	if to := u.Query().Get("uddg"); to != "" && (u.Host == "" || strings.HasSuffix(u.Hostname(), "duckduckgo.com")) {
		return to
	}
	if u.Scheme == "" && u.Host != "" {
		u.Scheme = "https"
	}
	return u.String()
}
