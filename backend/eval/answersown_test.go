package eval_test

import (
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/eval"
)

// TestAnswers_GivesThePassageThatAnswers asks questions of our own, in German and English, over the laws and over two filings: the passage
// that answers is to be in the answer, and to lead it.
func TestAnswers_GivesThePassageThatAnswers(t *testing.T) {
	root := setDir(t, "")
	if testing.Short() {
		t.Skip("adding a thousand pages and researching them takes half a minute")
	}
	dir := t.TempDir()
	bring(t, filepath.Join("testdata", "own", "questions.jsonl"), filepath.Join(dir, "questions.jsonl"))
	laws, err := filepath.Glob(filepath.Join(root, "xref", "pdf", "*.pdf"))
	if err != nil || len(laws) == 0 {
		t.Fatalf("no laws: %v", err)
	}
	filings := filepath.Join(root, "financebench", "pdfs")
	for _, path := range append(laws, filepath.Join(filings, "BESTBUY_2024Q2_10Q.pdf"), filepath.Join(filings, "JOHNSON_JOHNSON_2023_8K_dated-2023-08-30.pdf")) {
		bring(t, path, filepath.Join(dir, "pdfs", filepath.Base(path)))
	}
	a, err := eval.MeasureAnswers(t.Context(), dir, eval.AnswerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	floors := map[string]float64{"a gold page is cited in the answer": 0.93, "a gold page leads the answer": 0.87, "what the answer needs stands in the answer": 0.75}
	for _, f := range a.Figures {
		t.Logf("%.3f %s, %d questions", f.Value, f.Name, f.Over)
		if floor, ok := floors[f.Name]; ok && f.Value < floor {
			t.Errorf("%s: %.3f, want at least %.3f", f.Name, f.Value, floor)
		}
		delete(floors, f.Name)
	}
	if len(floors) > 0 {
		t.Errorf("no figures %v", floors)
	}
	for _, q := range a.Questions {
		if q.Figures["a gold page leads the answer"] == 0 {
			t.Logf("%s is led by something else: %q", q.ID, q.Answer)
		}
	}
}

// bring copies a file to where a set has it.
func bring(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
