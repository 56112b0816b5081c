package eval

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/fault"
)

// The floors are a little below what is measured, so that a change that loses something is seen.
func TestMeasureHTML_HoldsItsFigures(t *testing.T) {
	root := os.Getenv("RABBITHOLE_EVAL")
	if root == "" {
		t.Skip("RABBITHOLE_EVAL is not set")
	}
	for set, floor := range map[string]float64{"articles": 0.970, "segments": 0.935} {
		h, err := MeasureHTML(t.Context(), filepath.Join(root, "html", set))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d pages, precision %.3f, recall %.3f, F1 %.3f, %.1f ms a page", h.Set, h.Pages, h.Precision, h.Recall, h.F1, h.Took)
		if h.F1 < floor || h.Pages < 50 {
			t.Errorf("%s: F1 %.4f over %d pages, want at least %.3f", set, h.F1, h.Pages, floor)
		}
	}
}

// The figures of this small set were worked out by the rules of the set's own scorer.
func TestMeasureHTML_CountsAsTheSetsScorersDo(t *testing.T) {
	text := "One two three four five six seven eight nine ten. The keeper of the light climbs the stairs of the tower every evening."
	page := "<html><body><article><p>" + text + "</p></article></body></html>"
	articles := writeSet(t, page, "ground-truth.json", map[string]any{
		"a": map[string]string{"articleBody": text, "url": "https://a.example/"},
		"b": map[string]string{"articleBody": text + " Alpha beta.", "url": "https://b.example/"},
		"c": map[string]string{"articleBody": "", "url": "https://c.example/"},
	})
	h, err := MeasureHTML(t.Context(), articles)
	if err != nil {
		t.Fatal(err)
	}
	// 23 words are 20 runs of four; with two words more they are 22. The empty article has a precision of 0 and no recall.
	if precision, recall := (1.0+1+0)/3, (1.0+20.0/22)/2; !near(h.Precision, precision) || !near(h.Recall, recall) || !near(h.F1, 2*precision*recall/(precision+recall)) {
		t.Errorf("%+v, want %f and %f", h, precision, recall)
	}
	segments := writeSet(t, page, "gold.json", []map[string]any{{"file": "a.html.gz", "url": "https://a.example/", "with": []string{"One  two\nthree", "not there", "nine ten."}, "without": []string{"climbs the stairs", "Impressum", "Menu"}}})
	if h, err = MeasureHTML(t.Context(), segments); err != nil || !near(h.Precision, 2.0/3) || !near(h.Recall, 2.0/3) || !near(h.Accuracy, 4.0/6) {
		t.Errorf("%v, %+v", err, h)
	}
	if _, err := MeasureHTML(t.Context(), t.TempDir()); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an empty folder: %v", err)
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// writeSet makes the folder of a set whose pages a, b and c are alike.
func writeSet(t *testing.T, page, name string, gold any) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "html"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a", "b", "c"} {
		f, err := os.Create(filepath.Join(dir, "html", id+".html.gz"))
		if err != nil {
			t.Fatal(err)
		}
		z := gzip.NewWriter(f)
		if _, err := z.Write([]byte(page)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	data, err := json.Marshal(gold)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}
