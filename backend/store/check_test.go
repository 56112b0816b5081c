package store

import (
	"fmt"
	"testing"
)

// TestCheck_WhileTheIndexIsWritten looks through connections that were used before the index of words was merged again and again: what they
// remember of it is old, and no damage.
func TestCheck_WhileTheIndexIsWritten(t *testing.T) {
	db := openNew(t)
	for round := range 60 {
		document := fmt.Sprint("d", round)
		bodies := make([]string, 6)
		for i := range bodies {
			bodies[i] = fmt.Sprintf("radon gas %d dose%d limit%d", i, round, round*i)
		}
		putTerms(t, db, document, "", bodies...)
		if err := db.Check(t.Context()); err != nil {
			t.Fatalf("after %d documents: %v", round+1, err)
		}
	}
}
