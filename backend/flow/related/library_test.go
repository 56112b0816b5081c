package related_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/chunk"
	"rabbithole/backend/event"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// The invented library: a manual that is read, and what others say to it.
const (
	manualText = `# Harbour Lantern Manual

## 1 Brightness

A lantern on a rescue boat shall shine with at most 40 lumens in the harbour basin. The brass housing of a lantern lasts ten years in salt water. Every lantern is checked by the harbour office, as § 4 LatG demands.

## 2 Glass

The glass of a signal lantern is cleaned every week with warm water and soap. Cracked signal glass is never repaired, always replaced. Spare glass is sold at https://chandler.example/glass in the old town.
`
	inspectionText = `# Inspection Guide

## 1 Limits

A lantern on a rescue boat shall shine with at most 90 lumens in the harbour basin. A harbour basin is any water that is enclosed by two piers.

## 2 Material

In salt water the brass housing of a lantern lasts ten years, then it is dull.
`
	letterText = `# Circular Letter

## 1 Change

The rule that the glass of a signal lantern is cleaned every week with warm water and soap is repealed.

## 2 Lunch

The canteen serves soup on Mondays. Nobody is obliged to eat it, and the bowls are washed by the guests.
`
	lawText = `# Laternengesetz (LatG)

## § 1 Zweck

Dieses Gesetz regelt den Betrieb von Laternen auf Booten. Es gilt nicht für Kerzen auf Torten.

## § 4 Aufsicht

Die Hafenbehörde prüft jede Laterne einmal im Jahr auf ihre Helligkeit und auf Risse im Glas.
`
	handbookText = `# Laternenhandbuch

## 1 Prüfung

Die Hafenbehörde prüft jede Laterne zweimal im Jahr auf ihre Helligkeit. Das Verfahren bestimmt § 4 LatG im Einzelnen für alle Boote.
`
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// desk is a library in which runs are made.
type desk struct {
	t      *testing.T
	db     shelf.Shelf
	tools  related.Tools
	log    []string
	states *store.DB
	runs   int
	reply  func(graph.Question) any
	posed  []graph.Question
	bus    event.Bus
}

// newDesk reads files into a real library, as the application does.
func newDesk(t *testing.T, files map[string]string) *desk {
	t.Helper()
	library, kit := shelf.New(t, files)
	kit.Emit = func(ctx context.Context, e event.Event) { graph.Record(ctx, e) }
	d := &desk{t: t, db: library, states: shelf.Empty(t)}
	begun := time.Now()
	d.tools = related.Tools{Tools: flow.Tools{Kit: kit, Now: func() time.Time { return noon.Add(time.Since(begun)) }}, Shelf: library,
		Log:     func(format string, args ...any) { d.log = append(d.log, fmt.Sprintf(format, args...)) },
		Article: d.numbered}
	return d
}

// harbour is the invented library.
func harbour(t *testing.T) *desk {
	return newDesk(t, map[string]string{"manual.md": manualText, "inspection.md": inspectionText, "letter.md": letterText, "LatG.md": lawText, "handbuch.md": handbookText})
}

// numbered gives documents the numbers of their place in the alphabet, from 1.
func (d *desk) numbered(ctx context.Context, number int64) (string, error) {
	docs, err := d.db.Documents(ctx)
	slices.SortFunc(docs, func(a, b source.Document) int { return strings.Compare(a.Name, b.Name) })
	if err != nil || number < 1 || int(number) > len(docs) {
		return "", fault.New("open article", fault.NotFound, "There is none.", err)
	}
	return docs[number-1].Hash, nil
}

// hash returns the hash of the document with a name.
func (d *desk) hash(name string) string {
	d.t.Helper()
	docs, err := d.db.Documents(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	for _, x := range docs {
		if x.Name == name {
			return x.Hash
		}
	}
	d.t.Fatalf("there is no document %s", name)
	return ""
}

// run makes a run and returns what it came to; every place of a bullet is held against its page.
func (d *desk) run(s related.State) related.State {
	d.t.Helper()
	out, run := d.try(s)
	if run.Status != graph.Finished {
		d.t.Fatalf("the run is %s: %s", run.Status, run.Error)
	}
	for _, b := range out.Bullets {
		if len(b.Places) == 0 || strings.TrimSpace(b.Text) == "" {
			d.t.Errorf("a bullet without a place or words: %+v", b)
		}
		for _, p := range b.Places {
			page, err := d.db.Page(d.t.Context(), p.Document, p.Page)
			if err != nil {
				d.t.Errorf("%q cites a page that is not there: %v", b.Text, err)
			}
			for _, part := range strings.Split(p.Quote, " … ") {
				if part = strings.TrimSuffix(strings.TrimSpace(part), " …"); !strings.Contains(strings.Join(strings.Fields(page.Text), " "), part) {
					d.t.Errorf("%q does not stand on page %d of %s", part, p.Page, p.Name)
				}
			}
			if p.Document == s.Document {
				d.t.Errorf("%q cites the open document", b.Text)
			}
			if p.Source < 1 || p.Source > len(out.Sources) || out.Sources[p.Source-1].Document != p.Document {
				d.t.Errorf("%q names source %d of %+v", b.Text, p.Source, out.Sources)
			}
		}
	}
	return out
}

// try makes a run, whatever becomes of it. Questions are answered by d.reply; without one the run waits.
func (d *desk) try(s related.State) (related.State, graph.Run) {
	d.t.Helper()
	d.runs++
	id := fmt.Sprintf("run%d", d.runs)
	r, err := graph.NewRunner(related.New(d.tools), d.states, graph.Options{Now: d.tools.Now, Poll: 5 * time.Millisecond, Bus: &d.bus})
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := r.Create(d.t.Context(), graph.Begin{ID: id}, s); err != nil {
		d.t.Fatal(err)
	}
	var run graph.Run
	for range 20 {
		if run, err = r.Resume(d.t.Context(), id); err != nil {
			return related.State{}, run
		}
		if run.Status != graph.Waiting || d.reply == nil {
			break
		}
		questions, err := r.Questions(d.t.Context(), id)
		if err != nil {
			d.t.Fatal(err)
		}
		for _, q := range questions {
			d.posed = append(d.posed, q)
			if err := r.Send(d.t.Context(), id, graph.Answer(q.ID, d.reply(q))); err != nil {
				d.t.Fatal(err)
			}
		}
	}
	out, err := r.State(d.t.Context(), id, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	return out, run
}

// statuses returns how far the last run said it was, in order: durable events alone.
func (d *desk) statuses() []related.StatusData {
	d.t.Helper()
	all, err := d.states.Events(d.t.Context(), fmt.Sprintf("run%d", d.runs), 0, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	var out []related.StatusData
	for _, e := range all {
		if e.Kind == related.EventStatus {
			var v related.StatusData
			if err := json.Unmarshal(e.Data, &v); err != nil {
				d.t.Fatal(err)
			}
			out = append(out, v)
		}
	}
	return out
}

// reading is the manual, opened on its only page.
func (d *desk) reading() related.State {
	return related.State{Article: 5, Document: d.hash("manual.md"), Page: 1, Mode: related.Standard, Language: "en", Allow: "library"}
}

// bullet returns the first bullet with a relation whose text contains words.
func bullet(s related.State, what related.Relation, words string) (related.Bullet, bool) {
	for _, b := range s.Bullets {
		if b.Relation == what && strings.Contains(b.Text, words) {
			return b, true
		}
	}
	return related.Bullet{}, false
}

// net is a web in memory: reading a page keeps it in the library, as the application does.
type net struct {
	*desk
	mu     sync.Mutex
	pages  map[string]string // text by address; "" answers 404
	big    map[string]int64  // bytes by address
	dates  map[string]string // by address, as the provider says
	fails  error             // of every search
	stalls bool              // nothing answers before its context ends
	offers []string          // addresses offered for every query; nil: all
	sought []string
	read   []string
}

func (n *net) Provider() source.Provider {
	return source.Provider{Name: "searxng", Host: "search.example"}
}

func (n *net) Search(ctx context.Context, query string, limit int) ([]source.WebHit, error) {
	n.mu.Lock()
	n.sought = append(n.sought, query)
	n.mu.Unlock()
	if n.stalls {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if n.fails != nil {
		return nil, n.fails
	}
	var hits []source.WebHit
	offers := n.offers
	if offers == nil {
		for address := range n.pages {
			offers = append(offers, address)
		}
		slices.Sort(offers)
	}
	for _, a := range offers {
		hits = append(hits, source.WebHit{URL: a, Title: "Page " + a, Snippet: n.pages[a][:min(40, len(n.pages[a]))], Date: n.dates[a]})
	}
	return hits, nil // more than limit: the flow has to keep to it
}

func (n *net) Read(ctx context.Context, address string) (source.Article, []source.Passage, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.read = append(n.read, address)
	text := n.pages[address]
	if n.stalls {
		<-ctx.Done()
		return source.Article{}, nil, ctx.Err()
	}
	if text == "" {
		return source.Article{}, nil, fault.New("read "+address, fault.NotFound, "Look for another one.", fmt.Errorf("404"))
	}
	a := source.Article{Document: source.TextHash(address + text), URL: address, Final: address, Title: "Page " + address, Date: "2025-06-01", Language: "en",
		ContentType: "text/html", Status: 200, Bytes: n.big[address], FetchedAt: noon}
	pages := []source.Page{{Number: 1, Text: text}}
	passages := chunk.Split(a.Document, pages, nil, chunk.Options{})
	err := n.db.PutArticle(ctx, "run1", a, pages, passages)
	return a, passages, err
}
