package core

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/egress"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
)

// radonNotes is a document of the person's that the pretended web has something to say to.
const radonNotes = "# Radon at home\n\nThe reference level for radon in dwellings is 300 becquerel per cubic metre. Whoever measures more should air the cellar.\n"

// reading opens a library with one document and returns its hash.
func reading(t *testing.T, p *pretended, pairs ...string) (*Core, string) {
	t.Helper()
	c := p.online(t, t.TempDir(), pairs...)
	addText(t, c, "notes.md", radonNotes)
	d, err := c.Document(t.Context(), "notes.md")
	if err != nil {
		t.Fatal(err)
	}
	return c, d.Hash
}

// besideIt looks for what is related and waits until nothing happens any more.
func besideIt(t *testing.T, c *Core, f FindRelated) Related {
	t.Helper()
	if _, err := c.StartRelated(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	r, err := c.AwaitRelated(t.Context(), f.Document, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Nothing leaves before the person has seen exactly what would, and the answer lets the search go on.
func TestRelated_AsksBeforeAnythingLeaves(t *testing.T) {
	p := pretend(t)
	c, hash := reading(t, p)
	r := besideIt(t, c, FindRelated{Document: hash, Web: WebOpen, Engine: settings.Extractive})
	if r.Status != related.StatusRunning || r.Doing != related.DoingWaiting || p.fetched.Load() > 0 {
		t.Fatalf("%s, %s after %d fetches", r.Status, r.Doing, p.fetched.Load())
	}
	if same, err := c.StartRelated(t.Context(), FindRelated{Document: hash, Web: WebOpen, Force: true, Engine: settings.Extractive}); err != nil || same.Run != r.Run {
		t.Errorf("asked twice: %s beside %s, %v", same.Run, r.Run, err)
	}
	if r, err := c.AwaitRelated(t.Context(), hash, nil); err != nil || r.Doing != related.DoingWaiting {
		t.Errorf("asked twice: %s, %v", r.Doing, err)
	}
	questions, err := c.Questions(t.Context(), r.Run)
	if err != nil || len(questions) != 1 || questions[0].Kind != shared.QuestionConsent {
		t.Fatalf("it asks %+v, %v", questions, err)
	}
	var asked shared.ConsentData
	if err := json.Unmarshal(questions[0].Data, &asked); err != nil || len(asked.Queries) == 0 || asked.Provider.Host == "" {
		t.Fatalf("%+v, %v", asked, err)
	}
	told, err := c.Consent(t.Context(), r.Run, questions[0].ID, shared.ConsentAnswer{Decision: shared.ConsentRun, Queries: asked.Queries})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range told {
		if err := c.Send(t.Context(), r.Run, m); err != nil {
			t.Fatal(err)
		}
	}
	c.ContinueRelated(r.Run)
	if r, err = c.AwaitRelated(t.Context(), hash, nil); err != nil {
		t.Fatal(err)
	}
	fromTheWeb(t, c, r)
}

// fromTheWeb checks that a search is done and cites pages of the web, which are kept.
func fromTheWeb(t *testing.T, c *Core, r Related) {
	t.Helper()
	if r.Status != related.StatusReady {
		t.Fatalf("it is %s: %s", r.Status, r.Error)
	}
	web := 0
	for _, s := range r.Sources {
		if s.URL == "" {
			continue
		}
		web++
		if a, err := c.Article(t.Context(), s.Document); err != nil || len(a.Pages) == 0 || !strings.HasPrefix(s.URL, "http://"+siteName) {
			t.Errorf("source %+v: %v", s, err)
		}
	}
	if web == 0 {
		t.Errorf("nothing of the web is cited: %+v, warnings %q", r.Sources, r.Warnings)
	}
	log, err := c.RunConnections(t.Context(), r.Run)
	if err != nil || len(log) == 0 {
		t.Errorf("the log of connections: %v, %v", log, err)
	}
}

// Pages that are refused, gone or busy cost their place in the list, and nothing else.
func TestRelated_APageThatFailsLeavesTheOthers(t *testing.T) {
	p := pretend(t)
	mux := http.NewServeMux()
	mux.Handle("/", p.site.Config.Handler)
	for path, status := range map[string]int{"/forbidden": 403, "/gone": 404, "/busy": 429} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
	}
	p.site.Config.Handler = mux
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var hits []map[string]string
		for host, path := range map[string]string{"www.closed-archive.org": "/forbidden", "www.old-archive.org": "/gone", "www.busy-archive.org": "/busy", siteName: "/home"} {
			hits = append(hits, map[string]string{"url": "http://" + host + path, "title": "Reference level for radon in dwellings", "content": "The reference level for radon in dwellings is 300 becquerel"})
		}
		json.NewEncoder(w).Encode(map[string]any{"results": hits})
	})
	for _, host := range []string{"www.closed-archive.org", "www.old-archive.org", "www.busy-archive.org"} {
		p.net.Host(host, p.site.Listener.Addr().String())
	}
	c, hash := reading(t, p)
	r := besideIt(t, c, FindRelated{Document: hash, Mode: related.Deep, Web: WebOpen, Consented: true, Engine: settings.Extractive})
	fromTheWeb(t, c, r)
	for _, host := range []string{"closed-archive.org", "old-archive.org", "busy-archive.org"} {
		if !strings.Contains(strings.Join(r.Warnings, "\n"), host) {
			t.Errorf("nobody is told of the page of %s: %q", host, r.Warnings)
		}
	}
}

// A search service that wants a key which nobody gave fails the search with a sentence, and sends nothing.
func TestRelated_MissingKeyFailsWithASentence(t *testing.T) {
	p := pretend(t)
	c, hash := reading(t, p, "WEB_SEARCH_PROVIDER", "brave")
	r := besideIt(t, c, FindRelated{Document: hash, Web: WebOpen, Consented: true, Engine: settings.Extractive})
	if r.Status != related.StatusFailed || !strings.Contains(r.Error, "key") {
		t.Errorf("%s: %q", r.Status, r.Error)
	}
	r = besideIt(t, c, FindRelated{Document: hash, Language: "de", Web: WebOpen, Consented: true, Engine: settings.Extractive})
	if !strings.HasPrefix(r.Error, "Für die Suche ist etwas nicht eingerichtet. Das Programm meldet: ") || !strings.Contains(r.Error, "key") {
		t.Errorf("a person who speaks German is told %q", r.Error)
	}
	if len(c.Connections()) > 0 {
		t.Errorf("it connected: %+v", c.Connections())
	}
}

// What a search does is told while it does it.
func TestRelated_TellsWhatItDoes(t *testing.T) {
	p := pretend(t)
	c, hash := reading(t, p)
	if _, err := c.StartRelated(t.Context(), FindRelated{Document: hash, Web: WebOpen, Consented: true, Engine: settings.Extractive}); err != nil {
		t.Fatal(err)
	}
	var told []string
	if _, err := c.AwaitRelated(t.Context(), hash, func(now RelatedChanged) {
		said := string(now.Status)
		if now.Doing != "" {
			said = string(now.Doing)
		}
		if n := len(told); n == 0 || told[n-1] != said {
			told = append(told, said)
		}
		if now.Doing != "" && now.Message == "" {
			t.Errorf("%s has no words for people", now.Doing)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(told, " "); !strings.Contains(got, "searching fetching summarizing") { // it may be running before anybody listens
		t.Errorf("told %q", got)
	}
}

// A search provider can offer what it likes: addresses of this computer, of its network, and of no web page are not opened.
func TestRelated_OpensNothingOfThisComputer(t *testing.T) {
	p := pretend(t)
	asked := make(chan string, 100)
	private := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.Path }))
	t.Cleanup(private.Close)
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var hits []map[string]string
		for _, address := range []string{private.URL + "/secret", "http://localhost:" + private.URL[strings.LastIndex(private.URL, ":")+1:] + "/", "http://10.0.0.1/router", "http://[::1]/", "ftp://www.radon-office.org/home", "file:///etc/passwd"} {
			hits = append(hits, map[string]string{"url": address, "title": "Reference level for radon in dwellings", "content": "The reference level for radon in dwellings is 300 becquerel"})
		}
		json.NewEncoder(w).Encode(map[string]any{"results": hits})
	})
	c, hash := reading(t, p)
	r := besideIt(t, c, FindRelated{Document: hash, Mode: related.Deep, Web: WebOpen, Consented: true, Engine: settings.Extractive})
	if r.Status != related.StatusReady || len(r.Sources) > 0 || len(asked) > 0 {
		t.Errorf("%s with %+v, %d requests", r.Status, r.Sources, len(asked))
	}
	log, err := c.RunConnections(t.Context(), r.Run)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if e.Allowed && e.Purpose == egress.Read {
			t.Errorf("it connected to %+v", e)
		}
	}
}

// Where hosts are listed, pages of these hosts alone are read.
func TestRelated_ReadsListedHostsAlone(t *testing.T) {
	p := pretend(t)
	p.net.Host("www.other-office.org", p.site.Listener.Addr().String())
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var hits []map[string]string
		for _, host := range []string{"www.other-office.org", siteName} {
			hits = append(hits, map[string]string{"url": "http://" + host + "/home", "title": "Reference level for radon in dwellings", "content": "The reference level for radon in dwellings is 300 becquerel"})
		}
		json.NewEncoder(w).Encode(map[string]any{"results": hits})
	})
	c, hash := reading(t, p)
	r := besideIt(t, c, FindRelated{Document: hash, Web: WebListed, Hosts: []string{siteName}, Consented: true, Engine: settings.Extractive})
	fromTheWeb(t, c, r)
	if p.fetched.Load() != 1 {
		t.Errorf("%d pages were fetched", p.fetched.Load())
	}
}

// By itself a search stays in the library, unless the person said otherwise in the settings.
func TestRelated_AutomaticUsesTheWebOnlyWhenAllowed(t *testing.T) {
	p := pretend(t)
	c, hash := reading(t, p)
	wish := FindRelated{Document: hash, Automatic: true, Web: WebOpen, Consented: true, Engine: settings.Extractive}
	r := besideIt(t, c, wish)
	if log, err := c.RunConnections(t.Context(), r.Run); err != nil || len(log) > 0 || r.Status != related.StatusReady || p.fetched.Load() > 0 {
		t.Fatalf("%s, %v, %v", r.Status, log, err)
	}
	if err := c.ChangeSetting(t.Context(), "RELATED_AUTOMATIC_WEB", "true"); err != nil {
		t.Fatal(err)
	}
	number, err := c.db.NumberOf(t.Context(), hash)
	if err == nil {
		err = c.dropRelated(t.Context(), number)
	}
	if err != nil {
		t.Fatal(err)
	}
	fromTheWeb(t, c, besideIt(t, c, wish))
}

// A saved page of the web is read like a document, has a number, and goes with the last run that had read it.
func TestRelated_BesideASavedArticle(t *testing.T) {
	p := pretend(t)
	c, _ := reading(t, p)
	run, _ := asked(t, c, Ask{Question: "How many schools of the district were measured?", Web: WebOpen, Consented: true, Engine: settings.Extractive})
	list, err := c.db.ArticlesOf(t.Context(), run.ID)
	if err != nil || len(list) == 0 {
		t.Fatalf("articles %v, %v", list, err)
	}
	all, err := c.Articles(t.Context())
	if err != nil || len(all) != len(list)+1 {
		t.Errorf("%d articles have a number of %d, %v", len(all), len(list)+1, err)
	}
	for _, a := range list {
		if a.URL != "http://"+siteName+"/home" {
			continue
		}
		r := besideIt(t, c, FindRelated{Document: a.Document, Engine: settings.Extractive})
		if r.Status != related.StatusReady || len(r.Bullets) == 0 || r.Sources[0].Title == "" {
			t.Errorf("%s: %+v", r.Status, r)
		}
		if err := c.DeleteRun(t.Context(), run.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := c.RelatedTo(t.Context(), a.Document); fault.KindOf(err) != fault.NotFound {
			t.Errorf("its page is gone: %v", err)
		}
		if err := c.ResumeRelated(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left, err := c.db.Runs(t.Context(), graph.Filter{Flow: related.Name}); err != nil || len(left) > 0 {
			t.Errorf("its run is left: %+v, %v", left, err)
		}
		return
	}
	t.Fatal("the page was not read")
}

// addText adds a text to the library.
func addText(t *testing.T, c *Core, name, text string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Add(t.Context(), []string{path}, AddOptions{}); err != nil {
		t.Fatal(err)
	}
}
