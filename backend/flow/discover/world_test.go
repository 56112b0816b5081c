package discover_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// world is a library in memory. It serves as extract.Library, extract.Searcher and relevance.Lexicon.
type world struct {
	documents []source.Document
	passages  []source.Passage
	pages     map[string]string         // "document/page"
	mentions  map[string][]refs.Mention // by passage
	searched  []extract.Query
}

// newWorld reads a library from lines: "= NAME LANGUAGE" begins a document, "# TITLE" a section, "~ TITLE" one that only points elsewhere; every other line is
// a passage on a page of its own. A passage that says "see TITLE" refers to the section with that title.
func newWorld(t *testing.T, lines string) *world {
	t.Helper()
	w := &world{pages: map[string]string{}, mentions: map[string][]refs.Mention{}}
	section, role := "", source.Body
	for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.HasPrefix(line, "= "):
			name, language, _ := strings.Cut(line[2:], " ")
			w.documents = append(w.documents, source.Document{Hash: "hash-" + name, Name: name, Title: name, Language: language, State: source.Ready})
			section = ""
		case strings.HasPrefix(line, "# "):
			section, role = line[2:], source.Body
		case strings.HasPrefix(line, "~ "):
			section, role = line[2:], source.Contents
		default:
			w.add(&w.documents[len(w.documents)-1], section, role, line)
		}
	}
	for _, p := range w.passages {
		for _, target := range w.passages {
			title := target.Section
			if at := strings.Index(p.Text, "see "+title); title != "" && at >= 0 && len(w.mentions[p.ID]) == 0 {
				w.mentions[p.ID] = []refs.Mention{{ID: "m1", Document: p.Document, Page: p.Page(), Start: at, End: at + len("see "+title), Passage: p.ID, Section: p.Section, Text: "see " + title,
					Status: refs.Found, Targets: []refs.Target{{Document: target.Document, Section: target.Section, Label: title, Page: target.Page()}}}}
			}
		}
	}
	return w
}

// add appends a page with one passage to a document.
func (w *world) add(d *source.Document, section string, role source.Role, text string) {
	d.Pages++
	d.Passages++
	spans := []source.Span{{Page: d.Pages, Start: 0, End: len(text)}}
	p := source.Passage{ID: source.PassageID(d.Hash, spans), Document: d.Hash, Ordinal: d.Pages - 1, Section: section, Headings: []string{d.Title, section}, Spans: spans, Text: text,
		Hash: source.TextHash(text), Role: role}
	w.pages[fmt.Sprintf("%s/%d", d.Hash, d.Pages)] = text
	w.passages = append(w.passages, p)
}

// saying returns the passage that says something.
func (w *world) saying(t *testing.T, text string) source.Passage {
	t.Helper()
	i := slices.IndexFunc(w.passages, func(p source.Passage) bool { return strings.Contains(p.Text, text) })
	if i < 0 {
		t.Fatalf("nothing says %q", text)
	}
	return w.passages[i]
}

func (w *world) Search(_ context.Context, q extract.Query) ([]extract.Hit, error) {
	w.searched = append(w.searched, q)
	var hits []extract.Hit
	for _, p := range w.passages {
		if len(q.Documents) > 0 && !slices.Contains(q.Documents, p.Document) {
			continue
		}
		n := 0
		have := w.Terms(p.Text+" "+p.Section, "")
		for _, t := range w.Terms(q.Text, "") {
			if slices.Contains(have, t) {
				n++
			}
		}
		if n > 0 {
			hits = append(hits, extract.Hit{Passage: p, Score: float64(n)})
		}
	}
	slices.SortStableFunc(hits, func(a, b extract.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits[:min(q.Limit, len(hits))], nil
}

func (w *world) Document(_ context.Context, hash string) (source.Document, error) {
	for _, d := range w.documents {
		if d.Hash == hash {
			return d, nil
		}
	}
	return source.Document{}, fault.New("open "+hash, fault.NotFound, "", nil)
}

func (w *world) Passage(_ context.Context, id string) (source.Passage, error) {
	for _, p := range w.passages {
		if p.ID == id {
			return p, nil
		}
	}
	return source.Passage{}, fault.New("open "+id, fault.NotFound, "", nil)
}

func (w *world) PageText(_ context.Context, document string, page int) (string, error) {
	text, ok := w.pages[fmt.Sprintf("%s/%d", document, page)]
	if !ok {
		return "", fmt.Errorf("no page %d in %s", page, document)
	}
	return text, nil
}

func (w *world) PageLabel(_ context.Context, _ string, page int) (string, error) {
	return fmt.Sprint("p", page), nil
}

func (w *world) Mentions(_ context.Context, passage string) ([]refs.Mention, error) {
	return w.mentions[passage], nil
}

func (w *world) Pointed(context.Context, string) ([]refs.Mention, error) { return nil, nil }

func (w *world) SectionPassages(_ context.Context, document, section string) ([]source.Passage, error) {
	return slices.DeleteFunc(slices.Clone(w.passages), func(p source.Passage) bool { return p.Document != document || p.Section != section }), nil
}

func (w *world) Documents(context.Context) ([]source.Document, error) { return w.documents, nil }

func (w *world) Unreadable(context.Context) ([]source.Document, bool, error) { return nil, false, nil }

// Words that say nothing alone, by language; "" knows all of them.
var smallWords = map[string]string{
	"en": " the an and are for how not may one what when where who with must than that this from each all any its it has have does is on of in to at by or be they no his her out into after before ",
	"de": " der die das und wie ist ein eine einer eines auf dem den des von für mit in im am zu zur zum nach bei oder nicht sich es er sie aus wird werden darf ",
}

func (w *world) Subject(text, language string) []string { return w.Terms(text, language) }

func (w *world) Terms(text, language string) []string {
	small := smallWords[language]
	if language == "" {
		small = smallWords["en"] + smallWords["de"]
	}
	var out []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if strings.Contains(small, " "+word+" ") {
			continue
		}
		if language != "de" {
			word = strings.TrimSuffix(word, "s")
		}
		if len(word) > 1 {
			out = append(out, word)
		}
	}
	return out
}

func (w *world) Frequencies(_ context.Context, terms []string) ([]int, int, error) {
	counts := make([]int, len(terms))
	for _, p := range w.passages {
		d, _ := w.Document(context.Background(), p.Document)
		have := w.Terms(p.Text+" "+p.Section, d.Language)
		for i, t := range terms {
			if slices.Contains(have, t) {
				counts[i]++
			}
		}
	}
	return counts, len(w.passages), nil
}

func (w *world) Neighbours(context.Context, string, int) ([]source.Passage, error) { return nil, nil }
