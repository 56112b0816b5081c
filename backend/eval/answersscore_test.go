package eval

import "testing"

func TestScoreFigures_RightAgainstWrong(t *testing.T) {
	cited := func(score int, right float64) Answered {
		return Answered{Score: score, Figures: map[string]float64{rightBy[0]: right}}
	}
	all := []Answered{
		cited(390, 1), cited(300, 1), // right
		cited(300, 0), {Score: 200, Unanswerable: true, Figures: map[string]float64{}}, // wrong
		{Score: 10, Negative: true, Figures: map[string]float64{rightBy[0]: 0}}, // answers nothing
		{Score: 5, Figures: map[string]float64{}},                               // nobody knows
	}
	want := map[string]Figure{"score, right above wrong (AUC): ": {Value: 0.875, Over: 4}, "score, mean of right: ": {Value: 345, Over: 2}, "score, mean of wrong: ": {Value: 250, Over: 2}}
	got := scoreFigures(all)
	if len(got) != len(want) {
		t.Fatalf("figures %+v", got)
	}
	for _, f := range got {
		name := f.Name[:len(f.Name)-len(rightBy[0])]
		if w := want[name]; f.Value != w.Value || f.Over != w.Over {
			t.Errorf("%s is %v over %d, want %v over %d", f.Name, f.Value, f.Over, w.Value, w.Over)
		}
	}
	if got := scoreFigures(all[:2]); len(got) != 0 {
		t.Errorf("without a wrong answer: %+v", got)
	}
}
