package pdfium

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/pdf/worker"
	"rabbithole/backend/source"
	"rabbithole/kb"
)

// both returns an engine for each sandbox, and skips the test where there is only one.
func both(t *testing.T) (portable, native *Engine) {
	t.Helper()
	if !linked(t) {
		t.Skip("built without wasmtime: nothing to compare wazero with")
	}
	return &Engine{CacheDir: cacheDir(t), Portable: true}, &Engine{CacheDir: cacheDir(t)}
}

func linked(t *testing.T) bool {
	_, err := loadWasmtime(LibraryOptions{CacheDir: cacheDir(t), MemoryPages: textMemory})
	return err == nil
}

// cacheDir is where the program keeps compiled code, too: compiling takes seconds.
func cacheDir(t *testing.T) string {
	t.Helper()
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "rabbithole", "pdfium")
}

// told is all that an engine says about a file.
type told struct {
	Failure string
	Meta    source.Meta
	Pages   []source.Page
	Rects   [][]source.Rect
	Drawing []byte // of the first page
}

func tell(t *testing.T, e *Engine, f worker.File) (all told) {
	t.Helper()
	doc, err := e.Open(f)
	if err != nil {
		var bad *worker.Failure
		if !errors.As(err, &bad) {
			t.Fatal(err)
		}
		return told{Failure: string(bad.Kind) + ": " + bad.Reason}
	}
	defer doc.Close()
	all.Meta = doc.Meta()
	for n := 1; n <= all.Meta.Pages; n++ {
		p, err := doc.Page(n)
		if err != nil {
			p = source.Page{Number: n, Reason: err.Error()}
		}
		rects, err := doc.Rects(n, []source.Span{{Page: n, Start: 0, End: min(len(p.Text), 60)}})
		if err != nil {
			t.Errorf("page %d: %v", n, err)
		}
		all.Pages, all.Rects = append(all.Pages, p), append(all.Rects, rects...)
	}
	f.Draw = true
	drawn, err := e.Open(f)
	if err != nil {
		t.Fatal(err)
	}
	defer drawn.Close()
	if all.Drawing, err = drawn.Render(1, 36); err != nil {
		t.Errorf("draw: %v", err)
	}
	return all
}

func TestSandboxes_ReadTheSame(t *testing.T) {
	portable, native := both(t)
	entries, err := kb.Files.ReadDir(".")
	if err != nil || len(entries) == 0 {
		t.Fatal(err)
	}
	for _, entry := range entries {
		data, err := kb.Files.ReadFile(entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		compare(t, portable, native, entry.Name(), worker.File{Path: pdftest.Write(t, "a.pdf", data)})
	}
	lines := []pdftest.Page{{Runs: pdftest.Lines("Name:", "für alle"), Fields: []pdftest.Field{{X: 120, Y: 500, Text: "Erika"}}}}
	for name, file := range map[string]worker.File{
		"form":             {Path: pdftest.Write(t, "a.pdf", pdftest.Doc{Pages: lines}.Bytes())},
		"password":         {Path: pdftest.Write(t, "a.pdf", pdftest.Doc{Pages: lines, Password: "geheim"}.Bytes()), Password: "geheim"},
		"wrong password":   {Path: pdftest.Write(t, "a.pdf", pdftest.Doc{Pages: lines, Password: "geheim"}.Bytes()), Password: "x"},
		"no PDF":           {Path: pdftest.Write(t, "a.pdf", []byte("This is not a PDF file."))},
		"read where it is": {Path: pdftest.Write(t, "a.pdf", withPicture("", make([]byte, inMemory)))},
		"broken picture":   {Path: pdftest.Write(t, "a.pdf", withPicture("/Filter /DCTDecode", brokenJPEG(t)))},
	} {
		compare(t, portable, native, name, file)
	}
}

func compare(t *testing.T, portable, native *Engine, name string, f worker.File) {
	t.Helper()
	one, other := tell(t, portable, f), tell(t, native, f)
	if !reflect.DeepEqual(one.Pages, other.Pages) {
		t.Errorf("%s: pages differ:\n%.300v\n%.300v", name, one.Pages, other.Pages)
	}
	one.Pages, other.Pages = nil, nil
	if !reflect.DeepEqual(one, other) {
		t.Errorf("%s: failure %q and %q, meta %+v and %+v, drawings equal: %t, rectangles equal: %t", name, one.Failure, other.Failure,
			one.Meta, other.Meta, bytes.Equal(one.Drawing, other.Drawing), reflect.DeepEqual(one.Rects, other.Rects))
	}
}

// withPicture returns a file of one page with a line of text and a picture of 64 by 64 points.
func withPicture(filter string, data []byte) []byte {
	content := "BT /F1 12 Tf 72 700 Td (Beside a picture) Tj ET q 64 0 0 64 72 600 cm /Im Do Q"
	return pdftest.Raw("", "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Im 6 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceRGB /BitsPerComponent 8 %s /Length %d >>\nstream\n%s\nendstream", filter, len(data), data))
}

// brokenJPEG returns a picture without the tables its decoder needs: it gives up with a longjmp.
func brokenJPEG(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewRGBA(image.Rect(0, 0, 64, 64)), nil); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	at := bytes.Index(data, []byte{0xFF, 0xDB}) // the tables of quantisation
	size := 2 + int(data[at+2])<<8 + int(data[at+3])
	return append(bytes.Clone(data[:at]), data[at+size:]...)
}

// TestSandbox_OutlivesACallThatTraps shows that a trap costs an instance and nothing else.
func TestSandbox_OutlivesACallThatTraps(t *testing.T) {
	engines := map[string]*Engine{"wazero": {CacheDir: cacheDir(t), Portable: true}}
	if linked(t) {
		engines["wasmtime"] = &Engine{CacheDir: cacheDir(t)}
	}
	for name, e := range engines {
		lib, err := Load(context.Background(), LibraryOptions{CacheDir: cacheDir(t), MemoryPages: textMemory, Portable: e.Portable})
		if err != nil {
			t.Fatal(err)
		}
		for _, fail := range []func(m *module){
			func(m *module) { m.call("FPDF_GetPageCount", 0xFFFF_FFF0) }, // reads outside the memory
			func(m *module) { m.call("no_such_function") },
			func(m *module) { m.bytes(0xFFFF_FFF0, 100) },
			func(m *module) {
				for {
					m.malloc(64 << 20)
				}
			},
		} {
			m, err := lib.instance()
			if err != nil {
				t.Fatal(err)
			}
			var trapped trap
			if err := guard(func() error { fail(m); return nil }); !errors.As(err, &trapped) {
				t.Errorf("%s: err = %v, want a trap", name, err)
			}
			m.close()
		}
		path := pdftest.Write(t, "a.pdf", pdftest.Doc{Pages: []pdftest.Page{{Runs: pdftest.Lines("All is well.")}}}.Bytes())
		if all := tell(t, e, worker.File{Path: path}); len(all.Pages) != 1 || all.Pages[0].Text != "All is well." {
			t.Errorf("%s: afterwards: %+v", name, all)
		}
	}
}

// TestEngine_MendsItsCache shows that compiled code which is cut off or of another program is made again.
func TestEngine_MendsItsCache(t *testing.T) {
	both(t)
	if testing.Short() {
		t.Skip("compiles twice")
	}
	dir := t.TempDir()
	path := pdftest.Write(t, "a.pdf", pdftest.Doc{}.Bytes())
	open := func() {
		t.Helper()
		_, err := (&Engine{CacheDir: dir}).Open(worker.File{Path: path})
		var bad *worker.Failure
		if !errors.As(err, &bad) || bad.Kind != fault.Unreadable {
			t.Fatal(err)
		}
	}
	open()
	kept, err := filepath.Glob(filepath.Join(dir, "wasmtime-*"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept %v, %v", kept, err)
	}
	whole, err := os.ReadFile(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(kept[0], whole[:100], 0o600); err != nil {
		t.Fatal(err)
	}
	open()
	if again, err := os.ReadFile(kept[0]); err != nil || len(again) != len(whole) {
		t.Errorf("%d bytes kept, %d before, %v", len(again), len(whole), err)
	}
}
