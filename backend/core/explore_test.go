package core_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/kb"
)

// bench is the sample library without the memo, and the memo as a file of the person's own.
func bench(t *testing.T, environment func(string) string) (c *core.Core, memoFile string) {
	t.Helper()
	c = open(t, library(t), environment)
	if _, err := c.Remove(t.Context(), memo); err != nil {
		t.Fatal(err)
	}
	raw, err := kb.Files.ReadFile(memo)
	if err != nil {
		t.Fatal(err)
	}
	return c, file(t, memo, string(raw))
}

// file writes a file of the person's.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// attach attaches files and returns their hashes.
func attach(t *testing.T, c *core.Core, paths ...string) []string {
	t.Helper()
	list, err := c.Attach(t.Context(), paths)
	if err != nil {
		t.Fatal(err)
	}
	var hashes []string
	for _, a := range list {
		hashes = append(hashes, a.Hash)
	}
	return hashes
}

// explored runs a tree to its end and returns its checked report.
func explored(t *testing.T, c *core.Core, e core.Explore) (graph.Run, explore.State, report.Report) {
	t.Helper()
	run, err := c.StartExplore(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	s, err := c.ExploreState(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	return run, s, checked(t, c, run)
}

// homeOf returns the folder of a library.
func homeOf(c *core.Core) string { return filepath.Dir(c.Uploads()) }

// unanswered is asked beside what the sample library answers.
const unanswered = " And how many barrels of tar does the dredger Wilhelmina need?"

func TestExplore_ExtractiveEngineFromFilesToReport(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c, path := bench(t, noEnv)
	visit := file(t, "visit.md", "# Visit\n\nThe success of the remediation of the craft room was verified on 3 March 2026 by Ms Okonkwo.\n")
	run, s, r := explored(t, c, core.Explore{Question: kb.Question + unanswered, Context: attach(t, c, path, visit), Engine: settings.Extractive})
	if s.Context != (explore.ContextProcessing{Status: explore.ContextReady, Total: 2, Ready: 2}) || len(s.Tree) < 2 {
		t.Errorf("context %+v, %d questions", s.Context, len(s.Tree))
	}
	cited := map[string]int{}
	for _, claim := range r.Claims {
		for _, x := range claim.Citations {
			cited[x.Name]++
		}
	}
	found := map[string]bool{}
	for _, e := range r.Evidence {
		found[e.Name] = true
	}
	if cited[memo] == 0 || len(found) < 3 || !strings.Contains(said(r), "538") {
		t.Errorf("cited are %v, found was something in %v", cited, found)
	}
	facts(t, c, run)
	written(t, c, run, r, "without a language model")
	if list, err := c.Search(t.Context(), "Okonkwo", core.SearchOptions{}); err != nil || len(list) > 0 && list[0].Document == "visit.md" {
		t.Errorf("an attached file is found by a search of the library: %+v, %v", list, err)
	}
	if docs, err := c.Documents(t.Context(), false); err != nil || len(docs) != 6 {
		t.Errorf("the library lists %d documents, %v", len(docs), err)
	}
}

// facts checks by itself that every item of a run's digest stands, word for word, on a page of the person's file, and where.
func facts(t *testing.T, c *core.Core, run graph.Run) {
	t.Helper()
	db := victim{Home: homeOf(c)}.look(t)
	bundle, err := c.ExploreContext(t.Context(), run.ID)
	if err != nil || len(bundle.AggregateDigest) == 0 {
		t.Fatalf("%d items, %v", len(bundle.AggregateDigest), err)
	}
	own := map[string]bool{}
	for _, f := range bundle.Files {
		own[f.Document] = true
	}
	for _, x := range bundle.AggregateDigest {
		if len(x.Quotes) == 0 {
			t.Errorf("%q stands on no quote", x.Text)
		}
		for _, q := range x.Quotes {
			p, err := db.Passage(t.Context(), q.Passage)
			if err != nil || !own[p.Document] {
				t.Fatalf("%q is quoted from %s, %v", x.Text, p.Document, err)
			}
			if !onPage(t, c, p.Document, p.Spans, q.Text) {
				t.Errorf("%q stands on no page of its file", q.Text)
			}
		}
	}
}

// onPage reports whether words stand within spans of a document, blanks aside.
func onPage(t *testing.T, c *core.Core, document string, spans []source.Span, words string) bool {
	t.Helper()
	var all []string
	for _, span := range spans {
		text, err := c.PageText(t.Context(), document, span.Page)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text[span.Start:span.End])
	}
	return strings.Contains(strings.Join(strings.Fields(strings.Join(all, " ")), " "), strings.Join(strings.Fields(words), " "))
}

// The page of a PDF that a person attached opens with its words highlighted, as any citation does.
func TestExplore_CitationOfAnAttachedFileOpens(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c, path := bench(t, noEnv)
	run, _, r := explored(t, c, core.Explore{Question: "What was the corrected annual mean of the craft room of Lindenhof School?", Context: attach(t, c, path), Engine: settings.Extractive})
	for _, claim := range r.Claims {
		for _, x := range claim.Citations {
			if x.Name != memo {
				continue
			}
			o, err := c.OpenDocument(t.Context(), x.Document)
			if err != nil || len(o.Pages) < x.Page || o.Document.State != source.Saved {
				t.Fatalf("%d pages, %s, %v", len(o.Pages), o.Document.State, err)
			}
			copied, err := c.FilePath(t.Context(), x.Document)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(copied); err != nil {
				t.Error(err)
			}
			rects, err := c.Rects(t.Context(), x.Document, x.Span)
			if err != nil || len(rects) == 0 {
				t.Errorf("run %s: nothing to highlight for %q: %v", run.ID, x.Quote, err)
			}
			return
		}
	}
	t.Errorf("the memo is not cited:\n%s", said(r))
}
