package core

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/report/reporttest"
)

// half is a question of which the kitchen notes answer one part, and the radon office the other.
const half = "How long does the yeast dough rest, and what is the reference level for radon in dwellings?"

// researched runs a question to its end and returns the report, every citation held against its page.
func researched(t *testing.T, c *Core, b Begin) (graph.Run, report.Report) {
	t.Helper()
	b.Engine, b.Unattended = settings.Extractive, true
	run, err := c.StartResearch(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	return run, reported(t, c, run.ID)
}

func reported(t *testing.T, c *Core, id string) report.Report {
	t.Helper()
	run, err := c.Resume(t.Context(), id)
	if err != nil || run.Status != graph.Finished {
		t.Fatalf("run is %s (%s): %v", run.Status, run.Error, err)
	}
	r, err := c.Report(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := report.JSON(r)
	if err != nil {
		t.Fatal(err)
	}
	reporttest.Check(t, raw, func(document string, page int) (string, bool) {
		p, err := c.db.Page(t.Context(), document, page)
		return p.Text, err == nil
	})
	return r
}

// byAddress returns what a report claims, by the address cited; "" is the library.
func byAddress(r report.Report) map[string]string {
	out := map[string]string{}
	for _, c := range r.Claims {
		for _, x := range c.Citations {
			out[x.URL] += x.Quote + "\n"
		}
	}
	return out
}

func TestResearch_TheWebFillsWhatTheLibraryDoesNotSay(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	p := pretend(t)
	c := cooking(t, p)
	run, r := researched(t, c, Begin{Question: half, Web: WebOpen})
	said, page := byAddress(r), "http://"+siteName+"/home"
	if !strings.Contains(said[""], "ninety minutes") || !strings.Contains(said[page], "300 becquerel") || strings.Contains(said[page], "ninety") {
		t.Fatalf("claims %q, silent %v, warnings %v", said, r.Silent, r.Warnings)
	}
	if len(r.Sources) < 2 || r.Sources[0].URL != "" || r.Sources[len(r.Sources)-1].URL == "" || r.Sources[len(r.Sources)-1].FetchedAt.IsZero() {
		t.Errorf("sources %+v", r.Sources)
	}
	if silent := strings.Join(r.Silent, " "); !strings.Contains(silent, "Nothing was found that answers: what is the reference level for radon in dwellings") || !strings.Contains(silent, "radon-office.org") {
		t.Errorf("silent %v", r.Silent)
	}
	if !strings.Contains(strings.Join(r.Warnings, " "), "/missing") || len(r.Connections) < 2 {
		t.Errorf("warnings %v, connections %+v", r.Warnings, r.Connections)
	}
	state, err := c.Export(t.Context(), run.ID)
	if err != nil || !state.ResearchContext.Metadata.ExternalSourcesUsed {
		t.Errorf("external sources used: %+v, %v", state.ResearchContext.Metadata, err)
	}
	for _, format := range FormatNames() {
		if out, err := c.Render(t.Context(), r, format); err != nil || len(out.Data) == 0 {
			t.Errorf("%s: %v", format, err)
		}
	}
	if web, _ := WebOf(run); web != WebOpen {
		t.Errorf("the run keeps %q of how it was started", web)
	}
}

func TestResearch_OfflineHasNoWeb(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	p := pretend(t)
	c := cooking(t, p)
	run, r := researched(t, c, Begin{Question: half})
	var meta runMeta
	if err := json.Unmarshal(run.Meta, &meta); err != nil {
		t.Fatal(err)
	}
	tools, err := researching{c}.tools(t.Context(), run.ID, meta)
	if err != nil || tools.Web != nil || meta.Web != nil {
		t.Errorf("an offline run has the web %v (%+v), %v", tools.Web, meta.Web, err)
	}
	if len(c.Connections())+len(p.net.Asked()) != 0 || p.fetched.Load() != 0 || len(r.Sources)+len(r.Connections)+len(r.Warnings) > 0 {
		t.Errorf("connections %+v, names %v, sources %+v", c.Connections(), p.net.Asked(), r.Sources)
	}
}

func TestResearch_NothingLeavesWithoutConsent(t *testing.T) {
	p, searches := pretend(t), 0
	serve := p.search.Config.Handler
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { searches++; serve.ServeHTTP(w, r) })
	c := cooking(t, p)
	for decision, leaves := range map[string]bool{shared.ConsentLibrary: false, shared.ConsentThese: true} {
		searches = 0
		run, err := c.StartResearch(t.Context(), Begin{Question: half, Web: WebListed, Hosts: []string{siteName}, Engine: settings.Extractive})
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		for run.Status != graph.Finished {
			if run, err = c.Resume(t.Context(), run.ID); err != nil {
				t.Fatal(err)
			}
			questions, err := c.Questions(t.Context(), run.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range questions {
				reply := any(research.ClarifyAnswer{Enough: true})
				switch q.Kind {
				case research.QuestionPlan:
					reply = research.PlanAnswer{}
				case shared.QuestionConsent:
					asked++
					var data shared.ConsentData
					if err := json.Unmarshal(q.Data, &data); err != nil || searches > 0 || !slices.Equal(data.Queries, []string{"reference level radon dwellings"}) || !strings.HasSuffix(p.search.URL, data.Provider.Host) {
						t.Errorf("consent to %+v after %d searches, %v", data, searches, err)
					}
					reply = shared.ConsentAnswer{Decision: decision, Queries: data.Queries}
				}
				if err := c.Send(t.Context(), run.ID, graph.Answer(q.ID, reply)); err != nil {
					t.Fatal(err)
				}
			}
		}
		r := reported(t, c, run.ID)
		if asked != 1 || (searches > 0) != leaves || (len(r.Sources) > 0) != leaves || !strings.Contains(byAddress(r)[""], "ninety minutes") {
			t.Errorf("%s: %d questions, %d searches, sources %+v", decision, asked, searches, r.Sources)
		}
		if told := strings.Contains(strings.Join(r.Notes, " "), "not asked"); told == leaves {
			t.Errorf("%s: notes %v", decision, r.Notes)
		}
	}
}

func TestResearch_AWebThatFailsIsANote(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	p := pretend(t)
	c := cooking(t, p)
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusBadGateway) })
	_, r := researched(t, c, Begin{Question: half, Web: WebOpen})
	if len(r.Warnings) != 1 || !strings.Contains(byAddress(r)[""], "ninety minutes") || !strings.Contains(strings.Join(r.Silent, " "), "radon") {
		t.Errorf("warnings %v, silent %v", r.Warnings, r.Silent)
	}
	for _, b := range []Begin{{Web: "everything"}, {Web: WebListed}, {Web: WebListed, Hosts: []string{"https://who.int/x"}}} {
		b.Question = half
		if _, err := c.StartResearch(t.Context(), b); fault.KindOf(err) != fault.Usage {
			t.Errorf("%+v: %v", b, err)
		}
	}
}

// The program ends while a page is on its way: the run goes on later, and asks and fetches nothing again that it had.
func TestResearch_GoesOnWhereTheProgramEnded(t *testing.T) {
	p, searches := pretend(t), 0
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		searches++
		var hits []map[string]string
		for _, address := range []string{siteName + "/home", "slow.weather-archive.org/slow"} { // a site is asked one page at a time
			hits = append(hits, map[string]string{"url": "http://" + address, "title": "Reference level for radon in dwellings"})
		}
		json.NewEncoder(w).Encode(map[string]any{"results": hits})
	})
	p.net.Host("slow.weather-archive.org", p.site.Listener.Addr().String())
	c := cooking(t, p)
	home := c.config.Home
	run, err := c.StartResearch(t.Context(), Begin{Question: half, Web: WebOpen, Unattended: true, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := c.Resume(t.Context(), run.ID)
		ended <- err
	}()
	for kept := 0; kept == 0; time.Sleep(5 * time.Millisecond) {
		select {
		case err := <-ended:
			t.Fatalf("the run ended before: %v", err)
		default:
		}
		list, err := c.db.ArticlesOf(t.Context(), run.ID)
		if kept = len(list); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	<-ended
	close(p.stall)
	again := p.online(t, home)
	if r, err := again.Run(t.Context(), run.ID); err != nil || r.Status != graph.Paused {
		t.Fatalf("the run is %s, %v", r.Status, err)
	}
	r := reported(t, again, run.ID)
	if !strings.Contains(byAddress(r)["http://"+siteName+"/home"], "300 becquerel") || p.fetched.Load() != 1 || searches != 1 {
		t.Errorf("claims %q after %d fetches and %d searches", byAddress(r), p.fetched.Load(), searches)
	}
	fork, err := again.Fork(t.Context(), run.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.DeleteRun(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	if r := reported(t, again, fork.ID); !strings.Contains(byAddress(r)["http://"+siteName+"/home"], "300 becquerel") {
		t.Errorf("the fork claims %q", byAddress(r))
	}
}
