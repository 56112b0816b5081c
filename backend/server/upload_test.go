package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/desk"
)

const note = "# Radon\n\nRadon is a gas. Ventilation lowers its concentration in rooms with little air.\n"

// send uploads a file and returns where it is.
func send(t *testing.T, s *site, batch, name, data string) uploaded {
	t.Helper()
	return ask[uploaded](t, s, "PUT", "/bridge/upload/"+name+"?batch="+batch, data, 201)
}

// added adds files and returns the library's documents once they are all read.
func added(t *testing.T, s *site, paths ...string) map[string]desk.Document {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"paths": paths})
	if err != nil {
		t.Fatal(err)
	}
	ask[accepted](t, s, "POST", "/api/documents", string(raw), 202)
	until(t, "everything is added", func() bool {
		a := ask[desk.Status](t, s, "GET", "/api/status", "", 200).Adding
		return !a.Busy && a.Waiting == 0
	})
	out := map[string]desk.Document{}
	for _, d := range ask[[]desk.Document](t, s, "GET", "/api/documents", "", 200) {
		out[d.Name] = d
	}
	return out
}

func TestUpload_BecomesADocumentThatKeepsItsName(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	one := send(t, s, "batch-0001", "%C3%9Cber%20Gr%C3%B6%C3%9Fe%20%231%3F.md", note)
	if filepath.Base(one.Path) != "Über Größe #1?.md" || one.Top != one.Path {
		t.Errorf("it lies at %+v", one)
	}
	folder := send(t, s, "batch-0002", "Ordner%20%C3%A4/unten/a.md", note+"In a folder.")
	other := send(t, s, "batch-0002", "Ordner%20%C3%A4/b.md", note+"In the same folder.")
	if folder.Top != other.Top || filepath.Base(folder.Top) != "Ordner ä" {
		t.Errorf("the folder is %q and %q", folder.Top, other.Top)
	}
	docs := added(t, s, one.Top, folder.Top)
	if len(docs) != 3 {
		t.Fatalf("documents %v", docs)
	}
	for name, collection := range map[string]string{"Über Größe #1?.md": "", "a.md": "Ordner ä", "b.md": "Ordner ä"} {
		d, ok := docs[name]
		if !ok || d.Path != "" || d.Gone || d.Collection != collection || !d.Live() {
			t.Errorf("%s: %+v", name, d)
		}
	}
	if left, err := os.ReadDir(filepath.Join(home, "uploads")); err != nil || len(left) != 0 {
		t.Errorf("uploads left over: %v (%v)", left, err)
	}
}

// Two uploads of one name are two documents: nobody knows whether they are versions of one another.
func TestUpload_ReplacesNothing(t *testing.T) {
	s := open(t, t.TempDir())
	added(t, s, send(t, s, "batch-0001", "scan.md", note).Top)
	docs := added(t, s, send(t, s, "batch-0002", "scan.md", note+"Another one.").Top)
	for _, d := range docs {
		if !d.Live() {
			t.Errorf("%s is %s", d.Name, d.State)
		}
	}
	if len(docs) != 2 {
		t.Errorf("documents %v", docs)
	}
}

// The program ends between an upload and its adding: the files are there when it is started again, and whole ones only.
func TestUpload_WaitsOverAStartOfTheProgram(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	lone, folder := send(t, s, "batch-0001", "a.md", note), send(t, s, "batch-0002", "Akten/b.md", note+"In a folder.")
	send(t, s, "batch-0003", ".part-1.md", note+"Its name begins like that of another program's half file.")
	odd := send(t, s, "batch-0003", ".part-1", note)
	s.close()
	half := disk.PartBeside(lone.Path)
	if err := os.WriteFile(half, []byte("# Ha"), 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, home)
	for _, path := range []string{folder.Path, odd.Path} {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("an upload is gone: %v", err)
		}
	}
	if _, err := os.Stat(half); err == nil {
		t.Error("half an upload is still there")
	}
	if n := ask[desk.Status](t, s, "GET", "/api/status", "", 200).Unfinished; n != 4 {
		t.Errorf("%d are unfinished, want 4", n)
	}
	if err := s.desk.ResumeAdding(); err != nil {
		t.Fatal(err)
	}
	until(t, "all that can be read are added", func() bool {
		docs := ask[[]desk.Document](t, s, "GET", "/api/documents", "", 200)
		left, err := os.ReadDir(filepath.Join(home, "uploads"))
		return len(docs) == 3 && docs[0].Live() && docs[1].Live() && docs[2].Live() && err == nil && len(left) == 0
	})
	if n := ask[desk.Status](t, s, "GET", "/api/status", "", 200).Unfinished; n != 0 {
		t.Errorf("%d are unfinished, want none", n)
	}
}

func TestUpload_OfWhatCannotBeReadIsNotKept(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	added(t, s, send(t, s, "batch-0001", "picture.png", "\x89PNG\r\n\x1a\n").Top)
	if left, err := os.ReadDir(filepath.Join(home, "uploads")); err != nil || len(left) != 0 {
		t.Errorf("uploads left over: %v (%v)", left, err)
	}
}

func TestUpload_RefusesWhatHasNoPlace(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	send(t, s, "batch-0001", "taken.md", note)
	for path, want := range map[string]string{
		"/bridge/upload/..%2F..%2Fescape.md?batch=batch-0001": "no name for a file",
		"/bridge/upload/%2Fetc%2Fescape.md?batch=../../etc":   "Name the upload",
		"/bridge/upload/?batch=batch-0001":                    "needs a name",
		"/bridge/upload/a.md":                                 "Name the upload",
		"/bridge/upload/taken.md?batch=batch-0001":            "of this name already",
		"/bridge/upload/taken.md/b.md?batch=batch-0001":       "of its folder already",
		// 90 characters are fewer than most disks take, were they not counted in bytes.
		"/bridge/upload/" + strings.Repeat("%E8%BE%90", 90) + ".md?batch=batch-0001": "too long",
	} {
		resp := s.request(t, "PUT", path, strings.NewReader(note))
		if body := text(t, resp); resp.StatusCode != 400 || !strings.Contains(body, want) {
			t.Errorf("%s: %s: %s", path, resp.Status, body)
		}
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(home), "escape.md")); err == nil {
		t.Error("a file lies outside")
	}
}

func TestUpload_LeavesNothingOfAFileThatDoesNotArriveWhole(t *testing.T) {
	broken := fmt.Errorf("the wire: %w", io.ErrUnexpectedEOF)
	for want, body := range map[string]io.Reader{
		"larger than": http.MaxBytesReader(nil, io.NopCloser(strings.NewReader("too much")), 3),
		"broke off":   io.MultiReader(strings.NewReader("some"), &failing{broken}),
	} {
		place := filepath.Join(t.TempDir(), "a", "file.pdf")
		err := receive(place, body)
		if err == nil || !strings.Contains(desk.FaultOf(err).Hint, want) {
			t.Errorf("%s: %v", want, err)
		}
		if _, err := os.Stat(place); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: something is left (%v)", want, err)
		}
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

func TestUpload_OfAFormTakesFilesOfOneName(t *testing.T) {
	s := open(t, t.TempDir())
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	if err := w.WriteField("collection", "Öl & Gas"); err != nil {
		t.Fatal(err)
	}
	for _, extra := range []string{"One.", "Two."} {
		part, err := w.CreateFormFile("file", "naïve note.md")
		if err == nil {
			_, err = io.WriteString(part, note+extra)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	resp := s.request(t, "POST", "/api/documents", &form, header("Content-Type", w.FormDataContentType()))
	if body := text(t, resp); resp.StatusCode != 202 || strings.Count(body, "naïve note.md") != 2 {
		t.Fatalf("%s: %s", resp.Status, body)
	}
	until(t, "both are read", func() bool {
		docs := ask[[]desk.Document](t, s, "GET", "/api/documents", "", 200)
		return len(docs) == 2 && docs[0].Live() && docs[1].Live() && docs[0].Collection == "Öl & Gas" && docs[0].Path == "" && docs[1].Path == ""
	})
}

// Nothing is left of a form that is refused.
func TestUpload_OfAFormThatIsRefused(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for _, name := range []string{"note.md", ".."} {
		part, err := w.CreateFormFile("file", name)
		if err == nil {
			_, err = io.WriteString(part, note)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	if resp := s.request(t, "POST", "/api/documents", &form, header("Content-Type", w.FormDataContentType())); resp.StatusCode != 400 {
		t.Errorf("%s: %s", resp.Status, text(t, resp))
	}
	if left, err := filepath.Glob(filepath.Join(home, "uploads", "*")); err != nil || len(left) > 0 {
		t.Errorf("left: %q, %v", left, err)
	}
}
