package cite

import (
	"slices"
	"testing"
)

func TestUnsupportedNumbers_ByValue(t *testing.T) {
	cases := []struct {
		claim string
		texts []string
		want  []string
	}{
		{"20 mSv in 2019", []string{"20 mSv per year", "since 2019"}, nil},
		{"50 mSv", []string{"20 mSv"}, []string{"50"}},
		{"50 mSv and 50 Bq", []string{"20 mSv"}, []string{"50"}},
		{"1.5 mSv", []string{"1,5 mSv"}, nil},
		{"1.5 mSv", []string{"15 mSv"}, []string{"1.5"}},
		{"20,000 Bq", []string{"20 000 Bq"}, nil},
		{"20 000 Bq", []string{"20.000 Bq"}, nil},
		{"20’000 Bq", []string{"20000 Bq"}, nil},
		{"1,234.50 dollars", []string{"1234,5"}, nil},
		{"on 1.1.2019", []string{"am 1.1.2019"}, nil},
		{"on 1.1.2019", []string{"am 1.2.2019"}, []string{"1.1.2019"}},
		{"3 conditions", []string{"drei Bedingungen"}, nil},
		{"12 months", []string{"twelve months"}, nil},
		{"10³ Bq", []string{"10³ Bq"}, nil},
		{"0.20 mSv", []string{".2 or 0,2"}, nil},
		{"５ 年", []string{"5年"}, nil},
		{"no number", nil, nil},
	}
	for _, c := range cases {
		if got := UnsupportedNumbers(c.claim, c.texts...); !slices.Equal(got, c.want) {
			t.Errorf("%q in %q: got %q, want %q", c.claim, c.texts, got, c.want)
		}
	}
}

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
