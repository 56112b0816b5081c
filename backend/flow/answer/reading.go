package answer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// How much is read.
const (
	chatWindows    = 5   // passages of one source that are judged
	deepWindows    = 8   //
	leastPromising = 0.3 // by rule: a document of the library below it is not opened, a passage of a page below it is not judged
	leastRelevant  = 0.6 // what is kept is above it
	side           = 4   // pages fetched at the same time
	perSite        = 2   // pages of one site in a round
)

// read reads the most promising sources of those found: pages are fetched side by side, one that fails is a warning and the next takes its
// place. Of each the passages that promise most are judged, and what is relevant is kept.
func (f *run) read(ctx context.Context, s State) (graph.Step[State], error) {
	change := &read{Failures: map[string]int{}}
	out := graph.Step[State]{Change: change}
	c, cancel := f.searching(ctx, s)
	defer cancel()
	if s.Stop != "" || c.left <= 0 {
		return out, nil
	}
	allowed := s.sourcesAllowed(s.round())
	batch := f.choose(s, allowed, nil)
	var readings []step.Reading
	tried := set(nil)
	for opened := 0; len(batch) > 0 && c.work.Err() == nil; batch = f.choose(s, allowed-opened, tried) {
		for _, x := range batch {
			tried[x.Key] = true
		}
		fetched, err := f.open(c, s, batch, change)
		if err != nil {
			return c.broken(s, out, &change.trouble, err)
		}
		readings = append(readings, fetched...)
		if opened = change.opened(); opened >= allowed || len(tried) >= 2*allowed {
			break
		}
	}
	again, err := f.unread(ctx, s, change)
	if err != nil {
		return c.broken(s, out, &change.trouble, err)
	}
	if err := f.judge(c, s, append(readings, again...), change); err != nil {
		return c.broken(s, out, &change.trouble, err)
	}
	for _, x := range change.Sources {
		out.Events = append(out.Events, event.New(EventSource, x.told()))
	}
	out.Events = append(append(out.Events, change.kept...), change.events()...)
	change.Apply(&s)
	out.Events = append(out.Events, s.progress(PhaseEvaluating, s.round(), fmt.Sprintf(phrasesFor(s.Language).evaluating, len(s.Evidence))))
	return out, nil
}

// told is a source as events tell of it.
func (s Source) told() Source {
	s.Passages = nil
	return s
}

// choose returns at most n sources that were not read yet, the most promising of the library and of the web in turn.
func (f *run) choose(s State, n int, tried map[string]bool) []Source {
	var library, web []Source
	for _, x := range s.Sources {
		switch {
		case x.Status != statusFound || tried[x.Key]:
		case x.web() && f.Web != nil && s.Allow != AllowLibrary:
			web = append(web, x)
		case !x.web() && x.Rank >= leastPromising:
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

// open reads sources and returns their passages, those of each source that promise most first.
func (f *run) open(c clock, s State, batch []Source, change *read) ([]step.Reading, error) {
	pages := f.fetch(c, s, batch)
	var out []step.Reading
	for i, x := range batch {
		var passages []source.Passage
		x.Status = statusRead
		switch {
		case !x.web():
			for _, id := range x.Passages {
				p, err := f.Kit.Library.Passage(c.ctx, id)
				if err != nil {
					return nil, err
				}
				passages = append(passages, p)
			}
		case pages[i].err != nil:
			change.Attempts++
			change.Failures[statusOf(pages[i].err)]++
			x.Status, x.Reason = statusFailed, reasonOf(pages[i].err)
			change.warn(PhaseReading, fmt.Sprintf(phrasesFor(s.Language).readFailed, x.URL, x.Reason), x.URL)
		default:
			change.Attempts++
			change.Successes++
			if twin := s.same(pages[i].article, change.Sources); twin != "" {
				x.Status, x.Reason = statusFailed, fmt.Sprintf(phrasesFor(s.Language).samePage, twin)
				break
			}
			x.article(pages[i].article, s.Subject)
			passages = pages[i].passages
		}
		change.Sources = append(change.Sources, x)
		readings, err := f.windows(c.ctx, s, x, passages)
		if err != nil {
			return nil, err
		}
		out = append(out, readings...)
	}
	return out, nil
}

// page is what became of fetching one.
type page struct {
	article  source.Article
	passages []source.Passage
	err      error
}

// fetch reads the web pages of a batch, some at a time.
func (f *run) fetch(c clock, s State, batch []Source) []page {
	work, cancel := c.share(webShare, s.budget().Fetch)
	defer cancel()
	return beside(work, len(batch), side, func(i int) (p page) {
		if batch[i].web() {
			p.article, p.passages, p.err = f.Web.Read(work, batch[i].URL)
		}
		return p
	}, func(err error) page { return page{err: err} })
}

var answered = regexp.MustCompile(`\b(?:answered|status|HTTP) ([1-5]\d\d)\b`)

// statusOf names why a fetch failed: an HTTP status, "timeout", "refused" or "error".
func statusOf(err error) string {
	if m := answered.FindStringSubmatch(err.Error()); m != nil {
		return m[1]
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case fault.KindOf(err) == fault.Denied:
		return "refused"
	}
	return "error"
}

// same returns the title of a source that is the article, read before under another address; "" when there is none.
func (s State) same(a source.Article, now []Source) string {
	for _, x := range slices.Concat(s.Sources, now) {
		if x.Status == statusRead && (x.Document == a.Document || x.web() && canonical(x.URL) == canonical(a.URL)) {
			return x.Title
		}
	}
	return ""
}

// windows returns the passages of a source that promise most by rule, in reading order.
func (f *run) windows(ctx context.Context, s State, x Source, passages []source.Passage) ([]step.Reading, error) {
	seen := set(s.Read)
	var readings []step.Reading
	for _, p := range passages {
		if seen[p.ID] || !flow.Citable(p) {
			continue
		}
		d, err := f.Kit.Library.Document(ctx, p.Document)
		if err != nil {
			return nil, err
		}
		readings = append(readings, step.Reading{Passage: p, Document: d})
	}
	judged, err := f.Kit.Rejudge(ctx, s.question(), s.Subject, readings)
	if err != nil {
		return nil, err
	}
	order := make([]int, 0, len(judged))
	for i, j := range judged {
		if j.Relevance >= leastPromising || !x.web() {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(judged[b].Relevance, judged[a].Relevance) })
	order = order[:min(len(order), s.windowsPerSource())]
	slices.Sort(order)
	var out []step.Reading
	for _, i := range order {
		out = append(out, readings[i])
	}
	return out, nil
}

func (s State) windowsPerSource() int {
	if s.Profile == Deep {
		return deepWindows
	}
	return chatWindows
}

// unread returns the passages that this round's search found in documents read before.
func (f *run) unread(ctx context.Context, s State, change *read) ([]step.Reading, error) {
	var out []step.Reading
	for _, x := range s.Sources {
		if x.web() || x.Status != statusRead || slices.ContainsFunc(change.Sources, func(o Source) bool { return o.Key == x.Key }) {
			continue
		}
		var passages []source.Passage
		for _, id := range x.Passages {
			if slices.Contains(s.Read, id) {
				continue
			}
			p, err := f.Kit.Library.Passage(ctx, id)
			if err != nil {
				return nil, err
			}
			passages = append(passages, p)
		}
		readings, err := f.windows(ctx, s, x, passages)
		if err != nil {
			return nil, err
		}
		out = append(out, readings...)
	}
	return out, nil
}

// judge keeps what is relevant of readings.
func (f *run) judge(c clock, s State, readings []step.Reading, change *read) error {
	for _, r := range readings {
		change.Read = append(change.Read, r.Passage.ID)
	}
	judged, err := patiently(c, f, s, &change.trouble, judgeShare, func(ctx context.Context, k *step.Kit) ([]step.Judgement, error) {
		return k.Judge(ctx, s.question(), s.Subject, readings)
	})
	if err != nil {
		return err
	}
	f.Kit.Meter.Add(budget.Spend{Passages: len(readings)})
	for i, j := range judged {
		if j.Relevance <= leastRelevant {
			continue
		}
		if err := f.keep(c.ctx, s, readings[i], j, change); err != nil {
			return err
		}
	}
	return nil
}

// keep makes evidence of a passage, under the next ID.
func (f *run) keep(ctx context.Context, s State, r step.Reading, j step.Judgement, change *read) error {
	k, ok, err := flow.Keep(ctx, f.Kit.Library, r, j)
	if err != nil || !ok {
		return err
	}
	k.ID = fmt.Sprintf("E%d", len(s.Evidence)+len(change.Kept)+1)
	kept := Kept{Kept: k, Source: r.Document.Hash, Loop: s.round()}
	for _, x := range slices.Concat(s.Sources, change.Sources) {
		if x.Document == r.Document.Hash {
			kept.Source = x.Key
		}
	}
	if err := f.Reports.Cite(ctx, graph.RunID(ctx), r.Document.Hash, r.Passage.Page()); err != nil {
		return err
	}
	e, err := flow.Hydrate(ctx, f.Kit.Library, k)
	if err != nil {
		return err
	}
	change.Kept = append(change.Kept, kept)
	change.kept = append(change.kept, event.New(EventKept, KeptData{k.ID, e.Name, e.Page, e.Locator.URL, clipped(e.Extract, mostTold), k.Score, s.round()}))
	return nil
}

// mostTold is the most bytes of evidence that an event tells.
const mostTold = 300
