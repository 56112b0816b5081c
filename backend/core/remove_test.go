package core_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/core"
	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/kb"
)

const memo = "Memo-Lindenhof-School.pdf"

func TestRemove_CitedDocumentStaysReadable(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	run, before := finish(t, c, core.Begin{Question: kb.Question, Engine: core.Extractive})
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
	for _, format := range core.Formats {
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
