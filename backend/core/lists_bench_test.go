package core

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/cite"
	"rabbithole/backend/core/settings"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// wrote puts a library with many pages and finished runs into a new home.
func wrote(b *testing.B, runs, evidence int) (*Core, research.State) {
	b.Helper()
	ctx := context.Background()
	c, err := Open(ctx, Config{Home: b.TempDir(), Env: func(string) string { return "" }})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	text := strings.Repeat("Emergency workers may receive a dose of 100 millisievert in a year. ", 45)
	doc, err := c.db.PutDocument(ctx, source.Document{Hash: strings.Repeat("ab", 32), Name: "limits.pdf", Format: source.PDF, Pages: evidence, State: source.Ready})
	must(err)
	var pages []source.Page
	var passages []source.Passage
	var s research.State
	for n := 1; n <= evidence; n++ {
		span := source.Span{Page: n, Start: 0, End: 1400}
		pages = append(pages, source.Page{Number: n, Label: fmt.Sprint(n), Text: text, Width: 595, Height: 842})
		p := source.Passage{ID: source.PassageID(doc.Hash, []source.Span{span}), Document: doc.Hash, Ordinal: n, Spans: []source.Span{span}, Text: text[:1400], Hash: fmt.Sprint(n)}
		passages = append(passages, p)
		s.Evidence = append(s.Evidence, research.Kept{Kept: shared.Kept{ID: fmt.Sprintf("E%d", n), Passage: p.ID, Quotes: [][]source.Span{{{Page: n, Start: 0, End: 66}}, {{Page: n, Start: 67, End: 133}}}}})
	}
	must(c.db.PutPages(ctx, doc.Hash, pages))
	must(c.db.PutPassages(ctx, doc.Hash, passages))
	for n := range runs {
		must(writeRun(ctx, c, n, doc))
	}
	return c, s
}

// writeRun stores a finished run with a report of 60 claims.
func writeRun(ctx context.Context, c *Core, n int, doc source.Document) error {
	id := fmt.Sprintf("run%d", n)
	meta, _ := json.Marshal(runMeta{Engine: settings.Extractive})
	state, _ := json.Marshal(map[string]string{"question": strings.Repeat("x", 50_000)})
	run := graph.Run{ID: id, Flow: research.Name, Title: fmt.Sprintf("Which dose limit number %d applies?", n), Status: graph.Finished, Meta: meta, Created: time.Now(), Updated: time.Now()}
	if _, err := c.db.Commit(ctx, graph.Commit{Run: run, New: true, Checkpoint: &graph.Checkpoint{Run: id, Seq: 1, Node: "attribute", State: state, Tasks: json.RawMessage("{}")}}); err != nil {
		return err
	}
	r := report.Report{Run: id, Question: run.Title, Making: report.Making{Spend: budget.Spend{Time: time.Second}}}
	for i := range 60 {
		claim := cite.Claim{ID: fmt.Sprintf("C%d", i), Text: fmt.Sprintf("Claim %d of report %d: emergency workers may receive 100 millisievert.", i, n),
			Citations: []cite.Citation{{Document: doc.Hash, Page: i + 1, Quote: "a dose of 100 millisievert"}}}
		r.Claims = append(r.Claims, claim)
		r.Answer = append(r.Answer, report.Block{Sentences: []report.Sentence{{Text: claim.Text, Claim: claim.ID}}})
	}
	return c.db.PutReport(ctx, id, 0, r)
}

func BenchmarkEvidence_500(b *testing.B) {
	c, s := wrote(b, 0, 500)
	for b.Loop() {
		if list, err := c.Evidence(context.Background(), s); err != nil || len(list) != 500 || list[499].Extract == "" {
			b.Fatal(err)
		}
	}
}

func BenchmarkGlances_1000Runs(b *testing.B) {
	c, _ := wrote(b, 1000, 60)
	for b.Loop() {
		if list, err := c.Glances(context.Background()); err != nil || len(list) != 1000 || list[0].Claims != 60 {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearchRuns_1000Runs(b *testing.B) {
	c, _ := wrote(b, 1000, 60)
	for b.Loop() {
		if list, err := c.SearchRuns(context.Background(), "report 512 Millisievert"); err != nil || len(list) == 0 {
			b.Fatal(err)
		}
	}
}
