package core_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
	"rabbithole/backend/ollama"
	"rabbithole/backend/source"
)

// nowhere is an address of this computer at which nobody listens.
const nowhere = "http://127.0.0.1:1"

// notes writes a folder of three small documents.
func notes(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "notes")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"cellar.md": "# Cellar\n\nRadon enters the cellar of a house through cracks in the floor. The cellar is measured for ninety days.\n",
		"roof.md":   "# Roof\n\nThe roof of the barn was covered with larch shingles in the spring of 1931.\n",
		"well.md":   "# Well\n\nWater from the deep well is aerated before it is drunk, which takes the gas out.\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// addNotes adds the notes and returns the documents by name.
func addNotes(t *testing.T, c *core.Core) map[string]source.Document {
	t.Helper()
	if _, err := c.Add(t.Context(), []string{notes(t)}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	docs, err := c.Documents(t.Context(), false)
	if err != nil || len(docs) != 3 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	byName := map[string]source.Document{}
	for _, d := range docs {
		byName[d.Name] = d
	}
	return byName
}

func TestEmbedder_OfOllamaServesSearch(t *testing.T) {
	server := fake.NewServer(t)
	c := open(t, t.TempDir(), env("OLLAMA_HOST", server.URL.String(), "RABBITHOLE_EMBEDDER", "nomic-embed-text"))
	for name, d := range addNotes(t, c) {
		if d.State != source.Ready || d.Reason != "" {
			t.Errorf("%s is %s: %s", name, d.State, d.Reason)
		}
	}
	hits, err := c.Search(t.Context(), "larch shingles of the barn", core.SearchOptions{Mode: "semantic"})
	if err != nil || len(hits) == 0 || hits[0].Document != "roof.md" {
		t.Errorf("hits %+v, %v", hits, err)
	}
	asked := slices.ContainsFunc(server.Requests(), func(r fake.Request) bool {
		return r.Emb != nil && strings.Contains(strings.Join(fake.Texts(r.Emb), " "), "larch shingles of the barn")
	})
	if !asked {
		t.Error("the query was not embedded by the server")
	}
}

func TestEmbedder_OneBadPassageIsFoundByItsWordsOnly(t *testing.T) {
	server := fake.NewServer(t)
	server.Break(fake.BadInput("aerated"))
	c := open(t, t.TempDir(), env("OLLAMA_HOST", server.URL.String(), "RABBITHOLE_EMBEDDER", "nomic-embed-text"))
	for name, d := range addNotes(t, c) {
		if d.State != source.Ready {
			t.Errorf("%s is %s: %s", name, d.State, d.Reason)
		}
	}
	if hits, err := c.Search(t.Context(), "shingles barn", core.SearchOptions{Mode: "semantic"}); err != nil || len(hits) == 0 || hits[0].Document != "roof.md" {
		t.Errorf("by meaning: %+v, %v", hits, err)
	}
	if hits, err := c.Search(t.Context(), "aerated", core.SearchOptions{Mode: "lexical"}); err != nil || len(hits) != 1 || hits[0].Document != "well.md" {
		t.Errorf("by words: %+v, %v", hits, err)
	}
}

func TestEmbedder_FailingLeavesWordsToSearch(t *testing.T) {
	server := fake.NewServer(t)
	home, environment := t.TempDir(), env("OLLAMA_HOST", server.URL.String(), "RABBITHOLE_EMBEDDER", "nomic-embed-text")
	c := open(t, home, environment)
	server.Break(func(r fake.Request) fake.Failure {
		return fake.Failure{Status: http.StatusBadRequest, Message: "the model is out of order"}
	})
	for name, d := range addNotes(t, c) {
		if d.State != source.Searchable || !strings.Contains(d.Reason, "not yet by meaning") {
			t.Errorf("%s is %s: %q", name, d.State, d.Reason)
		}
	}
	if hits, err := c.Search(t.Context(), "shingles", core.SearchOptions{Mode: "lexical"}); err != nil || len(hits) != 1 {
		t.Errorf("by words: %+v, %v", hits, err)
	}
	server.Break(nil)
	if _, err := c.ResumeAdding(t.Context(), core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	docs, err := c.Documents(t.Context(), false)
	if err != nil || slices.ContainsFunc(docs, func(d source.Document) bool { return d.State != source.Ready || d.Reason != "" }) {
		t.Errorf("after the embedder works again: %+v, %v", docs, err)
	}
}

// A server that accepts and never answers holds neither a search nor an add: words are searched, which is said once, and the vectors follow.
func TestEmbedder_SilentLeavesWordsToSearch(t *testing.T) {
	server := fake.NewServer(t)
	home, said := t.TempDir(), 0
	start := func() *core.Core {
		c, err := core.Open(t.Context(), core.Config{Home: home, Env: env("OLLAMA_HOST", server.URL.String(), "RABBITHOLE_EMBEDDER", "nomic-embed-text"),
			Ollama: ollama.Options{Limits: ollama.Limits{Query: time.Second}}, Log: func(format string, args ...any) {
				if strings.Contains(fmt.Sprintf(format, args...), "by words alone") {
					said++
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	search := func(c *core.Core) {
		t.Helper()
		for range 2 {
			if hits, err := c.Search(t.Context(), "shingles", core.SearchOptions{}); err != nil || len(hits) != 1 || hits[0].Document != "roof.md" {
				t.Errorf("by words: %+v, %v", hits, err)
			}
		}
		if said != 1 {
			t.Errorf("said %d times that words alone were searched", said)
		}
		said = 0
	}
	c := start()
	addNotes(t, c)
	server.Break(func(r fake.Request) fake.Failure { return fake.Failure{Stall: time.Hour} })
	begun := time.Now()
	search(c)
	if run, r := finish(t, c, core.Begin{Question: "How many zebras are on the roof?", Engine: settings.Extractive}); r.Run != run.ID { // nothing is found, so it looks everywhere
		t.Errorf("a run without the embedder: %+v", run)
	}
	late := filepath.Join(t.TempDir(), "late.md")
	if err := os.WriteFile(late, []byte("# Late\n\nThe chimney was swept by a man from the village.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	results, err := c.Add(t.Context(), []string{late}, core.AddOptions{})
	if err != nil || len(results) != 1 || results[0].Passages == 0 || !strings.Contains(results[0].Reason, "not yet by meaning") || !strings.Contains(results[0].Reason, "`rabbithole add` goes on") {
		t.Errorf("added: %+v, %v", results, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = start()
	search(c)
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("all of it took %v", took)
	}
	server.Break(nil)
	if _, err := c.ResumeAdding(t.Context(), core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	if hits, err := c.Search(t.Context(), "chimney swept village", core.SearchOptions{Mode: "semantic"}); err != nil || len(hits) == 0 || hits[0].Document != "late.md" {
		t.Errorf("after it answers again: %+v, %v", hits, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// An embedder that cannot be had must not lock a person out of a library that has no vectors of another.
func TestEmbedder_AbsentLeavesTheLibraryOpen(t *testing.T) {
	server := fake.NewServer(t)
	for name, k := range map[string]struct {
		environment func(string) string
		kind        fault.Kind
		hint        string
	}{
		"NoOllama": {env("OLLAMA_HOST", nowhere, "RABBITHOLE_EMBEDDER", "nomic-embed-text"), fault.Unavailable, "ollama serve"},
		"NoModel":  {env("OLLAMA_HOST", server.URL.String(), "RABBITHOLE_EMBEDDER", "all-minilm"), fault.NotFound, "rabbithole models pull all-minilm"},
	} {
		t.Run(name, func(t *testing.T) {
			c := open(t, t.TempDir(), k.environment)
			addNotes(t, c)
			if hits, err := c.Search(t.Context(), "shingles", core.SearchOptions{Mode: "lexical"}); err != nil || len(hits) == 0 {
				t.Errorf("by words: %d hits, %v", len(hits), err)
			}
			_, hybrid := c.Search(t.Context(), "shingles", core.SearchOptions{})
			_, start := c.StartResearch(t.Context(), core.Begin{Question: "Which roof?", Engine: settings.Extractive})
			for what, err := range map[string]error{"search": hybrid, "research": start} {
				if fault.KindOf(err) != k.kind || !strings.Contains(fault.Hint(err), k.hint) || !strings.Contains(fault.Hint(err), "built-in") {
					t.Errorf("%s: %v, hint %q", what, err, fault.Hint(err))
				}
			}
			findings := c.Doctor(t.Context())
			if !slices.ContainsFunc(findings, func(f core.Finding) bool { return f.Name == "embedder" && !f.OK && f.Cure != "" }) {
				t.Errorf("the doctor does not see it: %+v", findings)
			}
		})
	}
}
