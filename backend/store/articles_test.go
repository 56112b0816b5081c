package store

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

var fetched = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// article is one of two pages with a passage each.
func article(hash, url string) (source.Article, []source.Page, []source.Passage) {
	a := source.Article{Document: hash, URL: url, Final: url + "?from=feed", Title: "Radon at home", Site: "Radon Office", Author: "A. Author", Date: "2025-01-02",
		Language: "en", ContentType: "text/html", Status: 200, Bytes: 4321, FetchedAt: fetched, Cut: true}
	pages := []source.Page{{Number: 1, Label: "1", Text: "Radon is a gas."}, {Number: 2, Label: "2", Text: "Air the cellar."}}
	var passages []source.Passage
	for i, p := range pages {
		spans := []source.Span{{Page: p.Number, End: len(p.Text)}}
		passages = append(passages, source.Passage{ID: source.PassageID(hash, spans), Document: hash, Ordinal: i, Spans: spans, Text: p.Text, Hash: source.TextHash(p.Text), Role: source.Body})
	}
	return a, pages, passages
}

func keep(t *testing.T, db *DB, run, hash, url string) source.Article {
	t.Helper()
	if _, err := db.Run(t.Context(), run); err != nil {
		r := graph.Run{ID: run, Flow: "answer", Status: graph.Running, Created: fetched, Updated: fetched}
		if _, err := db.Commit(t.Context(), graph.Commit{New: true, Run: r, Events: []event.Event{}}); err != nil {
			t.Fatal(err)
		}
	}
	a, pages, passages := article(hash, url)
	if err := db.PutArticle(t.Context(), run, a, pages, passages); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestPutArticle_IsReadLikeADocument(t *testing.T) {
	db := openNew(t)
	want := keep(t, db, "r1", "a1", "https://radon.example/home")
	got, err := db.Article(t.Context(), "a1")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Article = %+v, %v\nwant %+v", got, err, want)
	}
	d, err := db.Document(t.Context(), "a1")
	if err != nil || d.State != source.Saved || d.Format != source.Web || d.URL != want.URL || d.Name != "Radon Office: Radon at home" || d.Pages != 2 || d.Passages != 2 {
		t.Errorf("Document = %+v, %v", d, err)
	}
	if p, err := db.Page(t.Context(), "a1", 2); err != nil || p.Text != "Air the cellar." {
		t.Errorf("Page 2 = %+v, %v", p, err)
	}
	passages, err := db.PassagesOf(t.Context(), "a1")
	if err != nil || len(passages) != 2 || passages[1].Text != "Air the cellar." {
		t.Errorf("PassagesOf = %+v, %v", passages, err)
	}
	if byHash, err := db.Documents(t.Context(), source.DocumentFilter{Hashes: []string{"a1"}}); err != nil || len(byHash) != 1 || byHash[0].URL != want.URL {
		t.Errorf("Documents by hash = %+v, %v", byHash, err)
	}
	if err := db.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// What the person has, and what is counted of it, knows nothing of articles.
func TestPutArticle_IsNoDocumentOfTheLibrary(t *testing.T) {
	db := openNew(t)
	keep(t, db, "r1", "a1", "https://radon.example/home")
	own := put(t, db, "d1", "Radon Office: Radon at home", "", source.Ready)
	if own.Name != "Radon Office: Radon at home" {
		t.Errorf("the person's document became %q", own.Name)
	}
	for _, f := range []source.DocumentFilter{{}, {Live: true}, {Path: ""}} {
		if list, err := db.Documents(t.Context(), f); err != nil || len(list) != 1 || list[0].Hash != "d1" {
			t.Errorf("Documents(%+v) = %d, %v", f, len(list), err)
		}
	}
	if d, err := db.DocumentByName(t.Context(), own.Name); err != nil || d.Hash != "d1" {
		t.Errorf("DocumentByName = %s, %v", d.Hash, err)
	}
	if n, _, err := db.CountRows(t.Context()); err != nil || n != 1 {
		t.Errorf("CountRows = %d, %v", n, err)
	}
	if s, err := db.Standing(t.Context()); err != nil || s.Searchable != 1 {
		t.Errorf("Standing = %+v, %v", s, err)
	}
	if missing, err := db.Unindexed(t.Context()); err != nil || len(missing) != 0 {
		t.Errorf("Unindexed = %v, %v", missing, err)
	}
	if gone, err := db.CollectGarbage(t.Context()); err != nil || len(gone) != 0 {
		t.Errorf("CollectGarbage = %v, %v", gone, err)
	}
}

func TestArticleByURL_KeepsToTheTime(t *testing.T) {
	db := openNew(t)
	url := "https://radon.example/home"
	keep(t, db, "r1", "a1", url)
	for _, c := range []struct {
		url       string
		notBefore time.Time
		found     bool
	}{
		{url + "?from=feed", fetched.Add(-time.Hour), true}, {url + "?from=feed", fetched, true}, {url + "?from=feed", fetched.Add(time.Nanosecond * 1e7), false},
		{url, fetched.Add(-time.Hour), false}, {url + "/other", time.Time{}, false}, // it answered elsewhere, and only calls itself so
	} {
		a, found, err := db.ArticleByURL(t.Context(), "r1", c.url, c.notBefore)
		if err != nil || found != c.found || found && a.Document != "a1" {
			t.Errorf("ArticleByURL(%s, %s) = %s, %t, %v", c.url, c.notBefore, a.Document, found, err)
		}
	}
}

// An article stays as long as one run holds or cites it.
func TestDeleteRun_TakesTheArticlesNobodyHolds(t *testing.T) {
	db := openNew(t)
	keep(t, db, "r1", "a1", "https://radon.example/one")
	keep(t, db, "r1", "a2", "https://radon.example/two")
	keep(t, db, "r2", "a2", "https://radon.example/two")
	keep(t, db, "r1", "a3", "https://radon.example/three")
	if err := db.Cite(t.Context(), "r2", "a3", 1); err != nil {
		t.Fatal(err)
	}
	if err := db.HoldArticlesOf(t.Context(), "r2", "r3"); err != nil {
		t.Fatal(err)
	}
	left := func() (hashes []string) {
		list, err := db.Documents(t.Context(), source.DocumentFilter{States: []source.State{source.Saved}})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range list {
			hashes = append(hashes, d.Hash)
		}
		return hashes
	}
	for _, step := range []struct {
		run  string
		want []string
	}{{"r1", []string{"a2", "a3"}}, {"r2", []string{"a2"}}, {"r3", nil}} {
		if err := db.DeleteRun(t.Context(), step.run); err != nil {
			t.Fatal(err)
		}
		if got := left(); !reflect.DeepEqual(got, step.want) {
			t.Errorf("without %s: %v, want %v", step.run, got, step.want)
		}
	}
	if _, err := db.Article(t.Context(), "a2"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a deleted article: %v", err)
	}
	if err := db.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestSalvage_KeepsArticles(t *testing.T) {
	db := openNew(t)
	want := keep(t, db, "r1", "a1", "https://radon.example/home")
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	found, err := Salvage(t.Context(), db.path, fresh)
	if err != nil || found.Rows["articles"] != 1 || found.Rows["holds"] != 1 {
		t.Fatalf("Salvage = %+v, %v", found, err)
	}
	again, err := Open(t.Context(), fresh)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got, err := again.Article(t.Context(), "a1"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Article = %+v, %v", got, err)
	}
}

func TestConnections_AreKeptWithTheirRun(t *testing.T) {
	db := openNew(t)
	keep(t, db, "r1", "a1", "https://radon.example/home")
	lines := []Connection{{No: 1, At: fetched, Entry: []byte(`{"in":1}`)}, {No: 2, At: fetched.Add(time.Second), Entry: []byte(`{"in":2}`)}}
	if err := db.PutConnections(t.Context(), "r1", lines); err != nil {
		t.Fatal(err)
	}
	lines[1].Entry = []byte(`{"in":9}`)
	if err := db.PutConnections(t.Context(), "r1", lines[1:]); err != nil {
		t.Fatal(err)
	}
	for _, run := range []string{"r1", ""} {
		if got, err := db.Connections(t.Context(), run, 0); err != nil || !reflect.DeepEqual(got, lines) {
			t.Errorf("Connections(%q) = %v, %v", run, got, err)
		}
	}
	if got, err := db.Connections(t.Context(), "", 1); err != nil || len(got) != 1 || got[0].No != 2 {
		t.Errorf("the latest connection: %v, %v", got, err)
	}
	if err := db.DeleteRun(t.Context(), "r1"); err != nil {
		t.Fatal(err)
	}
	if got, err := db.Connections(t.Context(), "", 0); err != nil || len(got) != 0 {
		t.Errorf("connections of a deleted run: %v, %v", got, err)
	}
}
