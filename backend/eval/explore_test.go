package eval_test

import (
	"slices"
	"testing"

	"rabbithole/backend/eval"
	"rabbithole/backend/fault"
)

// TestMeasureExplore_CountsWhatTheRowsSay holds the arithmetic against a set small enough to count by hand: both texts are needed, and one search
// reads as many passages as the tree.
func TestMeasureExplore_CountsWhatTheRowsSay(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "toy_corpus.jsonl", `{"_id":"a","title":"Norwick Bridge","text":"Norwick Bridge was drawn by Ada Lindqvist and opened in 1911."}`,
		`{"_id":"b","title":"Ada Lindqvist","text":"She was born in Uppsala and studied in Lund."}`)
	write(t, dir, "toy_questions.jsonl", `{"id":"1","question":"Where was the one born who drew Norwick Bridge?","gold":[{"doc":"a"},{"doc":"b"}]}`)
	sets, err := eval.MeasureExplore(t.Context(), dir, eval.RetrievalOptions{})
	if err != nil || len(sets) != 1 || len(sets[0].Questions) != 1 || sets[0].Texts != 2 {
		t.Fatalf("%+v (%v)", sets, err)
	}
	q := sets[0].Questions[0]
	if q.Read != 2 || !slices.Equal(q.Tree, []string{"a", "b"}) || q.Figures["passages read by a tree"] != 2 || len(q.Asked) == 0 || q.Asked[0] != q.Question {
		t.Errorf("%+v, want both texts read", q)
	}
	want := float64(len(q.Tree)-len(q.Search)) / 2
	if g := sets[0].Gain; g.Mean != want || g.Low != want || g.High != want || g.Over != 1 {
		t.Errorf("gain %+v, want %.1f of one question", g, want)
	}
	if _, err := eval.MeasureExplore(t.Context(), t.TempDir(), eval.RetrievalOptions{}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an empty folder: %v", err)
	}
}

// TestMeasureExplore_TheTreeFindsMore holds on real questions that a tree reads more of what they need than one search of as many passages.
func TestMeasureExplore_TheTreeFindsMore(t *testing.T) {
	root := setDir(t, "multihop")
	if testing.Short() {
		t.Skip("explores dozens of questions")
	}
	sets, err := eval.MeasureExplore(t.Context(), root, eval.RetrievalOptions{Questions: 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range sets {
		t.Logf("%s: %+.3f, 95 %% between %+.3f and %+.3f, %+v", e.Set, e.Gain.Mean, e.Gain.Low, e.Gain.High, e.Figures)
	}
	if all := sets[len(sets)-1]; len(sets) != 3 || all.Gain.Over != 40 || all.Gain.Mean <= 0 {
		t.Errorf("gain %+v, want more than none over 40 questions", all.Gain)
	}
}
