package store

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// openNew opens a new library database in a folder of the test.
func openNew(t *testing.T) *DB {
	t.Helper()
	file, err := emptyLibrary()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "library.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// emptyLibrary is the file of a library without contents. The migrations that make one take most of a short test's time, and longer under
// the race detector.
var emptyLibrary = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "library.db")
	db, err := Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// put stores a document with hash and name in state and fails the test if that fails.
func put(t *testing.T, db *DB, hash, name, collection string, state source.State) source.Document {
	t.Helper()
	d, err := db.PutDocument(t.Context(), source.Document{Hash: hash, Name: name, Collection: collection, Format: source.PDF,
		State: state, AddedAt: time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPutDocument_RoundTrip(t *testing.T) {
	db := openNew(t)
	want := source.Document{Hash: "h1", Name: "a.pdf", Path: "/x/a.pdf", Collection: "laws", Format: source.PDF, Title: "T", Author: "A",
		Date: "2024-02-03", Language: "de", Pages: 3, Passages: 9, Unreadable: 1, Bytes: 1 << 40, Engine: "pdfium", State: source.Ready,
		Reason: "r", AddedAt: time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC), Names: []string{"StrlSchG", `"§"`}}
	if _, err := db.PutDocument(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	got, err := db.Document(t.Context(), "h1")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Document = %+v, %v\nwant %+v", got, err, want)
	}
	if _, err := db.Document(t.Context(), "h2"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unknown hash: %v, want a fault of kind not_found", err)
	}
	if _, err := db.DocumentByName(t.Context(), "b.pdf"); fault.Hint(err) == "" {
		t.Errorf("unknown name: %v, want a hint", err)
	}
}

func TestPutDocument_NameTaken(t *testing.T) {
	db := openNew(t)
	for _, c := range []struct{ hash, name, collection, want string }{
		{"h1", "a.pdf", "", "a.pdf"},
		{"h2", "a.pdf", "laws", "laws/a.pdf"},
		{"h3", "a.pdf", "laws", "laws/a (2).pdf"},
		{"h4", "a.pdf", "", "a (2).pdf"},
		{"h5", "a.pdf", "", "a (3).pdf"},
		{"h2", "laws/a.pdf", "laws", "laws/a.pdf"}, // stored again: keeps its name
		{"h6", "noext", "", "noext"},
		{"h7", "noext", "", "noext (2)"},
	} {
		if got := put(t, db, c.hash, c.name, c.collection, source.Ready).Name; got != c.want {
			t.Errorf("%s of collection %q as %s is named %q, want %q", c.name, c.collection, c.hash, got, c.want)
		}
	}
}

func TestForgetPaths_OfFilesAndWhatIsBelowFolders(t *testing.T) {
	db := openNew(t)
	file := func(names ...string) string { return filepath.Join(append([]string{"/srv"}, names...)...) }
	for name, path := range map[string]string{
		"one": file("up", "b1", "a.md"), "below": file("up", "b2", "x", "ä.md"), "folder": file("up", "b2"),
		"beside": file("up", "b2 more", "a.md"), "pattern": file("up", "bX", "a.md"), "elsewhere": file("home", "a.md"),
	} {
		if _, err := db.PutDocument(t.Context(), source.Document{Hash: name, Name: name, Path: path, State: source.Removed, AddedAt: time.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.ForgetPaths(t.Context(), []string{file("up", "b1", "a.md"), file("up", "b2"), file("up", "b_")}); err != nil {
		t.Fatal(err)
	}
	for name, kept := range map[string]bool{"one": false, "below": false, "folder": false, "beside": true, "pattern": true, "elsewhere": true} {
		d, err := db.Document(t.Context(), name)
		if err != nil || (d.Path != "") != kept || d.State != source.Removed || d.Name != name {
			t.Errorf("%s: %+v, %v", name, d, err)
		}
	}
}

func TestSetState_NameGivenBackAndTaken(t *testing.T) {
	db := openNew(t)
	put(t, db, "old", "a.pdf", "laws", source.Ready)
	if err := db.SetState(t.Context(), "old", source.Removed, ""); err != nil {
		t.Fatal(err)
	}
	if got := put(t, db, "new", "a.pdf", "", source.Ready).Name; got != "a.pdf" {
		t.Errorf("the new document is named %q, want the name the removed one gave back", got)
	}
	if err := db.SetState(t.Context(), "old", source.Ready, "back"); err != nil {
		t.Fatal(err)
	}
	d, err := db.DocumentByName(t.Context(), "laws/a.pdf")
	if err != nil || d.Hash != "old" || d.Reason != "back" {
		t.Errorf("the document that came back is %+v, %v; want it as laws/a.pdf", d, err)
	}
	if err := db.SetState(t.Context(), "none", source.Ready, ""); fault.KindOf(err) != fault.NotFound {
		t.Errorf("SetState of an unknown document: %v, want not_found", err)
	}
}

func TestDocuments_Filters(t *testing.T) {
	db := openNew(t)
	put(t, db, "h1", "a.pdf", "x", source.Ready)
	put(t, db, "h2", "b.pdf", "x", source.Failed)
	put(t, db, "h3", "c.pdf", "y", source.Searchable)
	put(t, db, "h4", "d.pdf", "", source.Removed)
	for name, c := range map[string]struct {
		filter source.DocumentFilter
		want   []string
	}{
		"all":         {source.DocumentFilter{}, []string{"h4", "h1", "h2", "h3"}},
		"live":        {source.DocumentFilter{Live: true}, []string{"h1", "h3"}},
		"hashes":      {source.DocumentFilter{Hashes: []string{"h3", "h9"}}, []string{"h3"}},
		"states":      {source.DocumentFilter{States: []source.State{source.Failed, source.Removed}}, []string{"h4", "h2"}},
		"nothing met": {source.DocumentFilter{Path: "/nowhere"}, nil},
	} {
		docs, err := db.Documents(t.Context(), c.filter)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range docs {
			got = append(got, d.Hash)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestPages_RoundTripAndResume(t *testing.T) {
	db := openNew(t)
	put(t, db, "h1", "a.pdf", "", source.Extracting)
	first := source.Page{Number: 1, Label: "iv", Text: "Über\nx", Width: 595.28, Height: 841.89, Flags: []source.PageFlag{source.FormText},
		Lines: []source.Line{{Start: 0, End: 5, Size: 11.96, Bold: true, X: 72.01, Y: 700.5, Cuts: []source.Cut{{At: 2, Moved: -1}, {At: 4, Moved: 1}}}, {Start: 6, End: 7, Cuts: []source.Cut{{At: 6}}, Size: 9, X: -3.5, Y: 80.25}},
		Links: []source.Link{{Start: 0, End: 5, URI: "https://x"}, {Page: 7}}}
	blank := source.Page{Number: 2, Label: "2"}
	if err := db.PutPages(t.Context(), "h1", []source.Page{first, blank}); err != nil {
		t.Fatal(err)
	}
	if err := db.PutPages(t.Context(), "h1", []source.Page{blank}); err != nil {
		t.Fatalf("the same page again: %v", err)
	}
	got, err := db.Pages(t.Context(), "h1", 1, 0)
	if err != nil || !reflect.DeepEqual(got, []source.Page{first, blank}) {
		t.Errorf("Pages = %+v, %v", got, err)
	}
	if got, _ := db.Pages(t.Context(), "h1", 2, 2); len(got) != 1 || got[0].Number != 2 {
		t.Errorf("Pages from 2 to 2 = %+v", got)
	}
	if last, err := db.LastPage(t.Context(), "h1"); last != 2 || err != nil {
		t.Errorf("LastPage = %d, %v, want 2", last, err)
	}
	if _, err := db.Page(t.Context(), "h1", 3); fault.KindOf(err) != fault.NotFound {
		t.Errorf("page 3 of 2: %v, want not_found", err)
	}
	if err := db.PutPages(t.Context(), "unknown", []source.Page{first}); err == nil {
		t.Error("a page of an unknown document was stored")
	}
}

func TestPutMentions_TargetsAndCounts(t *testing.T) {
	db := openNew(t)
	ctx := t.Context()
	put(t, db, "h1", "a.pdf", "", source.Ready)
	put(t, db, "h2", "b.pdf", "", source.Ready)
	mentions := []refs.Mention{
		{ID: "m2", Document: "h1", Page: 1, Start: 3, End: 9, Passage: "p1", Text: "§ 2 f.", Kind: refs.KindSection,
			Pointers: []refs.Pointer{{Kind: refs.KindSection, Number: "2"}, {Kind: refs.KindSection, Number: "3"}}, Status: refs.Open},
		{ID: "m10", Document: "h1", Page: 2, Section: "s1", Text: "B", Kind: refs.KindDocument, Status: refs.Found,
			Pointers: []refs.Pointer{{Kind: refs.KindDocument, Qualifier: "B"}}, Targets: []refs.Target{{Document: "h2", Label: "B", Page: 1}}},
	}
	if err := db.PutMentions(ctx, "h1", mentions); err != nil {
		t.Fatal(err)
	}
	mentions[0].Status = refs.Found
	mentions[0].Targets = []refs.Target{{Document: "h1", Section: "s1", Page: 1, Passage: "p1"}, {Document: "h2", Section: "s9", Label: "§ 3"}}
	if err := db.PutTargets(ctx, mentions[:1]); err != nil {
		t.Fatal(err)
	}
	got, err := db.MentionsOf(ctx, "h1")
	if err != nil || !reflect.DeepEqual(got, mentions) {
		t.Errorf("MentionsOf = %+v, %v\nwant %+v", got, err, mentions)
	}
	if got, _ := db.MentionsFrom(ctx, "p1"); len(got) != 1 || len(got[0].Targets) != 2 {
		t.Errorf("MentionsFrom = %+v", got)
	}
	if got, _ := db.MentionsTo(ctx, "h2", "s9"); len(got) != 1 || got[0].ID != "m2" {
		t.Errorf("MentionsTo = %+v", got)
	}
	if err := db.SetState(ctx, "h1", source.Removed, ""); err != nil {
		t.Fatal(err)
	}
	if got, err := db.LiveMentions(ctx); len(got) != 0 || err != nil {
		t.Errorf("LiveMentions of a removed document = %+v, %v", got, err)
	}
}
