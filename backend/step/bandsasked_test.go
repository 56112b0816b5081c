package step

import "testing"

const classesOfRadon = "Table 3: Classes, Bq/m³ A up to 100 nothing B over 100, up to 300 seal C over 300, up to 600 fan D over 600 at once"

func TestGivens_TheClassOfAValueThatTheQuestionStates(t *testing.T) {
	for question, want := range map[string]string{
		"Which action class follows from 400 Bq/m³?":                   "C",
		"In welche Aktionsklasse fällt ein Raum mit 1.200 Bq/m³?":      "D",
		"Which action class follows from 400 mSv?":                     "", // classes of something else
		"Which action class has a room with 90 Bq/m³ in 2023?":         "A",
		"How many fans are there at 400 Bq/m³?":                        "", // no class is asked for
		"Which action class follows from the measurement of the room?": "",
	} {
		got := ""
		for _, g := range givens(question) {
			if b, ok := g.classIn(classesOfRadon); ok {
				got += b.label
			}
		}
		if got != want {
			t.Errorf("%q: class %q, want %q", question, got, want)
		}
	}
}

// A row of a table defines one class only; the others stand in the rows beside it.
func TestGivens_TheClassInARow(t *testing.T) {
	g := given{"400", "Bq/m³"}
	for text, want := range map[string]string{
		"Table 3: Classes, Bq/m³ … C\tover 300, up to 600\tfan": "C",
		"Table 3: Classes, Bq/m³ … C over 300, up to 600 fan":   "C",
		"Table 3: Classes, Bq/m³ … D\tover 600\tat once":        "",
		"Table 3: Classes, mSv … C\tover 300, up to 600\tfan":   "",
		"Rooms of class C over 300, up to 600 Bq/m³ need a fan": "", // one class in running text: nobody knows whether there are more
	} {
		b, _ := g.classIn(text)
		if b.label != want {
			t.Errorf("%q: class %q, want %q", text, b.label, want)
		}
	}
}
