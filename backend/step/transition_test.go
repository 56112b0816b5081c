package step

import "testing"

func TestCurrent_WhatHeldBeforeCountsLess(t *testing.T) {
	for quote, want := range map[string]float64{
		"Eine Bestellung, die vor dem 31. Dezember 2018 erfolgt ist, gilt als Bestellung fort.":      bygone,
		"Die Laterne ist nach § 3 in der bis zum 30. Juni 2001 geltenden Fassung geprüft.":           bygone,
		"Permits granted before 1 May 2010 shall remain valid.":                                      bygone,
		"Der Antrag ist vor dem 1. Mai 2019 zu stellen.":                                             1,
		"Die Genehmigung gilt als erteilt, wenn die Behörde nicht binnen eines Monats widerspricht.": 1,
	} {
		if got := current("wie wird ein Wart bestellt", quote); got != want {
			t.Errorf("%q: %v", quote, got)
		}
		if got := current("was galt vor 2018", quote); got != 1 {
			t.Errorf("%q counts less for a question that names a time", quote)
		}
	}
}
