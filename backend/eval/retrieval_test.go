package eval_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/eval"
	"rabbithole/backend/fault"
)

// TestMeasureRetrieval_HoldsItsTargets holds what was reached with one configuration and no model, a little below the figures of
// docs/adr/0013-retrieval.md.
func TestMeasureRetrieval_HoldsItsTargets(t *testing.T) {
	root := setDir(t, "")
	if testing.Short() {
		t.Skip("adding thousands of pages takes half a minute")
	}
	const (
		ten, five   = "a gold page in the first 10", "a gold page in the first 5"
		inside      = ", inside the right document"
		gain        = "nDCG@10"
		one, chains = "all gold in the first 8 of one query", "all gold in 8 passages of a chain"
	)
	for folder, floors := range map[string]map[string]float64{
		"financebench": {ten: 0.55, ten + inside: 0.66, "the right document among the first 3": 0.91},
		"mmlongbench":  {ten: 0.77, ten + inside: 0.88},
		"uda":          {five: 0.84, five + inside: 0.84},
		"ir/scifact":   {gain: 0.70, "R@100": 0.92},
		"ir/cranfield": {gain: 0.455},
		"ir/med":       {gain: 0.72},
		"ir/cacm":      {gain: 0.51},
		"multihop":     {one: 0.68, chains: 0.79},
	} {
		t.Run(folder, func(t *testing.T) {
			sets, err := eval.MeasureRetrieval(t.Context(), filepath.Join(root, folder), eval.RetrievalOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for _, set := range sets {
				held := 0
				for _, f := range set.Figures {
					t.Logf("%s: %.3f %s, %d questions", set.Set, f.Value, f.Name, f.Over)
					if floor, ok := floors[f.Name]; ok {
						held++
						if f.Value < floor {
							t.Errorf("%s: %s is %.3f, want at least %.3f", set.Set, f.Name, f.Value, floor)
						}
					}
				}
				if held != len(floors) {
					t.Errorf("%s has %d of the %d figures that are held", set.Set, held, len(floors))
				}
			}
		})
	}
}

// write makes a file of a set.
func write(t *testing.T, dir, name string, lines ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
}

func figure(r eval.Retrieval, name string) float64 {
	for _, f := range r.Figures {
		if f.Name == name {
			return f.Value
		}
	}
	return -1
}

func TestMeasureRetrieval_Texts(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "corpus.jsonl", `{"_id":"a","title":"Radon","text":"Radon is a gas in cellars."}`, `{"_id":"b","title":"","text":"Bread is baked from flour."}`,
		`{"_id":"c","title":"","text":"Flour is milled from grain."}`)
	write(t, dir, "queries.jsonl", `{"_id":"1","text":"gas in cellars"}`, `{"_id":"2","text":"flour"}`, `{"_id":"3","text":"nobody graded this"}`)
	write(t, dir, "qrels.tsv", "query-id\tcorpus-id\tscore", "1\ta\t1", "2\tb\t1", "2\ta\t1")
	sets, err := eval.MeasureRetrieval(t.Context(), dir, eval.RetrievalOptions{Library: filepath.Join(dir, "library")})
	if err != nil {
		t.Fatal(err)
	}
	r := sets[0]
	if len(r.Questions) != 2 || r.Passages != 3 || figure(r, "R@100") != 0.75 {
		t.Errorf("%+v, want two questions over three passages, and three of four texts found", r)
	}
	if gain := figure(r, "nDCG@10"); gain < 0.6 || gain > 0.9 {
		t.Errorf("nDCG@10 %.3f; the first question is answered at once, the second by one text of two", gain)
	}
	again, err := eval.MeasureRetrieval(t.Context(), dir, eval.RetrievalOptions{Library: filepath.Join(dir, "library"), Questions: 1})
	if err != nil || len(again[0].Questions) != 1 || figure(again[0], "nDCG@10") != 1 {
		t.Errorf("with the kept library %+v (%v), want the first question answered", again, err)
	}
}

func TestMeasureRetrieval_Hops(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "toy_corpus.jsonl", `{"_id":"a","title":"Norwick Bridge","text":"Norwick Bridge was drawn by Ada Lindqvist."}`,
		`{"_id":"b","title":"Ada Lindqvist","text":"She was born in Uppsala."}`)
	write(t, dir, "toy_questions.jsonl", `{"id":"1","question":"Where was the one born who drew Norwick Bridge?","gold":[{"doc":"a"},{"doc":"b"}]}`,
		`{"id":"2","question":"Who drew Norwick Bridge?","steps":[{"docs":["a"]},{"docs":[]}]}`)
	sets, err := eval.MeasureRetrieval(t.Context(), dir, eval.RetrievalOptions{})
	if err != nil || len(sets) != 1 || len(sets[0].Questions) != 2 {
		t.Fatalf("%+v (%v)", sets, err)
	}
	if got := figure(sets[0], "all gold in 8 passages of a chain"); got != 1 {
		t.Errorf("a chain finds all for %.2f of the questions", got)
	}
}

func TestMeasureRetrieval_UnknownLayout(t *testing.T) {
	_, err := eval.MeasureRetrieval(t.Context(), t.TempDir(), eval.RetrievalOptions{})
	if fault.KindOf(err) != fault.NotFound || !strings.Contains(fault.Hint(err), "qrels.tsv") {
		t.Errorf("%v, hint %q, want the layouts that are known", err, fault.Hint(err))
	}
	if _, err := eval.Parts([]string{"magic"}); fault.KindOf(err) != fault.Usage {
		t.Errorf("an unknown part of ranking: %v, want a usage fault", err)
	}
}
