package grid

import (
	"encoding/json"
	"strings"
	"testing"
)

const page = `Selected financial data was as follows ($ in millions):
Performance Summary 2023 2022 2021
Revenue $ 42,794 $ 47,830 $ 43,293
Revenue % change (10.5)% 10.5 % 7.9 %
Comparable sales % change
(1)
(10.3)% 11.0 % 9.2 %
Gross profit as a % of revenue
(1) 21.4 % 22.5 % 22.4 %
Selected Online Data
Total online revenue $ 14,212 $ 16,430 $ 18,674
(1) Online sales are part of comparable sales.
The decrease in revenue in fiscal 2023 was driven by 42,794 things and 16 others, particularly computing and home theatre, as told.
Factors for tissues
Weight
Bone marrow 0.12
Colon 0.12
Lung 0.12
Thyroid 0.04
Yard stores at
the end the start
Canada 131 - (4) 127
Mexico 4 - 3
`

func TestOf(t *testing.T) {
	cases := []struct{ name, from, to, want string }{
		{"a row, named by the head of its page", "Revenue % change", "7.9 %",
			`{"caption":"Selected financial data was as follows ($ in millions): Performance Summary","columns":["2023","2022","2021"],"rows":[["Revenue % change","(10.5)%","10.5 %","7.9 %"]]}`},
		{"a label over three lines", "Comparable sales", "9.2 %",
			`{"caption":"Selected financial data was as follows ($ in millions): Performance Summary","columns":["2023","2022","2021"],"rows":[["Comparable sales % change (1)","(10.3)%","11.0 %","9.2 %"]]}`},
		{"signs, marks and headings", "Gross profit", "18,674",
			`{"caption":"Selected financial data was as follows ($ in millions): Performance Summary","columns":["2023","2022","2021"],"rows":[["Gross profit as a % of revenue (1)","21.4 %","22.5 %","22.4 %"],["Selected Online Data"],["Total online revenue","$ 14,212","$ 16,430","$ 18,674"]]}`},
		{"rows of one cell", "Factors for", "0.04",
			`{"caption":"Factors for tissues Weight","rows":[["Bone marrow","0.12"],["Colon","0.12"],["Lung","0.12"],["Thyroid","0.04"]]}`},
		{"rows of unequal length name no column", "Canada", "- 3",
			`{"caption":"Yard stores at the end the start","rows":[["Canada","131","-","(4)","127"],["Mexico","4","-","3"]]}`},
	}
	for _, c := range cases {
		start := strings.Index(page, c.from)
		end := start + strings.Index(page[start:], c.to) + len(c.to)
		got, ok := Of(page, start, end)
		text, _ := json.Marshal(got)
		if !ok || string(text) != c.want {
			t.Errorf("%s: %v\n got %s\nwant %s", c.name, ok, text, c.want)
		}
	}
	for _, prose := range []string{"The decrease in revenue in fiscal 2023 was driven by 42,794 things and 16 others", "Selected financial data was as follows ($ in millions):"} {
		start := strings.Index(page, prose)
		if got, ok := Of(page, start, start+len(prose)); ok {
			t.Errorf("%q is no table: %+v", prose, got)
		}
	}
}

// A heading that is a period holds for the rows below it until the next, whatever stands above the table.
func TestOf_APeriodHoldsForTheRowsBelowIt(t *testing.T) {
	page := "Results by segment were as follows:\nIn millions Health Retail Total\n2022\nRevenue 91 106 197\nIncome 5 6 11\n2021\nRevenue 82 100 182\nProducts:\nIncome 6 7 13\n"
	for row, want := range map[string]string{
		"Income 5 6 11": `{"caption":"Results by segment were as follows: In millions Health Retail Total","rows":[["2022"],["Income","5","6","11"]]}`,
		"Income 6 7 13": `{"caption":"Results by segment were as follows: In millions Health Retail Total","rows":[["2021"],["Products:"],["Income","6","7","13"]]}`,
	} {
		start := strings.Index(page, row)
		got, ok := Of(page, start, start+len(row))
		if text, _ := json.Marshal(got); !ok || string(text) != want {
			t.Errorf("%s: %v\n got %s\nwant %s", row, ok, text, want)
		}
	}
}

// What stands behind the total of a group is of that group no more: a charge is no revenue.
func TestEntries_AGroupEndsWithItsTotal(t *testing.T) {
	var b Block
	for _, block := range Split(strings.Split("Moorings and dues of the harbour were as follows:\n2031 2032 2033\nRevenues:\nMoorings 56 68 63\nTotal revenues 530 721 426\nRepair charges 580 12 14\nDues:\nJetty 12 13 14\nTotal 12 13 14\nNet 3 4 5", "\n")) {
		if block.Table {
			b = block
		}
	}
	got := map[string]string{}
	for _, e := range b.Entries() {
		label, _ := Cells(e.Row)
		got[label] = strings.Join(e.Headings, " ")
	}
	for label, want := range map[string]string{"Moorings": "Revenues:", "Total revenues": "Revenues:", "Repair charges": "", "Jetty": "Dues:", "Net": ""} {
		if have, ok := got[label]; !ok || have != want {
			t.Errorf("%s stands under %q (%v), want %q", label, have, ok, want)
		}
	}
}

// What names the columns stands in lines of its own where columns are narrow, under the stretches of time that group them; a label may stand on
// two lines above its cells.
func TestOf_AHeadOverSeveralLines(t *testing.T) {
	page := "The following provides the dues of several of our major harbours:\n(CROWNS) Three Months Ended Six Months Ended\nHARBOUR GOODS\nJuly 2,\n2033\nJuly 3,\n2032\nJuly 2,\n2033\nJuly 3,\n2032\n" +
		"TOTAL DUES 12,734 27,742 31,015 53,402\nNorthern islands $ 5,810 $ 20,979 $ 17,315 $ 39,830\nMole direct dues and alliance dues\nRopes to prevent what the sea does,\nand tar\n1,488 8,848 4,552 22,075\nQuay Ropes of certain ships 143 8,115 4,212 9,585\n"
	from, to := "Mole direct dues", "22,075"
	start := strings.Index(page, from)
	got, ok := Of(page, start, strings.Index(page, to)+len(to))
	text, _ := json.Marshal(got)
	want := `{"caption":"The following provides the dues of several of our major harbours: (CROWNS) Three Months Ended Six Months Ended HARBOUR GOODS",` +
		`"columns":["Three Months Ended July 2, 2033","Three Months Ended July 3, 2032","Six Months Ended July 2, 2033","Six Months Ended July 3, 2032"],` +
		`"rows":[["Mole direct dues and alliance dues Ropes to prevent what the sea does, and tar","1,488","8,848","4,552","22,075"]]}`
	if !ok || string(text) != want {
		t.Errorf("%v\n got %s\nwant %s", ok, text, want)
	}
	var rows []string
	for _, b := range Split(strings.Split(strings.TrimSpace(page), "\n")) {
		for _, e := range b.Entries() {
			rows = append(rows, strings.Join(append(e.Headings, e.Row), " | "))
		}
	}
	if got := strings.Join(rows[2:], "\n"); got != "Mole direct dues and alliance dues Ropes to prevent what the sea does, and tar 1,488 8,848 4,552 22,075\nQuay Ropes of certain ships 143 8,115 4,212 9,585" {
		t.Errorf("rows:\n%s", got)
	}
}

// Where a name stands before the first of its years alone, it holds for the others.
func TestEntries_ANameHoldsForItsYears(t *testing.T) {
	var rows []string
	for _, b := range Split(strings.Split("The value of the awards was as follows:\nName Fiscal Year Value Most\nAda Quist 2039 4,067 —\n2038 2,457 909\n2037 659 —\nBea Holm 2039 1,379 —\n2038 1,015 454\nTotal 9,577 1,363", "\n")) {
		for _, e := range b.Entries() {
			rows = append(rows, strings.Join(append(e.Headings, e.Row), " | "))
		}
	}
	if got := strings.Join(rows, "\n"); got != "Ada Quist 2039 4,067 —\nAda Quist | 2038 2,457 909\nAda Quist | 2037 659 —\nBea Holm 2039 1,379 —\nBea Holm | 2038 1,015 454\nTotal 9,577 1,363" {
		t.Errorf("rows:\n%s", got)
	}
}

// A heading of rows between the names of the columns and the first row does not part the table from what leads into it.
func TestSplit_AHeadingBelowTheColumns(t *testing.T) {
	lead := "The following provides an analysis of the change in dues by islands in the second quarter:"
	blocks := Split(strings.Split(lead+"\nThree Months Ended July 2, 2033\n(CROWNS) North South East\nGrowth/(decline):\nDeclines from ropes (7,294) (1,063) (6,230)\nDeclines from tar (62) (64) 2\nDues $ (15,008) $ (5,037) $ (9,971)", "\n"))
	if len(blocks) != 1 || blocks[0].Head != 4 {
		t.Fatalf("%+v", blocks)
	}
	if e := blocks[0].Entries()[0]; e.Row != "Declines from ropes (7,294) (1,063) (6,230)" || len(blocks[0].Lead()) != 4 {
		t.Errorf("%+v", e)
	}
}

// Lines of a paragraph may hold as many figures as a row; a row ends with one.
func TestSplit_LinesFullOfFiguresAreProse(t *testing.T) {
	lines := []string{"Dues for the harbour and for all that lies in", "2016 were $396 million compared with $4.01 billion for", "2015 (2015 primarily related to ropes in the", "east). 2016 included a $114 million", "gift to the keepers."}
	if blocks := Split(lines); len(blocks) != 1 || blocks[0].Table {
		t.Errorf("%+v", blocks)
	}
	if blocks := Split(append(lines, "Ropes 12 13", "Tar 14 15")); len(blocks) != 2 || !blocks[1].Table {
		t.Errorf("%+v", blocks)
	}
}

func TestCells_DashesAreCells(t *testing.T) {
	for row, want := range map[string]int{"Customer A 2,661 42% -- --": 4, "Customer B 1,224 19% – 33%": 4, "Customer C -- the largest": 0} {
		if label, cells := Cells(row); len(cells) != want || want > 0 && label != row[:len("Customer A")] {
			t.Errorf("%q: %q %q", row, label, cells)
		}
	}
}
