package core

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/settings"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// asked runs a question to its end.
func asked(t *testing.T, c *Core, a Ask) (graph.Run, Message) {
	t.Helper()
	a.Engine = settings.Extractive
	run, err := c.StartAnswer(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return resumed(t, c, run.ID)
}

func resumed(t *testing.T, c *Core, id string) (graph.Run, Message) {
	t.Helper()
	run, err := c.Resume(t.Context(), id)
	if err != nil || run.Status != graph.Finished {
		t.Fatalf("run is %s (%s): %v", run.Status, run.Error, err)
	}
	m, err := c.MessageOf(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	return run, m
}

// town is a site about one town with a page for each of its schools; each page says a little, links are not followed.
func town(t *testing.T, p *pretended) {
	t.Helper()
	mux := http.NewServeMux()
	for i := range 20 {
		mux.HandleFunc(fmt.Sprintf("GET /school/%d", i), func(w http.ResponseWriter, _ *http.Request) {
			p.fetched.Add(1)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<html lang="en"><head><title>School %d of Lindental</title></head><body><article><h1>School %d</h1>%s</article></body></html>`, i, i,
				strings.Repeat(fmt.Sprintf("<p>In the winter of %d the radon concentration in the cellar of school %d was %d becquerel per cubic metre. The caretaker sealed the floor afterwards, and the town paid for it.</p>", 2000+i, i, 300+17*i), 3))
		})
	}
	site := httptest.NewServer(mux)
	t.Cleanup(site.Close)
	p.net.Host("www.lindental-schools.org", site.Listener.Addr().String())
	at := 0
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits := []map[string]string{{"url": "http://www.lindental-schools.org/gone", "title": "Radon in schools of Lindental", "content": "radon concentration in schools"}}
		for range 5 {
			hits = append(hits, map[string]string{"url": fmt.Sprintf("http://www.lindental-schools.org/school/%d", at%20), "title": fmt.Sprintf("School %d of Lindental", at%20), "content": "radon concentration in the cellar of the school"})
			at++
		}
		json.NewEncoder(w).Encode(map[string]any{"results": hits})
	})
}

const lindental = "Which radon concentrations were measured in the schools of Lindental, who paid for the sealing, and which school was closed in 1950 by the pope?"

func TestAsk_DeepReadsMoreThanChat(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	p := pretend(t)
	town(t, p)
	c := p.online(t, t.TempDir())
	_, chat := asked(t, c, Ask{Question: lindental, Web: WebOpen, Consented: true})
	run, deep := asked(t, c, Ask{Question: lindental, Profile: answer.Deep, Web: WebOpen, Consented: true})
	for name, m := range map[string]Message{"chat": chat, "deep": deep} {
		t.Logf("%s: %+v\n%s", name, m.Stats, m.Answer)
		if m.Stats.Loops == 0 || m.Stats.SourcesRead == 0 || len(m.Citations) == 0 || !strings.Contains(m.Answer, "[1]") {
			t.Errorf("%s: %+v: %s", name, m.Stats, m.Answer)
		}
		if len(m.Warnings) == 0 || !strings.Contains(fmt.Sprint(m.Warnings), "gone") {
			t.Errorf("%s says nothing of the page that is gone: %+v", name, m.Warnings)
		}
	}
	if deep.Stats.Loops <= chat.Stats.Loops || deep.Stats.SourcesRead <= chat.Stats.SourcesRead {
		t.Errorf("deep: %d loops, %d sources; chat: %d loops, %d sources", deep.Stats.Loops, deep.Stats.SourcesRead, chat.Stats.Loops, chat.Stats.SourcesRead)
	}
	if d := answer.Defaults(); chat.Stats.SourcesRead > d.ChatMaxSourcesRead || chat.Stats.Loops > d.ChatMaxLoops || deep.Stats.SourcesRead > d.DeepMaxSourcesRead || deep.Stats.Loops > d.DeepMaxLoops {
		t.Errorf("budgets are exceeded: %+v, %+v", chat.Stats, deep.Stats)
	}
	r, err := c.Report(t.Context(), run.ID, 0)
	if err != nil || len(r.Connections) < 2 {
		t.Errorf("the report's connections: %+v, %v", r.Connections, err)
	}
	for _, cited := range deep.Citations {
		if a, err := c.Article(t.Context(), cited.Document); err != nil || a.URL != cited.URL || !strings.Contains(a.Pages[cited.Page-1].Text, strings.Fields(cited.Quote)[0]) {
			t.Errorf("citation %+v: %v", cited, err)
		}
	}
	for _, format := range FormatNames() {
		if out, err := c.Render(t.Context(), r, format); err != nil || len(out.Data) == 0 {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// kitchen is a document of the person's.
const kitchen = "# Kitchen notes\n\nThe yeast dough rests for ninety minutes at room temperature. After that it is folded twice and baked at 230 degrees for forty minutes.\n\nRye bread needs sourdough, because rye flour without acid bakes into a sticky crumb.\n"

// cooking is a library with the kitchen notes.
func cooking(t *testing.T, p *pretended, pairs ...string) *Core {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "kitchen.md"), []byte(kitchen), 0o600); err != nil {
		t.Fatal(err)
	}
	c := p.online(t, t.TempDir(), pairs...)
	if _, err := c.Add(t.Context(), []string{folder}, AddOptions{}); err != nil {
		t.Fatal(err)
	}
	return c
}

// A run that is offline has no web to ask, nothing of it leaves, and the answer comes from the library.
func TestAsk_OfflineStaysInTheLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	p := pretend(t)
	c := cooking(t, p)
	run, m := asked(t, c, Ask{Question: "How long does the yeast dough rest?"})
	if !strings.Contains(m.Answer, "ninety minutes") || len(m.Citations) == 0 || m.Citations[0].URL != "" {
		t.Errorf("answer %q, citations %+v", m.Answer, m.Citations)
	}
	var meta runMeta
	if err := json.Unmarshal(run.Meta, &meta); err != nil {
		t.Fatal(err)
	}
	tools, err := equip(t.Context(), c, answering{c}.graph(), run.ID, meta, func(s answer.State) source.Scope { return s.Scope })
	if err != nil || tools.Web != nil {
		t.Errorf("an offline run has the web %v, %v", tools.Web, err)
	}
	if log := c.Connections(); len(log) != 0 || p.fetched.Load() != 0 || len(p.net.Asked()) != 0 {
		t.Errorf("connections %+v, %d pages, names %v", log, p.fetched.Load(), p.net.Asked())
	}
}

func TestAsk_NothingLeavesWithoutConsent(t *testing.T) {
	p := pretend(t)
	searches := 0
	serve := p.search.Config.Handler
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { searches++; serve.ServeHTTP(w, r) })
	c := cooking(t, p)
	for decision, leaves := range map[string]bool{shared.ConsentLibrary: false, shared.ConsentRun: true, shared.ConsentThese: true} {
		searches = 0
		run, err := c.StartAnswer(t.Context(), Ask{Question: "What is the reference level for radon in dwellings?", Web: WebOpen, Engine: settings.Extractive})
		if err != nil {
			t.Fatal(err)
		}
		for {
			if run, err = c.Resume(t.Context(), run.ID); err != nil || run.Status == graph.Finished {
				break
			}
			questions, err := c.Questions(t.Context(), run.ID)
			if err != nil || len(questions) != 1 || questions[0].Kind != shared.QuestionConsent || questions[0].Text == "" {
				t.Fatalf("%s: questions %+v, %v", run.Status, questions, err)
			}
			if searches > 0 && decision != shared.ConsentThese {
				t.Fatal("something left before it was allowed")
			}
			var data shared.ConsentData
			if err := json.Unmarshal(questions[0].Data, &data); err != nil || len(data.Queries) == 0 || !strings.HasSuffix(p.search.URL, data.Provider.Host) {
				t.Fatalf("consent to %+v, %v", data, err)
			}
			if err := c.Send(t.Context(), run.ID, graph.Answer(questions[0].ID, shared.ConsentAnswer{Decision: decision, Queries: data.Queries})); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil || (searches > 0) != leaves {
			t.Errorf("%s: %d searches, %v", decision, searches, err)
		}
		m, err := c.MessageOf(t.Context(), run)
		if err != nil || leaves != strings.Contains(m.Answer, "300 becquerel") {
			t.Errorf("%s: %q, %v", decision, m.Answer, err)
		}
	}
}

// Articles are no broken documents to the check, and a backup has all of them.
func TestAsk_ArticlesAreSoundAndBackedUp(t *testing.T) {
	p := pretend(t)
	home := t.TempDir()
	c := p.online(t, home)
	_, m := asked(t, c, Ask{Question: "What is the reference level for radon in dwellings?", Web: WebOpen, Consented: true})
	if len(m.Citations) == 0 {
		t.Fatalf("nothing is cited: %+v", m)
	}
	saved := filepath.Join(t.TempDir(), "backup")
	if manifest, err := c.Backup(t.Context(), saved, backup.Options{}); err != nil || manifest.Documents != 0 || len(manifest.Missing) != 0 {
		t.Errorf("%+v, %v", manifest, err)
	}
	for _, f := range c.Doctor(t.Context()) {
		if f.Name == "library" && (!f.OK || !strings.Contains(f.Text, "0 documents")) {
			t.Errorf("%+v", f)
		}
	}
	if works, err := c.Radar(t.Context()); err != nil || len(works) != 0 {
		t.Errorf("the radar sees %+v, %v", works, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	cfg := Config{Home: home, Env: c.config.Env, Keyring: ring{}}
	for _, repair := range []bool{false, true} {
		r, err := Check(t.Context(), cfg, CheckOptions{Repair: repair})
		if err != nil || !r.Sound() || len(r.Repaired) != 0 {
			t.Errorf("repair %t: %+v, %v", repair, r, err)
		}
	}
	cfg.Home = filepath.Join(t.TempDir(), "restored")
	if _, err := Restore(t.Context(), saved, cfg, backup.RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	again, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if a, err := again.Article(t.Context(), m.Citations[0].Document); err != nil || !strings.Contains(a.Pages[0].Text, "300 becquerel") {
		t.Errorf("the restored article: %+v, %v", a, err)
	}
}
