package store

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// shelf is a library of documents that refer to one another, on pages and in sections of the same numbers. Every text
// of a document begins with its hash.
func shelf(t *testing.T) (*DB, []source.Document) {
	t.Helper()
	db := openNew(t)
	var all []source.Document
	for i, state := range []source.State{source.Ready, source.Searchable, source.Ready, source.Removed, source.Failed,
		source.Ready} {
		hash := fmt.Sprintf("doc%d", i)
		d := put(t, db, hash, hash+".pdf", []string{"laws", "notes", ""}[i%3], state)
		all = append(all, d)
		fillFrom(t, db, hash, fmt.Sprintf("doc%d", (i+1)%6))
		if _, err := db.write.Exec(`INSERT INTO former_pages SELECT document, 1, number, text FROM pages WHERE document = ?`, hash); err != nil {
			t.Fatal(err)
		}
	}
	a, pages, passages := article("web1", "https://radon.example/1")
	if err := db.PutArticle(t.Context(), "run", a, pages, passages); err != nil {
		t.Fatal(err)
	}
	return db, append(all, source.Document{Hash: "web1", State: source.Saved})
}

// fillFrom gives a document two pages, a section and a passage on each, and references on both to the same section of
// itself and of another.
func fillFrom(t *testing.T, db *DB, hash, other string) {
	t.Helper()
	var pages []source.Page
	var passages []source.Passage
	var sections []refs.Section
	var mentions []refs.Mention
	var terms []source.Terms
	for n := 1; n <= 2; n++ {
		id := fmt.Sprintf("%s-p%d", hash, n)
		text := fmt.Sprintf("%s lantern %d", hash, n)
		pages = append(pages, source.Page{Number: n, Label: fmt.Sprint(n), Text: text})
		sections = append(sections, refs.Section{ID: fmt.Sprintf("s%d", n), Document: hash, Title: hash, Level: 1,
			Page: n, EndPage: n})
		passages = append(passages, source.Passage{ID: id, Document: hash, Ordinal: n - 1, Section: fmt.Sprintf("s%d",
			n), Text: text, Hash: "same", Role: source.Body,
			Spans: []source.Span{{Page: n, End: len(text)}}})
		terms = append(terms, source.Terms{Passage: id, Body: "lantern"})
		for k, target := range []string{hash, other} {
			mentions = append(mentions, refs.Mention{ID: fmt.Sprintf("m%d%d", n, k), Document: hash, Page: n,
				Passage: id, Text: "see there", Status: refs.Found,
				Targets: []refs.Target{{Document: target, Section: "s2", Label: target, Page: 2,
					Passage: target + "-p2"}}})
		}
	}
	for _, err := range []error{db.PutPages(t.Context(), hash, pages), db.PutSections(t.Context(), hash, sections),
		db.PutPassages(t.Context(), hash, passages),
		db.PutMentions(t.Context(), hash, mentions), db.PutTerms(t.Context(), terms),
		db.PutVectors(t.Context(), "e", []source.Vector{{Hash: "same", Entries: []float32{1}}})} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// reads calls every method of a Reader that reads something, for a document and what stands in it, and returns what
// they gave, by method.
func reads(t *testing.T, db *DB, r *Reader, hash string) map[string]any {
	t.Helper()
	ctx := t.Context()
	out := map[string]any{}
	take := func(method string, v any, err error) {
		t.Helper()
		if err != nil && fault.KindOf(err) != fault.NotFound {
			t.Fatalf("%s: %v", method, err)
		}
		if err == nil {
			out[method] = v
		}
	}
	var v any
	var err error
	call := func(method string) { take(method, v, err) }
	v, err = r.Document(ctx, hash)
	call("Document")
	v, err = r.DocumentsByHash(ctx, []string{hash})
	call("DocumentsByHash")
	v, err = r.InScope(ctx)
	call("InScope")
	v, err = r.Page(ctx, hash, 1)
	call("Page")
	v, err = r.PageLabel(ctx, hash, 1)
	call("PageLabel")
	texts, err := r.PageTexts(ctx, []PageKey{{hash, 1}, {hash, 2}})
	v = fmt.Sprint(texts) // a map of structs has no JSON
	call("PageTexts")
	v, err = r.AllSections(ctx)
	call("AllSections")
	v, err = r.Passage(ctx, hash+"-p1")
	call("Passage")
	v, err = r.PassagesByID(ctx, []string{hash + "-p1", hash + "-p2"})
	call("PassagesByID")
	v, err = r.FormerText(ctx, hash, 1, 1)
	call("FormerText")
	v, err = r.PassagesOf(ctx, hash)
	call("PassagesOf")
	v, err = r.PassagesOfSection(ctx, hash, "s2")
	call("PassagesOfSection")
	v, err = r.Neighbours(ctx, hash, 1)
	call("Neighbours")
	v, err = r.MentionsOf(ctx, hash)
	call("MentionsOf")
	v, err = r.MentionsOn(ctx, hash, 1)
	call("MentionsOn")
	v, err = r.MentionsFrom(ctx, hash+"-p1")
	call("MentionsFrom")
	v, err = r.MentionsTo(ctx, hash, "s2")
	call("MentionsTo")
	v, err = r.LiveMentions(ctx)
	call("LiveMentions")
	return out
}

// TestReader_ReadsNothingOutsideOfItsScope goes through random scopes with every method that a Reader has.
func TestReader_ReadsNothingOutsideOfItsScope(t *testing.T) {
	db, docs := shelf(t)
	random := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		scope := anyScope(random)
		r := db.Within(scope, "another run")
		for _, d := range docs {
			got := reads(t, db, r, d.Hash)
			for _, other := range docs {
				if scope.Whole() || scope.Holds(other) && other.State != source.Saved {
					continue
				}
				for method, v := range got {
					raw, err := json.Marshal(v)
					if err != nil {
						t.Fatal(err)
					}
					if strings.Contains(string(raw), `"`+other.Hash) || strings.Contains(string(raw), other.Hash+" ") {
						t.Fatalf("%s of %s reads %s outside of %+v: %s", method, d.Hash, other.Hash, scope, raw)
					}
				}
			}
			if p, ok := got["Passage"].(source.Passage); scope.Holds(d) && d.State != source.Saved && (!ok ||
				p.Document != d.Hash) {
				t.Fatalf("%s is in %+v and is not read: %+v", d.Hash, scope, got)
			}
		}
	}
	var methods []string
	for m := range reflect.TypeFor[*Reader]().Methods() {
		methods = append(methods, m.Name)
	}
	tried := reads(t, db, &db.Reader, "doc0")
	for _, m := range methods {
		if _, ok := tried[m]; !ok && m != "Scope" {
			t.Errorf("%s is not tried", m)
		}
	}
}

// anyScope is the whole library, nothing, or any part of it.
func anyScope(r *rand.Rand) source.Scope {
	scope := source.All()
	if r.IntN(2) == 0 {
		scope = scope.In([]string{"laws", "notes", "", "none"}[r.IntN(4)])
	}
	if r.IntN(2) == 0 {
		var only []string
		for i := range 6 {
			if r.IntN(3) == 0 {
				only = append(only, fmt.Sprintf("doc%d", i))
			}
		}
		scope = scope.Only(only...)
	}
	return scope
}

// TestReader_SearchesNothingOutsideOfItsScope does the same with every query of the search.
func TestReader_SearchesNothingOutsideOfItsScope(t *testing.T) {
	db, _ := shelf(t)
	random := rand.New(rand.NewPCG(5, 6))
	ctx := t.Context()
	for range 60 {
		f := source.Filter{Scope: anyScope(random), Roles: []source.Role{source.Body}}
		var found []source.Terms
		add := func(more []source.Terms, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, more...)
		}
		add(db.MatchTerms(ctx, [][]string{{"lantern"}}, false, f, 3))
		add(db.MatchTerms(ctx, [][]string{{"lantern"}}, true, f, 100))
		add(db.TermsByHash(ctx, []string{"same"}, f))
		add(db.PageTerms(ctx, []string{"doc0-p1", "doc1-p1", "doc2-p1", "doc5-p1"}, f))
		add(db.NumberedTerms(ctx, []string{"1", "2"}, f))
		passages, err := db.PassagesIn(ctx, f.Scope, []string{"doc0-p1", "doc1-p1", "doc2-p1", "doc3-p1", "doc4-p1",
			"doc5-p1"})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range passages {
			found = append(found, source.Terms{Document: p.Document})
		}
		for _, x := range found {
			if d, err := db.Document(ctx, x.Document); err != nil || !f.Scope.Holds(d) {
				t.Fatalf("%s is found outside of %+v, %v", x.Document, f.Scope, err)
			}
		}
		live := slices.ContainsFunc(found, func(x source.Terms) bool { return x.Passage != "" })
		for what, n := range map[string]func() (int, error){
			"texts":   func() (int, error) { list, err := db.TextHashes(ctx, f); return len(list), err },
			"vectors": func() (int, error) { list, err := db.VectorNumbers(ctx, "e", f); return len(list), err },
		} {
			if got, err := n(); err != nil || (got > 0) != live {
				t.Fatalf("%d %s of %+v, where passages are found: %v, %v", got, what, f.Scope, live, err)
			}
		}
	}
}

// TestReader_ARunHasItsOwn reads what was given to a run, or fetched by it or by a sub-run of it, whatever it is
// limited to.
func TestReader_ARunHasItsOwn(t *testing.T) {
	db, _ := shelf(t)
	plant(t, db, "run", "")
	bornOf(t, db, "run/task", "run")
	a, pages, passages := article("web2", "https://radon.example/2")
	if err := db.PutArticle(t.Context(), "run/task", a, pages, passages); err != nil {
		t.Fatal(err)
	}
	if err := db.Attach(t.Context(), Attached{Hash: "doc4", Name: "mine.pdf"}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.CommitAttached(t.Context(), graph.Commit{Run: graph.Run{ID: "with a file"}, New: true},
		[]string{"doc4"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		run  string
		want []string
	}{{"run", []string{"doc0", "web1", "web2"}}, {"run/task", []string{"doc0", "web2"}}, {"with a file",
		[]string{"doc0", "doc4"}}, {"", []string{"doc0"}}} {
		r := db.Within(source.All().Only("doc0"), c.run)
		var got []string
		for _, hash := range []string{"doc0", "doc1", "doc4", "web1", "web2"} {
			if _, err := r.Document(t.Context(), hash); err == nil {
				got = append(got, hash)
			}
		}
		docs, err := r.InScope(t.Context())
		if err != nil || len(docs) != 1 || !slices.Equal(got, c.want) {
			t.Errorf("run %q reads %v and searches %d documents, %v", c.run, got, len(docs), err)
		}
	}
}

func TestReader_ReferencesOutOfItAreOutside(t *testing.T) {
	db, _ := shelf(t)
	for other, want := range map[string][]refs.Status{"doc0": {refs.Found, refs.Outside}, "doc1": {refs.Found,
		refs.Found}} {
		mentions, err := db.Within(source.All().Only("doc0", other), "").MentionsFrom(t.Context(), "doc0-p1")
		if err != nil || len(mentions) != 2 || mentions[0].Status != want[0] || mentions[1].Status != want[1] {
			t.Errorf("%s: %+v, %v", other, mentions, err)
		}
	}
}
