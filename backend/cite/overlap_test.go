package cite

import (
	"slices"
	"testing"
)

func TestOverlap_WordsAndNumbers(t *testing.T) {
	quote := "The reference level for the annual mean radon concentration is 300 Bq/m³."
	near := Overlap("The radon reference levels are 300 Bq/m3", quote)
	wrong := Overlap("The radon reference levels are 100 Bq/m3", quote)
	far := Overlap("Ventilation systems need filters", quote)
	if near < 0.99 || wrong > 0.6 || far != 0 || Overlap("", quote) != 0 {
		t.Errorf("near %.2f, wrong number %.2f, far %.2f", near, wrong, far)
	}
	if got := Overlap("室内氡的参考水平", "室内氡浓度的参考水平为300"); got < 0.5 {
		t.Errorf("Chinese: %.2f", got)
	}
}

func TestRank_BestFirst(t *testing.T) {
	quotes := []Quote{{Text: "Measurements last twelve months"}, {Text: "the level is 300 Bq"}, {Text: "the concentration level is 300 Bq"}}
	if got := Rank("A concentration level of 300 Bq", quotes); !slices.Equal(got, []int{2, 1, 0}) {
		t.Errorf("got %v", got)
	}
}
