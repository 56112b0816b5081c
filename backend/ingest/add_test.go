package ingest_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

func statuses(results []ingest.Result) map[string]ingest.Status {
	all := map[string]ingest.Status{}
	for _, r := range results {
		all[r.Name] = r.Status
	}
	return all
}

func TestAdd_FolderBecomesCollection(t *testing.T) {
	s := newShelf(t)
	s.write(t, "laws/a.txt", "alpha one\falpha two")
	s.write(t, "laws/deep/b.MD", "beta")
	s.write(t, "laws/deep/a.txt", "another alpha")
	s.write(t, "laws/scan.dat", "%PDF-1.4 gamma")
	s.write(t, "laws/notes.docx", "not read")
	s.write(t, "laws/.hidden/c.txt", "hidden")
	s.write(t, "laws/.c.txt", "hidden")
	s.write(t, "laws/old library/library.db", "a library's own copies are no documents")
	s.write(t, "laws/old library/files/5e.txt", "hidden")
	results := s.add(t, filepath.Join(s.desk, "laws"))
	want := map[string]ingest.Status{"a.txt": ingest.Added, "laws/a.txt": ingest.Added, "b.MD": ingest.Added, "scan.dat": ingest.Added}
	if got := statuses(results); !reflect.DeepEqual(got, want) {
		t.Errorf("results %v, want %v", got, want)
	}
	for _, r := range results {
		d := s.document(t, r.Document)
		if d.Collection != "laws" || d.State != source.Ready || d.Language != "en" || d.Title != "" || d.Passages != d.Pages {
			t.Errorf("document %+v: want it ready, in collection laws, without the title Word left in it", d)
		}
		copied, err := os.ReadFile(s.Files.Path(d))
		if err != nil || int64(len(copied)) != d.Bytes {
			t.Errorf("the copy of %s: %d bytes, %v, want %d", d.Name, len(copied), err, d.Bytes)
		}
	}
	if s.index.hits("alpha") != 3 || s.index.hits("gamma") != 1 || s.index.hits("hidden") != 0 {
		t.Errorf("hits: alpha %d, gamma %d, hidden %d", s.index.hits("alpha"), s.index.hits("gamma"), s.index.hits("hidden"))
	}
	for _, path := range s.reader.opened {
		if strings.HasPrefix(path, s.desk) {
			t.Errorf("%s was read from the person's folder, not from the copy", path)
		}
	}
}

func TestAdd_BadFilesAreIsolated(t *testing.T) {
	s := newShelf(t)
	paths := []string{
		s.write(t, "good.txt", "fine"),
		s.write(t, "empty.pdf", ""),
		s.write(t, "broken.pdf", "%PDF-broken"),
		s.write(t, "locked.pdf", "%PDF-locked"),
		s.write(t, "scans.pdf", "scan\fscan\fscan"),
		s.write(t, "partly.pdf", "words\fscan"),
		s.write(t, "blank.txt", " \n"),
		s.write(t, "defect.txt", "PANIC"),
		s.write(t, "sheet.xlsx", "x"),
		filepath.Join(s.desk, "missing.pdf"),
	}
	results := s.add(t, paths...)
	reasons := map[string]string{}
	for _, r := range results {
		reasons[r.Name] = string(r.Status) + ": " + r.Reason
	}
	for name, want := range map[string]string{
		"good.txt":    "added: ",
		"empty.pdf":   "failed: The file is empty (zero bytes)",
		"broken.pdf":  "failed: The file could not be read: no end of file mark",
		"locked.pdf":  "failed: The file needs a password",
		"scans.pdf":   "failed: No text layer: 3 pages are scans",
		"partly.pdf":  "added: Of 2 pages, 1 page is a scan",
		"blank.txt":   "failed: There is no text",
		"defect.txt":  "failed: The text could not be analysed, which is a defect of this program (a page it did not expect)",
		"sheet.xlsx":  "failed: Files of type \".xlsx\" cannot be read",
		"missing.pdf": "failed: There is no such file",
	} {
		if !strings.HasPrefix(reasons[name], want) {
			t.Errorf("%s: %q, want it to begin with %q", name, reasons[name], want)
		}
	}
	if len(results) != len(paths) {
		t.Errorf("%d results for %d paths", len(results), len(paths))
	}
	d, err := s.db.DocumentByName(t.Context(), "scans.pdf")
	if err != nil || d.State != source.Failed || d.Pages != 3 || d.Unreadable != 3 {
		t.Errorf("the document of scans: %+v, %v, want it kept with 3 unreadable pages", d, err)
	}
}

func TestAdd_PasswordGiven(t *testing.T) {
	s := newShelf(t)
	path := s.write(t, "locked.pdf", "%PDF-locked secret")
	if r := s.add(t, path); r[0].Status != ingest.NotAdded {
		t.Fatalf("without a password: %+v", r[0])
	}
	results, err := s.Add(t.Context(), []string{path}, ingest.Options{Password: "sesame"})
	if err != nil || results[0].Status != ingest.Added || s.index.hits("secret") != 1 {
		t.Errorf("with the password: %+v, %v", results, err)
	}
}

func TestAdd_NothingToAdd(t *testing.T) {
	s := newShelf(t)
	s.write(t, "empty/readme.docx", "x")
	for name, c := range map[string]struct {
		paths []string
		kind  fault.Kind
	}{
		"no path":           {nil, fault.Usage},
		"missing path":      {[]string{filepath.Join(s.desk, "nowhere.pdf")}, fault.NotFound},
		"folder of nothing": {[]string{filepath.Join(s.desk, "empty")}, fault.Usage},
		"unknown format":    {[]string{filepath.Join(s.desk, "empty", "readme.docx")}, fault.Usage},
	} {
		_, err := s.Add(t.Context(), c.paths, ingest.Options{})
		if fault.KindOf(err) != c.kind || fault.Hint(err) == "" {
			t.Errorf("%s: %v (hint %q), want kind %s and a hint", name, err, fault.Hint(err), c.kind)
		}
	}
}

func TestAdd_LibraryFolderCannotBeWritten(t *testing.T) {
	s := newShelf(t)
	path := s.write(t, "a.txt", "x")
	if err := os.WriteFile(s.Files.Folder, []byte("a file stands where the copies should go"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := s.Add(t.Context(), []string{path}, ingest.Options{})
	if fault.KindOf(err) != fault.Storage || !strings.Contains(fault.Hint(err), "cannot be written") {
		t.Errorf("Add = %v (hint %q), want a storage fault", err, fault.Hint(err))
	}
}

func TestAdd_EmbedderFailsAndComesBack(t *testing.T) {
	s := newShelf(t)
	s.index.broken = fault.New("embed", fault.Unavailable, "Start Ollama.", errors.New("connection refused"))
	r := s.add(t, s.write(t, "a.pdf", "words\fscan"))[0]
	d := s.document(t, r.Document)
	if d.State != source.Searchable || r.Status != ingest.Added || !strings.Contains(r.Reason, "Start Ollama.") {
		t.Errorf("result %+v, state %s: want it searchable with the embedder's reason", r, d.State)
	}
	if err := s.Embed(t.Context(), ingest.Options{}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("Embed = %v, want what the embedder says", err)
	}
	if d := s.document(t, r.Document); strings.Count(d.Reason, "Ollama") != 1 {
		t.Errorf("after failing twice the reason reads %q", d.Reason)
	}
	s.index.broken = nil
	if err := s.Embed(t.Context(), ingest.Options{}); err != nil {
		t.Fatal(err)
	}
	if d := s.document(t, r.Document); d.State != source.Ready || strings.Contains(d.Reason, "Ollama") || !strings.Contains(d.Reason, "scan") {
		t.Errorf("after embedding: state %s, reason %q, want ready with only the warning about the scan", d.State, d.Reason)
	}
}

func TestAdd_ProgressCountsFilesAndPages(t *testing.T) {
	s := newShelf(t)
	var last ingest.Progress
	finished, phases := 0, map[ingest.Phase]bool{}
	_, err := s.Add(t.Context(), []string{s.write(t, "a.txt", "1\f2\f3"), s.write(t, "b.txt", "4"), s.write(t, "c.txt", "4")},
		ingest.Options{Progress: func(p ingest.Progress) {
			if p.Result != nil {
				finished++
			}
			if p.PagesDone > p.PagesTotal || p.FilesDone > p.FilesTotal {
				t.Errorf("more done than there is: %+v", p)
			}
			phases[p.Phase], last = true, p
		}})
	if err != nil {
		t.Fatal(err)
	}
	if last.FilesDone != 3 || last.FilesTotal != 3 || last.PagesDone != 4 || last.PagesTotal != 4 || finished != 3 || last.Embedded != 2 {
		t.Errorf("last progress %+v, %d files reported as finished; want 3 of 3 files, 4 of 4 pages", last, finished)
	}
	if len(phases) != 3 {
		t.Errorf("phases seen: %v, want reading, linking, embedding", phases)
	}
}
