package explore_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/refs"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// world is a library with the person's attached files beside it, in memory: it serves as all that the flow asks of one.
type world struct {
	mu        sync.Mutex
	documents []source.Document
	passages  []source.Passage
	pages     map[string]string // "document/page"
	raw       map[string]string // attached and not parsed, by hash
	parsed    []string
	searches  map[string]int // by query
	rows      map[string]json.RawMessage
	reports   map[string]report.Report
	cited     map[string]bool
	onSearch  func(query string)
	troubles  map[string]source.Trouble // of files that cannot be parsed, by hash
}

func newWorld(documents ...[2]string) *world {
	w := &world{pages: map[string]string{}, raw: map[string]string{}, searches: map[string]int{}, rows: map[string]json.RawMessage{}, reports: map[string]report.Report{}, cited: map[string]bool{}}
	for _, d := range documents {
		w.read(d[0], d[1], source.Ready)
	}
	return w
}

// attach stores a file as it is; an empty one cannot be parsed.
func (w *world) attach(name, text string) string {
	w.raw["hash-"+name] = text
	return "hash-" + name
}

// read makes a document of lines: each is a page with one passage.
func (w *world) read(name, text string, state source.State) []source.Passage {
	d := source.Document{Hash: "hash-" + name, Name: name, Title: name, Language: ask.Language(text), State: state, Format: source.Markdown}
	var out []source.Passage
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		d.Pages++
		spans := []source.Span{{Page: d.Pages, Start: 0, End: len(line)}}
		p := source.Passage{ID: source.PassageID(d.Hash, spans), Document: d.Hash, Ordinal: d.Pages - 1, Headings: []string{d.Title}, Spans: spans, Text: line, Hash: source.TextHash(line), Role: source.Body}
		w.pages[fmt.Sprintf("%s/%d", d.Hash, d.Pages)] = line
		w.passages, out = append(w.passages, p), append(out, p)
	}
	w.documents = append(w.documents, d)
	return out
}

func (w *world) File(_ context.Context, hash string) (explore.Metadata, error) {
	return explore.Metadata{Name: strings.TrimPrefix(hash, "hash-"), Bytes: int64(len(w.raw[hash]))}, nil
}

func (w *world) Parse(_ context.Context, hash string, _ func(pages, all int)) ([]source.Passage, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.parsed = append(w.parsed, hash)
	if trouble := w.troubles[hash]; trouble != "" {
		return nil, fault.New("read "+hash, fault.Unreadable, "", troubled{errors.New("The file needs care."), trouble})
	}
	if w.raw[hash] == "" {
		return nil, fault.New("read "+hash, fault.Unreadable, "Save it anew.", errors.New("it is broken"))
	}
	return w.read(strings.TrimPrefix(hash, "hash-"), w.raw[hash], source.Saved), nil
}

// troubled is a failure that has a name.
type troubled struct {
	error
	trouble source.Trouble
}

func (t troubled) Trouble() source.Trouble { return t.trouble }

func (w *world) PutRow(_ context.Context, run, key string, data json.RawMessage) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rows[run+" "+key] = data
	return nil
}

func (w *world) Row(_ context.Context, run, key string) (json.RawMessage, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.rows[run+" "+key], nil
}

func (w *world) PutReport(_ context.Context, run string, version int, r report.Report) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reports[fmt.Sprintf("%s/%d", run, version)] = r
	return nil
}

func (w *world) Report(_ context.Context, run string, version int) (report.Report, error) {
	return w.reports[fmt.Sprintf("%s/%d", run, version)], nil
}

func (w *world) Cite(_ context.Context, _, document string, pages ...int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range pages {
		w.cited[fmt.Sprintf("%s/%d", document, p)] = true
	}
	return nil
}

func (w *world) Search(_ context.Context, q extract.Query) ([]extract.Hit, error) {
	if w.onSearch != nil {
		w.onSearch(q.Text)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if q.Mode == "" { // the sweeps before the report put the question again
		w.searches[q.Text]++
	}
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

func (w *world) document(hash string) (source.Document, error) {
	i := slices.IndexFunc(w.documents, func(d source.Document) bool { return d.Hash == hash })
	if i < 0 {
		return source.Document{}, fault.New("open "+hash, fault.NotFound, "", nil)
	}
	return w.documents[i], nil
}

func (w *world) Document(_ context.Context, hash string) (source.Document, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.document(hash)
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
func (w *world) Mentions(context.Context, string) ([]refs.Mention, error) { return nil, nil }
func (w *world) Pointed(context.Context, string) ([]refs.Mention, error)  { return nil, nil }
func (w *world) SectionPassages(context.Context, string, string) ([]source.Passage, error) {
	return nil, nil
}

func (w *world) Unreadable(context.Context) ([]source.Document, bool, error) { return nil, false, nil }

func (w *world) Documents(context.Context) ([]source.Document, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(w.documents), func(d source.Document) bool { return d.State != source.Ready }), nil
}

const smallWords = " the and are for how not may one what when where who with must than that this from each all any its has have does says was were much many which is it of to in at on long "

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
	counts := make([]int, len(terms))
	for _, p := range w.passages {
		have := w.Terms(p.Text, "")
		for i, t := range terms {
			if slices.Contains(have, t) {
				counts[i]++
			}
		}
	}
	return counts, len(w.passages), nil
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
