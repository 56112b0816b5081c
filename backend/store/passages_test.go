package store

import (
	"reflect"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// fill stores a document of three pages with sections s1 (s2 within) and s3 and five passages; the fourth runs over a page break.
func fill(t *testing.T, db *DB) []source.Passage {
	t.Helper()
	put(t, db, "h1", "a.pdf", "", source.Ready)
	passages := []source.Passage{
		{Section: "s1", Spans: []source.Span{{Page: 1, Start: 10, End: 50}}, Text: "one", Headings: []string{"T", "S"}, Role: source.Body},
		{Section: "s1", Spans: []source.Span{{Page: 1, Start: 50, End: 90}}, Text: "two", Role: source.Table},
		{Section: "s2", Spans: []source.Span{{Page: 2, Start: 20, End: 60}}, Text: "three", Tokens: 3},
		{Section: "s3", Spans: []source.Span{{Page: 2, Start: 80, End: 99}, {Page: 3, Start: 5, End: 30}}, Text: "four"},
		{Section: "", Spans: []source.Span{{Page: 3, Start: 30, End: 40}}, Text: "five"},
	}
	for i := range passages {
		p := &passages[i]
		p.Document, p.Ordinal, p.Hash, p.ID = "h1", i, source.TextHash(p.Text), source.PassageID("h1", p.Spans)
	}
	sections := []refs.Section{
		{ID: "s1", Document: "h1", Kind: refs.KindSection, Number: "1", Label: "§ 1", Title: "A", Level: 1, Page: 1, Start: 2, EndPage: 2, End: 70},
		{ID: "s2", Document: "h1", Level: 2, Parent: "s1", Page: 2, EndPage: 2, End: 70},
		{ID: "s3", Document: "h1", Level: 1, Page: 2, Start: 70, EndPage: 3, End: 40},
	}
	if err := db.PutSections(t.Context(), "h1", sections); err != nil {
		t.Fatal(err)
	}
	if err := db.PutPassages(t.Context(), "h1", passages); err != nil {
		t.Fatal(err)
	}
	if got, err := db.Sections(t.Context(), "h1"); err != nil || !reflect.DeepEqual(got, sections) {
		t.Fatalf("Sections = %+v, %v", got, err)
	}
	return passages
}

func texts(passages []source.Passage) (all []string) {
	for _, p := range passages {
		all = append(all, p.Text)
	}
	return all
}

func TestPassages_ReadBack(t *testing.T) {
	db := openNew(t)
	ctx := t.Context()
	want := fill(t, db)
	if err := db.PutPassages(ctx, "h1", want); err != nil {
		t.Fatalf("replacing them: %v", err)
	}
	got, err := db.PassagesOf(ctx, "h1")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("PassagesOf = %+v, %v", got, err)
	}
	if p, err := db.Passage(ctx, want[3].ID); err != nil || !reflect.DeepEqual(p, want[3]) {
		t.Errorf("Passage = %+v, %v", p, err)
	}
	if _, err := db.Passage(ctx, "p0"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unknown passage: %v, want not_found", err)
	}
	byID, err := db.PassagesByID(ctx, []string{want[4].ID, "p0", want[0].ID})
	if err != nil || !reflect.DeepEqual(texts(byID), []string{"five", "one"}) {
		t.Errorf("PassagesByID = %v, %v, want them in the order asked for", texts(byID), err)
	}
	places, err := db.PassagePlaces(ctx, "h1")
	if err != nil || len(places) != 5 || places[3].Text != "" || !reflect.DeepEqual(places[3].Spans, want[3].Spans) {
		t.Errorf("PassagePlaces = %+v, %v", places, err)
	}
}

func TestPassagesOfSection_WithThoseBelow(t *testing.T) {
	db := openNew(t)
	fill(t, db)
	for _, c := range []struct {
		section string
		want    []string
	}{{"s1", []string{"one", "two", "three"}}, {"s3", []string{"four"}}, {"", nil}, {"s9", nil}} {
		got, err := db.PassagesOfSection(t.Context(), "h1", c.section)
		if err != nil || !reflect.DeepEqual(texts(got), c.want) {
			t.Errorf("section %q: %v, %v, want %v", c.section, texts(got), err, c.want)
		}
	}
}

func TestNeighbours_OfAnySection(t *testing.T) {
	db := openNew(t)
	passages := fill(t, db)
	for at, p := range passages {
		var want []string
		for _, o := range passages {
			if o.Document == p.Document && (o.Ordinal == p.Ordinal-1 || o.Ordinal == p.Ordinal+1) {
				want = append(want, o.Text)
			}
		}
		got, err := db.Neighbours(t.Context(), p.Document, p.Ordinal)
		if err != nil || len(want) == 0 || !reflect.DeepEqual(texts(got), want) {
			t.Errorf("beside %d: %v, %v, want %v", at, texts(got), err, want)
		}
	}
}

func TestPlaces_CoveringNextOrLast(t *testing.T) {
	db := openNew(t)
	passages := fill(t, db)
	stored, err := db.PassagePlaces(t.Context(), "h1")
	if err != nil {
		t.Fatal(err)
	}
	places := source.NewPlaces(stored)
	for _, c := range []struct {
		page, offset int
		want         string
	}{
		{1, 10, "one"}, {1, 49, "one"}, {1, 50, "two"},
		{1, 2, "one"},    // a heading above the first passage
		{1, 95, "three"}, // below the last passage of a page
		{2, 75, "four"},  // the heading of s3
		{3, 7, "four"},   // after the page break
		{3, 0, "four"},   // the running header on that page: the passage goes on below it
		{3, 99, "five"}, {9, 0, "five"}, {0, 0, "one"},
	} {
		if got := passages[places.At(c.page, c.offset)]; got.Text != c.want {
			t.Errorf("page %d offset %d: %q, want %q", c.page, c.offset, got.Text, c.want)
		}
	}
	if at := source.NewPlaces(nil).At(1, 0); at != -1 {
		t.Errorf("a document without passages: %d", at)
	}
}

func TestCollectGarbage_KeepsWhatARunCites(t *testing.T) {
	db := openNew(t)
	ctx := t.Context()
	fill(t, db)
	put(t, db, "h2", "b.pdf", "", source.Replaced)
	put(t, db, "h3", "c.pdf", "", source.Failed)
	if err := db.PutPages(ctx, "h1", []source.Page{{Number: 1, Text: "x"}}); err != nil {
		t.Fatal(err)
	}
	if err := db.Cite(ctx, "r1", "h1", 1, 2, 1); err != nil {
		t.Fatal(err)
	}
	if err := db.Cite(ctx, "r1", "unknown", 1); err == nil {
		t.Error("an unknown document was cited")
	}
	if err := db.SetState(ctx, "h1", source.Removed, ""); err != nil {
		t.Fatal(err)
	}
	gone, err := db.CollectGarbage(ctx)
	if err != nil || len(gone) != 1 || gone[0].Hash != "h2" {
		t.Fatalf("CollectGarbage = %+v, %v, want only the replaced document that nothing cites", gone, err)
	}
	if _, err := db.Page(ctx, "h1", 1); err != nil {
		t.Errorf("the page of a cited document: %v", err)
	}
	if err := db.DeleteRun(ctx, "r1"); err != nil {
		t.Fatal(err)
	}
	if gone, err := db.CollectGarbage(ctx); err != nil || len(gone) != 1 || gone[0].Hash != "h1" {
		t.Errorf("CollectGarbage after the run was deleted = %+v, %v", gone, err)
	}
	if left, _ := db.PassagesOf(ctx, "h1"); len(left) != 0 {
		t.Errorf("%d passages of a deleted document are left", len(left))
	}
	if err := db.Check(ctx); err != nil {
		t.Error(err)
	}
}

func TestSettings_DefaultComesBack(t *testing.T) {
	db := openNew(t)
	ctx := t.Context()
	for _, v := range []string{"1", "2"} {
		if err := db.SetSetting(ctx, "k", v); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := db.Settings(ctx); err != nil || !reflect.DeepEqual(all, map[string]string{"k": "2"}) {
		t.Errorf("Settings = %v, %v", all, err)
	}
	if err := db.SetSetting(ctx, "k", ""); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := db.Setting(ctx, "k"); ok || err != nil {
		t.Errorf("a deleted setting: %v, %v", ok, err)
	}
}
