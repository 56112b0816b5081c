package index_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rabbithole/backend/index"
	"rabbithole/backend/source"
)

// TestSearch_StaysInItsScope searches within random scopes, by queries that name pages, documents and quoted words,
// with vectors in memory and with sketches of them. One document has no passages at all.
func TestSearch_StaysInItsScope(t *testing.T) {
	l := crowd(t)
	l.add(source.Document{Name: "scan.pdf", Title: "Scan", Language: "en", Collection: "scans"})
	for d := range 4 {
		var pages []source.Page
		for i, text := range crowdTexts(d, 150) {
			pages = append(pages, source.Page{Number: i + 1, Label: fmt.Sprint(i + 1), Text: text})
		}
		if err := l.db.PutPages(t.Context(), fmt.Sprintf("%d.pdf", d), pages); err != nil {
			t.Fatal(err)
		}
	}
	large, small := l.large(), index.New(l.db, l.db, clouds{}, index.Options{})
	if err := large.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 8))
	texts := []string{"What does page 3 of document 2 say?", "c30 of document 1", `"b21 of document 3"`,
		"Section 5 on page 7 of 2.pdf", "nothing at all", "Crowd p. 9", "first page"}
	for n := range 150 {
		scope := source.All()
		if random.IntN(2) == 0 {
			scope = scope.In([]string{"even", "odd", "scans", "none"}[random.IntN(4)])
		}
		if random.IntN(3) > 0 {
			var only []string
			for _, name := range []string{"0.pdf", "1.pdf", "2.pdf", "3.pdf", "scan.pdf"} {
				if random.IntN(3) == 0 {
					only = append(only, name)
				}
			}
			scope = scope.Only(only...)
		}
		q := index.Query{Text: texts[n%len(texts)], Mode: []index.Mode{index.Hybrid, index.Lexical,
			index.Semantic}[random.IntN(3)], Scope: scope}
		for _, x := range []*index.Index{large, small} {
			hits, err := x.Search(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range hits {
				if !scope.Holds(h.Document) {
					t.Fatalf("%+v finds %s", q, h.Document.Name)
				}
			}
		}
	}
}

// TestSearch_NothingChosenFindsNothing is what a limit without passages is for: it is no missing limit.
func TestSearch_NothingChosenFindsNothing(t *testing.T) {
	l := crowd(t)
	l.add(source.Document{Name: "scan.pdf", Title: "Scan", Language: "en"})
	for name, scope := range map[string]source.Scope{"a scan": source.All().Only("scan.pdf"), "none": source.All().Only(),
		"not said": {}} {
		if hits := l.search(index.Query{Text: "c30 on page 3 of document 2", Scope: scope}); len(hits) > 0 {
			t.Errorf("%s: %v", name, pages(hits))
		}
	}
}
