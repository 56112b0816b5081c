package eval_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/eval"
	"rabbithole/backend/fault"
	"rabbithole/backend/pdf"
	"rabbithole/backend/refs/outline"
	"rabbithole/backend/source"
)

func TestMain(m *testing.M) {
	core.RunWorkerIfAsked()
	os.Exit(m.Run())
}

// setDir returns the folder of a set of real documents, or skips the test.
func setDir(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("RABBITHOLE_EVAL")
	if dir == "" {
		t.Skip("RABBITHOLE_EVAL is not set: no real documents to test with")
	}
	dir = filepath.Join(dir, name)
	if _, err := os.Stat(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestRefs_ReachesTheTargets(t *testing.T) {
	dir := setDir(t, "xref")
	if testing.Short() {
		t.Skip("reads 900 pages")
	}
	got, err := eval.Refs(context.Background(), dir, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	cross := eval.Relation{}
	for _, r := range got.Relations {
		if r.Name == "cross-doc" {
			cross = r
		}
	}
	for _, f := range []struct {
		name       string
		got, floor float64
	}{
		{"precision", got.Precision, 0.99}, {"recall", got.All.Recall, 0.99}, {"end to end", got.All.EndToEnd, 0.98}, {"cross-document", cross.EndToEnd, 0.95},
		{"inside their own section", float64(got.Within.Right) / float64(max(1, got.Within.Gold)), 0.97},
	} {
		t.Logf("%-14s %.3f", f.name, f.got)
		if f.got < f.floor {
			t.Errorf("%s is %.3f, want at least %.3f", f.name, f.got, f.floor)
		}
	}
}

func TestRefs_FolderThatIsNoSet(t *testing.T) {
	if _, err := eval.Refs(context.Background(), t.TempDir(), eval.Options{}); fault.KindOf(err) != fault.NotFound || fault.Hint(err) == "" {
		t.Errorf("got %v", err)
	}
}

func TestSections_OfRealLawsAndStandardsWithoutTheirOutlines(t *testing.T) {
	dir := setDir(t, "xref")
	if testing.Short() {
		t.Skip("reads 900 pages")
	}
	extractor := pdf.New(pdf.Options{Workers: 1})
	defer extractor.Close()
	want := goldSections(t, dir)
	found, wrong, all := 0, 0, 0
	for doc, sections := range want {
		have := map[string]int{}
		for _, s := range outline.Sections(source.Document{Hash: doc}, source.Meta{Format: source.PDF}, readPages(t, extractor, filepath.Join(dir, "pdf", doc+".pdf"))) {
			if _, ok := have[s.Label]; !ok {
				have[s.Label] = s.Page
			}
		}
		for _, g := range sections {
			all++
			switch page, ok := have[g.Section]; {
			case !ok:
				t.Logf("%s: no %s", doc, g.Section)
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

func readPages(t testing.TB, extractor *pdf.Extractor, path string) []source.Page {
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
	return pages
}

// goldSection is a section of the gold with the page it begins on.
type goldSection struct {
	Doc, Section, Kind string
	Page               int `json:"page_start"`
}

func goldSections(t *testing.T, dir string) map[string][]goldSection {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "sections.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]goldSection{}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var s goldSection
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		if s.Kind != "cont" { // parts and chapters, which the gold labels in its own way
			out[s.Doc] = append(out[s.Doc], s)
		}
	}
	return out
}
