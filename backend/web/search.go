package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Names of the search providers.
const (
	SearXNG    = "searxng"
	Brave      = "brave"
	Tavily     = "tavily"
	Wikipedia  = "wikipedia"
	DuckDuckGo = "duckduckgo"
	List       = "list" // pages that the person trusts: nothing is searched on the web
)

// Providers returns the names of all search providers.
func Providers() []string { return []string{SearXNG, Brave, Tavily, Wikipedia, DuckDuckGo, List} }

// NeedsKey reports whether a provider asks for a key.
func NeedsKey(provider string) bool { return provider == Brave || provider == Tavily }

// Searcher asks one search provider. It is safe for concurrent use.
type Searcher interface {
	// Provider says who gets to see the queries.
	Provider() source.Provider
	// Search returns what the provider offers for a query, best first, at most limit: addresses in their canonical form, each once. Finding
	// nothing is no error. A failure says what a person can do about it.
	Search(ctx context.Context, query string, limit int) ([]source.WebHit, error)
}

// SearchOptions say how a provider is asked.
type SearchOptions struct {
	Endpoint  string        // address of the provider; needed for SearXNG, the provider's own when "" otherwise
	Key       string        // for those that ask for one
	Language  string        // ISO 639-1, of the questions; English when ""
	Addresses []string      // of a list
	Timeout   time.Duration // for one query; 12 s when 0
	Now       func() time.Time
	// Read reads a page of a list: Reader.Read.
	Read func(ctx context.Context, address string) (source.Article, []source.Page, error)
}

// NewSearcher returns the searcher of a provider, which sends its requests through client. What is missing is a fault that says where to put it.
func NewSearcher(provider string, client Doer, opt SearchOptions) (Searcher, error) {
	op := "search the web"
	switch {
	case !slices.Contains(Providers(), provider):
		return nil, fault.New(op, fault.Usage, "Choose one of "+strings.Join(Providers(), ", ")+".", fmt.Errorf("there is no search provider %q", provider))
	case NeedsKey(provider) && strings.TrimSpace(opt.Key) == "":
		return nil, fault.New(op, fault.Usage, keyHint(provider), fmt.Errorf("%s asks for a key", titles[provider]))
	case provider == List:
		return newList(opt)
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Timeout == 0 {
		opt.Timeout = 12 * time.Second
	}
	opt.Key, opt.Language = strings.TrimSpace(opt.Key), cmp.Or(languageCode(opt.Language), "en")
	endpoint := cmp.Or(strings.TrimSpace(opt.Endpoint), endpoints(opt.Language)[provider])
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return nil, fault.New(op, fault.Usage, "Enter the address of "+titles[provider]+" in the settings of web search, such as http://localhost:8888.", errors.New("the address of the search provider is missing or wrong"))
	}
	return &remote{name: provider, endpoint: u, client: client, opt: opt, dialect: dialects[provider]}, nil
}

// titles are the providers' names as people know them.
var titles = map[string]string{SearXNG: "SearXNG", Brave: "Brave Search", Tavily: "Tavily", Wikipedia: "Wikipedia", DuckDuckGo: "DuckDuckGo",
	List: "the list of addresses"}

func endpoints(language string) map[string]string {
	return map[string]string{
		Brave: "https://api.search.brave.com/res/v1/web/search", Tavily: "https://api.tavily.com/search",
		Wikipedia: "https://" + language + ".wikipedia.org/w/api.php", DuckDuckGo: "https://html.duckduckgo.com/html/",
	}
}

// keyHint says which key is meant and where it goes.
func keyHint(provider string) string {
	where := map[string]string{Brave: "https://api-dashboard.search.brave.com", Tavily: "https://app.tavily.com"}[provider]
	return "Enter the key of " + titles[provider] + " in the settings of web search. You get one at " + where + "."
}

// dialect is how one provider is asked and how it answers.
type dialect struct {
	request func(r *remote, query string, limit int) (*http.Request, error)
	parse   func(r *remote, body []byte) ([]source.WebHit, error)
	shape   string // what to do when the answer is not in the form that is expected
}

var dialects = map[string]dialect{
	SearXNG: {request: searxngRequest, parse: listedHits, shape: "Check that the address is SearXNG's and that its settings.yml allows the format json under search: formats."},
	Brave:   {request: braveRequest, parse: braveHits}, Tavily: {request: tavilyRequest, parse: listedHits},
	Wikipedia: {request: wikipediaRequest, parse: wikipediaHits}, DuckDuckGo: {request: duckDuckGoRequest, parse: duckDuckGoHits},
}

// remote asks a provider over the network.
type remote struct {
	name     string
	endpoint *url.URL
	client   Doer
	opt      SearchOptions
	dialect  dialect
}

// Provider says who gets to see the queries.
func (r *remote) Provider() source.Provider {
	return source.Provider{Name: r.name, Host: r.endpoint.Host}
}

const (
	maxAnswer = 3 << 20 // bytes of a provider's answer
	maxQuery  = 400     // characters; Brave takes no more
)

// Search asks the provider.
func (r *remote) Search(ctx context.Context, query string, limit int) ([]source.WebHit, error) {
	if query = oneLine(query, maxQuery); query == "" || limit <= 0 {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, r.opt.Timeout)
	defer cancel()
	request, err := r.dialect.request(r, strings.TrimSuffix(query, "…"), limit)
	if err != nil {
		return nil, err
	}
	response, err := r.client.Do(request.WithContext(ctx))
	if err != nil {
		return nil, r.unreached(ctx, err)
	}
	defer response.Body.Close()
	if err := r.refused(response); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return nil, r.unreached(ctx, err)
	}
	if len(body) > maxAnswer {
		return nil, r.strange("its answer is larger than any list of hits")
	}
	hits, err := r.dialect.parse(r, body)
	if err != nil {
		return nil, err
	}
	return distinct(hits, limit), nil
}

func (r *remote) op() string { return "search with " + titles[r.name] }

// refused turns a status that is no success into a fault. What the provider says with it is left out: it may repeat the key.
func (r *remote) refused(response *http.Response) error {
	status := response.StatusCode
	cause := fmt.Errorf("it answered %d %s", status, http.StatusText(status))
	switch {
	case status == http.StatusAccepted && r.name == DuckDuckGo, status == http.StatusTooManyRequests, status == 432, status == 433:
		return fault.New(r.op(), fault.Unavailable, "It takes no more queries for now. Try again "+waiting(response.Header,
			r.opt.Now())+", or choose another provider in the settings of web search.", cause)
	case status >= 200 && status < 300:
		return nil
	case (status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusUnprocessableEntity) && NeedsKey(r.name):
		return fault.New(r.op(), fault.Denied, "The key is missing, wrong or used up. "+keyHint(r.name), cause)
	case status == http.StatusForbidden && r.name == SearXNG:
		return fault.New(r.op(), fault.Denied, r.dialect.shape, cause)
	case status >= 300 && status < 400, status == http.StatusNotFound:
		return fault.New(r.op(), fault.Unavailable, "Check the address of the search provider in the settings of web search.", cause)
	}
	return fault.New(r.op(), fault.Unavailable, "It has a problem of its own. Try again later, or choose another provider in the settings of web search.", cause)
}

func (r *remote) unreached(ctx context.Context, err error) error {
	var known *fault.Error
	switch {
	case errors.As(err, &known):
		return fmt.Errorf("%s: %w", r.op(), known)
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fault.New(r.op(), fault.Unavailable, "It takes too long to answer. Try again later, or choose another provider in the settings of web search.", context.DeadlineExceeded)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%s: %w", r.op(), context.Canceled)
	}
	return fault.New(r.op(), fault.Unavailable, "It could not be reached. Check its address in the settings of web search, and the connection.", errors.New(r.withoutKey(bare(err).Error())))
}

// withoutKey takes the key out of a text, should a library have put it there.
func (r *remote) withoutKey(s string) string {
	if r.opt.Key == "" {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, r.opt.Key, "…"), url.QueryEscape(r.opt.Key), "…")
}

// strange is the fault of an answer in a form that is not the provider's.
func (r *remote) strange(what string) error {
	hint := cmp.Or(r.dialect.shape, "Try again later, or choose another provider in the settings of web search.")
	return fault.New(r.op(), fault.Unavailable, hint, errors.New(what))
}

// decode reads a JSON answer into value.
func (r *remote) decode(body []byte, value any) error {
	if strings.HasPrefix(strings.TrimSpace(string(body[:min(len(body), 200)])), "<") {
		return r.strange("it answered with a web page instead of JSON")
	}
	if err := json.Unmarshal(body, value); err != nil {
		return r.strange("its answer is not the JSON that was expected")
	}
	return nil
}

// get returns a request of the endpoint with parameters, those of the endpoint kept.
func (r *remote) get(parameters url.Values) (*http.Request, error) {
	u := *r.endpoint
	all := u.Query()
	for name, values := range parameters {
		all[name] = values
	}
	u.RawQuery = all.Encode()
	return http.NewRequest(http.MethodGet, u.String(), nil)
}

// distinct returns the hits that lead to pages, each page once, with plain and short words.
func distinct(hits []source.WebHit, limit int) []source.WebHit {
	seen := map[string]bool{}
	var out []source.WebHit
	for _, h := range hits {
		address, err := Canonical(h.URL)
		_, same, _ := strings.Cut(address, "://")
		same = strings.TrimSuffix(strings.TrimPrefix(same, "www."), "/")
		if err != nil || seen[same] || len(out) == limit {
			continue
		}
		seen[same] = true
		out = append(out, source.WebHit{URL: address, Title: wordsOf(h.Title, 200), Snippet: wordsOf(h.Snippet, 500), Date: isoDate(h.Date)})
	}
	return out
}

// wordsOf returns what a provider says, without markup.
func wordsOf(s string, n int) string { return oneLine(stripped(s[:min(len(s), 20_000)]), n) }
