package core

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"rabbithole/backend/core/askable"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/index"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Hit is a passage found by Search, as `search --json` prints it.
type Hit struct {
	Document  string  `json:"document"` // name
	Page      int     `json:"page"`     // 1-based PDF page
	PageLabel string  `json:"page_label"`
	Passage   string  `json:"passage"` // ID
	Section   string  `json:"section"`
	Text      string  `json:"text"`
	Score     float64 `json:"score"` // 0..1 within one search

	Hash  string      `json:"-"` // of the document
	Title string      `json:"-"` // of the document
	Span  source.Span `json:"-"` // of the passage on Page
	Words []string    `json:"-"` // of the search that stand in it, as they were asked
}

// SearchMode says what a search goes by: "hybrid" (also ""), "lexical" or "semantic".
type SearchMode = index.Mode

// SearchOptions narrow a search.
type SearchOptions struct {
	Limit       int
	Collections []string
	Documents   []string // names
	Mode        SearchMode
}

// Search finds passages by words and meaning. Without the embedder of the settings only the lexical mode works.
func (c *Core) Search(ctx context.Context, text string, opt SearchOptions) ([]Hit, error) {
	if err := c.noEmbedder(); err != nil && opt.Mode != index.Lexical {
		return nil, err
	}
	scope, err := c.scope(ctx, opt.Collections, opt.Documents, nil)
	if err != nil {
		return nil, err
	}
	found, err := c.index.Search(ctx, index.Query{Text: text, Limit: opt.Limit, Scope: scope, Mode: opt.Mode})
	if err != nil {
		return nil, err
	}
	hits := make([]Hit, 0, len(found))
	for _, h := range found {
		page, err := c.pageOf(ctx, h)
		if err != nil {
			return nil, err
		}
		hits = append(hits, Hit{h.Document.Name, page.Number, page.Label, h.Passage.ID, shared.Place(h.Passage, h.Document.Language), h.Passage.Text, h.Score,
			h.Document.Hash, h.Document.Title, spanOn(h.Passage, page.Number), h.Why})
	}
	return hits, nil
}

// NothingReadable returns sentences that explain it if a search is limited to documents without any readable text, nil
// otherwise.
func (c *Core) NothingReadable(ctx context.Context, opt SearchOptions) ([]string, error) {
	scope, err := c.scope(ctx, opt.Collections, opt.Documents, nil)
	if err != nil {
		return nil, err
	}
	return shared.Unreadable(ctx, shelf.New(c.db.Within(scope, "")), "en")
}

// haveCollections refuses a collection that no document is in: nothing would be found there, which reads as an answer.
func (c *Core) haveCollections(ctx context.Context, wanted []string) error {
	if len(wanted) == 0 {
		return nil
	}
	docs, err := c.Documents(ctx, false)
	if err != nil {
		return err
	}
	var there []string
	for _, d := range docs {
		if d.Collection != "" && !slices.Contains(there, d.Collection) {
			there = append(there, d.Collection)
		}
	}
	for _, name := range wanted {
		if !slices.Contains(there, name) {
			hint := "The library has no collections; adding a folder makes one."
			if len(there) > 0 {
				hint = "The library has these collections: " + strings.Join(there, ", ") + "."
			}
			return fault.New("search in collection "+name, fault.Usage, hint, errors.New("no document is in it"))
		}
	}
	return nil
}

// pageOf returns the page of a hit that holds most of the words it was found by: of a passage that crosses pages the one to open. In
// doubt it is the one with more of the passage.
func (c *Core) pageOf(ctx context.Context, h index.Hit) (source.Page, error) {
	var best source.Page
	most, longest := -1, 0
	for _, span := range h.Passage.Spans {
		if span.Page == best.Number {
			continue
		}
		page, err := c.db.Page(ctx, h.Document.Hash, span.Page)
		if err != nil {
			return best, err
		}
		words, length := 0, 0
		for _, s := range h.Passage.Spans {
			if s.Page == span.Page && s.End <= len(page.Text) {
				length += s.End - s.Start
				text := strings.ToLower(page.Text[s.Start:s.End])
				for _, w := range h.Why {
					if strings.Contains(text, w) {
						words++
					}
				}
			}
		}
		if words > most || words == most && length > longest {
			best, most, longest = page, words, length
		}
	}
	return best, nil
}

// Found is a place in an earlier question or report.
type Found struct {
	Run      string `json:"run"`
	Question string `json:"question"`
	Extract  string `json:"extract"`
	Where    string `json:"where"` // "question", "answer", "section" or "claim"
	Claim    string `json:"claim"` // ID, "" elsewhere
}

// The most places found in all, and of one run.
const (
	foundLimit  = 60
	foundPerRun = 4
)

// ranks order places: what was asked says best what a run is about.
var ranks = map[string]int{"question": 0, store.InAnswer: 1, store.InSection: 2, store.InClaim: 2}

// SearchRuns looks for all words of a text in the questions and reports of all runs: questions first, then answers, then the rest, each the
// newest run first. Case, accents and umlauts make no difference, and a word is found inside a longer one.
func (c *Core) SearchRuns(ctx context.Context, text string) ([]Found, error) {
	folded, _ := fold(text)
	words := strings.Fields(folded)
	if len(words) == 0 {
		return nil, nil
	}
	runs, err := c.Runs(ctx)
	if err != nil {
		return nil, err
	}
	all, err := c.db.Sayings(ctx)
	if err != nil {
		return nil, err
	}
	said := map[string][]store.Saying{}
	for _, s := range all {
		said[s.Run] = append(said[s.Run], s)
	}
	var out []Found
	for _, r := range runs {
		found := 0
		for _, s := range append([]store.Saying{{Run: r.ID, Place: "question", Text: r.Title}}, said[r.ID]...) {
			if excerpt, ok := excerptOf(s.Text, words); ok && found < foundPerRun {
				out = append(out, Found{r.ID, r.Title, excerpt, s.Place, s.Claim})
				found++
			}
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return ranks[out[a].Where] < ranks[out[b].Where] })
	return out[:min(len(out), foundLimit)], nil
}

// extractRunes is how much of a text is shown around what was found.
const extractRunes = 180

// excerptOf returns the part of a text around the first of the words; ok is false unless all of them stand in it.
func excerptOf(text string, words []string) (part string, ok bool) {
	folded, origin := fold(text)
	first := len(folded)
	for _, w := range words {
		at := strings.Index(folded, w)
		if at < 0 {
			return "", false
		}
		first = min(first, at)
	}
	if utf8.RuneCountInString(text) <= extractRunes {
		return text, true
	}
	from := max(0, origin[first]-extractRunes/3)
	if from > 0 {
		from += strings.IndexByte(text[from:]+" ", ' ')
	}
	part = strings.TrimSpace(strings.ToValidUTF8(text[min(from, origin[first]):], ""))
	if runes := []rune(part); len(runes) > extractRunes {
		part = strings.TrimSpace(string(runes[:extractRunes])) + " …"
	}
	if from > 0 {
		part = "… " + part
	}
	return part, true
}

// fold writes a text as it is compared: lower case, without accents, umlauts as the vowel alone however they were written ("ä", "ae"), ß as
// ss, anything but letters and digits as a space. origin says for each byte of it, and for its end, where in the text it comes from.
func fold(text string) (folded string, origin []int) {
	b := make([]byte, 0, len(text)+8)
	origin = make([]int, 0, len(text)+8)
	put := func(d rune, at int) {
		n := len(b)
		switch {
		case d == 'e' && n > 0 && origin[n-1] >= at-2 && strings.IndexByte("aou", b[n-1]) >= 0:
			return
		case d == 'ß':
			b = append(b, "ss"...)
		case d < utf8.RuneSelf && (d < '0' || d > '9' && d < 'a' || d > 'z'), d >= utf8.RuneSelf && !unicode.IsLetter(d) && !unicode.IsDigit(d):
			b = append(b, ' ')
		default:
			b = utf8.AppendRune(b, d)
		}
		for len(origin) < len(b) {
			origin = append(origin, at)
		}
	}
	for at, r := range text {
		if r < utf8.RuneSelf {
			put(unicode.ToLower(r), at)
			continue
		}
		for _, d := range norm.NFKD.String(string(unicode.ToLower(r))) {
			if !unicode.Is(unicode.Mn, d) {
				put(unicode.ToLower(d), at)
			}
		}
	}
	return string(b), append(origin, len(text))
}

// scope returns the scope of collections and documents by their names, the whole library for none. An unknown name is a
// fault. When nothing is chosen and the library has nothing to search, the error is what nothing returns, which may be nil for
// runs that have something else to read. Choosing documents without readable text is allowed: the run says so.
func (c *Core) scope(ctx context.Context, collections, documents []string, nothing func(context.Context) error) (source.Scope, error) {
	s := source.All()
	if len(collections)+len(documents) == 0 {
		live, err := c.db.Documents(ctx, source.DocumentFilter{Live: true})
		if err == nil && len(live) == 0 && nothing != nil {
			err = nothing(ctx)
		}
		return s, err
	}
	if err := c.haveCollections(ctx, collections); err != nil {
		return source.Scope{}, err
	}
	if len(collections) > 0 {
		s = s.In(collections...)
	}
	var chosen []string
	for _, name := range documents {
		d, err := c.Document(ctx, name)
		if err != nil {
			return source.Scope{}, err
		}
		if !s.Holds(d) {
			return source.Scope{}, fault.New("choose "+name, fault.Usage, "Leave the collection out, or name its own.",
				errors.New("it is not in the collection that was named"))
		}
		chosen = append(chosen, d.Hash)
	}
	if len(chosen) > 0 {
		s = s.Only(chosen...)
	}
	return s, nil
}

// scopeOfRun returns the scope of a stored run. A run that is not stored yet, run "", may read nothing.
func scopeOfRun[S any](ctx context.Context, c *Core, g *graph.Graph[S], run string,
	of func(S) source.Scope) (source.Scope, error) {
	if run == "" {
		return source.Scope{}, nil
	}
	s, err := stateOf(ctx, c, g, run, 0)
	return of(s), err
}

// carried returns the report of an earlier run for a run limited to scope. It is empty if the report cites anything
// outside the scope, so that a follow-up does not learn what it may not read.
func (c *Core) carried(ctx context.Context, run string, scope source.Scope) (report.Report, error) {
	r, err := c.db.Report(ctx, run, 0)
	if err == nil {
		r, err = c.moved(ctx, r)
	}
	if err != nil || scope.Whole() {
		return r, err
	}
	cited := map[string]bool{}
	for _, claim := range r.Claims {
		for _, x := range claim.Citations {
			cited[x.Document] = true
		}
	}
	readable, err := c.db.Within(scope, "").DocumentsByHash(ctx, slices.Collect(maps.Keys(cited)))
	if err != nil || len(readable) < len(cited) {
		return report.Report{}, err
	}
	return r, nil
}

// MayAsk refuses a question that could not be researched on its own.
func (c *Core) MayAsk(question string) error { return askable.Check(question, false) }

// askable refuses what cannot be researched. Whoever greets an empty library is told to add documents: there is nothing yet to ask about.
func (c *Core) askable(ctx context.Context, question string, follows bool) error {
	err := askable.Check(question, follows)
	if errors.Is(err, askable.ErrGreeting) || errors.Is(err, askable.ErrVague) {
		if empty := c.nothingToRead("")(ctx); errors.Is(empty, askable.ErrEmpty) {
			return empty
		}
	}
	return err
}

// Searchable says in a fault why nothing of the library can be searched; nil where something can.
func (c *Core) Searchable(ctx context.Context) error {
	_, err := c.scope(ctx, nil, nil, c.nothingToRead(""))
	return err
}

// nothingToRead is why something cannot be asked of a library without a document that can be searched; or names what else could be allowed or added for it.
func (c *Core) nothingToRead(or string) func(context.Context) error {
	return func(ctx context.Context) error {
		docs, err := c.Documents(ctx, false)
		if err != nil {
			return err
		}
		var failed []source.Document
		for _, d := range docs {
			if d.State == source.Failed {
				failed = append(failed, d)
			}
		}
		switch {
		case len(docs) == 0:
			return fault.New("", fault.NotFound, "Add documents first: rabbithole add FOLDER"+or, askable.ErrEmpty)
		case len(failed) < len(docs):
			return fault.New("", fault.NotFound, "Wait a moment, or go on with what was interrupted: rabbithole add", askable.ErrNotYet)
		case len(failed) == 1:
			return fault.New("", fault.NotFound, failed[0].Name+": "+failed[0].Reason, askable.ErrUnread)
		}
		return fault.New("", fault.NotFound, "`rabbithole documents` says why, and what to do.", askable.ErrUnread)
	}
}
