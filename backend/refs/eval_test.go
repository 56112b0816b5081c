package refs_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/chunk"
	"rabbithole/backend/pdf"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

func TestMain(m *testing.M) {
	pdf.RunWorkerIfAsked()
	os.Exit(m.Run())
}

// floors are what each figure must keep, slightly below what was measured; lower figures mean that something broke.
var floors = map[string]float64{"precision": 0.985, "recall": 0.985, "end to end": 0.965, "cross-document": 0.95}

func TestReferences_OfRealLawsAndStandards(t *testing.T) {
	library := readLibrary(t)
	gold := readGold(t, filepath.Join(evalDir(t), "xref"))
	resolver := refs.NewResolver(library.entries)
	var rows []prediction
	for i, e := range library.entries {
		for _, m := range refs.Detect(e.Document, library.pages[i], e.Sections) {
			rows = append(rows, predictions(resolver.Resolve(m), library)...)
		}
	}
	writePredictions(t, rows)
	got := score(gold, rows)
	for figure, floor := range floors {
		t.Logf("%-14s %.3f", figure, got[figure])
		if got[figure] < floor {
			t.Errorf("%s is %.3f, want at least %.3f", figure, got[figure], floor)
		}
	}
}

func TestSections_OfRealLawsAndStandardsWithoutTheirOutlines(t *testing.T) {
	library := readLibrary(t)
	want := readGoldSections(t, filepath.Join(evalDir(t), "xref"))
	found, wrong, all := 0, 0, 0
	for i, e := range library.entries {
		have := map[string]int{}
		for _, s := range refs.Sections(e.Document, source.Meta{Format: source.PDF}, library.pages[i]) {
			if _, ok := have[s.Label]; !ok {
				have[s.Label] = s.Page
			}
		}
		for _, g := range want[e.Document.Hash] {
			all++
			switch page, ok := have[g.Section]; {
			case !ok:
				t.Logf("%s: no %s", e.Document.Name, g.Section)
			case page != g.Page && page != g.Page+1: // the gold counts a heading at a page's top to the page before
				wrong++
			default:
				found++
			}
		}
	}
	if all == 0 || float64(found) < 0.99*float64(all) || wrong > all/100 {
		t.Errorf("found %d of %d sections, %d on a wrong page", found, all, wrong)
	}
}

func TestDetect_LongLawInTime(t *testing.T) {
	library := readLibrary(t)
	for i, e := range library.entries {
		start := time.Now()
		sections := refs.Sections(e.Document, source.Meta{Format: source.PDF}, library.pages[i])
		mentions := refs.Detect(e.Document, library.pages[i], sections)
		passages := chunk.Split(e.Document.Hash, library.pages[i], sections, chunk.Options{})
		if took := time.Since(start); took > 5*time.Second { // a tenth of that on a quiet machine
			t.Errorf("%s: %d mentions and %d passages took %v", e.Document.Name, len(mentions), len(passages), took)
		}
	}
}

// library is the set of documents with their pages, in the order of the entries.
type library struct {
	entries []refs.Entry
	pages   [][]source.Page
	ids     map[string]string // document hash -> id in the gold
}

// cached keeps the pages read for the tests of this file: reading them takes longer than all else.
var cached *library

func readLibrary(t *testing.T) *library {
	t.Helper()
	dir := filepath.Join(evalDir(t), "xref")
	if cached != nil {
		return cached
	}
	extractor := pdf.New(pdf.Options{Workers: 1})
	defer extractor.Close()
	l := &library{ids: map[string]string{}}
	readLines(t, filepath.Join(dir, "docs.jsonl"), func(line []byte) {
		var d struct{ Doc, PDF string }
		if err := json.Unmarshal(line, &d); err != nil {
			t.Fatal(err)
		}
		l.read(t, extractor, filepath.Join(dir, d.PDF), d.Doc)
	})
	cached = l
	return l
}

func (l *library) read(t *testing.T, extractor *pdf.Extractor, path, id string) {
	t.Helper()
	f, err := extractor.Open(context.Background(), path, source.OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var pages []source.Page
	if err := f.Pages(context.Background(), 1, func(p source.Page) error { pages = append(pages, p); return nil }); err != nil {
		t.Fatal(err)
	}
	meta := f.Meta()
	d := source.Document{Hash: id, Name: filepath.Base(path), Title: meta.Title}
	sections := refs.Sections(d, meta, pages)
	d.Names = refs.Names(d, meta, pages, sections)
	l.entries = append(l.entries, refs.Entry{Document: d, Sections: sections})
	l.pages = append(l.pages, pages)
	l.ids[d.Hash] = id
}

func evalDir(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("RABBITHOLE_EVAL")
	if dir == "" {
		t.Skip("RABBITHOLE_EVAL is not set: no real documents to test with")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func readLines(t *testing.T, path string, each func([]byte)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		each(lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// writePredictions leaves the rows in the scorer's format where REFS_PREDICTIONS says.
func writePredictions(t *testing.T, rows []prediction) {
	t.Helper()
	path := os.Getenv("REFS_PREDICTIONS")
	if path == "" {
		return
	}
	var b strings.Builder
	for _, r := range rows {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}
