package discover_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/cite"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/store"
	"rabbithole/prompts"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const runID = "run1"

// desk is where one run is worked on.
type desk struct {
	free    bool // a model may choose the words of its cards
	t       *testing.T
	world   *world
	tools   discover.Tools
	store   *store.DB
	reports map[string]report.Report // "run/version"
	cited   map[string]bool          // "document/page"
	asked   []flow.Inquiry
	finds   []string // texts of the passages that the research finds; nil: what a search for the question does
	waits   int      // how often the research waits for a person
}

func newDesk(t *testing.T, w *world, model reason.Model) *desk {
	t.Helper()
	d := &desk{t: t, world: w, store: shelf.Empty(t), reports: map[string]report.Report{}, cited: map[string]bool{}}
	kit := &step.Kit{Caller: reason.Caller{Model: model, Meter: &budget.Meter{}, Emit: func(ctx context.Context, e event.Event) { graph.Record(ctx, e) }}, Engine: extract.Engine{Search: w, Library: w, Lexicon: w}}
	d.tools = discover.Tools{Tools: flow.Tools{Kit: kit, Reports: d, Making: report.Making{Engine: "test"}, Now: func() time.Time { return noon }}, Inquire: d.inquire, Summary: summary, Drawing: &sync.Mutex{}}
	return d
}

// summary is the text of a report as these tests write it.
func summary(r report.Report) string {
	var lines []string
	for _, b := range r.Answer {
		for _, s := range b.Sentences {
			lines = append(lines, "- "+s.Text+" [1]")
		}
	}
	return strings.Join(lines, "\n")
}

// inquire stands for the sub-run: it finds passages of the world, and answers with the first two of them.
func (d *desk) inquire(ctx context.Context, i flow.Inquiry) (flow.Inquired, error) {
	if d.asked = append(d.asked, i); len(d.asked) <= d.waits {
		return flow.Inquired{}, fmt.Errorf("wait for a person: %w", graph.ErrSuspended)
	}
	out := flow.Inquired{Run: graph.RunID(ctx) + "/" + graph.TaskID(ctx), Report: report.Report{Run: "sub", Flow: "answer", Question: i.Question, Language: i.Language,
		Warnings: []string{"One page could not be read."}, Making: report.Making{Spend: budget.Spend{Calls: 3}}}}
	var found []source.Passage
	for _, text := range d.finds {
		found = append(found, d.world.saying(d.t, text))
	}
	if d.finds == nil {
		hits, err := d.world.Search(ctx, extract.Query{Text: i.Question, Limit: 4})
		if err != nil {
			return out, err
		}
		for _, h := range hits {
			if h.Passage.Citable() {
				found = append(found, h.Passage)
			}
		}
	}
	for n, p := range found {
		document, err := d.world.Document(ctx, p.Document)
		if err != nil {
			return out, err
		}
		e := cite.Evidence{ID: fmt.Sprintf("E%d", n+1), Passage: p.ID, Document: p.Document, Name: document.Name, Page: p.Page(), Section: p.Section, Quotes: []cite.Quote{{Text: p.Text, Span: p.Spans[0]}}}
		out.Evidence = append(out.Evidence, e)
		if n < 2 {
			out.Report.Answer = append(out.Report.Answer, report.Block{Item: true, Sentences: []report.Sentence{{Text: p.Text}}})
		}
	}
	out.Report.Evidence = out.Evidence
	return out, nil
}

func (d *desk) PutReport(_ context.Context, run string, version int, r report.Report) error {
	d.reports[fmt.Sprintf("%s/%d", run, version)] = r
	return nil
}

func (d *desk) Report(_ context.Context, run string, version int) (report.Report, error) {
	r, ok := d.reports[fmt.Sprintf("%s/%d", run, version)]
	if !ok {
		return r, errors.New("no such report")
	}
	return r, nil
}

func (d *desk) Cite(_ context.Context, _, document string, pages ...int) error {
	for _, p := range pages {
		d.cited[fmt.Sprintf("%s/%d", document, p)] = true
	}
	return nil
}

func (d *desk) runner() *graph.Runner[discover.State] {
	d.t.Helper()
	r, err := graph.NewRunner(discover.New(d.tools), d.store, graph.Options{Now: d.tools.Now, Poll: 10 * time.Millisecond})
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

// discover runs a query to its end.
func (d *desk) discover(s discover.State) discover.State {
	d.t.Helper()
	if _, err := d.runner().Create(d.t.Context(), graph.Begin{ID: runID, Title: s.Query}, s); err != nil {
		d.t.Fatal(err)
	}
	return d.finish()
}

func (d *desk) finish() discover.State {
	d.t.Helper()
	run, err := d.runner().Resume(d.t.Context(), runID)
	if err != nil || run.Status != graph.Finished {
		d.t.Fatalf("the run is %s: %s %v", run.Status, run.Error, err)
	}
	s, err := d.runner().State(d.t.Context(), runID, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	d.check(s)
	return s
}

// check holds every card against the library: its places are there, its quotes stand in them, and so does every word of it that says something and that the query
// does not say, unless a model may choose its words.
func (d *desk) check(s discover.State) {
	d.t.Helper()
	if len(s.Cards) > discover.MostCards || len(s.Cards) < discover.FewestCards && len(s.Warnings) == 0 {
		d.t.Errorf("%d cards, warnings %q", len(s.Cards), s.Warnings)
	}
	for i, c := range s.Cards {
		if c.ID != fmt.Sprintf("C%d", i+1) || len(strings.Fields(c.Title)) > 10 || len(strings.Fields(c.Caption)) > 20 || c.Title == "" || c.Caption == "" || len(c.Places) < 1 || len(c.Places) > 3 {
			d.t.Errorf("card %+v", c)
		}
		have := s.Subject + " " + s.Query
		for _, place := range c.Places {
			p, err := d.world.Passage(d.t.Context(), place.Passage)
			if err != nil || p.Document != place.Document || d.world.pageOf(p, place.Quote) != place.Page || place.Label != fmt.Sprint("p", place.Page) || !p.Citable() ||
				!strings.Contains(p.Text, strings.TrimSuffix(place.Quote, " …")) || place.Quote == "" || !d.cited[fmt.Sprintf("%s/%d", p.Document, place.Page)] {
				d.t.Errorf("%s: place %+v of %q, %v", c.ID, place, p.Text, err)
			}
			have += " " + p.Text + " " + strings.Join(p.Headings, " ")
		}
		known := d.world.Terms(have, "")
		for _, term := range d.world.Terms(c.Title+" "+c.Caption, "") {
			if !slices.Contains(known, term) && !(d.free && c.Kind == discover.KindModel) {
				d.t.Errorf("%s %q: %q stands in none of its places", c.ID, c.Title+": "+c.Caption, term)
			}
		}
	}
}

// events returns what the run told of a kind, decoded.
func events[T any](d *desk, kind event.Kind) []T {
	d.t.Helper()
	all, err := d.store.Events(d.t.Context(), runID, 0, 1000)
	if err != nil {
		d.t.Fatal(err)
	}
	var out []T
	for _, e := range all {
		var data T
		if e.Kind == kind {
			if err := json.Unmarshal(e.Data, &data); err != nil {
				d.t.Fatal(err)
			}
			out = append(out, data)
		}
	}
	return out
}

// thinker is a scripted model: by step and call, from 0, its reply; an error is returned as one.
type thinker struct {
	refuses []string // words of cards that it finds no proof for
	sees    bool
	tools   bool
	replies map[string][]any
	numCtx  int

	mu    sync.Mutex
	heard []prompts.Call
}

func (m *thinker) Card() prompts.Card {
	return prompts.Card{Name: "scripted", Digest: "sha256:0123456789abcdef", NumCtx: cmp.Or(m.numCtx, 8192), Chats: true, Sees: m.sees, Tools: m.tools}
}

func (m *thinker) Generate(ctx context.Context, call prompts.Call, _ func(string)) (prompts.Reply, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, c := range m.heard {
		if c.Step == call.Step {
			n++
		}
	}
	m.heard = append(m.heard, call)
	list := m.replies[call.Step]
	if call.Step == prompts.Proof.Name && len(list) == 0 {
		return prompts.Reply{Text: m.opinions(call.User), DoneReason: "stop", PromptTokens: 100, ReplyTokens: 50}, nil
	}
	if len(list) == 0 {
		return prompts.Reply{}, errors.New("no reply to " + call.Step)
	}
	reply := list[min(n, len(list)-1)]
	if err, ok := reply.(error); ok {
		return prompts.Reply{}, err
	}
	return prompts.Reply{Text: reply.(string), DoneReason: "stop", PromptTokens: 100, ReplyTokens: 50}, nil
}

var asked = regexp.MustCompile(`(?m)^(K\d+) \[([^\]]*)\]\n<<<` + prompts.MarkForm + `\n(.*)$`)

// opinions finds proved what has none of the words that it refuses.
func (m *thinker) opinions(user string) string {
	out := prompts.CheckOut{Claims: []prompts.CheckVerdict{}, Conflicts: []prompts.CheckConflict{}, Parts: []prompts.CheckPart{}}
	for _, c := range asked.FindAllStringSubmatch(user, -1) {
		v := prompts.CheckVerdict{Ref: c[1], Verdict: "supported", Spans: []string{}, Conditions: []prompts.CheckCondition{}}
		for _, id := range strings.Split(c[2], ", ") {
			v.Spans = append(v.Spans, id+".1")
		}
		if slices.ContainsFunc(m.refuses, func(word string) bool { return strings.Contains(c[3], word) }) {
			v.Verdict, v.Why = "unproven", "It stands nowhere."
		}
		out.Claims = append(out.Claims, v)
	}
	raw, err := json.Marshal(out)
	if err != nil {
		panic(err) // plain values
	}
	return string(raw)
}

// calls returns the calls of a step.
func (m *thinker) calls(name string) []prompts.Call {
	return slices.DeleteFunc(slices.Clone(m.heard), func(c prompts.Call) bool { return c.Step != name })
}
