package core_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
)

// companion is a library with a clock of its own.
type companion struct {
	*core.Core
	mu  sync.Mutex
	now time.Time
}

func (c *companion) clock() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Microsecond)
	return c.now
}

func (c *companion) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func accompany(t *testing.T, home string, environment func(string) string) *companion {
	t.Helper()
	c := &companion{now: time.Now()}
	var err error
	if c.Core, err = core.Open(t.Context(), core.Config{Home: home, Env: environment, Now: c.clock}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// smallCompany opens a library of three small notes, and returns the hash of the first.
func smallCompany(t *testing.T) (c *companion, hash string) {
	t.Helper()
	c = accompany(t, t.TempDir(), noEnv)
	addNotes(t, c.Core)
	docs, err := c.Documents(t.Context(), false)
	if err != nil || len(docs) == 0 {
		t.Fatal(err)
	}
	return c, docs[0].Hash
}

// hashOf returns the hash of a document by its name.
func hashOf(t *testing.T, c *core.Core, name string) string {
	t.Helper()
	d, err := c.Document(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return d.Hash
}

// found looks for what is related and waits for the end.
func found(t *testing.T, c *core.Core, f core.FindRelated) core.Related {
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

// holds checks that every bullet opens: its quotes stand on the page that it names, of another document than the one that is read.
func holds(t *testing.T, c *core.Core, r core.Related) {
	t.Helper()
	if r.Status != related.StatusReady || r.Error != "" {
		t.Fatalf("it is %s: %s", r.Status, r.Error)
	}
	if len(r.Bullets) == 0 || len(r.Bullets) > 8 {
		t.Errorf("%d bullets", len(r.Bullets))
	}
	for _, b := range r.Bullets {
		if len(b.Places) == 0 {
			t.Errorf("%q cites nothing", b.Text)
		}
		for _, p := range b.Places {
			page, err := c.PageText(t.Context(), p.Document, p.Page)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, ok := cite.Find(page, p.Quote); !ok {
				t.Errorf("%q does not stand on page %d of %s", p.Quote, p.Page, p.Name)
			}
			if p.Document == r.Document || p.Source < 1 || p.Source > len(r.Sources) {
				t.Errorf("%q stands in source %d of %d, %s", b.Text, p.Source, len(r.Sources), p.Name)
			}
		}
		if !strings.Contains(r.Summary, "- "+strings.Join(strings.Fields(b.Text), " ")+" [") {
			t.Errorf("%q is not in the summary with its source:\n%s", b.Text, r.Summary)
		}
	}
}

func TestRelated_ByRuleCitesTheRestOfTheLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := accompany(t, library(t), noEnv)
	hash := hashOf(t, c.Core, memo)
	before, err := c.RelatedTo(t.Context(), hash)
	if err != nil || before.Status != related.StatusNone || before.Article == 0 {
		t.Fatalf("before: %+v, %v", before, err)
	}
	heard := c.Events.Subscribe(1024)
	defer heard.Close()
	r := found(t, c.Core, core.FindRelated{Document: hash, Page: 2, Mode: related.Quick, Engine: settings.Extractive})
	holds(t, c.Core, r)
	if r.Made != "rule" || r.Model != "" || r.Mode != related.Quick || !r.Fresh || r.Automatic || r.Article != before.Article {
		t.Errorf("%+v", r)
	}
	if log, err := c.RunConnections(t.Context(), r.Run); err != nil || len(log) > 0 {
		t.Errorf("it connected to %v, %v", log, err)
	}
	var statuses []string
	for len(statuses) == 0 || statuses[len(statuses)-1] != "ready" {
		var e event.Event
		select {
		case e = <-heard.C:
		case <-time.After(time.Minute):
			t.Fatalf("told %q and no more", statuses)
		}
		var now core.RelatedChanged
		if e.Kind != core.EventRelated || json.Unmarshal(e.Data, &now) != nil {
			continue
		}
		if now.Type != "research.updated" || now.Article != r.Article || now.Updated.IsZero() {
			t.Errorf("told %+v", now)
		}
		if n := len(statuses); n == 0 || statuses[n-1] != string(now.Status) {
			statuses = append(statuses, string(now.Status))
		}
	}
	if !slices.Equal(statuses, []string{"queued", "running", "ready"}) {
		t.Errorf("statuses %q", statuses)
	}
}

// Nobody asked for these runs as for research: they stand in no list of runs, are found by no search, and no other run is meant by "last".
func TestRelated_IsNoRunOfTheHistory(t *testing.T) {
	c := accompany(t, library(t), noEnv)
	hash := hashOf(t, c.Core, memo)
	r := found(t, c.Core, core.FindRelated{Document: hash, Engine: settings.Extractive})
	runs, err := c.Runs(t.Context())
	if err != nil || len(runs) != 0 {
		t.Errorf("Runs: %d, %v", len(runs), err)
	}
	if list, err := c.Glances(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("Glances: %d, %v", len(list), err)
	}
	if hits, err := c.SearchRuns(t.Context(), "Memo"); err != nil || len(hits) != 0 {
		t.Errorf("SearchRuns: %+v, %v", hits, err)
	}
	if _, err := c.Run(t.Context(), "last"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("last: %v", err)
	}
	if run, err := c.Run(t.Context(), r.Run); err != nil || run.Flow != related.Name || run.Status != graph.Finished {
		t.Errorf("by its ID: %+v, %v", run, err)
	}
}

// With the document goes what was found beside it; a document that was cited elsewhere keeps its place there.
func TestRelated_GoesWithItsDocument(t *testing.T) {
	c := accompany(t, library(t), noEnv)
	hash := hashOf(t, c.Core, memo)
	r := found(t, c.Core, core.FindRelated{Document: hash, Engine: settings.Extractive})
	if _, err := c.Remove(t.Context(), memo); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Run(t.Context(), r.Run); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the run of a removed document: %v", err)
	}
	for _, err := range []error{errOf(c.RelatedTo(t.Context(), hash)), errOf(c.StartRelated(t.Context(), core.FindRelated{Document: hash})), errOf(c.ArticleNumbered(t.Context(), r.Article))} {
		if fault.KindOf(err) != fault.NotFound {
			t.Errorf("a removed document: %v", err)
		}
	}
	report, err := c.CheckItself(t.Context(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if !f.OK {
			t.Errorf("%+v", f)
		}
	}
}

func errOf[T any](_ T, err error) error { return err }

func mustRun(t *testing.T, c *core.Core, id string) graph.Run {
	t.Helper()
	run, err := c.Run(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func TestRelated_RefusesWhatMakesNoSense(t *testing.T) {
	c, hash := smallCompany(t)
	for _, f := range []core.FindRelated{{Document: hash, Mode: "endless"}, {Document: hash, Web: "everywhere"}, {Document: hash, Engine: "magic"}, {Document: hash, Page: -1}, {Document: hash, Page: 1000}} {
		if _, err := c.StartRelated(t.Context(), f); fault.KindOf(err) != fault.Usage {
			t.Errorf("%+v: %v", f, err)
		}
	}
	if _, err := c.StartRelated(t.Context(), core.FindRelated{Document: "nothing"}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("no document: %v", err)
	}
	if r, err := c.RelatedTo(t.Context(), hash); err != nil || r.Status != related.StatusNone {
		t.Errorf("refused wishes left %+v, %v", r, err)
	}
}

// A person's wish takes the place of a search that began by itself.
func TestRelated_APersonsWishComesFirst(t *testing.T) {
	c := accompany(t, library(t), noEnv)
	hash := hashOf(t, c.Core, memo)
	auto, err := c.StartRelated(t.Context(), core.FindRelated{Document: hash, Automatic: true, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	wish := core.FindRelated{Document: hash, Mode: related.Deep, Engine: settings.Extractive, Force: true}
	mine, err := c.StartRelated(t.Context(), wish)
	if err != nil || mine.Run == auto.Run || mine.Automatic {
		t.Fatalf("the person's: %+v, %v", mine, err)
	}
	r, err := c.AwaitRelated(t.Context(), hash, nil)
	if err != nil || r.Mode != related.Deep {
		t.Fatalf("%+v, %v", r, err)
	}
	holds(t, c.Core, r)
	if _, err := c.Run(t.Context(), auto.Run); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the automatic search: %v", err)
	}
}
