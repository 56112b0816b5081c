package core_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	asking "rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/report"
)

const (
	scan = "scan.pdf"
	// place is a question that names a page and a section: both stand in every document but the scan.
	place = "What does Section 5 on page 1 require of the lantern keeper, and how many lanterns are needed?"

	chosenText = `# Harbour Act (HarbAct)

## Section 5 Lantern keepers

The lantern keeper lights 12 lanterns at dusk, as Section 7 of the Beacon Act (BeacAct) requires.

## Section 6 Fees

The lantern keeper pays no fee for the lanterns of the harbour.
`
	// Every sentence of the others carries a word that stands nowhere else.
	beaconText = `# Beacon Act (BeacAct)

## Section 5 Lantern keepers

The quokkalamp rule: the lantern keeper lights 77 lanterns at noon under Section 5 of the quokkalamp order.

## Section 7 Lanterns

Every lantern keeper needs a quokkalamp permit for 88 lanterns of the harbour.
`
	ledgerText = `# Ledger of quokkalamp lanterns

## Section 5 Lantern keeper

The lantern keeper bought 99 quokkalamp lanterns, and Section 5 of the Harbour Act requires 12 lanterns.
`
	outside = "quokkalamp"
)

// harbour is a library of which one text, or a scan without text, is chosen. What stands in the other documents is told
// by one word.
func harbour(t *testing.T, environment func(string) string) *core.Core {
	t.Helper()
	return harbourAt(t, t.TempDir(), environment)
}

func harbourAt(t *testing.T, home string, environment func(string) string) *core.Core {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "harbour")
	copyScan(t, folder)
	files := map[string][]byte{
		"chosen.md": []byte(chosenText), "beacon.md": []byte(beaconText), "ledger.md": []byte(ledgerText),
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, home, environment)
	if _, err := c.Add(t.Context(), []string{folder}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	return c
}

// copyScan writes a PDF of three pictures into a folder, which it makes.
func copyScan(t *testing.T, folder string) {
	t.Helper()
	data := pdftest.Doc{Title: filepath.Base(folder), Pages: []pdftest.Page{{Scan: true}, {Scan: true},
		{Scan: true}}}.Bytes()
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, scan), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// limited are the flows, each limited to a document and executed to its end.
var limited = map[string]func(t *testing.T, c *core.Core, engine settings.Engine, document string) graph.Run{
	"research": func(t *testing.T, c *core.Core, engine settings.Engine, document string) graph.Run {
		return started(t)(c.StartResearch(t.Context(), core.Begin{Question: place, Documents: []string{document},
			Engine: engine, Unattended: true}))
	},
	"ask": func(t *testing.T, c *core.Core, engine settings.Engine, document string) graph.Run {
		return started(t)(c.StartAnswer(t.Context(), core.Ask{Question: place, Documents: []string{document},
			Engine: engine}))
	},
	"ask deep": func(t *testing.T, c *core.Core, engine settings.Engine, document string) graph.Run {
		return started(t)(c.StartAnswer(t.Context(), core.Ask{Question: place, Documents: []string{document},
			Engine: engine, Profile: asking.Deep}))
	},
	"explore": func(t *testing.T, c *core.Core, engine settings.Engine, document string) graph.Run {
		return started(t)(c.StartExplore(t.Context(), core.Explore{Question: place, Documents: []string{document},
			Engine: engine}))
	},
	"discover": func(t *testing.T, c *core.Core, engine settings.Engine, document string) graph.Run {
		return started(t)(c.StartDiscover(t.Context(), core.Discover{Query: place, Documents: []string{document},
			Engine: engine}))
	},
}

func started(t *testing.T) func(graph.Run, error) graph.Run {
	return func(run graph.Run, err error) graph.Run {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
}

// keptOf is everything that is kept of a run: its report, its events, its state at every checkpoint, the pages it read.
func keptOf(t *testing.T, c *core.Core, run graph.Run) string {
	t.Helper()
	r := checked(t, c, run)
	raw, err := report.JSON(r)
	if err != nil {
		t.Fatal(err)
	}
	events, err := c.EventsSince(t.Context(), run.ID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	read, err := c.PagesRead(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := json.Marshal([]any{events, read})
	if err != nil {
		t.Fatal(err)
	}
	return string(raw) + string(rest)
}

// TestChosen_NothingElseIsRead limits every flow to one document whose references lead out of it, and to a scan without
// text, with the number of a page and of a section in the question.
func TestChosen_NothingElseIsRead(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	for _, engine := range []settings.Engine{settings.Extractive, settings.Ollama} {
		server := fake.NewServer(t)
		c := harbour(t, env("OLLAMA_HOST", server.URL.String()))
		for name, start := range limited {
			for _, document := range []string{"chosen.md", scan} {
				t.Run(string(engine)+" "+name+" "+document, func(t *testing.T) {
					run := start(t, c, engine, document)
					run, err := c.Resume(t.Context(), run.ID)
					if err != nil {
						t.Fatal(err)
					}
					if all := keptOf(t, c, run); strings.Contains(all, outside) || strings.Contains(all, "beacon.md") ||
						strings.Contains(all, "ledger.md") {
						t.Errorf("read outside of %s: %s", document, all)
					}
					for _, p := range server.Chats() {
						if strings.Contains(p.System+p.User, outside) {
							t.Errorf("the model was shown what stands outside of %s: %s", document, p.User)
						}
					}
					r := checked(t, c, run)
					if document == scan {
						nothingReadable(t, r)
					} else if !strings.Contains(said(r), "12 lanterns") {
						t.Errorf("what the chosen document says is not in the report: %s %q", said(r), r.Silent)
					}
				})
			}
		}
	}
}

// nothingReadable fails unless a report says in plain words that nothing could be read, and why.
func nothingReadable(t *testing.T, r report.Report) {
	t.Helper()
	if len(r.Claims) > 0 || len(r.Silent) != 2 || r.Silent[0] != "Nothing readable in the documents you chose." ||
		!strings.HasPrefix(r.Silent[1], scan+": ") || !strings.Contains(r.Silent[1], "tesseract") {
		t.Errorf("%d claims, silent: %q", len(r.Claims), r.Silent)
	}
}

func TestChosen_SearchFindsNothingElse(t *testing.T) {
	c := harbour(t, noEnv)
	for _, mode := range []core.SearchMode{"hybrid", "lexical", "semantic"} {
		for _, document := range []string{scan, "chosen.md"} {
			hits, err := c.Search(t.Context(), place, core.SearchOptions{Documents: []string{document}, Mode: mode})
			if err != nil || document == scan && len(hits) > 0 || document != scan && len(hits) == 0 ||
				slices.ContainsFunc(hits, func(h core.Hit) bool { return h.Document != document }) {
				t.Errorf("%s, %s: %+v, %v", mode, document, hits, err)
			}
		}
	}
}
