package answer

import (
	"cmp"
	"context"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/source"
)

// How much is read.
const (
	chatWindows    = 5   // passages of one source that are judged
	deepWindows    = 8   //
	roundWindows   = 12  // and by a model of all sources of a round together, where they have as many
	leastPromising = 0.3 // by rule: a document of the library below it is not opened
	leastRelevant  = 0.6 // what is kept is above it
	side           = 4   // pages fetched at the same time
	perSite        = 2   // pages of one site in a round
)

// read reads the most promising sources of those found: pages are fetched side by side, one that fails is a warning and the next takes its
// place. Of each the passages that promise most are judged, and what is relevant is kept.
func (f *run) read(c clock, s *State, t *trouble) (events []event.Event, err error) {
	if s.Weighed = nil; s.Stop != "" || c.left <= 0 {
		return nil, nil
	}
	change := &read{Failures: map[string]int{}}
	sources, err := f.gather(c, *s, change)
	if err == nil {
		err = f.judge(c, *s, sources, change)
	}
	*t, s.Weighed, s.Written = change.trouble, change.Weighed, change.Written
	if change.take(s); err != nil {
		return nil, err
	}
	for _, x := range change.Sources {
		events = append(events, event.New(EventSource, x.told()))
	}
	events = append(append(events, change.kept...), t.events()...)
	return append(events, s.progress(PhaseEvaluating, s.round(), sayEvaluating.In(s.Language, aWeighed.In(s.Language, len(s.Evidence))))), nil
}

// told is a source as events tell of it.
func (s Source) told() Source {
	s.Passages, s.Found = nil, nil
	return s
}

// choose returns at most n sources that were not read yet, the most promising of the library and of the web in turn.
func (f *run) choose(s State, n int, tried map[string]bool) []Source {
	var library, web []Source
	for _, x := range s.Sources {
		switch {
		case x.Status != statusFound || tried[x.Key]:
		case x.web() && f.MayAsk(s.Allow):
			web = append(web, x)
		case !x.web() && (f.Kit.Model != nil || x.Rank >= leastPromising):
			library = append(library, x)
		}
	}
	byRank := func(a, b Source) int { return cmp.Compare(b.Rank, a.Rank) }
	slices.SortStableFunc(library, byRank)
	slices.SortStableFunc(web, byRank)
	var out []Source
	sites := map[string]int{}
	for len(out) < n && len(library)+len(web) > 0 {
		instead := len(tried) > 0 && len(out) == 0 && len(web) > 0 // another page takes the place of one that failed
		if len(library) > 0 && !instead {
			out, library = append(out, library[0]), library[1:]
		}
		for len(web) > 0 && len(out) < n {
			x := web[0]
			web = web[1:]
			if sites[x.Site]++; sites[x.Site] <= perSite {
				out = append(out, x)
				break
			}
		}
	}
	return out
}

// gather opens sources until the round has as many as it may have, and returns them with what was found in those read before.
func (f *run) gather(c clock, s State, change *read) ([]opened, error) {
	allowed := s.sourcesAllowed(s.round())
	var opened []opened
	tried := map[string]bool{}
	for batch := f.choose(s, allowed, tried); len(batch) > 0 && c.work.Err() == nil && len(tried) < 2*allowed; batch = f.choose(s, allowed-change.opened(), tried) {
		for _, x := range batch {
			tried[x.Key] = true
		}
		more, err := f.open(c, s, batch, change)
		if err != nil {
			return nil, err
		}
		opened = append(opened, more...)
	}
	again, err := f.unread(c.ctx, s)
	return append(opened, again...), err
}

// chosen returns of each source the passages that promise most.
func (f *run) chosen(c clock, s State, sources []opened) (out []extract.Reading, err error) {
	if f, err = f.informed(c.ctx, s); err != nil {
		return nil, err
	}
	var all []source.Passage
	fresh := 0
	for _, o := range sources {
		if all = append(all, o.passages...); len(o.passages) > 0 {
			fresh++
		}
	}
	if f, err = f.knowing(c.ctx, all); err != nil {
		return nil, err
	}
	for _, o := range sources {
		most := s.windowsPerSource()
		if f.Kit.Model != nil {
			most = max(1, min(max(most, roundWindows/len(sources)), affordable(f.Kit.Model.Card(), c.remains())/max(1, fresh)))
		}
		readings, err := f.windows(c, s, o, most)
		if err != nil {
			return nil, err
		}
		out = append(out, readings...)
	}
	return out, nil
}

// opened is a source with its passages.
type opened struct {
	from     Source
	passages []source.Passage
}

// open reads sources; one that cannot be read is a warning.
func (f *run) open(c clock, s State, batch []Source, change *read) ([]opened, error) {
	pages := f.fetch(c, s, batch)
	var out []opened
	for i, x := range batch {
		if !x.web() {
			passages, err := f.passages(c.ctx, x.Passages)
			if err != nil {
				return nil, err
			}
			x.Status = statusRead
			out = append(out, opened{x, passages})
			change.Sources = append(change.Sources, x)
			continue
		}
		change.Attempts++
		if err := pages[i].Err; err != nil {
			change.Failures[statusOf(err)]++
			x.Status, x.Reason = statusFailed, flow.Reason(err)
			change.warn(PhaseReading, sayReadFailed.In(s.Language, x.URL, x.Reason), x.URL)
		} else if change.Successes++; s.same(pages[i].Article, change.Sources) != "" {
			x.Status, x.Reason = statusFailed, saySamePage.In(s.Language, s.same(pages[i].Article, change.Sources))
		} else {
			x.Status = statusRead
			x.article(pages[i].Article, s.Subject)
			out = append(out, opened{x, pages[i].Passages})
		}
		change.Sources = append(change.Sources, x)
	}
	return out, nil
}

// promise says which of the passages of a source are judged first. Of a document that is what the search thinks of them: words by rule would keep from a
// model what it searched for in another language. Of a web page, which nobody searched, and without a model it is what they say by rule.
func (f *run) promise(ctx context.Context, s State, readings []extract.Reading, web bool) ([]extract.Judgement, error) {
	if f.Kit.Model == nil || web {
		return f.byParts(ctx, s, readings)
	}
	out := make([]extract.Judgement, len(readings))
	for i, r := range readings {
		out[i].Relevance = 1 / (1 + rankStep*float64(max(0, r.Found.Rank-1)))
	}
	return out, nil
}

// rankStep is what a place further down in a search costs.
const rankStep = 0.1

// windows returns the passages of a source that promise most, in reading order.
func (f *run) windows(c clock, s State, o opened, most int) ([]extract.Reading, error) {
	seen := ask.Set(s.Read)
	fresh := slices.DeleteFunc(slices.Clone(o.passages), func(p source.Passage) bool { return seen[p.ID] })
	window := flow.Window{Most: most, Web: o.from.web(), Over: c.work.Done()}
	return window.Choose(c.ctx, f.Kit, fresh, func(readings []extract.Reading) ([]extract.Judgement, error) {
		for i, r := range readings {
			readings[i].Found = o.from.found(r.Passage.ID)
		}
		return f.promise(c.ctx, s, readings, o.from.web())
	})
}

// found is what the search knows of a passage of a source; nothing of what it did not find itself.
func (s Source) found(passage string) extract.Found {
	if at := slices.Index(s.Passages, passage); at >= 0 && at < len(s.Found) {
		return s.Found[at]
	}
	return extract.Found{}
}

func (s State) windowsPerSource() int {
	if s.Profile == Deep || s.question().Topical() {
		return deepWindows
	}
	return chatWindows
}

// unread returns the passages that this round's search found in documents read before.
func (f *run) unread(ctx context.Context, s State) ([]opened, error) {
	var out []opened
	seen := ask.Set(s.Read)
	for _, x := range s.Sources {
		if x.web() || x.Status != statusRead {
			continue
		}
		fresh := slices.DeleteFunc(slices.Clone(x.Passages), func(id string) bool { return seen[id] })
		passages, err := f.passages(ctx, fresh)
		if err != nil {
			return nil, err
		}
		out = append(out, opened{x, passages})
	}
	return out, nil
}
