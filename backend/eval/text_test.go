package eval

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

func TestTextLabel_RightAndWrongOfEachKind(t *testing.T) {
	table := TextLabel{Kind: "cell", Text: "17", Row: "Net sales", Column: "Fiscal 2022"}
	after := TextLabel{Kind: "paragraph", Text: "The rooms are"}
	cases := []struct {
		label TextLabel
		text  string
		want  bool
	}{
		{TextLabel{Kind: "exponent", Text: "2^23"}, "at most 2^23 packets", true},
		{TextLabel{Kind: "exponent", Text: "2^23"}, "at most 2²³ packets", true},
		{TextLabel{Kind: "exponent", Text: "2^23"}, "at most 223 packets", false},
		{TextLabel{Kind: "exponent", Text: "2^23"}, "at most 2 23 packets, 2^234 and 12^23", false},
		{TextLabel{Kind: "exponent", Text: "10^-5"}, "about 10⁻⁵ or 10^(−5)", true},
		{TextLabel{Kind: "exponent", Text: "2^23"}, "2^{23}", true},
		{TextLabel{Kind: "mark", Text: "house.", Mark: "4"}, "in the house.4 The next", false},
		{TextLabel{Kind: "mark", Text: "house.", Mark: "4"}, "in the house.⁴ The next", true},
		{TextLabel{Kind: "mark", Text: "house.", Mark: "4"}, "in the house.^4 The next", true},
		{TextLabel{Kind: "mark", Text: "house.", Mark: "4"}, "in the house. 4 The next", true},
		{TextLabel{Kind: "mark", Text: "house.", Mark: "4"}, "in the home.", false},
		{TextLabel{Kind: "mark", Text: "57", Mark: "a"}, "157 57a", false},
		{TextLabel{Kind: "divided", Text: "long-term"}, "a long‑term view", true},
		{TextLabel{Kind: "divided", Text: "long-term"}, "a longterm view", false},
		{TextLabel{Kind: "divided", Text: "sowie"}, "Räume so-\nwie sowieso", false},
		{TextLabel{Kind: "divided", Text: "sowie"}, "Räume\nsowie Flure", true},
		{table, "In millions\tFiscal 2021\tFiscal 2022\nCosts\t3\t4\nNet sales\t$ 15\t$ 17", true},
		{table, "In millions\tFiscal 2021\tFiscal 2022\nCosts\t3\t4\nNet sales\t$\t15\t$\t17", true},
		{table, "Fiscal\tFiscal\n2021\t2022\nNet sales\t15\t17", true},
		{table, "In millions\tFiscal 2022\tFiscal 2021\nNet sales\t15\t17", false},
		{table, "In millions Fiscal 2021 Fiscal 2022\nNet sales 15 17", false},
		{table, "Net sales\t15\t17", false},
		{table, "In millions\tFiscal 2021\tFiscal 2022\nCosts\t15\t17", false},
		{after, "These are read:\n• halls\n• cellars\n\nThe rooms are closed.", true},
		{after, "These are read:\n• halls\n• cellars.\nThe rooms are closed.", true},
		{after, "These are read:\n• halls\n• cellars\nThe rooms are closed.", false},
	}
	for _, c := range cases {
		page := source.Page{Number: 1, Text: c.text}
		found := ingest.Structured{Language: "en", Passages: []source.Passage{{Text: c.text, Spans: []source.Span{{Page: 1}}}}}
		c.label.Page = 1
		if got := c.label.right([]source.Page{page}, found); got != c.want {
			t.Errorf("%+v in %q: %t", c.label, c.text, got)
		}
		if c.label.Page = 2; c.label.right([]source.Page{page}, found) {
			t.Errorf("%+v: on a page that is not there", c.label)
		}
	}
}

// The labels that the program carries are as many as a figure needs, and each has what its kind asks for.
func TestTextLabels_CarriedOnesAreWhole(t *testing.T) {
	n, seen := map[string]int{}, map[TextLabel]bool{}
	err := decodeLines("the labels", strings.NewReader(textLabels), func(l TextLabel) {
		if n[l.Kind]++; l.Document == "" || l.Page < 1 || l.Text == "" || seen[l] || (l.Kind == "mark") != (l.Mark != "") || (l.Kind == "cell") != (l.Row != "" && l.Column != "") {
			t.Errorf("%+v", l)
		}
		seen[l] = true
	})
	if err != nil {
		t.Fatal(err)
	}
	for kind, least := range map[string]int{"exponent": 25, "mark": 25, "divided": 60, "cell": 60, "paragraph": 20} {
		if n[kind] < least || len(n) != 5 {
			t.Errorf("%s: %d labels of %d kinds", kind, n[kind], len(n))
		}
	}
	if _, err := MeasureText(t.Context(), t.TempDir(), filepath.Join(t.TempDir(), "none"), nil); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestCompared_ComparesWordsPageByPage(t *testing.T) {
	var c Compared
	many := "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
	c.add("a.pdf", []source.Page{{Number: 1, Text: many + "long-term"}, {Number: 2, Text: many + "end ﬁnal"}}, []string{many + "long-\nterm", many + "final more words"})
	c.finish()
	if !near(c.Theirs, 40.0/42) || !near(c.Ours, 40.0/41) || c.Pages != 2 {
		t.Errorf("%+v", c)
	}
	if pages := []int{c.Worst[0].Page, c.Worst[1].Page}; !slices.Equal(pages, []int{2, 1}) || !near(c.Worst[0].Theirs, 20.0/22) || c.Worst[1].Ours != 1 {
		t.Errorf("%+v", c.Worst)
	}
}
