package source

import "time"

// Article is a web page as it was read. Its text is kept like a document's, in pages, under the state Saved: no search of the library finds it,
// and a citation opens what was read then, not what stands on the web now.
type Article struct {
	Document    string    `json:"document"`       // hash under which its text is kept: of its address and its text
	URL         string    `json:"url"`            // canonical address: what is cited, and by which articles are the same
	Final       string    `json:"final"`          // address that answered, after redirects
	Title       string    `json:"title"`          // "" when it has none
	Site        string    `json:"site,omitempty"` // publisher, else the host
	Author      string    `json:"author,omitempty"`
	Date        string    `json:"date,omitempty"` // when it was published, ISO 8601 date or "" when unknown
	Language    string    `json:"language,omitempty"`
	ContentType string    `json:"content_type"` // media type without parameters: "text/html"
	Status      int       `json:"status"`       // HTTP status of the fetch
	Bytes       int64     `json:"bytes"`        // of the body as it was read, after decompression
	FetchedAt   time.Time `json:"fetched_at" ts_type:"string"`
	Cached      bool      `json:"cached,omitempty"` // it was fetched for an earlier run and is fresh enough
	Cut         bool      `json:"cut,omitempty"`    // it is longer than what is read of a page; the rest is missing
}

// WebHit is what a search provider offers for a query. Title and Snippet are its words: untrusted, never evidence.
type WebHit struct {
	URL     string `json:"url"`
	Title   string `json:"title"`
	Snippet string `json:"snippet,omitempty"`
	Date    string `json:"date,omitempty"` // ISO 8601 date or ""
}

// Provider is what web searches of a run are sent to: what a person consents to.
type Provider struct {
	Name string `json:"name"` // "searxng", "brave", "tavily", "wikipedia", "duckduckgo", "list"
	Host string `json:"host"` // that sees the queries: "api.search.brave.com"; "" when nothing is searched on the web (a list of addresses)
}

// Name is what an article is called: its site and its title, as far as there are such.
func (a Article) Name() string {
	switch {
	case a.Title == "" && a.Site == "":
		return a.URL
	case a.Title == "":
		return a.Site
	case a.Site == "":
		return a.Title
	}
	return a.Site + ": " + a.Title
}
