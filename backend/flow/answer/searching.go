package answer

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/source"
)

// How much a query brings.
const (
	passagesPerQuery = 8
	passagesPerTopic = 24 // of a topic, which several documents speak of
	pagesPerQuery    = 8
)

// found is what one query brought.
type found struct {
	query   string
	own     bool // the question itself, beside what the model would search for: it is no query of the budget
	sent    bool
	hits    []extract.Hit
	pointed int // of hits, the last ones: the question points to them
	pages   []source.WebHit
	failed  error // of the web
}

// search puts the round's queries to the library and, as far as the person allowed them, to the web, side by side. A query that fails is a
// warning.
func (f *run) search(c clock, s *State, t *trouble) (events []event.Event, err error) {
	if s.Stop != "" || c.left <= 0 {
		return nil, nil
	}
	batch, err := f.lookUp(c, *s)
	if err != nil {
		return nil, err
	}
	sources, err := f.sources(c, *s, batch)
	for _, b := range batch {
		if b.own {
			continue
		}
		q := Searched{Query: b.query, Loop: s.round(), Library: len(b.hits), Web: len(b.pages), Sent: b.sent}
		s.Queries = append(s.Queries, q)
		if b.failed != nil {
			t.warn(PhaseSearching, saySearchFailed.In(s.Language, b.query, flow.Reason(b.failed)), b.query)
		}
		events = append(events, event.New(EventSearched, q))
	}
	s.replace(sources)
	if s.Stats.Queries, s.Stats.Considered = len(s.Queries), len(s.Sources); err != nil {
		return events, err
	}
	return append(append(events, t.events()...), s.progress(PhaseReading, s.round(), sayReading.In(s.Language, aSource.In(s.Language, len(s.Sources))))), nil
}

// lookUp puts the round's queries: the web is asked while the library is searched.
func (f *run) lookUp(c clock, s State) ([]found, error) {
	work, cancel := c.share(webShare, s.budget().Fetch)
	defer cancel()
	asked := make(chan []found, 1)
	go func() { asked <- f.askWeb(work, s) }()
	most := passagesPerQuery
	if s.question().Topical() {
		most = passagesPerTopic
	}
	library := make([][]extract.Hit, len(s.Pending))
	for i, q := range s.Pending {
		var err error
		if library[i], err = f.find(c, s, q, most); err != nil {
			cancel()
			<-asked
			return nil, err
		}
	}
	batch := <-asked
	for i := range batch {
		batch[i].hits = library[i]
	}
	if f.Kit.Model == nil || len(s.Queries) > 0 || slices.Contains(s.Pending, s.Subject) {
		return batch, nil
	}
	hits, err := f.find(c, s, s.Subject, most) // a weak model's queries may miss what the question names
	return append(batch, found{query: s.Subject, own: true, hits: hits}), err
}

// find searches the library. What a model read in an earlier round takes no place of what it has not seen.
func (f *run) find(c clock, s State, query string, most int) ([]extract.Hit, error) {
	read := map[string]bool{}
	if f.Kit.Model != nil {
		read = ask.Set(s.Read)
	}
	hits, err := f.Kit.Find(c.work, extract.Query{Text: query, Limit: most + len(read), Language: s.Language, About: s.Subject})
	if err != nil && !errors.Is(err, extract.ErrNoMeaning) {
		return nil, fmt.Errorf("search the library for %q: %w", query, err)
	}
	hits = slices.DeleteFunc(hits, func(h extract.Hit) bool { return read[h.Passage.ID] })
	return hits[:min(most, len(hits))], nil
}

// askWeb puts those of the round's queries to the web that the person allowed.
func (f *run) askWeb(work context.Context, s State) []found {
	batch := make([]found, len(s.Pending))
	var out []int
	for i, q := range s.Pending {
		batch[i].query = q
		if f.Web != nil && slices.Contains(s.Cleared, q) {
			out = append(out, i)
		}
	}
	answers := flow.Beside(work, len(out), side, func(i int) (x found) {
		x.pages, x.failed = f.Web.Search(work, s.Pending[out[i]], pagesPerQuery)
		return x
	}, func(err error) found { return found{failed: err} })
	for n, i := range out {
		batch[i].sent, batch[i].pages, batch[i].failed = true, answers[n].pages, answers[n].failed
	}
	return batch
}

// sources makes sources of what was found, each once: new ones, and those of before with what more was found in them.
func (f *run) sources(c clock, s State, batch []found) ([]Source, error) {
	f, err := f.informed(c.ctx, s)
	if err != nil {
		return nil, err
	}
	p := &pool{known: s.Sources, at: map[string]int{}}
	if len(batch) > 0 && len(s.Queries) == 0 {
		pointed, err := f.pointed(c, s)
		if err != nil {
			return nil, err
		}
		batch[0].hits, batch[0].pointed = append(slices.Clone(batch[0].hits), pointed...), len(pointed)
	}
	for _, b := range batch {
		known := extract.FoundIn(b.hits)
		for i := len(known) - b.pointed; i < len(known); i++ {
			known[i].Rank = 0
		}
		ranks, err := f.relevances(c.ctx, s, b.hits, known)
		if err != nil {
			return nil, err
		}
		for i, h := range b.hits {
			d, err := f.Kit.Library.Document(c.ctx, h.Passage.Document)
			if err != nil {
				return nil, err
			}
			p.library(d, h.Passage.ID, known[i], ranks[i], s.round())
		}
		matter, err := f.Kit.Matter(c.ctx, s.Language, s.question().Parts()...)
		if err != nil {
			return nil, err
		}
		for i, h := range b.pages {
			fits := matter.Coverage(f.Kit.Lexicon.Terms(h.Title+" "+h.Snippet, s.Language))
			p.page(h, i, fits, s)
		}
	}
	return p.fresh, nil
}

// pointed returns the passages of the sections to which the question itself points: they are read, whatever a search finds.
func (f *run) pointed(c clock, s State) ([]extract.Hit, error) {
	mentions, err := f.Kit.Library.Pointed(c.ctx, s.Subject)
	if err != nil || len(mentions) == 0 {
		return nil, err
	}
	var out []extract.Hit
	for _, m := range mentions {
		for i, t := range m.Targets {
			if t.Section == "" {
				continue
			}
			passages, err := flow.Target(c.ctx, f.Kit, s.question(), m, i)
			if err != nil {
				return nil, err
			}
			for _, p := range passages {
				out = append(out, extract.Hit{Passage: p})
			}
		}
	}
	return out, nil
}

// relevances says how much hits promise.
func (f *run) relevances(ctx context.Context, s State, hits []extract.Hit, known []extract.Found) ([]float64, error) {
	readings, err := f.Kit.Readings(ctx, extract.PassagesOf(hits)...)
	if err != nil {
		return nil, err
	}
	for i := range readings {
		readings[i].Found = known[i]
	}
	judged, err := f.promise(ctx, s, readings, false)
	out := make([]float64, len(judged))
	for i, j := range judged {
		out[i] = j.Relevance
	}
	return out, err
}

// pool gathers sources by their key.
type pool struct {
	known []Source
	fresh []Source
	at    map[string]int // index into fresh
}

// get returns the source with the key for a change, a copy of the known one or a new one.
func (p *pool) get(key string, make func() Source) *Source {
	if i, ok := p.at[key]; ok {
		return &p.fresh[i]
	}
	s := Source{}
	if i := slices.IndexFunc(p.known, func(s Source) bool { return s.is(key) }); i >= 0 {
		s = p.known[i]
		s.Passages, s.Found = slices.Clone(s.Passages), slices.Clone(s.Found)
	} else {
		s = make()
	}
	p.at[key] = len(p.fresh)
	p.fresh = append(p.fresh, s)
	return &p.fresh[len(p.fresh)-1]
}

func (p *pool) library(d source.Document, passage string, found extract.Found, rank float64, round int) {
	s := p.get(d.Hash, func() Source {
		return Source{Key: d.Hash, Document: d.Hash, Title: d.Name, Date: d.Date, Kind: flow.KindLibrary, Loop: round, Status: statusFound}
	})
	s.Rank = max(s.Rank, rank)
	if at := slices.Index(s.Passages, passage); at < 0 {
		s.Passages, s.Found = append(s.Passages, passage), append(s.Found, found)
	} else if at < len(s.Found) {
		s.Found[at] = s.Found[at].Better(found)
	}
}

// What makes a page promising: its place in the provider's list, how much of the question its title and snippet name, and its kind.
const (
	rankPlace = 0.4
	rankFits  = 0.4
	rankKind  = 0.2
	placeStep = 0.15 // what a place further down costs
)

func (p *pool) page(h source.WebHit, place int, fits float64, s State) {
	key := flow.Canonical(h.URL)
	if key == "" {
		return
	}
	kind := flow.KindOf(key, s.Subject)
	x := p.get(key, func() Source {
		return Source{Key: key, URL: h.URL, Title: flow.Clipped(h.Title, mostTitle), Site: flow.HostOf(key), Date: h.Date, Kind: kind, Loop: s.round(), Status: statusFound}
	})
	rank := rankPlace/(1+placeStep*float64(place)) + rankFits*fits + rankKind*flow.Worth(kind)
	if slices.Contains(s.last().TargetSourceTypes, targetOf(kind)) {
		rank += 0.1
	}
	x.Rank = max(x.Rank, min(1, rank))
}

// mostTitle is the most bytes of a title of a page.
const mostTitle = 200
