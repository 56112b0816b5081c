package research_test

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"rabbithole/backend/extract"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// books is a library in memory whose references a test sets one by one. It serves as extract.Library, extract.Searcher and relevance.Lexicon.
type books struct {
	documents []source.Document
	passages  []source.Passage
	pages     map[string]string // "document/page"
	mentions  map[string][]refs.Mention

	mu       sync.Mutex            // a step that a person's wish leaves behind still searches while the next one does
	asked    []extract.Query       // what was searched
	onSearch func(extract.Query)   // told before a search is answered
	found    func(string) []string // passage IDs for a query; nil: those that share words with it
	named    map[string]string     // references that questions and tasks name outright: words -> NAME/ID
}

// newBooks reads a library from lines: "= NAME" begins a document, "ID: text" is a section, a passage and a page of its own. In
// the text "{words|NAME/ID}" is a reference to a section ("NAME/1,2" to two), "{words|NAME/}" one to a whole document, and "{words|open}", "{words|old}",
// "{words|web}", "{words|away}" are references that lead nowhere.
func newBooks(t *testing.T, lines string) *books {
	t.Helper()
	b := &books{pages: map[string]string{}, mentions: map[string][]refs.Mention{}}
	for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "= "); ok {
			b.documents = append(b.documents, source.Document{Hash: "hash-" + name, Name: name, Title: "Title of " + name, Language: "en", State: source.Ready})
			continue
		}
		id, text, ok := strings.Cut(line, ": ")
		if !ok || len(b.documents) == 0 {
			t.Fatalf("line %q is neither a document nor a section", line)
		}
		b.section(t, id, text)
	}
	return b
}

var marked = regexp.MustCompile(`\{([^|}]+)\|([^}]*)\}`)

func (b *books) section(t *testing.T, id, text string) {
	t.Helper()
	text = strings.ReplaceAll(text, "⏎", "\n")
	d := &b.documents[len(b.documents)-1]
	d.Pages++
	d.Passages++
	p := source.Passage{ID: d.Name + "/" + id, Document: d.Hash, Ordinal: d.Pages - 1, Section: id, Headings: []string{d.Title, "Section " + id}, Role: source.Body}
	plain := "Page header.\n"
	start := len(plain)
	for {
		at := marked.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		words, target := text[at[2]:at[3]], text[at[4]:at[5]]
		plain += text[:at[0]]
		m := refs.Mention{ID: fmt.Sprintf("m%d", len(b.mentions[p.ID])+1), Document: d.Hash, Page: d.Pages, Start: len(plain), End: len(plain) + len(words), Text: words, Passage: p.ID}
		b.mentions[p.ID] = append(b.mentions[p.ID], pointed(m, target))
		plain += words
		text = text[at[1]:]
	}
	plain += text
	p.Text, p.Spans = plain[start:], []source.Span{{Page: d.Pages, Start: start, End: len(plain)}}
	b.pages[fmt.Sprintf("%s/%d", d.Hash, d.Pages)] = plain + "\nPage footer."
	b.passages = append(b.passages, p)
}

func pointed(m refs.Mention, target string) refs.Mention {
	m.Kind, m.Status = refs.KindSection, refs.Found
	switch target {
	case "open":
		m.Status, m.Pointers = refs.Open, []refs.Pointer{{Kind: refs.KindSection, Number: "5", Qualifier: "elsewhere"}}
	case "old":
		m.Status = refs.OldVersion
	case "outside":
		m.Status, m.Targets = refs.Outside, []refs.Target{{}}
	case "away":
		m.Kind, m.Status = refs.KindDocument, refs.External
	case "web":
		m.Kind, m.Status = refs.KindURL, refs.External
	default:
		name, section, _ := strings.Cut(target, "/")
		if section == "" {
			m.Kind = refs.KindDocument
		}
		for _, one := range strings.Split(section, ",") {
			m.Targets = append(m.Targets, refs.Target{Document: "hash-" + name, Section: one, Page: 1})
		}
		for i := range m.Targets[1:] {
			m.Targets[i].Label, m.Targets[i+1].Label = "Section "+m.Targets[i].Section, "Section "+m.Targets[i+1].Section
		}
	}
	return m
}

func (b *books) Passage(_ context.Context, id string) (source.Passage, error) {
	i := slices.IndexFunc(b.passages, func(p source.Passage) bool { return p.ID == id })
	if i < 0 {
		return source.Passage{}, fmt.Errorf("no passage %s", id)
	}
	return b.passages[i], nil
}

func (b *books) Document(_ context.Context, hash string) (source.Document, error) {
	i := slices.IndexFunc(b.documents, func(d source.Document) bool { return d.Hash == hash })
	if i < 0 {
		return source.Document{}, fmt.Errorf("no document %s", hash)
	}
	return b.documents[i], nil
}

func (b *books) PageText(_ context.Context, document string, page int) (string, error) {
	text, ok := b.pages[fmt.Sprintf("%s/%d", document, page)]
	if !ok {
		return "", fmt.Errorf("no page %d in %s", page, document)
	}
	return text, nil
}

// PageLabel prints other numbers on the pages than their position, as books with a preface do.
func (b *books) PageLabel(_ context.Context, _ string, page int) (string, error) {
	return fmt.Sprint(page + 100), nil
}

func (b *books) Mentions(_ context.Context, passage string) ([]refs.Mention, error) {
	return b.mentions[passage], nil
}

func (b *books) Pointed(_ context.Context, text string) ([]refs.Mention, error) {
	var out []refs.Mention
	for _, words := range slices.Sorted(maps.Keys(b.named)) {
		if strings.Contains(text, words) {
			out = append(out, pointed(refs.Mention{Text: words, Page: 1}, b.named[words]))
		}
	}
	return out, nil
}

func (b *books) SectionPassages(_ context.Context, document, section string) ([]source.Passage, error) {
	var out []source.Passage
	for _, p := range b.passages {
		if p.Document == document && (p.Section == section || strings.HasPrefix(p.Section, section+".")) {
			out = append(out, p)
		}
	}
	return out, nil
}

func (b *books) Neighbours(_ context.Context, document string, ordinal int) (out []source.Passage, _ error) {
	for _, p := range b.passages {
		if p.Document == document && (p.Ordinal == ordinal-1 || p.Ordinal == ordinal+1) {
			out = append(out, p)
		}
	}
	return out, nil
}

func (b *books) Documents(context.Context) ([]source.Document, error) {
	return slices.DeleteFunc(slices.Clone(b.documents),
		func(d source.Document) bool { return d.State == source.Saved }), nil
}

func (b *books) Unreadable(context.Context) ([]source.Document, bool, error) { return nil, false, nil }

// shelved returns the passages that a search may find: what was read on the web is not among them.
func (b *books) shelved() []source.Passage {
	return slices.DeleteFunc(slices.Clone(b.passages), func(p source.Passage) bool {
		d, _ := b.Document(context.Background(), p.Document)
		return d.State == source.Saved
	})
}

func (b *books) Search(_ context.Context, q extract.Query) ([]extract.Hit, error) {
	if b.onSearch != nil {
		b.onSearch(q)
	}
	b.mu.Lock()
	b.asked = append(b.asked, q)
	b.mu.Unlock()
	var hits []extract.Hit
	if b.found != nil {
		for _, id := range b.found(q.Text) {
			p, err := b.Passage(context.Background(), id)
			if err != nil {
				return nil, err
			}
			hits = append(hits, extract.Hit{Passage: p, Score: 1})
		}
		return hits[:min(q.Limit, len(hits))], nil
	}
	for _, p := range b.shelved() {
		within := len(q.Documents) == 0 || slices.Contains(q.Documents, p.Document)
		if n := shared(b.Terms(q.Text, ""), b.Terms(p.Text, "")); n > 0 && within {
			hits = append(hits, extract.Hit{Passage: p, Score: float64(n)})
		}
	}
	slices.SortStableFunc(hits, func(x, y extract.Hit) int { return int(y.Score - x.Score) })
	return hits[:min(q.Limit, len(hits))], nil
}

func shared(a, b []string) int {
	n := 0
	for _, t := range a {
		if slices.Contains(b, t) {
			n++
		}
	}
	return n
}

const smallWords = " the and are for how not may one what when who with must than that this from each all any its has have does says "

// Subject is Terms: the toy language has no compounds.
func (b *books) Subject(text, language string) []string { return b.Terms(text, language) }

func (b *books) Terms(text, _ string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if w = strings.TrimSuffix(w, "s"); len(w) > 1 && !strings.Contains(smallWords, " "+w+" ") {
			out = append(out, w)
		}
	}
	return out
}

func (b *books) Frequencies(_ context.Context, terms []string) ([]int, int, error) {
	counts, all := make([]int, len(terms)), b.shelved()
	for _, p := range all {
		have := b.Terms(p.Text, "")
		for i, t := range terms {
			if slices.Contains(have, t) {
				counts[i]++
			}
		}
	}
	return counts, len(all), nil
}
