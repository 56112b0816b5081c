package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/fake"
)

// lent says what no sample document does.
const lent = "# Letter\n\nThe canteen of the Lindenhof School was measured too: 612 becquerel per cubic metre on 9 February. It is not known how long the detector lay there.\n"

const exploredOf = "What was measured at the Lindenhof School and its canteen, and how many barrels of tar does the dredger Wilhelmina need?"

// own is a library with its documents, and two files of the person's: one that can be read and one that cannot.
func own(t *testing.T) (home, letter, torn string) {
	t.Helper()
	return library(t), file(t, "letter.md", []byte(lent)), file(t, "torn.pdf", []byte("this is no PDF"))
}

func TestExplore_PrintsItsThoughtsAndTheReport(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, letter, torn := own(t)
	s := rabbithole(t, home, "explore", "--context", letter, "--context", torn, exploredOf).ok(t).has(t, "612 becquerel", "letter.md", "Report: ")
	for _, thought := range []string{"Parsing 2 context files", "letter.md (", "cannot be read: torn.pdf", "Context ready: 1 of 2 files", "Question 1 takes 2 items of your files into account.", "Took question 1 apart", "Attached full user context"} {
		if !strings.Contains(s.err, thought) || strings.Contains(s.out, thought) {
			t.Errorf("%q is no thought:\n%s", thought, s.err)
		}
	}
	rabbithole(t, home, "runs").ok(t).has(t, "explore", "finished")
	shown := rabbithole(t, home, "show", "last").ok(t).has(t, "Context file: letter.md, read", "torn.pdf, cannot be read", "1 What was measured", "  1.1 ", "\nMore on this question\n", "612 becquerel")
	if only := rabbithole(t, home, "show", "last", "--tree").ok(t); !strings.HasPrefix(shown.out, only.out) || strings.Contains(only.out, "More on this question") {
		t.Errorf("the tree alone is\n%s", only.out)
	}
	rabbithole(t, home, "show", "last", "--cost").ok(t).has(t, "No model was asked")
	var nodes []treeNode
	if err := json.Unmarshal([]byte(rabbithole(t, home, "show", "last", "--tree", "--json").ok(t).out), &nodes); err != nil || len(nodes) < 3 || nodes[0].ID != "1" || nodes[0].IsSufficient == nil || nodes[1].Parent != "1" {
		t.Errorf("%+v, %v", nodes, err)
	}
	rabbithole(t, home, "export", "last", "--format", "state").ok(t).has(t, `"context_processing"`, `"files_error": 1`, `"tree"`)
	rabbithole(t, home, "export", "last", "--format", "context").ok(t).has(t, `"aggregate_digest"`, "letter.md::S1")
	rabbithole(t, home, "export", "last", "--format", "bibtex").ok(t).has(t, "Letter")
	rabbithole(t, home, "fork", "last", "--yes").ok(t).has(t, "612 becquerel")
	for range 2 {
		rabbithole(t, home, "delete", "last").ok(t)
	}
	if s := rabbithole(t, home, "search", "canteen", "--json").ok(t); strings.Contains(s.out, "letter.md") {
		t.Errorf("the file of a deleted run is found:\n%s", s.out)
	}
}

func TestExplore_ForPrograms(t *testing.T) {
	home, letter, torn := own(t)
	events, last := stream(t, rabbithole(t, home, "explore", "--context", letter, "--context", torn, "--nodes", "4", "--json", exploredOf))
	keysOf(t, "an exploration", last, "run status answer report_path reports claims verdict missing silent summary tree making | warnings")
	kinds := map[string]int{}
	for _, e := range events {
		kinds[e["kind"].(string)]++
	}
	for kind, n := range map[string]int{"context_binding_parsing_started": 1, "context_binding_parsing_file_completed": 2, "context_binding_parsing_completed": 1, "context_for_node_ready": 4, "report_context_attached": 1} {
		if kinds[kind] != n {
			t.Errorf("%d events %s, want %d", kinds[kind], kind, n)
		}
	}
	if tree := last["tree"].([]any); len(tree) < 4 || last["answer"] == "" {
		t.Errorf("%d questions, answer %q", len(tree), last["answer"])
	}
}

func TestExplore_WithAModelSaysWhatItDoesAndCosts(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, letter, _ := own(t)
	server := fake.NewServer(t)
	t.Setenv("OLLAMA_HOST", server.URL.String())
	s := rabbithole(t, home, "explore", "--engine", "ollama", "--context", letter, "--nodes", "3", exploredOf).ok(t)
	if !strings.Contains(s.err, "  Digest of letter.md: part 1 is done.") {
		t.Errorf("%s", s.err)
	}
	cost := rabbithole(t, home, "show", "last", "--cost").ok(t).has(t, "context_preprocess_per_file", "sufficiency_node", "The run worked for")
	if table := strings.Split(cost.out, "\n"); len(table[0]) != len(table[1]) {
		t.Errorf("columns do not stand below their heads:\n%s", cost.out)
	}
}

func TestExplore_InGerman(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, _, torn := own(t)
	brief := file(t, "brief.md", []byte("# Brief\n\nIn der Mensa wurden 612 Becquerel pro Kubikmeter gemessen.\n"))
	s := rabbithole(t, home, "explore", "Welcher Referenzwert gilt für Radon am Arbeitsplatz?", "--context", brief, "--context", torn).ok(t)
	if !strings.Contains(s.err, "Kontextdatei 1/2 gelesen: brief.md") || !strings.Contains(s.err, "2/2 nicht lesbar: torn.pdf (Die Datei ist beschädigt.") || strings.Contains(s.err, "Question ") || strings.Contains(s.err, "could not be read") {
		t.Errorf("%s", s.err)
	}
	rabbithole(t, home, "show", "last", "--tree").ok(t).has(t, "Kontextdatei: brief.md, gelesen", "Kontextdatei: torn.pdf, nicht lesbar (Die Datei ist beschädigt.", "behalten")
}

// What is attached for a run that does not begin is not kept.
func TestExplore_KeepsNothingOfARunThatDoesNotBegin(t *testing.T) {
	home, letter, _ := own(t)
	for _, args := range [][]string{{"--context", letter, "--context", "nowhere.pdf", "Why radon?"}, {"--context", letter, "--nodes", "501", "Why radon?"}, {"--context", letter, "--document", "nobody.pdf", "Why radon?"}} {
		if s := rabbithole(t, home, append([]string{"explore"}, args...)...); s.code == 0 {
			t.Errorf("%v began", args)
		}
	}
	rabbithole(t, home, "runs").ok(t)
	err := filepath.WalkDir(filepath.Join(home, "files"), func(path string, d os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" {
			t.Errorf("%s was kept", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Branches that wait at once are asked about once when the answer holds for all, and a fork asks for itself.
func TestExplore_AsksBeforeAnythingLeaves(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	_, searches := barren(t)
	home := library(t)
	if s := rabbithole(t, home, "explore", "--web", beyond); s.code != exitWaiting || searches.Load() != 0 || !strings.Contains(s.err, "rabbithole resume") {
		t.Errorf("with nobody there: %d, %d searches\n%s", s.code, searches.Load(), s.err)
	}
	rabbithole(t, home, "show", "last", "--tree").ok(t).has(t, "1 Who painted")
	s := typing(t, home, "n\n", "resume", "last").ok(t)
	if strings.Count(s.err, "stay in the library") != 1 || searches.Load() != 0 {
		t.Errorf("%d searches after a no\n%s", searches.Load(), s.err)
	}
	s = typing(t, home, "y\nall\n", "explore", "--web", "--depth", "1", "Who painted the ceiling of the Sistine Chapel in Rome, and who built its dome?").ok(t)
	var nodes []treeNode
	if err := json.Unmarshal([]byte(rabbithole(t, home, "show", "last", "--tree", "--json").ok(t).out), &nodes); err != nil || len(nodes) < 3 {
		t.Fatalf("%+v, %v", nodes, err)
	}
	// The root and each of its two branches send a query of their own; the branches are asked about in one.
	if asked := strings.Count(s.err, "stay in the library"); asked != 2 || searches.Load() != 3 {
		t.Errorf("asked %d times, %d searches for %d questions\n%s", asked, searches.Load(), len(nodes), s.err)
	}
	searches.Store(0)
	rabbithole(t, home, "explore", "--web", "--yes", "--depth", "1", beyond).ok(t)
	if searches.Load() == 0 {
		t.Error("--yes agreed to nothing")
	}
	before := searches.Load()
	if s := rabbithole(t, home, "fork", "last", "--checkpoint", "1"); s.code != exitWaiting || searches.Load() != before {
		t.Errorf("a fork takes over what was allowed to another run: %d, %d searches\n%s", s.code, searches.Load()-before, s.err)
	}
}

// As a process of its own: a wrong file ends it at once, before a run is stored.
func TestExplore_AsAProcessRefusesAtOnce(t *testing.T) {
	home, letter, _ := own(t)
	p := launch(t, home, "explore", "Why radon?", "--context", letter, "--context", "nowhere.pdf")
	if s := p.wait(t); s.code != 3 || !strings.Contains(s.err, "nowhere.pdf") {
		t.Errorf("%d: %s", s.code, s.err)
	}
	if s := rabbithole(t, home, "runs", "--json").ok(t); strings.Contains(s.out, `"explore"`) {
		t.Errorf("a run was stored: %s", s.out)
	}
}
