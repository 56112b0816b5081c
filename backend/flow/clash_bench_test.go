package flow

import (
	"fmt"
	"testing"

	"rabbithole/backend/cite/proof"
)

// Every pair of quotes of a deep answer is compared after each round: 128 pieces of evidence with three quotes each are the most there are.
func BenchmarkClash_EveryPairOfADeepAnswer(b *testing.B) {
	var sides []proof.Side
	for i := range 384 {
		sides = append(sides, proof.Side{Document: fmt.Sprint(i / 3), Name: "a.pdf", Text: fmt.Sprintf("The brightness of lantern number %d on a boat in the harbour must not exceed %d lumens unless the office allows it.", i%7, 40+i%5)}.Read())
	}
	for b.Loop() {
		for i, x := range sides {
			for _, y := range sides[i+1:] {
				proof.Clash(x, y)
			}
		}
	}
}
