package web

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/sync/errgroup"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

const (
	maxListed = 100 // addresses of a list
	atOnce    = 4   // pages that are read at the same time
)

// list searches the pages that the person trusts: it reads them, and ranks them by the words of the query. No query leaves the computer.
type list struct {
	addresses []string
	read      func(ctx context.Context, address string) (source.Article, []source.Page, error)
}

func newList(opt SearchOptions) (Searcher, error) {
	l := &list{read: opt.Read}
	for _, a := range opt.Addresses {
		address, err := Canonical(a)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(l.addresses, address) {
			l.addresses = append(l.addresses, address)
		}
	}
	if len(l.addresses) == 0 || len(l.addresses) > maxListed || l.read == nil {
		return nil, fault.New("search the list of addresses", fault.Usage,
			"Enter 1 to 100 addresses of pages that you trust in the settings of web search.", errors.New("the list is empty or too long"))
	}
	return l, nil
}

// Provider says that nobody sees the queries.
func (l *list) Provider() source.Provider { return source.Provider{Name: List} }

// listed is a page of the list with its words.
type listed struct {
	hit   source.WebHit
	text  string
	words map[string]int
	total int
	err   error
}

// Search reads the pages and returns those that hold words of the query, best first. A page that cannot be read is left out; when none can,
// the first failure is returned.
func (l *list) Search(ctx context.Context, query string, limit int) ([]source.WebHit, error) {
	pages := l.readAll(ctx)
	var failure error
	var readable []listed
	for _, p := range pages {
		if p.err == nil {
			readable = append(readable, p)
		} else if failure == nil {
			failure = p.err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(readable) == 0 {
		return nil, failure
	}
	return distinct(ranked(readable, query), limit), nil
}

func (l *list) readAll(ctx context.Context) []listed {
	out := make([]listed, len(l.addresses))
	var reads errgroup.Group
	reads.SetLimit(atOnce)
	for i, address := range l.addresses {
		reads.Go(func() error { out[i] = l.readOne(ctx, address); return nil })
	}
	_ = reads.Wait() // each page has its own failure
	return out
}

func (l *list) readOne(ctx context.Context, address string) listed {
	a, pages, err := l.read(ctx, address)
	if err != nil {
		return listed{err: err}
	}
	p := listed{hit: source.WebHit{URL: a.URL, Title: a.Title, Date: a.Date}, words: map[string]int{}}
	var b strings.Builder
	b.WriteString(a.Title + "\n")
	for _, page := range pages {
		b.WriteString(page.Text + "\n")
	}
	p.text = b.String()
	for _, w := range stems(p.text) {
		p.words[w]++
		p.total++
	}
	return p
}

// ranked orders pages by BM25 over the words of the query, and leaves out those without any.
func ranked(pages []listed, query string) []source.WebHit {
	mean := 1.0
	for _, p := range pages {
		mean += float64(p.total) / float64(len(pages))
	}
	type scored struct {
		page  listed
		score float64
	}
	wanted := stems(query)
	slices.Sort(wanted)
	wanted = slices.Compact(wanted)
	var found []scored
	for _, p := range pages {
		s := scored{page: p}
		for _, w := range wanted {
			in := 0
			for _, other := range pages {
				if other.words[w] > 0 {
					in++
				}
			}
			tf := float64(p.words[w])
			s.score += math.Log(1+(float64(len(pages)-in)+0.5)/(float64(in)+0.5)) * tf * 2.2 / (tf + 1.2*(0.25+0.75*float64(p.total)/mean))
		}
		if s.score > 0 {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var out []source.WebHit
	for _, s := range found {
		h := s.page.hit
		h.Snippet = around(s.page.text, wanted)
		out = append(out, h)
	}
	return out
}

// around returns the paragraph that holds most of the wanted words.
func around(text string, wanted []string) string {
	best, most := "", 0
	for line := range strings.Lines(text) {
		have := map[string]bool{}
		for _, w := range stems(line) {
			if slices.Contains(wanted, w) {
				have[w] = true
			}
		}
		if len(have) > most {
			best, most = line, len(have)
		}
	}
	return strings.TrimSpace(best)
}

// stems returns the words of s in small letters, long ones without their ending.
func stems(s string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if r := []rune(w); len(r) > 6 {
			w = string(r[:6])
		}
		if len(w) > 2 || strings.ContainsFunc(w, unicode.IsDigit) {
			out = append(out, w)
		}
	}
	return out
}
