package eval

// rightBy are the figures by which an answer is called right: what a set knows of its own answers.
var rightBy = []string{"a gold page is cited in the answer", "the gold answer stands in the answer", "what the answer needs stands in the answer"}

// scoreFigures say whether the reports' own scores tell right answers from wrong ones: the share of pairs of a right and a wrong answer in
// which the right one scores more, equal scores half (the area under the curve: 0.5 is chance), and the mean score of either, of 400. An
// answer to a question without one is wrong; a report that answers nothing is neither.
func scoreFigures(all []Answered) []Figure {
	var out []Figure
	for _, by := range rightBy {
		var right, wrong []int
		for _, a := range all {
			value, known := a.Figures[by]
			switch {
			case a.Negative || !known && !a.Unanswerable:
			case value == 1:
				right = append(right, a.Score)
			default:
				wrong = append(wrong, a.Score)
			}
		}
		if len(right) == 0 || len(wrong) == 0 {
			continue
		}
		out = append(out,
			Figure{Name: "score, right above wrong (AUC): " + by, Value: above(right, wrong), Over: len(right) + len(wrong)},
			Figure{Name: "score, mean of right: " + by, Value: mean(right), Over: len(right)},
			Figure{Name: "score, mean of wrong: " + by, Value: mean(wrong), Over: len(wrong)})
	}
	return out
}

// above is the share of pairs in which the first is more; equal ones count half.
func above(first, second []int) float64 {
	sum := 0.0
	for _, a := range first {
		for _, b := range second {
			switch {
			case a > b:
				sum++
			case a == b:
				sum += 0.5
			}
		}
	}
	return sum / float64(len(first)*len(second))
}

func mean(list []int) float64 {
	sum := 0
	for _, n := range list {
		sum += n
	}
	return float64(sum) / float64(len(list))
}
