package research_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

func TestWeb_FillsWhatTheLibraryDoesNotSay(t *testing.T) {
	d, n := webDesk(t, nil, tickets)
	d.beginOnline(half, flow.AllowRun, research.Settings{Unattended: true})
	s := d.end(nil)
	r := d.final()
	if !slices.Equal(n.asked, []string{"mooring ticket visitors cost"}) || !slices.Equal(n.fetched, []string{"https://harbour.example/tickets"}) || len(d.asked) > 0 {
		t.Errorf("asked %v, fetched %v, questions %v", n.asked, n.fetched, d.asked)
	}
	said := map[string]string{}
	for _, c := range r.Claims {
		for _, x := range c.Citations {
			said[x.URL] += c.Text + "\n"
		}
	}
	if !strings.Contains(said[""], "40 lumens") || !strings.Contains(said["https://harbour.example/tickets"], "12 euros") || strings.Contains(said[""], "12 euros") {
		t.Errorf("the claims by source: %v", said)
	}
	if len(r.Sources) != 2 || r.Sources[0].URL != "" || r.Sources[0].Name != "law.pdf" || r.Sources[1].URL != "https://harbour.example/tickets" || r.Sources[1].Site != "Harbour Office" ||
		r.Sources[1].Number != 2 || r.Sources[1].FetchedAt != noon || len(r.Sources[1].Evidence) != 1 || r.Sources[1].Quality == 0 {
		t.Errorf("sources %+v", r.Sources)
	}
	silent := strings.Join(r.Silent, "\n")
	if !strings.Contains(silent, "Nothing was found that answers: how much does a mooring ticket for visitors cost") || !strings.Contains(silent, "Page 1 (harbour.example)") {
		t.Errorf("silent: %s", silent)
	}
	if len(r.Connections) != 1 || len(r.Warnings) != 0 {
		t.Errorf("connections %+v, warnings %v", r.Connections, r.Warnings)
	}
	for _, f := range s.Followed {
		for _, k := range s.Evidence {
			if k.ID == f.From && strings.HasPrefix(k.Passage, "Page") {
				t.Errorf("a reference of a page was followed: %+v", f)
			}
		}
	}
	if told := fmt.Sprintf("%s %s", d.events(research.EventSearched), d.events(research.EventKept)); !strings.Contains(told, `"web":true,"offered":1`) || !strings.Contains(told, `"url":"https://harbour.example/tickets"`) {
		t.Errorf("the events do not tell what went to the web: %s", told)
	}
}

func TestWeb_ExportTellsWhatIsOfTheWeb(t *testing.T) {
	for _, web := range []bool{true, false} {
		d, _ := webDesk(t, nil, tickets)
		allow := flow.AllowRun
		if !web {
			allow = flow.AllowLibrary
		}
		d.beginOnline(half, allow, research.Settings{Unattended: true})
		x, err := research.Export(t.Context(), d.tools, d.end(nil))
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, q := range x.ResearchContext.SearchQueries {
			for _, c := range q.WebSearchResults {
				found++
				if len(q.Chunks) > 0 || !strings.Contains(c.ExtractedInfo, "12 euros") {
					t.Errorf("query %q: %+v", q.Query, c)
				}
			}
			if asked := q.Query == "mooring ticket visitors cost" && q.WebSearchResults != nil; asked && !web {
				t.Errorf("a query of the library has web results: %+v", q)
			}
		}
		if (found > 0) != web || x.ResearchContext.Metadata.ExternalSourcesUsed != web {
			t.Errorf("web %v: %d results, external sources used: %v", web, found, x.ResearchContext.Metadata.ExternalSourcesUsed)
		}
	}
}

func TestWeb_NothingLeavesBeforeItIsAllowed(t *testing.T) {
	const wish = "mooring ticket visitors cost"
	for name, c := range map[string]struct {
		answer flow.ConsentAnswer
		sent   []string
		noted  bool
	}{
		"these":        {flow.ConsentAnswer{Decision: flow.ConsentThese, Queries: []string{wish}}, []string{wish}, false},
		"edited":       {flow.ConsentAnswer{Decision: flow.ConsentThese, Queries: []string{"harbour  mooring price", "another"}}, []string{"harbour mooring price"}, false},
		"for the run":  {flow.ConsentAnswer{Decision: flow.ConsentRun, Queries: []string{wish}}, []string{wish}, false},
		"none of them": {flow.ConsentAnswer{Decision: flow.ConsentThese}, nil, false},
		"library only": {flow.ConsentAnswer{Decision: flow.ConsentLibrary, Queries: []string{wish}}, nil, true},
		"nonsense":     {flow.ConsentAnswer{Decision: "sure", Queries: []string{wish}}, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			d, n := webDesk(t, nil, tickets)
			d.beginOnline(half, flow.AllowAsk, research.Settings{})
			asked := 0
			s := d.end(func(q graph.Question) any {
				if q.Kind != flow.QuestionConsent {
					return approve(q)
				}
				asked++
				v := data[flow.ConsentData](t, q)
				if len(n.asked)+len(n.fetched) > 0 || v.Provider.Host != "search.example" || !slices.Equal(v.Queries, []string{wish}) || v.Loop != 1 || !strings.Contains(q.Text, "search.example") {
					t.Errorf("asked about %+v (%s) after %v and %v had left", v, q.Text, n.asked, n.fetched)
				}
				return c.answer
			})
			r := d.final()
			if asked != 1 || !slices.Equal(n.asked, c.sent) || len(n.fetched) != len(c.sent) {
				t.Errorf("%d questions, sent %v, fetched %v", asked, n.asked, n.fetched)
			}
			if noted := strings.Contains(strings.Join(r.Notes, " "), "was not asked, on request"); noted != c.noted || (s.Allow == flow.AllowLibrary) != c.noted {
				t.Errorf("allowed %q, notes %v", s.Allow, r.Notes)
			}
			if cites := len(r.Sources) > 0; cites != (len(c.sent) > 0) {
				t.Errorf("sources %+v", r.Sources)
			}
			if len(r.Answer) == 0 || !strings.Contains(strings.Join(r.Silent, " "), "mooring ticket") {
				t.Errorf("answer %+v, silent %v", r.Answer, r.Silent)
			}
		})
	}
}

// What the library answers is asked of nobody else, and a run that is offline has nobody to ask.
func TestWeb_IsLeftAloneWithoutAGap(t *testing.T) {
	d, n := webDesk(t, nil, tickets)
	d.beginOnline(question, flow.AllowRun, research.Settings{Unattended: true})
	d.end(nil)
	if len(n.asked)+len(n.fetched) > 0 {
		t.Errorf("asked %v, fetched %v", n.asked, n.fetched)
	}
}

func TestWeb_FailuresAreToldAndGotOver(t *testing.T) {
	gone := source.WebHit{URL: "https://gone.example/", Title: "Gone"}
	for name, c := range map[string]struct {
		prepare func(*net)
		warning string
		cites   bool
	}{
		"the search fails": {func(n *net) { n.fails, n.offers = errors.New("the provider is away"), nil }, "the provider is away", false},
		"a page fails":     {func(n *net) { n.offers = append([]source.WebHit{gone}, n.offers...) }, "404", true},
		"one page, twice":  {func(n *net) { n.offers = append(n.offers, gone, gone) }, "404", true},
		"every page fails": {func(n *net) { n.offers = []source.WebHit{gone} }, "404", false},
		"nothing is found": {func(n *net) { n.offers = nil }, "", false},
		"no addresses":     {func(n *net) { n.offers = []source.WebHit{{URL: "javascript:alert(1)"}, {URL: ""}} }, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			d, n := webDesk(t, nil, tickets)
			c.prepare(n)
			d.beginOnline(half, flow.AllowRun, research.Settings{Unattended: true, PassagesPerQuery: 3})
			d.end(nil)
			r := d.final()
			if got := strings.Join(r.Warnings, " "); !strings.Contains(got, c.warning) || (got == "") != (c.warning == "") {
				t.Errorf("warnings %q", got)
			}
			if n := len(r.Warnings); n > 1 {
				t.Errorf("%d warnings of one failure: %v", n, r.Warnings)
			}
			if cites := len(r.Sources) > 0; cites != c.cites || len(r.Answer) == 0 || !strings.Contains(strings.Join(r.Silent, " "), "mooring ticket") {
				t.Errorf("sources %+v, silent %v", r.Sources, r.Silent)
			}
		})
	}
}

// Two gaps, and the web offers the same pages for both: what failed is not asked for again.
func TestWeb_APageThatFailedIsNotAskedForAgain(t *testing.T) {
	d, n := webDesk(t, nil, tickets)
	n.offers = append(n.offers, source.WebHit{URL: "https://gone.example/", Title: "Gone"})
	d.beginOnline("How bright may a lantern on a boat be, how much does a mooring ticket for visitors cost, and which bakery do visitors of the harbour meet in?", flow.AllowRun, research.Settings{Unattended: true})
	d.end(nil)
	gone := 0
	for _, address := range n.fetched {
		if address == "https://gone.example/" {
			gone++
		}
	}
	if r := d.final(); len(n.asked) < 2 || gone != 1 || len(r.Warnings) != 1 {
		t.Errorf("asked %v, fetched %v, warnings %v", n.asked, n.fetched, r.Warnings)
	}
}

// Nothing in the library, everything on the web: also then the report says which is which.
func TestWeb_WhereTheLibrarySaysNothing(t *testing.T) {
	d, n := webDesk(t, nil, tickets)
	d.beginOnline("What is the cost of a mooring ticket for visitors?", flow.AllowRun, research.Settings{Unattended: true})
	d.end(nil)
	r := d.final()
	if len(n.asked) != 1 || len(r.Answer) == 0 || len(r.Sources) != 1 || r.Sources[0].URL == "" || !strings.Contains(strings.Join(r.Silent, " "), "No passage answers") {
		t.Errorf("asked %v, answer %+v, sources %+v, silent %v", n.asked, r.Answer, r.Sources, r.Silent)
	}
}

// A model that read the documents cannot send them out: only the person's own words leave.
func TestWeb_OnlyThePersonsWordsLeave(t *testing.T) {
	d, n := webDesk(t, &thinker{on: map[string]func(asked) any{
		"check": func(a asked) any {
			return graded(a, 1, "permit in a dry box of the lifeboat", "secret lantern brightness")
		},
	}}, tickets)
	d.beginOnline(half, flow.AllowRun, research.Settings{Unattended: true})
	d.end(nil)
	if len(n.asked) == 0 {
		t.Fatal("nothing was asked")
	}
	for _, q := range n.asked {
		for _, w := range strings.Fields(q) {
			if !strings.Contains(half, w) {
				t.Errorf("%q left in %q", w, q)
			}
		}
	}
}

// A run that is stopped while a page is on its way stops at once; what goes on asks nothing again that was answered.
func TestWeb_GoesOnAfterAStop(t *testing.T) {
	d, n := webDesk(t, nil, tickets)
	d.beginOnline(half, flow.AllowRun, research.Settings{Unattended: true})
	ctx, stop := context.WithCancelCause(t.Context())
	n.onRead = func(string) {
		stop(graph.ErrShutdown)
		<-ctx.Done()
	}
	run, err := d.runner.Resume(ctx, d.id)
	if err != nil || run.Status != graph.Paused {
		t.Fatalf("the run is %s, %v", run.Status, err)
	}
	if s := d.state(); len(s.Warnings) > 0 {
		t.Errorf("a stop is no failure of the web: %v", s.Warnings)
	}
	n.onRead = nil
	d.end(nil)
	if r := d.final(); len(r.Sources) != 2 || len(n.asked) != 1 {
		t.Errorf("asked %v, sources %+v", n.asked, r.Sources)
	}
}

// A fork from any checkpoint ends like the run it was forked from, though pages were read meanwhile.
func TestWeb_ForkedFromEveryCheckpoint(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a run from each of its checkpoints")
	}
	d, _ := webDesk(t, nil, tickets)
	d.beginOnline(half, flow.AllowRun, research.Settings{Unattended: true})
	d.end(nil)
	want, _ := report.JSON(d.final())
	all, err := d.store.Checkpoints(t.Context(), d.id)
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]bool{}
	for _, c := range all[:len(all)-1] {
		if c.Node == "" {
			continue
		}
		met[c.Node] = true
		run, err := d.runner.Fork(t.Context(), d.id, c.Seq)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []int{1, 2} { // the application copies drafts
			if r, err := d.tools.Reports.Report(t.Context(), d.id, v); err == nil {
				d.tools.Reports.PutReport(t.Context(), run.ID, v, r)
			}
		}
		if run, err = d.runner.Resume(t.Context(), run.ID); err != nil {
			t.Fatal(err)
		}
		r, err := d.tools.Reports.Report(t.Context(), run.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		r.Run = d.id
		if got, _ := report.JSON(r); string(got) != string(want) {
			t.Errorf("forked after %s the report differs:\n%s\n%s", c.Node, got, want)
		}
	}
	for _, node := range []string{"consent", "browse", "fetch"} {
		if !met[node] {
			t.Errorf("no checkpoint after %s", node)
		}
	}
}

// A quick run plans as much as it may, and has room for a gap all the same.
func TestWeb_AQuickRunHasRoomForAGap(t *testing.T) {
	d, n := webDesk(t, nil, tickets)
	set, err := research.Settings{Unattended: true}.Filled().At(research.Quick)
	if err != nil {
		t.Fatal(err)
	}
	d.beginOnline(half+" Who checks it, and what are the exceptions?", flow.AllowRun, set)
	s := d.end(nil)
	if len(n.asked) == 0 || len(s.Plan) > set.TodoMaxItems || len(d.final().Sources) == 0 {
		t.Errorf("asked %v, %d items", n.asked, len(s.Plan))
	}
}
