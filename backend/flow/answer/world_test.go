package answer_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// world is a library and a web in memory. It serves as extract.Library, extract.Searcher, relevance.Lexicon and step.Web; a page of the web gets into the
// library by reading it, and is never found by a search there.
type world struct {
	mu        sync.Mutex
	documents []source.Document
	passages  []source.Passage
	pages     map[string]string // "document/page"
	mentions  map[string][]refs.Mention

	sites   []site
	asked   []string                    // queries put to the web
	fetched []string                    // addresses read
	fails   map[string]error            // by address; "search" is the provider
	stalls  map[string]bool             // address or "search": does not answer before its context ends
	deaf    bool                        // and does not heed the context either
	offers  func(query string) []string // addresses for a query; nil: those that share words with it
	onRead  func(address string)
}

// site is a page of the web.
type site struct {
	url, title, date, text string
	canonical              string // "" is url
}

// newWorld reads a library and a web from lines: "= NAME" or "= NAME DATE" begins a document, "@ URL | TITLE | DATE" a page of the web; every
// other line is a passage of what it stands under.
func newWorld(t *testing.T, lines string) *world {
	t.Helper()
	w := &world{pages: map[string]string{}, fails: map[string]error{}, stalls: map[string]bool{}}
	web := false
	for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.HasPrefix(line, "= "):
			name, date, _ := strings.Cut(line[2:], " ")
			web = false
			w.documents = append(w.documents, source.Document{Hash: "hash-" + name, Name: name, Title: name, Date: date, Language: ask.Language(lines), State: source.Ready, Format: source.Markdown})
		case strings.HasPrefix(line, "@ "):
			parts := strings.Split(line[2:]+" | | ", "|")
			web = true
			w.sites = append(w.sites, site{url: strings.TrimSpace(parts[0]), title: strings.TrimSpace(parts[1]), date: strings.TrimSpace(parts[2])})
		case web:
			w.sites[len(w.sites)-1].text += line + "\n"
		default:
			w.add(&w.documents[len(w.documents)-1], line)
		}
	}
	return w
}

// add appends a page with one passage to a document.
func (w *world) add(d *source.Document, text string) source.Passage {
	d.Pages++
	d.Passages++
	spans := []source.Span{{Page: d.Pages, Start: 0, End: len(text)}}
	p := source.Passage{ID: source.PassageID(d.Hash, spans), Document: d.Hash, Ordinal: d.Pages - 1, Section: fmt.Sprint(d.Pages), Headings: []string{d.Title}, Spans: spans, Text: text, Hash: source.TextHash(text), Role: source.Body}
	w.pages[fmt.Sprintf("%s/%d", d.Hash, d.Pages)] = text
	w.passages = append(w.passages, p)
	return p
}

var errGone = errors.New("the site answered 404 Not Found")

func (w *world) Provider() source.Provider {
	return source.Provider{Name: "searxng", Host: "search.example"}
}

func (w *world) Search(ctx context.Context, q extract.Query) ([]extract.Hit, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var hits []extract.Hit
	for _, p := range w.passages {
		if d, _ := w.document(p.Document); d.State != source.Ready {
			continue
		}
		if n := common(w.Terms(q.Text, ""), w.Terms(p.Text, "")); n > 0 {
			hits = append(hits, extract.Hit{Passage: p, Score: float64(n)})
		}
	}
	slices.SortStableFunc(hits, func(a, b extract.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits[:min(q.Limit, len(hits))], nil
}

// net is the web of a world: its methods have other arguments than the library's.
type net struct{ *world }

func (n net) Search(ctx context.Context, query string, limit int) ([]source.WebHit, error) {
	n.mu.Lock()
	n.asked = append(n.asked, query)
	n.mu.Unlock()
	if err := n.trouble(ctx, "search"); err != nil {
		return nil, err
	}
	var hits []source.WebHit
	if n.offers != nil {
		for _, address := range n.offers(query) {
			hits = append(hits, source.WebHit{URL: address, Title: n.at(address).title, Date: n.at(address).date})
		}
		return hits[:min(limit, len(hits))], nil
	}
	sites := slices.Clone(n.sites)
	slices.SortStableFunc(sites, func(a, b site) int {
		return cmp.Compare(common(n.Terms(query, ""), n.Terms(b.title+" "+b.text, "")), common(n.Terms(query, ""), n.Terms(a.title+" "+a.text, "")))
	})
	for _, s := range sites {
		if len(hits) < limit && common(n.Terms(query, ""), n.Terms(s.title+" "+s.text, "")) > 0 {
			hits = append(hits, source.WebHit{URL: s.url, Title: s.title, Snippet: s.text[:min(80, len(s.text))], Date: s.date})
		}
	}
	return hits, nil
}

func (n net) at(address string) site {
	i := slices.IndexFunc(n.sites, func(s site) bool { return s.url == address })
	if i < 0 {
		return site{url: address, title: address}
	}
	return n.sites[i]
}

func (n net) trouble(ctx context.Context, what string) error {
	if n.deaf && n.stalls[what] {
		time.Sleep(time.Hour)
	}
	if n.stalls[what] {
		<-ctx.Done()
		return ctx.Err()
	}
	return n.fails[what]
}

func (n net) Read(ctx context.Context, address string) (source.Article, []source.Passage, error) {
	n.mu.Lock()
	n.fetched = append(n.fetched, address)
	n.mu.Unlock()
	if n.onRead != nil {
		n.onRead(address)
	}
	if err := n.trouble(ctx, address); err != nil {
		return source.Article{}, nil, fault.New("read "+address, fault.Unavailable, "Try again later.", err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	s := n.at(address)
	if s.text == "" {
		return source.Article{}, nil, fault.New("read "+address, fault.NotFound, "Look for another one.", errGone)
	}
	where := cmp.Or(s.canonical, s.url)
	d := source.Document{Hash: source.TextHash(where + s.text), Name: s.title, Title: s.title, Date: s.date, Language: "en", State: source.Saved, Format: source.Web, URL: where}
	var passages []source.Passage
	if old, ok := n.document(d.Hash); ok {
		d = old
		for _, p := range n.passages {
			if p.Document == d.Hash {
				passages = append(passages, p)
			}
		}
	} else {
		for _, line := range strings.Split(strings.TrimSpace(s.text), "\n") {
			passages = append(passages, n.add(&d, line))
		}
		n.documents = append(n.documents, d)
	}
	return source.Article{Document: d.Hash, URL: where, Final: where, Title: s.title, Date: s.date, ContentType: "text/html", Status: 200, FetchedAt: noon}, passages, nil
}

func (w *world) document(hash string) (source.Document, bool) {
	i := slices.IndexFunc(w.documents, func(d source.Document) bool { return d.Hash == hash })
	if i < 0 {
		return source.Document{}, false
	}
	return w.documents[i], true
}

func (w *world) Document(_ context.Context, hash string) (source.Document, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d, ok := w.document(hash)
	if !ok {
		return d, fault.New("open "+hash, fault.NotFound, "", nil)
	}
	return d, nil
}

func (w *world) Passage(_ context.Context, id string) (source.Passage, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := slices.IndexFunc(w.passages, func(p source.Passage) bool { return p.ID == id })
	if i < 0 {
		return source.Passage{}, fault.New("open "+id, fault.NotFound, "", nil)
	}
	return w.passages[i], nil
}

func (w *world) PageText(_ context.Context, document string, page int) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text, ok := w.pages[fmt.Sprintf("%s/%d", document, page)]
	if !ok {
		return "", fmt.Errorf("no page %d in %s", page, document)
	}
	return text, nil
}

func (w *world) PageLabel(_ context.Context, _ string, page int) (string, error) {
	return fmt.Sprint(page), nil
}
func (w *world) Mentions(_ context.Context, passage string) ([]refs.Mention, error) {
	return w.mentions[passage], nil
}
func (w *world) Pointed(context.Context, string) ([]refs.Mention, error) { return nil, nil }
func (w *world) SectionPassages(_ context.Context, document, section string) ([]source.Passage, error) {
	return slices.DeleteFunc(slices.Clone(w.passages), func(p source.Passage) bool { return p.Document != document || p.Section != section }), nil
}

func (w *world) Unreadable(context.Context) ([]source.Document, bool, error) { return nil, false, nil }

func (w *world) Documents(context.Context) ([]source.Document, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(w.documents), func(d source.Document) bool { return d.State != source.Ready }), nil
}

const smallWords = " the and are for how not may one what when where who with must than that this from each all any its has have does says was were much many which " +
	" der die das und wie viel hoch ist ein eine auf dem den von für mit welche welcher "

func (w *world) Subject(text, language string) []string { return w.Terms(text, language) }

func (w *world) Terms(text, _ string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if word = strings.TrimSuffix(word, "s"); len(word) > 1 && !strings.Contains(smallWords, " "+word+" ") {
			out = append(out, word)
		}
	}
	return out
}

func (w *world) Frequencies(_ context.Context, terms []string) ([]int, int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	counts, n := make([]int, len(terms)), 0
	for _, p := range w.passages {
		if d, _ := w.document(p.Document); d.State != source.Ready {
			continue
		}
		n++
		have := w.Terms(p.Text, "")
		for i, t := range terms {
			if slices.Contains(have, t) {
				counts[i]++
			}
		}
	}
	return counts, n, nil
}

func common(a, b []string) int {
	n := 0
	for _, t := range a {
		if slices.Contains(b, t) {
			n++
		}
	}
	return n
}

func (w *world) Neighbours(context.Context, string, int) ([]source.Passage, error) { return nil, nil }
