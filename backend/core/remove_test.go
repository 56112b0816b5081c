package core_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
	"rabbithole/kb"
)

const memo = "Memo-Lindenhof-School.pdf"

func TestRemove_CitedDocumentStaysReadable(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	run, before := finish(t, c, core.Begin{Question: kb.Question, Engine: settings.Extractive})
	cited := before.Claims[slices.IndexFunc(before.Claims, func(c cite.Claim) bool { return c.Citations[0].Name == memo })].Citations[0]
	if _, err := c.Remove(t.Context(), memo); err != nil {
		t.Fatal(err)
	}

	after := checked(t, c, run)
	if len(after.Claims) != len(before.Claims) {
		t.Errorf("%d claims, %d before the document was removed", len(after.Claims), len(before.Claims))
	}
	path, err := c.FilePath(t.Context(), cited.Document)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Errorf("the copy of the cited file: %v", err)
	}
	for _, format := range core.FormatNames() {
		rendered, err := c.Render(t.Context(), after, format)
		raw := rendered.Data
		if err != nil || len(raw) == 0 {
			t.Errorf("render %s: %v, %d bytes", format, err, len(raw))
		}
		if !slices.Contains([]string{"md", "html", "json"}, format) {
			continue
		}
		if !strings.Contains(string(raw), memo) {
			t.Errorf("%s does not name %s", format, memo)
		}
		if want := report.FileURL(path, cited.Page); format != "json" && !strings.Contains(string(raw), want) {
			t.Errorf("%s does not open %s", format, want)
		}
	}
	if text, err := c.PageText(t.Context(), cited.Document, cited.Page); err != nil || text == "" {
		t.Errorf("page %d has %d bytes, %v", cited.Page, len(text), err)
	}
	if _, err := c.Export(t.Context(), run.ID); err != nil {
		t.Errorf("export: %v", err)
	}
}

func TestRemove_TakesTheDocumentOutOfEverythingNew(t *testing.T) {
	c := open(t, library(t), noEnv)
	found := func() bool {
		hits, err := c.Search(t.Context(), "craft room of Lindenhof School", core.SearchOptions{Limit: 20})
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(hits, func(h core.Hit) bool { return h.Document == memo })
	}
	if !found() {
		t.Fatal("the memo is not found before it is removed")
	}
	if _, err := c.Remove(t.Context(), memo); err != nil {
		t.Fatal(err)
	}
	if found() {
		t.Error("search still finds the memo")
	}
	live, err := c.Documents(t.Context(), false)
	if err != nil || slices.ContainsFunc(live, func(d source.Document) bool { return d.Name == memo }) {
		t.Errorf("documents still list it: %v", err)
	}
	if _, err := c.Remove(t.Context(), "nowhere.pdf"); fault.KindOf(err) != fault.NotFound || fault.Hint(err) == "" {
		t.Errorf("removing what is not there: %v", err)
	}
	if _, err := c.References(t.Context(), "nowhere.pdf"); fault.KindOf(err) != fault.NotFound || fault.Hint(err) == "" {
		t.Errorf("references of what is not there: %v", err)
	}
}

func TestRemove_AddedAgainIsFoundAgain(t *testing.T) {
	home := library(t)
	c := open(t, home, noEnv)
	if _, err := c.Remove(t.Context(), memo); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir() + "/radon"
	if err := fake.Unpack(folder); err != nil {
		t.Fatal(err)
	}
	results, err := c.Add(t.Context(), []string{folder + "/" + memo}, core.AddOptions{})
	if err != nil || len(results) != 1 || results[0].Status == "failed" {
		t.Fatalf("results %+v, %v", results, err)
	}
	hits, err := c.Search(t.Context(), "craft room of Lindenhof School", core.SearchOptions{})
	if err != nil || !slices.ContainsFunc(hits, func(h core.Hit) bool { return h.Document == results[0].Name }) {
		t.Errorf("%d hits, %v", len(hits), err)
	}
}

// An upload is tidied up after it was added. A document that is removed at that moment stays removed.
func TestRemove_WhileItsUploadIsTidiedUp(t *testing.T) {
	c := open(t, t.TempDir(), noEnv)
	for i := range 20 {
		upload := filepath.Join(c.Uploads(), fmt.Sprintf("batch-%04d", i), "note.md")
		if err := errors.Join(os.MkdirAll(filepath.Dir(upload), 0o700), os.WriteFile(upload, fmt.Appendf(nil, "%s\n\nVisit %d.", visit, i), 0o600)); err != nil {
			t.Fatal(err)
		}
		gone := make(chan error, 1)
		added := func(p ingest.Progress) {
			if p.Result != nil {
				go func() { _, err := c.Remove(t.Context(), p.Result.Document); gone <- err }() // which waits until the library is free
			}
		}
		if _, err := c.Add(t.Context(), []string{upload}, core.AddOptions{Progress: added}); err != nil {
			t.Fatal(err)
		}
		if err := <-gone; err != nil {
			t.Fatal(err)
		}
		if list, err := c.Documents(t.Context(), false); err != nil || len(list) > 0 {
			t.Fatalf("round %d: the library still has %+v, %v", i, list, err)
		}
	}
}

// TestRemove_InterruptedIsFinishedAtTheNextStart leaves a removal where a kill may: the document is out of the
// library's list, and nothing else is done.
func TestRemove_InterruptedIsFinishedAtTheNextStart(t *testing.T) {
	home := library(t)
	c := open(t, home, noEnv)
	d, err := c.Document(t.Context(), "MP-07-Measuring-Radon-in-Indoor-Air.pdf") // others refer to it
	if err != nil {
		t.Fatal(err)
	}
	path, err := c.FilePath(t.Context(), d.Hash)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	interrupted(t, home, d.Hash)

	r, err := core.Check(t.Context(), core.Config{Home: home, Env: noEnv}, core.CheckOptions{})
	if text := textsOf(r.Findings); err != nil || !r.Sound() ||
		!strings.Contains(text, "the removal of 1 document was interrupted, and is finished") {
		t.Errorf("check: %+v, %v", r, err)
	}
	var said []string
	log := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	c, err = core.Open(t.Context(), core.Config{Home: home, Env: noEnv, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if !slices.Contains(said, "Finished an interrupted removal: 1 document.") ||
		!strings.Contains(textsOf(c.Doctor(t.Context())), "interrupted removal") {
		t.Errorf("said: %q", said)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the copy is still there")
	}
	live, err := c.Documents(t.Context(), true)
	if err != nil || len(live) != 6 {
		t.Errorf("%d documents, %v", len(live), err)
	}
	for _, d := range live {
		list, err := c.References(t.Context(), d.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			if strings.HasPrefix(r.TargetDocument, "MP-07") {
				t.Errorf("%q of %s leads to the removed document", r.Text, d.Name)
			}
		}
	}
}

// interrupted takes the first step of a removal, and no other.
func interrupted(t *testing.T, home, hash string) {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.SetState(t.Context(), hash, source.Removed, ""), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// textsOf returns what findings say.
func textsOf(list []core.Finding) string {
	var b strings.Builder
	for _, f := range list {
		b.WriteString(f.Text + "\n")
	}
	return b.String()
}
