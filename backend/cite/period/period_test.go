package period

import (
	"slices"
	"testing"
)

func TestOf(t *testing.T) {
	cases := map[string][]Period{
		"in the second quarter of 2023":                                          {{3, 2, 2023, false}},
		"in the second quarter of fiscal 2024":                                   {{3, 2, 2024, false}},
		"in the second quarter and in the first six months of 2023":              {{6, 1, 2023, false}, {3, 2, 0, false}},
		"for the three and six months ended July 2, 2023, respectively":          {{6, 0, 2023, true}, {3, 0, 2023, true}},
		"Three Months Ended July 2, 2023 and July 3, 2022":                       {{3, 0, 2023, true}, {3, 0, 2022, true}},
		"Three Months Ended\nSix Months Ended":                                   {{3, 0, 0, false}, {6, 0, 0, false}},
		"the 13 weeks ended July 29, 2023":                                       {{3, 0, 2023, true}},
		"Q2 2023 and H1 23":                                                      {{3, 2, 2023, false}, {6, 1, 2023, false}},
		"Q2 of FY2024":                                                           {{3, 2, 2024, false}},
		"2Q23":                                                                   {{3, 2, 2023, false}},
		"for the years ended December 31, 2022 and 2021":                         {{12, 0, 2022, true}, {12, 0, 2021, true}},
		"in fiscal year 2023 compared with fiscal year 2022":                     {{12, 0, 2023, false}, {12, 0, 2022, false}},
		"FY2022 and FY23":                                                        {{12, 0, 2022, false}, {12, 0, 2023, false}},
		"at the end of the fourth quarter of fiscal 2022, as at the end of 2021": nil,
		"during 2022":                                                            {{0, 0, 2022, false}},
		"im 2. Quartal 2023":                                                     {{3, 2, 2023, false}},
		"im zweiten Quartal des Geschäftsjahres 2023":                            {{3, 2, 2023, false}},
		"in den ersten neun Monaten des Jahres 2023":                             {{9, 1, 2023, false}},
		"das Geschäftsjahr 2022":                                                 {{12, 0, 2022, false}},
		"drei Monate zum 30. Juni 2023":                                          {{3, 0, 2023, true}},
		"within six months of the notice, at the latest after three months":      nil,
		"the licence lasts twelve months":                                        nil,
		"QTD":                                                                    {{3, 0, 0, false}},
		"in the first half of 2023 and the first year of the plan for three months": {{6, 1, 2023, false}},
	}
	for text, want := range cases {
		if got := Of(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestApart(t *testing.T) {
	const quarterly = "second quarter of 2023 compared with the second quarter of 2022"
	cases := []struct {
		asked, stated string
		want          bool
	}{
		{quarterly, "in the first six months of 2023", true},
		{quarterly, "Six Months Ended July 2, 2023", true},
		{quarterly, "Three Months Ended July 2, 2023", false},
		{quarterly, "Three Months Ended Six Months Ended", false},
		{quarterly, "in the first quarter of 2023", true},
		{quarterly, "in the second quarter", false},
		{quarterly, "compared with 4% in the second quarter of 2021", false},
		{quarterly, "in 2023", false},
		{quarterly, "declines in some products", false},
		{"second quarter of fiscal 2024", "three months ended July 29, 2023", false},
		{"second quarter of fiscal 2024", "six months ended July 29, 2023", true},
		{"FY2023", "in fiscal 2022", false},
		{"FY2023", "in the fourth quarter of fiscal 2022", true},
		{"fiscal year 2022", "year ended December 31, 2022", false},
		{"Geschäftsjahr 2022", "im 2. Quartal 2022", true},
		{"What happened in 2022?", "in the second quarter of 2022", false},
	}
	for _, c := range cases {
		if got := Apart(Of(c.asked), Of(c.stated)); got != c.want {
			t.Errorf("asked %q, stated %q: %v", c.asked, c.stated, got)
		}
	}
}

func TestHeld_LeavesOutTheTimeOfACause(t *testing.T) {
	for sentence, want := range map[string]int{
		"Dues increased in the second quarter of 2023, reflecting ropes bought in the first half of 2023.": 3,
		"Dues increased by 5%, reflecting ropes bought in the first quarter of 2023.":                      0,
		"Die Gebühren stiegen im 1. Halbjahr 2023 infolge der Lieferungen im 1. Quartal 2023.":             6,
	} {
		got := Held(sentence)
		if len(got) == 0 != (want == 0) || len(got) > 0 && (len(got) > 1 || got[0].Months != want) {
			t.Errorf("%q: %v", sentence, got)
		}
	}
}
