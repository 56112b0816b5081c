package core_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/ingest"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// results maps the name of each file to what became of it.
func results(t *testing.T, c *core.Core, paths ...string) map[string]ingest.Result {
	t.Helper()
	all, err := c.Add(t.Context(), paths, core.AddOptions{})
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]ingest.Result{}
	for _, r := range all {
		of[filepath.Base(r.Path)] = r
	}
	return of
}

func TestAdd_TheAwkwardSetInOneGo(t *testing.T) {
	root := os.Getenv("RABBITHOLE_EVAL")
	if root == "" {
		t.Skip("RABBITHOLE_EVAL is not set: no awkward documents to test with")
	}
	folder := filepath.Join(root, "awkward", "pdfs")
	if testing.Short() {
		t.Skip("two hundred files")
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	c := open(t, t.TempDir(), noEnv)
	began := time.Now()
	got := results(t, c, folder)
	if took := time.Since(began); took > 5*time.Minute {
		t.Errorf("it took %s", took)
	}
	usable := 0
	for _, e := range entries {
		r, told := got[e.Name()]
		switch {
		case !told:
			t.Errorf("%s: nothing is said about it", e.Name())
		case r.Status == ingest.NotAdded && (len(r.Reason) < 20 || strings.Contains(r.Reason, "defect of this program")):
			t.Errorf("%s: failed with the reason %q", e.Name(), r.Reason)
		case r.Status == ingest.Added && r.Passages > 0:
			usable++
		}
	}
	if usable < 120 {
		t.Errorf("only %d of %d files are usable", usable, len(entries))
	}
}

func TestAdd_OddFilesAmongGoodOnes(t *testing.T) {
	desk := t.TempDir()
	page := func(s string) pdftest.Page {
		return pdftest.Page{Runs: pdftest.Lines("The word is "+s+".", "Radon enters through the floor of a house.")}
	}
	write := func(name, word string) string {
		path := filepath.Join(desk, name)
		if err := os.WriteFile(path, pdftest.Doc{Pages: []pdftest.Page{page(word)}}.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write("good.pdf", "alpha")
	paths := []string{good, write("\U0001F600 new\nline.pdf", "beta"), write(strings.Repeat("long", 60)+".pdf", "gamma"), write("locked.pdf", "delta"),
		filepath.Join(desk, "linked.pdf"), filepath.Join(desk, "folder.pdf"), filepath.Join(desk, "empty.pdf"), filepath.Join(desk, "dangling.pdf")}
	elsewhere := filepath.Join(t.TempDir(), "elsewhere.pdf")
	for _, err := range []error{
		os.WriteFile(elsewhere, pdftest.Doc{Pages: []pdftest.Page{page("epsilon")}}.Bytes(), 0o600),
		os.Symlink(elsewhere, paths[4]), os.Mkdir(paths[5], 0o700), os.WriteFile(paths[6], nil, 0o600), os.Symlink(filepath.Join(desk, "gone"), paths[7]),
		os.Chmod(paths[3], 0),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, t.TempDir(), noEnv)
	got := results(t, c, paths...)
	for i, path := range paths[:3] {
		if r := got[filepath.Base(path)]; r.Status != ingest.Added || r.Passages == 0 {
			t.Errorf("file %d: %+v", i, r)
		}
	}
	if r := got["linked.pdf"]; r.Status != ingest.Added {
		t.Errorf("a link to a file: %+v", r)
	}
	wants := map[string]string{"folder.pdf": "nothing to read in this folder", "empty.pdf": "zero bytes", "dangling.pdf": "no such file"}
	if os.Geteuid() != 0 && runtime.GOOS != "windows" {
		wants["locked.pdf"] = "may not be read"
	}
	for name, want := range wants {
		if r := got[name]; r.Status != ingest.NotAdded || !strings.Contains(r.Reason, want) {
			t.Errorf("%s: %+v, want a reason with %q", name, r, want)
		}
	}
	for _, word := range []string{"alpha", "beta", "gamma", "epsilon"} {
		if hits, err := c.Search(t.Context(), word, core.SearchOptions{}); err != nil || len(hits) == 0 || !strings.Contains(hits[0].Text, word) {
			t.Errorf("%s: %+v, %v", word, hits, err)
		}
	}
}

func TestAdd_TitlesAreKeptAsTheyAre(t *testing.T) {
	const evil = `<script>alert("x")</script><img src=x onerror=y>`
	doc := pdftest.Doc{Title: evil, Author: evil, Outline: []pdftest.Mark{{Title: evil, Page: 1}},
		Pages: []pdftest.Page{{Runs: pdftest.Lines("Radon enters through the floor of a house.", "The reference level is 300 becquerel per cubic metre.")}}}
	c := open(t, t.TempDir(), noEnv)
	r := results(t, c, pdftest.Write(t, "evil.pdf", doc.Bytes()))["evil.pdf"]
	d, err := c.Document(t.Context(), r.Name)
	if err != nil || d.Title != evil || d.Author != evil {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestAdd_TwoThousandPages(t *testing.T) {
	if testing.Short() {
		t.Skip("two thousand pages")
	}
	var doc pdftest.Doc
	for i := range 2000 {
		lines := []string{"Survey of rooms", "The survey goes on from the page before this one."}
		for k := range 12 {
			lines = append(lines, fmt.Sprintf("In room R%d of house %d the %s held %d becquerel.", i+1, i*7%311, []string{"cellar", "kitchen", "attic", "hall"}[(i+k)%4], (i*13+k*29)%900))
		}
		doc.Pages = append(doc.Pages, pdftest.Page{Runs: pdftest.Lines(append(lines, "Nothing else was measured.")...)})
	}
	c := open(t, t.TempDir(), noEnv)
	var before, peak runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	steps, last := 0, 0
	all, err := c.Add(t.Context(), []string{pdftest.Write(t, "many.pdf", doc.Bytes())}, core.AddOptions{Progress: func(p ingest.Progress) {
		if p.PagesDone < last || p.PagesDone > 2000 {
			t.Errorf("%d pages after %d", p.PagesDone, last)
		}
		if p.PagesDone > last {
			steps++
		}
		last = p.PagesDone
		var now runtime.MemStats
		if steps%20 == 0 {
			if runtime.ReadMemStats(&now); now.HeapAlloc > peak.HeapAlloc {
				peak = now
			}
		}
	}})
	if err != nil || all[0].Pages != 2000 || all[0].Status != ingest.Added || steps < 50 {
		t.Fatalf("%+v, %v, %d steps", all, err, steps)
	}
	if grown := int64(peak.HeapAlloc) - int64(before.HeapAlloc); grown > 400<<20 {
		t.Errorf("the heap grew by %d MB", grown>>20)
	}
	if hits, err := c.Search(t.Context(), "room R1999", core.SearchOptions{Limit: 3}); err != nil || len(hits) == 0 || hits[0].Page != 1999 {
		t.Errorf("%+v, %v", hits, err)
	}
	d, err := c.Document(t.Context(), "many.pdf")
	if err != nil || d.State != source.Ready {
		t.Errorf("%+v, %v", d, err)
	}
}
