package desk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/ingest"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// long is a document that takes a while to read.
func long(pages int) []byte {
	var doc pdftest.Doc
	for range pages {
		var lines []string
		for n := range 12 {
			lines = append(lines, "The reference level of Section "+string(rune('1'+n%9))+" applies to every workplace of the district, as measured over a year.")
		}
		doc.Pages = append(doc.Pages, pdftest.Page{Runs: pdftest.Lines(lines...)})
	}
	return doc.Bytes()
}

func TestStopAdding_WithinASecondAndGoesOn(t *testing.T) {
	home := t.TempDir()
	path := pdftest.Write(t, "long.pdf", long(400))
	d, s := sit(t, home, noEnv)
	for range 2 {
		if err := d.AddFiles([]string{path}, desk.AddWish{}); err != nil {
			t.Fatal(err)
		}
	}
	await(t, s, desk.EventAdding, func(a desk.Adding) bool { return a.Progress.PagesDone > 0 })
	begun := time.Now()
	if err := d.StopAdding(); err != nil {
		t.Fatal(err)
	}
	end := await(t, s, desk.EventAdding, func(a desk.Adding) bool { return !a.Busy })
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("it took %s to stop", took)
	}
	if end.Problem == nil || end.Problem.Kind != "cancelled" || end.Waiting != 0 {
		t.Fatalf("stopped as %+v", end)
	}
	if st, err := d.Status(); err != nil || st.Unfinished != 1 || st.Documents != 0 {
		t.Fatalf("status %+v, %v, want one document to go on with", st, err)
	}
	s.forget()
	if err := d.ResumeAdding(); err != nil {
		t.Fatal(err)
	}
	end = await(t, s, desk.EventAdding, func(a desk.Adding) bool { return !a.Busy })
	if end.Problem != nil || len(end.Results) != 1 || end.Results[0].Pages != 400 {
		t.Errorf("it went on as %+v", end)
	}
	if st, err := d.Status(); err != nil || st.Unfinished != 0 || st.Documents != 1 {
		t.Errorf("status %+v, %v", st, err)
	}
}

func TestRetryDocument_WithThePassword(t *testing.T) {
	d, s := sit(t, t.TempDir(), noEnv)
	page := pdftest.Page{Runs: pdftest.Lines("The minutes of the board are confidential until they are approved.", "They name who was there.")}
	path := pdftest.Write(t, "minutes.pdf", pdftest.Doc{Password: "secret", Pages: []pdftest.Page{page}}.Bytes())
	add := func(do func() error) desk.Adding {
		t.Helper()
		s.forget()
		if err := do(); err != nil {
			t.Fatal(err)
		}
		return await(t, s, desk.EventAdding, func(a desk.Adding) bool { return !a.Busy })
	}
	end := add(func() error { return d.AddFiles([]string{path}, desk.AddWish{}) })
	if end.Failed != 1 || end.Results[0].Document == "" {
		t.Fatalf("without the password: %+v", end)
	}
	hash := end.Results[0].Document
	if err := os.Remove(path); err != nil { // the library's copy does
		t.Fatal(err)
	}
	if end = add(func() error { return d.RetryDocument(hash, desk.AddWish{Password: "wrong"}) }); end.Failed != 1 || end.Results[0].Reason == "" {
		t.Errorf("with a wrong password: %+v", end)
	}
	if end = add(func() error { return d.RetryDocument(hash, desk.AddWish{Password: "secret"}) }); end.Failed != 0 || len(end.Results) != 1 {
		t.Errorf("with the password: %+v", end)
	}
	docs, err := d.Documents()
	if err != nil || len(docs) != 1 || docs[0].State != source.Ready || docs[0].Name != "minutes.pdf" || docs[0].Reason != "" {
		t.Errorf("documents %+v, %v", docs, err)
	}
	if err := d.RetryDocument(hash, desk.AddWish{}); err == nil {
		t.Error("a document that was read is read again")
	}
}

func TestAddFiles_LibraryCannotBeWritten(t *testing.T) {
	home := t.TempDir()
	d, s := sit(t, home, noEnv)
	if _, err := d.Status(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "files"), []byte("in the way"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.AddFiles([]string{pdftest.Write(t, "a.pdf", long(1))}, desk.AddWish{}); err != nil {
		t.Fatal(err)
	}
	end := await(t, s, desk.EventAdding, func(a desk.Adding) bool { return !a.Busy })
	if end.Problem == nil || end.Problem.Kind != "storage" || end.Problem.Hint == "" {
		t.Errorf("adding ended as %+v, want a problem that says what to do", end)
	}
}

func TestAddFiles_FolderAndBadFile(t *testing.T) {
	d, s := sit(t, t.TempDir(), noEnv)
	if st, err := d.Status(); err != nil || !st.First || st.Problem != nil || st.Opening {
		t.Fatalf("status of a new library: %+v, %v", st, err)
	}
	bad := filepath.Join(t.TempDir(), "bad.pdf")
	if err := os.WriteFile(bad, []byte("%PDF-1.7\nnothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := samples(t)
	for _, paths := range [][]string{{folder}, {bad}, {filepath.Join(folder, "missing.pdf")}} {
		if err := d.AddFiles(paths, desk.AddWish{}); err != nil {
			t.Fatal(err)
		}
	}
	end := await(t, s, desk.EventAdding, func(a desk.Adding) bool { return !a.Busy })
	if end.Failed != 2 || end.Waiting != 0 || end.Problem == nil {
		t.Errorf("adding ended as %+v, want two failures and why the last call ended early", end)
	}
	files, _ := os.ReadDir(folder)
	if len(end.Results) != len(files)+2 {
		t.Errorf("%d results for %d files", len(end.Results), len(files)+2)
	}
	for _, r := range end.Results {
		if r.Status == ingest.NotAdded && r.Reason == "" {
			t.Errorf("result without a reason: %+v", r)
		}
	}
	st, err := d.Status()
	if err != nil || st.Documents != len(files) || st.First || st.Unfinished != 0 {
		t.Errorf("status %+v, %v, want %d documents", st, err, len(files))
	}
	if len(s.heard(desk.EventChanged)) == 0 {
		t.Error("nobody was told that there are documents")
	}
}

func TestClose_WhileAddingIsOfferedNextTime(t *testing.T) {
	home := t.TempDir()
	s := &screen{news: make(chan struct{}, 1)}
	d, closing := desk.New(core.Config{Home: home, Env: noEnv}, s)
	if err := d.AddFiles([]string{pdftest.Write(t, "long.pdf", long(400))}, desk.AddWish{}); err != nil {
		t.Fatal(err)
	}
	await(t, s, desk.EventAdding, func(a desk.Adding) bool { return a.Progress.PagesDone > 0 })
	if err := closing(); err != nil {
		t.Fatal(err)
	}
	if err := d.AddFiles([]string{home}, desk.AddWish{}); err == nil || !strings.Contains(err.Error(), `"kind":"cancelled"`) {
		t.Errorf("a closed desk answers %v", err)
	}
	d, _ = open(t, home)
	if st, err := d.Status(); err != nil || st.Unfinished != 1 || st.First || st.Adding.Busy {
		t.Errorf("status %+v, %v, want one document to go on with", st, err)
	}
}

func TestAddFiles_NoPathIsNotTheFolderOfTheProgram(t *testing.T) {
	t.Chdir(samples(t))
	d, _ := sit(t, t.TempDir(), noEnv)
	if err := d.AddFiles([]string{""}, desk.AddWish{}); err == nil || !strings.Contains(err.Error(), `"kind":"usage"`) {
		t.Errorf("no path is added: %v", err)
	}
	if path, err := d.WatchFolder(""); err == nil {
		t.Errorf("no path is watched as %s", path)
	}
}

func TestLoadSample_AskedForAgainWhileItIsBeingAdded(t *testing.T) {
	home := t.TempDir()
	d, s := sit(t, home, noEnv)
	for range 3 {
		if err := d.LoadSample(); err != nil {
			t.Fatal(err)
		}
	}
	a := await(t, s, desk.EventAdding, func(a desk.Adding) bool { return !a.Busy && len(a.Results) > 0 })
	if a.Failed > 0 || a.Problem != nil {
		t.Errorf("%d failed: %+v", a.Failed, a.Problem)
	}
	if docs := must[[]desk.Document](t)(d.Documents()); len(docs) != 7 {
		t.Errorf("%d documents", len(docs))
	}
	if left, err := os.ReadDir(filepath.Join(home, "uploads")); err == nil && len(left) > 0 {
		t.Errorf("uploads left over: %v", left)
	}
}
