package ingest

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// meddler is a context that changes a file whenever somebody asks it whether to go on, which readers do before every read.
type meddler struct {
	context.Context
	asked  int
	meddle func(asked int)
}

func (m *meddler) Err() error {
	m.asked++
	m.meddle(m.asked)
	return nil
}

func TestKeep_FileChangesWhileItIsRead(t *testing.T) {
	for name, c := range map[string]struct {
		times int // how often it changes
		want  error
	}{"once": {1, nil}, "again and again": {99, errChanged}, "not at all": {0, nil}} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.txt")
			if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			files := Files{Folder: filepath.Join(t.TempDir(), "files")}
			ctx := &meddler{Context: t.Context(), meddle: func(asked int) {
				if asked > 2 && asked%2 == 1 && asked/2 <= c.times { // at the first read of each pass but the first
					os.WriteFile(path, []byte{byte('0' + asked%10)}, 0o600)
				}
			}}
			noted := ""
			hash, size, err := files.keep(ctx, path, source.Text, func(hash string) error { noted = hash; return nil })
			if !errors.Is(err, c.want) {
				t.Fatalf("keep = %v, want %v", err, c.want)
			}
			if err != nil {
				return
			}
			if noted != hash {
				t.Errorf("the copy is noted as %s, its hash is %s", noted, hash)
			}
			kept, err := os.ReadFile(files.Path(source.Document{Hash: hash, Format: source.Text}))
			now, _ := os.ReadFile(path)
			if err != nil || string(kept) != string(now) || size != int64(len(now)) {
				t.Errorf("the copy reads %q (%d bytes), %v, the file %q", kept, size, err, now)
			}
			if parts, _ := filepath.Glob(filepath.Join(files.Folder, "part-*")); len(parts) > 0 {
				t.Errorf("half copies were left: %v", parts)
			}
		})
	}
}

func TestDetectFormat_ByBytesThenName(t *testing.T) {
	for _, c := range []struct {
		name, bytes string
		want        source.Format
	}{
		{"a.pdf", "%PDF-1.7\n", source.PDF},
		{"a.PDF", "not one, but it claims to be", source.PDF},
		{"a.txt", "%PDF-2.0\n", source.PDF},
		{"a.txt", "A PDF begins with %PDF-1.4.", source.Text},
		{"a.dat", "\x00\x01junk%PDF-1.4", source.PDF},
		{"noext", "%PDF-1.4", source.PDF},
		{"a.markdown", "# x", source.Markdown},
		{"a.htm", "<p>", source.HTML},
		{"a.docx", "PK", ""},
		{"empty.md", "", source.Markdown},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.bytes), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := detectFormat(path); got != c.want || err != nil {
			t.Errorf("%s with %q: %q, %v, want %q", c.name, c.bytes, got, err, c.want)
		}
	}
}

func TestMeaningfulTitle_DropsWhatProgramsLeave(t *testing.T) {
	for title, want := range map[string]string{
		"Strahlenschutzgesetz":                    "Strahlenschutzgesetz",
		"  A  title\nover lines ":                 "A title over lines",
		"Microsoft Word - report_v3.docx":         "",
		`Proof - C:\Users\Ada\Reports\annual.gfp`: "",
		"file:///home/ada/annual":                 "",
		"thesis.dvi":                              "",
		"untitled":                                "",
		"2019_10-04":                              "",
	} {
		if got := meaningfulTitle(title); got != want {
			t.Errorf("meaningfulTitle(%q) = %q, want %q", title, got, want)
		}
	}
}

func TestLanguage_OfTheText(t *testing.T) {
	for text, want := range map[string]string{
		"Der Strahlenschutzverantwortliche hat dafür zu sorgen, dass die Messungen am Arbeitsplatz innerhalb von achtzehn Monaten erfolgen.": "de",
		"The employer shall ensure that measurements at the workplace are made within eighteen months of the beginning of the work there.":   "en",
		"": "",
	} {
		if got := language([]source.Page{{Text: text}}); got != want {
			t.Errorf("language(%.30q) = %q, want %q", text, got, want)
		}
	}
}

func TestCount_Reason(t *testing.T) {
	flagged := func(f source.PageFlag) source.Page { return source.Page{Flags: []source.PageFlag{f}} }
	text := source.Page{Text: "x"}
	for _, c := range []struct {
		pages []source.Page
		want  string
	}{
		{nil, reasonNoPages.text},
		{[]source.Page{text, {}}, ""},
		{[]source.Page{text, flagged(source.BlankPage)}, ""},
		{[]source.Page{text, {Number: 2, Reason: "it took too long", Flags: []source.PageFlag{source.PageFailed}}},
			"Of 2 pages, 1 page could not be read (2). Page 2: it took too long." + cureForFailed},
		{[]source.Page{text, {Number: 2, Flags: []source.PageFlag{source.NoText}}, {Number: 3, Text: "y", Flags: []source.PageFlag{source.OCRText}}},
			"Of 3 pages, 1 page is a scan (2)." + cureForScans + " The text of 1 page was recognised from the picture (OCR) and may hold errors: 3."},
		{[]source.Page{text, {Number: 2, Reason: reasonNothing, Flags: []source.PageFlag{source.NoText}}},
			"Of 2 pages, 1 page is a scan (2). Page 2: " + reasonNothing + "."},
		{[]source.Page{text, {Number: 2, Text: "y", Flags: []source.PageFlag{source.PartText}}},
			"Part of the text of 1 page has no meaning, because its font does not say which letters it shows, " +
				"and is left out: 2. Look at the page itself."},
		{[]source.Page{flagged(source.NoText)}, "No text layer: 1 page is a scan." + cureForScans},
		{[]source.Page{flagged(source.NoText), flagged(source.NoText), flagged(source.BadText), {}},
			"No text layer: 2 pages are scans, 1 page has a text layer without meaning." + cureForScans},
		{[]source.Page{{Text: " \n"}}, "There is no text in the file."},
	} {
		if got := countPages(c.pages).reason().text; got != c.want {
			t.Errorf("%+v: %q, want %q", c.pages, got, c.want)
		}
	}
}

func TestListed_JoinsRuns(t *testing.T) {
	if got := listed([]int{3, 7, 8, 9, 12}); got != "3, 7-9, 12" {
		t.Errorf("%q", got)
	}
}

func TestDrawnDPI_OfAPageTooLargeForThePicture(t *testing.T) {
	var drawing bytes.Buffer
	if err := png.Encode(&drawing, image.NewGray(image.Rect(0, 0, 600, 800))); err != nil {
		t.Fatal(err)
	}
	for width, want := range map[float64]float64{432: 100, 0: pictureDPI} {
		if got := drawnDPI(drawing.Bytes(), width); got != want {
			t.Errorf("%g points wide: %g, want %g", width, got, want)
		}
	}
	if got := drawnDPI(nil, 432); got != pictureDPI {
		t.Errorf("no picture: %g", got)
	}
}

// Every reason has a name beside it, by which a window says it in another language.
func TestReason_HasAName(t *testing.T) {
	flagged := func(f source.PageFlag, why string) source.Page {
		return source.Page{Flags: []source.PageFlag{f}, Reason: why}
	}
	text := source.Page{Text: "x"}
	for _, c := range []struct {
		pages []source.Page
		want  source.Trouble
	}{
		{nil, source.NoPages}, {[]source.Page{{}}, source.Wordless}, {[]source.Page{text}, ""},
		{[]source.Page{text, {Text: "y", Flags: []source.PageFlag{source.OCRText}}}, ""},
		{[]source.Page{flagged(source.NoText, "")}, source.Scans}, {[]source.Page{text, flagged(source.NoText, "")}, source.Scans},
		{[]source.Page{flagged(source.NoText, reasonNothing)}, source.Unseen},
		{[]source.Page{flagged(source.BadText, "")}, source.Garbled}, {[]source.Page{flagged(source.PageFailed, "")}, source.Damaged},
	} {
		if d := countPages(c.pages).on(source.Document{}); d.Trouble != c.want || (d.Reason == "") != (c.want == "") && len(c.pages) < 2 {
			t.Errorf("%+v: %q, %q, want %q", c.pages, d.Trouble, d.Reason, c.want)
		}
	}
	for _, c := range []struct {
		why  reason
		want source.Trouble
	}{
		{reasonForFile(fs.ErrNotExist), source.Moved}, {reasonForFile(fs.ErrPermission), source.Forbidden}, {reasonForFile(errChanged), source.Changing},
		{reasonForReader(fault.New("open", fault.Password, "", nil)), source.Protected}, {reasonForReader(errors.New("the file is encrypted in a way that is not supported")), source.Locked},
		{reasonForReader(errors.New("broken")), source.Damaged},
	} {
		if c.why.trouble != c.want || c.why.text == "" {
			t.Errorf("%+v, want %q", c.why, c.want)
		}
	}
}
