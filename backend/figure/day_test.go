package figure

import (
	"slices"
	"testing"
)

func datesOf(text string) []Amount {
	return slices.DeleteFunc(Scan(fold(text)), func(a Amount) bool { return !a.IsDate() })
}

func TestScan_Dates(t *testing.T) {
	want := day{2020, 1, 1}
	for _, text := range []string{"1. Januar 2020", "1 January 2020", "January 1, 2020", "01.01.2020", "1.1.2020", "2020-01-01", "1st of January 2020"} {
		got := datesOf("am " + text + " begann es")
		if len(got) != 1 || got[0].Day != want {
			t.Errorf("%q: %+v", text, got)
		}
	}
	for text, n := range map[string]int{"im Jahr 2020": 1, "2020 Bq": 0, "$2020": 0, "RFC 2020": 0, "FY2020": 1, "in March 2021": 1, "You may 3 times": 0, "20.21": 0, "Version 2020.1": 0} {
		if got := datesOf(text); len(got) != n {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
