package core_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/graph"
	"rabbithole/backend/index"
	"rabbithole/backend/ingest"
	"rabbithole/backend/refs"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// aged makes of the sample library one that a program of before read, which left running heads in the text and divided long words.
func aged(t *testing.T) string {
	t.Helper()
	return readBefore(t, func(p *source.Page) {
		p.Text = "A head that an older program left in the text\n\n" + strings.ReplaceAll(p.Text, "tion ", "- tion ")
		p.Lines, p.Links = nil, nil
	})
}

// readBefore makes of the sample library one whose pages a program of before read otherwise.
func readBefore(t *testing.T, otherwise func(*source.Page)) string {
	t.Helper()
	home := library(t)
	db := storeOf(t, home)
	defer db.Close()
	x := index.New(db, db, nil, index.Options{})
	for _, d := range inSearch(t, db) {
		pages, err := db.Pages(t.Context(), d.Hash, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range pages {
			otherwise(&pages[i])
		}
		found, err := ingest.Structure(t.Context(), d, source.Meta{}, pages)
		if err != nil {
			t.Fatal(err)
		}
		before := d.Reading
		d.Reading, d.Passages = 1, len(found.Passages)
		terms, err := x.Terms(t.Context(), d, found.Passages)
		if err != nil {
			t.Fatal(err)
		}
		done, err := db.PutReread(t.Context(), before, refs.Reading{Document: d, Pages: pages, Sections: found.Sections, Passages: found.Passages, Mentions: found.Mentions, Terms: terms})
		if err != nil || !done {
			t.Fatalf("PutReread: %v, %v", done, err)
		}
	}
	return home
}

func storeOf(t *testing.T, home string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func inSearch(t *testing.T, db *store.DB) []source.Document {
	t.Helper()
	docs, err := db.Documents(t.Context(), source.DocumentFilter{Live: true})
	if err != nil || len(docs) == 0 {
		t.Fatalf("%d documents: %v", len(docs), err)
	}
	return docs
}

// contents is what search and references have of the library in home.
func contents(t *testing.T, home string) map[string]any {
	t.Helper()
	db := storeOf(t, home)
	defer db.Close()
	out := map[string]any{}
	for _, d := range inSearch(t, db) {
		pages, err := db.Pages(t.Context(), d.Hash, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		passages, err := db.PassagesOf(t.Context(), d.Hash)
		if err != nil {
			t.Fatal(err)
		}
		mentions, err := db.MentionsOf(t.Context(), d.Hash)
		if err != nil {
			t.Fatal(err)
		}
		d.AddedAt = time.Time{}
		out[d.Name] = []any{d, pages, passages, mentions}
	}
	totals, err := db.TermTotals(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	totals.Head = 0 // compounds in headings are taken apart by the words that the library had at that time
	out["totals"] = totals
	return out
}

func reread(t *testing.T, c *core.Core) (results []ingest.Result, last core.Rereading) {
	t.Helper()
	results, err := c.Reread(t.Context(), core.RereadOptions{Tell: func(now core.Rereading) {
		if last = now; now.Embed > 0 && now.Page < now.Pages {
			t.Errorf("embeddings are told of while pages are read: %+v", now)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	return results, last
}

const aboutRadon = "What is the reference level for radon at workplaces?"

// What was read anew is what a library has that was never read otherwise, and everything that stood on the old text still opens.
func TestReread_KeepsRunsAndCitations(t *testing.T) {
	home := aged(t)
	c := open(t, home, noEnv)
	run, before := finish(t, c, core.Begin{Question: aboutRadon, Engine: settings.Extractive})
	evidence := evidenceOf(t, c, run)
	old, held, err := c.OldDocuments(t.Context())
	if err != nil || len(old) == 0 || anyHeld(held) {
		t.Fatalf("%d old documents, held %v: %v", len(old), held, err)
	}

	fork := forked(t, c, run)
	_, at := reread(t, c)
	if at.Held == 0 || at.Done != at.Total || at.Running || at.Kept > 0 {
		t.Fatalf("with a fork that stands on the old text: %+v", at)
	}
	for _, e := range evidence {
		if d, err := c.Document(t.Context(), e.Document); err != nil || d.Reading != 1 {
			t.Errorf("%s was read again under a run that is not finished: %v", d.Name, err)
		}
	}
	if forkRun, err := c.Resume(t.Context(), fork); err != nil || forkRun.Status != graph.Finished {
		t.Fatalf("the fork is %s: %v", forkRun.Status, err)
	}
	if _, at = reread(t, c); at.Held != 0 || at.Done == 0 || at.Done != at.Total || at.Kept > 0 {
		t.Fatalf("after the fork: %+v", at)
	}
	if old, _, err := c.OldDocuments(t.Context()); err != nil || len(old) != 0 {
		t.Errorf("%d documents are still old: %v", len(old), err)
	}

	after, err := c.Report(t.Context(), run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	opensAnew(t, c, before, after)
	for i, e := range evidenceOf(t, c, run) {
		if e.Extract != evidence[i].Extract || e.Page != evidence[i].Page {
			t.Errorf("evidence %s was %q and is %q", e.ID, evidence[i].Extract, e.Extract)
		}
	}
	late := forked(t, c, run) // of a finished run, from where it stood on text that is gone
	if lateRun, err := c.Resume(t.Context(), late); err != nil || lateRun.Status != graph.Finished {
		t.Errorf("a fork of the finished run is %s (%s): %v", lateRun.Status, lateRun.Error, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	findings, err := core.Check(t.Context(), core.Config{Home: home, Env: noEnv}, core.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings.Findings {
		if !f.OK {
			t.Errorf("check: %s: %s", f.Name, f.Text)
		}
	}
	if got, want := contents(t, home), contents(t, library(t)); !reflect.DeepEqual(got, want) {
		for name := range want {
			if !reflect.DeepEqual(got[name], want[name]) {
				t.Errorf("%s is not as one that was never read otherwise:\n%+v\n%+v", name, got[name], want[name])
			}
		}
	}
}

// opensAnew compares a report with what it was: the same words, every span where the quote stands on the page now.
func opensAnew(t *testing.T, c *core.Core, before, after report.Report) {
	t.Helper()
	n, elsewhere := 0, 0
	for i, claim := range after.Claims {
		for j, x := range claim.Citations {
			n++
			was := before.Claims[i].Citations[j]
			if x.Span != was.Span {
				elsewhere++
			}
			text, err := c.PageText(t.Context(), x.Document, x.Page)
			if err != nil || x.Quote != was.Quote || x.Span.Start >= x.Span.End {
				t.Fatalf("%q on page %d: %+v, %v", x.Quote, x.Page, x.Span, err)
			}
			if bare(text[x.Span.Start:x.Span.End]) != bare(x.Quote) {
				t.Errorf("%q opens on %q", x.Quote, text[x.Span.Start:x.Span.End])
			}
			marks, err := c.PageMarks(t.Context(), x.Document, x.Page)
			if err != nil || len(marks) == 0 || len(marks[0].Rects) == 0 && strings.HasSuffix(x.Name, ".pdf") {
				t.Errorf("page %d of %s has %d marks: %v", x.Page, x.Name, len(marks), err)
			}
		}
	}
	if n == 0 || elsewhere == 0 {
		t.Errorf("%d citations, of which %d moved", n, elsewhere)
	}
}

// forked makes a run that goes on from before the report of another was written.
func forked(t *testing.T, c *core.Core, run graph.Run) string {
	t.Helper()
	list, err := c.Checkpoints(t.Context(), run.ID)
	if err != nil || len(list) < 4 {
		t.Fatalf("%d checkpoints: %v", len(list), err)
	}
	fork, err := c.Fork(t.Context(), run.ID, list[len(list)-3].Seq)
	if err != nil {
		t.Fatal(err)
	}
	return fork.ID
}

func bare(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \n\t-", r) }), "")
}

func anyHeld(held map[string]bool) bool {
	for _, h := range held {
		if h {
			return true
		}
	}
	return false
}

func evidenceOf(t *testing.T, c *core.Core, run graph.Run) []cite.Evidence {
	t.Helper()
	s, err := c.State(t.Context(), run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.Evidence(t.Context(), s)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d pieces of evidence: %v", len(list), err)
	}
	return list
}

// A copy that is not what was added is not read: the old text stays, and the document says so.
func TestReread_DamagedCopy(t *testing.T) {
	home := aged(t)
	c := open(t, home, noEnv)
	docs, err := c.Documents(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	path, err := c.FilePath(t.Context(), docs[0].Hash)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("not what was added"), 0o600); err != nil {
		t.Fatal(err)
	}
	before, _ := c.PageText(t.Context(), docs[0].Hash, 1)
	results, at := reread(t, c)
	if at.Kept != 1 || at.Done != len(docs) || len(results) != len(docs) {
		t.Fatalf("%d results, %+v", len(results), at)
	}
	d, err := c.Document(t.Context(), docs[0].Hash)
	if after, _ := c.PageText(t.Context(), d.Hash, 1); err != nil || after != before || !d.Live() || !strings.Contains(d.Reason, "damaged") {
		t.Errorf("%s is %s (%s), its text changed: %v", d.Name, d.State, d.Reason, after != before)
	}
	if _, at := reread(t, c); at.Total != 0 {
		t.Errorf("it is read again every time: %+v", at)
	}
}

// Whoever adds something does not wait, and nothing is lost by it.
func TestReread_MakesWayAndStops(t *testing.T) {
	home := aged(t)
	c := open(t, home, noEnv)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	begun, ended := make(chan struct{}, 99), make(chan error, 1)
	go func() {
		_, err := c.Reread(ctx, core.RereadOptions{Gentle: true, Tell: func(core.Rereading) { begun <- struct{}{} }})
		ended <- err
	}()
	<-begun
	file := filepath.Join(t.TempDir(), "added.txt")
	if err := os.WriteFile(file, []byte("A lantern was added while documents were read again."), 0o600); err != nil {
		t.Fatal(err)
	}
	if results, err := c.Add(t.Context(), []string{file}, core.AddOptions{}); err != nil || results[0].Status != ingest.Added {
		t.Fatalf("%+v, %v", results, err)
	}
	stop()
	asked := time.Now()
	if err := <-ended; time.Since(asked) > time.Second {
		t.Errorf("it took %v to stop: %v", time.Since(asked), err)
	}
	if _, at := reread(t, c); at.Done != at.Total || at.Kept > 0 {
		t.Errorf("after it was stopped: %+v", at)
	}
	if old, _, err := c.OldDocuments(t.Context()); err != nil || len(old) != 0 {
		t.Errorf("%d old documents are left: %v", len(old), err)
	}
}

// A run that was stopped in its middle goes on after what it found was read again.
func TestReread_AStoppedRunGoesOn(t *testing.T) {
	for _, at := range []int{16, 50} {
		c := open(t, aged(t), noEnv)
		run, err := c.StartResearch(t.Context(), core.Begin{Question: aboutRadon, Engine: settings.Extractive, Unattended: true})
		if err != nil {
			t.Fatal(err)
		}
		heard := c.Events.Subscribe(4096)
		go func() {
			for n := 0; n < at; n++ {
				if _, open := <-heard.C; !open {
					return
				}
			}
			c.Send(context.Background(), run.ID, graph.Note(graph.MessageCancel, nil))
		}()
		stopped, err := c.Resume(t.Context(), run.ID)
		heard.Close()
		if err != nil || stopped.Status != graph.Cancelled {
			t.Fatalf("after %d events the run is %s: %v", at, stopped.Status, err)
		}
		if _, last := reread(t, c); last.Done != last.Total || last.Held > 0 {
			t.Fatalf("%+v", last)
		}
		if whole, err := c.Resume(t.Context(), run.ID); err != nil || whole.Status != graph.Finished {
			t.Errorf("stopped after %d events it is %s (%s): %v", at, whole.Status, whole.Error, err)
		}
		c.Close()
	}
}

// Evidence keeps its words where a better reading has others at the same place, and the library is sound.
func TestReread_OtherWordsInTheSamePlace(t *testing.T) {
	home := readBefore(t, func(p *source.Page) { p.Text = strings.ReplaceAll(p.Text, " the ", " eth ") })
	c := open(t, home, noEnv)
	run, _ := finish(t, c, core.Begin{Question: aboutRadon, Engine: settings.Extractive})
	before := evidenceOf(t, c, run)
	if !slices.ContainsFunc(before, func(e cite.Evidence) bool { return strings.Contains(e.Extract, " eth ") }) {
		t.Fatalf("nothing that is read otherwise was found: %+v", before)
	}
	if _, last := reread(t, c); last.Done == 0 || last.Done != last.Total {
		t.Fatalf("%+v", last)
	}
	for i, e := range evidenceOf(t, c, run) {
		if e.Extract != before[i].Extract {
			t.Errorf("evidence %s was %q and is %q", e.ID, before[i].Extract, e.Extract)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	findings, err := core.Check(t.Context(), core.Config{Home: home, Env: noEnv}, core.CheckOptions{})
	if err != nil || !findings.Sound() {
		t.Errorf("check: %+v, %v", findings.Findings, err)
	}
}
