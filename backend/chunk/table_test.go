package chunk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

func TestIsRow(t *testing.T) {
	for text, want := range map[string]bool{
		"Cash and cash equivalents $ 1,944 $ 1,786":                            true,
		"Trade accounts receivable: 2021 - $492; 2020 - $508 11,479 7,913":     true,
		"Equity in losses of affiliates, net of tax — (3)":                     true,
		"Effective tax rate 7.6 % 15.1 %":                                      true,
		"| a | b |":                                                            true,
		"Liabilities and Equity":                                               false,
		"They were $220 on July 2, 2023 and $197 on December 31, 2022.":        false,
		"See Section 4.2 for the years 2021 and 2020":                          false,
		"The employer measures the radon concentration at 2 places of work in": false,
	} {
		if isRow(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

func TestFindTables_AStatementIsOneTableWithItsTitle(t *testing.T) {
	var lines []refs.TextLine
	for _, text := range strings.Split(`The statements below were audited.
Consolidated Balance Sheet of Meyer and Daughters
(in thousands) 2021 2020
Assets
Cash and cash equivalents $ 1,944 $ 1,786
Receivables, less allowance for those that are doubtful and for those that
were written off 479 913
Total assets $ 2,423 $ 2,699
Liabilities and Equity
Short-term borrowings 41 703
Total liabilities and equity $ 2,423 $ 2,699
See the notes, which are part of these statements.
Running text follows here.`, "\n") {
		lines = append(lines, refs.TextLine{Page: 1, Text: text})
	}
	tables := findTables(lines, 0, &standing{}, nil)
	got, ok := tables[1]
	if len(tables) != 1 || !ok || got.header != 2 || got.last != 10 {
		t.Errorf("%+v", tables)
	}
}

// A table that goes on over a page's end keeps its head there, as a span of the page that it stands on; the passage stands where its rows are.
func TestSplit_AHeadComesWithRowsOnTheNextPage(t *testing.T) {
	var pages []source.Page
	const head = "Limits by nuclide\nNuclide\tLimit A\tLimit B"
	row := 0
	for n := 1; n <= 2; n++ {
		var lines []string
		if n == 1 {
			lines = []string{head}
		}
		for range 30 {
			row++
			lines = append(lines, fmt.Sprintf("Rn-%d\t1,%d\t2,%d", 200+row, row, row))
		}
		pages = append(pages, source.Page{Number: n, Text: strings.Join(lines, "\n")})
	}
	on := map[int]int{}
	for i, p := range Split("d", pages, nil, Options{Max: 90}) {
		on[p.Page()]++
		if !strings.HasPrefix(p.Text, head+"\nRn-") || strings.HasPrefix(p.Own(), head) != (i == 0) || p.Spans[0].Page != 1 {
			t.Errorf("page %d: %q of %q, %+v", p.Page(), p.Own(), p.Text, p.Spans)
		}
	}
	if on[1] < 2 || on[2] < 2 {
		t.Errorf("passages on pages: %v", on)
	}
}

// Another table has its own head or none, never that of the one before.
func TestSplit_AHeadIsOfItsOwnTable(t *testing.T) {
	rows := func(form string) (out string) {
		for i := range 12 {
			out += fmt.Sprintf("\n"+form, i, i, i)
		}
		return out
	}
	text := "Harbour\tDues\tBoats" + rows("Port %d\t1,%d\t2,%d") + "\nPort\tSouth\tNorth\tEast" + rows("Bay %d\t3,%d\t4,%d\t6,5") +
		"\nWhat was paid for boats that lay in another harbour is told in the yearly letter.\nIt is sent to all who own a boat.\nNobody is to be missed.\nThe rest follows." +
		rows("Isle %d\t7,%d\t8,%d\t9,5")
	for _, p := range Split("d", []source.Page{{Number: 1, Text: text}}, nil, Options{Max: 90}) {
		for row, head := range map[string]string{"\nPort 1": "Harbour\tDues", "\nBay ": "Port\tSouth", "\nIsle ": ""} {
			if at := strings.Index(p.Text, row); at >= 0 && head != "" && !strings.Contains(p.Text[:at], head) || at >= 0 && head == "" && strings.Contains(p.Text[:at], "\tNorth") {
				t.Errorf("%q", p.Text)
			}
		}
	}
}

// A sentence that ends with a date is no row, and neither the heading "U.S." nor a long label ends a table.
func TestSplit_AHeadIsWithItsRows(t *testing.T) {
	text := "Assets were $220 on July 2, 2023 and $197 on December 31, 2022.\nHalf a year\tA year\n(in millions)\t2033\t2032\nMoorings\nU.S."
	label := "Boats of members that were laid up on land for the winter, those among them that were counted in the year before on the water as well, and all that is paid for them in the"
	for i := range 12 {
		text += fmt.Sprintf("\nPort %d\t1,%d\t2,%d\n%s\nport\t3,%d\t4,%d", i, i, i, label, i, i)
	}
	for _, p := range Split("d", []source.Page{{Number: 1, Text: text}}, nil, Options{Max: 150}) {
		if at := strings.Index(p.Text, "\t1,"); at >= 0 && !strings.Contains(p.Text[:at], "Half a year\tA year\n(in millions)\t2033\t2032\n") {
			t.Errorf("%q", p.Text)
		}
	}
}

// A line that begins a group of rows stays with them, and is no part of the head.
func TestSplit_AGroupBeginsWithItsRows(t *testing.T) {
	text := "In millions\t2033\t2032\nAssets"
	for group := range 8 {
		text += fmt.Sprintf("\nGroup %d:", group)
		for row := range 3 {
			text += fmt.Sprintf("\nItem %d\t1,%d\t2,%d", row, group, row)
		}
	}
	passages := Split("d", []source.Page{{Number: 1, Text: text}}, nil, Options{Max: 90})
	for i, p := range passages {
		if strings.HasSuffix(p.Text, ":") || i > 0 && strings.Contains(p.Text, "Assets") || !strings.HasPrefix(p.Text, "In millions\t2033\t2032\n") {
			t.Errorf("%q", p.Text)
		}
	}
	if len(passages) < 2 {
		t.Errorf("%d passages", len(passages))
	}
}

// A head that takes a line for each part of a date is never parted from its rows, and comes again with what leads into the table.
func TestSplit_AHeadOfManyShortLinesStaysWithItsRows(t *testing.T) {
	head := "The following provides the dues of each of the harbours that we keep for several of the islands in the north and in the south:\n(CROWNS) Three Months Ended Six Months Ended\nMain U.S.\nJuly 2,\n2033\nJuly 3,\n2032"
	text := strings.Repeat("A sentence that stands before the table and fills its passage. ", 3) + "\n" + head
	for row := range 40 {
		text += fmt.Sprintf("\nHarbour %c%c 1,%d 2,%d 3,%d 4,%d", 'A'+row%26, 'a'+row%26, 100+row, 200+row, 300+row, 400+row)
	}
	tables := 0
	for _, p := range Split("d", []source.Page{{Number: 1, Text: text}}, nil, Options{Max: 150}) {
		if !strings.Contains(p.Text, "\nHarbour") {
			if strings.Contains(p.Text, "July") {
				t.Errorf("a head without a row: %q", p.Text)
			}
			continue
		}
		if tables++; !strings.Contains(p.Text, head+"\nHarbour") {
			t.Errorf("rows without their head: %q", p.Text)
		}
	}
	if tables < 2 {
		t.Errorf("%d passages of the table", tables)
	}
}

// A head that names the columns of a page's first table stands above later ones with the same columns, not above words, and not behind prose.
func TestSplit_AHeadStandsOverLaterTablesOfItsPage(t *testing.T) {
	const head = "In millions\t2033\t2032"
	text := head + "\nNotes\t3\t4\nRooms\t\t6\nFans\t7\t8\nWhat is owed\nand to whom\nand until when\nand for what\nLoans\t11\t12\nWages\t13\t14\n" +
		"Who was here\nand who was not\nand who came\nand who left\nCarl\tkeeps the books\nAnn\tleads\nEve\twrites\nNo more was found when the books were closed.\nRents\t21\t22\nTaxes\t23\t24\nFees\t25\t26"
	led := func(row string) (led bool) {
		for _, p := range Split("d", []source.Page{{Number: 1, Text: text}}, nil, Options{Max: 20, Min: 1}) {
			if strings.Contains(p.Own(), row) {
				led = strings.HasPrefix(p.Text, head)
			}
		}
		return led
	}
	for row, want := range map[string]bool{"Notes\t3": true, "Rooms\t\t6": true, "Loans\t11": true, "Wages\t13": true, "Ann\tleads": false, "Rents\t21": false} {
		if led(row) != want {
			t.Errorf("%q: %t", row, !want)
		}
	}
}

// Rows bring the headings along that they are in: until they stand as far left again, or another heading does.
func TestSplit_RowsComeWithTheHeadingOfTheirGroup(t *testing.T) {
	var page source.Page
	for _, l := range []struct {
		x    float64
		text string
	}{
		{50, "In millions\t2033\t2032"}, {50, "Assets"}, {60, "Current:"}, {70, "Notes\t3\t4"}, {70, "Rooms that are let and"}, {75, "fans\t5\t6"}, {60, "All current\t8\t9"},
		{60, "Later:"}, {70, "Loans of banks and of friends\t11\t12"}, {70, "Rents of rooms and of houses\t15\t16"}, {50, "All\t13\t14"},
	} {
		start := len(page.Text)
		page.Text += l.text + "\n"
		page.Lines = append(page.Lines, source.Line{Start: start, End: start + len(l.text), Size: 10, X: l.x, Y: float64(100 + 12*len(page.Lines))})
	}
	page.Number = 1
	var got []string
	for _, p := range Split("d", []source.Page{page}, nil, Options{Max: 8, Min: 1}) {
		led := strings.TrimSuffix(p.Text, p.Own())
		got = append(got, strings.ReplaceAll(strings.TrimPrefix(led, "In millions\t2033\t2032\n"), "\n", "/")+strings.Split(p.Own(), "\n")[0])
	}
	want := "In millions\t2033\t2032|Assets/Current:/Rooms that are let and|Assets/All current\t8\t9|Assets/Later:|Assets/Later:/Rents of rooms and of houses\t15\t16|All\t13\t14"
	if strings.Join(got, "|") != want {
		t.Errorf("%q", got)
	}
}

// The rows of a table are shown with the whole sentence that leads into it, wherever they are cut, and once.
func TestSplit_WhatLeadsIntoATable(t *testing.T) {
	rows := make([]string, 60)
	for i := range rows {
		rows[i] = fmt.Sprintf("Kind of grain number %d\t%d\t%d", i, 1000+i, 2000+i)
	}
	table := "Year\t2022\t2021\n" + strings.Join(rows, "\n") + "\n"
	for before, want := range map[string]string{
		"Grain was sold abroad. The amounts that were sold are shown in the\nlist of kinds (in thousands of tons):\n":        "The amounts that were sold are shown in the\nlist of kinds (in thousands of tons):",
		"Grain was sold abroad. The table below shows how much,\nin thousands of tons, as far as it was weighed.\n":          "The table below shows how much,\nin thousands of tons, as far as it was weighed.",
		"Grain was sold abroad. In the table above nothing is counted\nthat was given away in one of the years of hunger.\n": "",
		"Grain was sold abroad. Prices are those that merchants paid\nwhen the ships had come in and were unloaded.\n":       "",
	} {
		for i, p := range Split("d", []source.Page{{Number: 1, Text: before + table}}, nil, Options{}) {
			if n := strings.Count(p.Text, "Kind of grain number"); n == 0 {
				continue
			}
			lead := strings.TrimSuffix(p.Text[:strings.Index(p.Text, "Year")], "\n")
			if want != "" && (!strings.HasSuffix(lead, want) || strings.Count(p.Text, want) != 1) || want == "" && i > 0 && lead != "" {
				t.Errorf("passage %d is led in by %q, want %q", i, lead, want)
			}
		}
	}
}

// rowsOf makes lines of a table below one another, the bold ones begin with "*".
func rowsOf(texts ...string) (lines []refs.TextLine) {
	for i, text := range texts {
		words := strings.TrimPrefix(text, "*")
		lines = append(lines, refs.TextLine{Page: 1, Text: words, Bold: words != text, Size: 10, X: 60, Y: float64(80 + 14*i)})
	}
	return lines
}

func TestFindTables_FirstRowOfWordsIsNoHead(t *testing.T) {
	rows := []string{
		"anchor\ta piece of iron that holds a boat in the harbour", "buoy\ta barrel that swims on a chain and shows the way",
		"cable\ta rope that is made of several ropes, for large boats", "davit\tan arm that holds a boat above the water",
	}
	if got := findTables(rowsOf(rows...), 0, &standing{}, nil); got[0].header != 0 {
		t.Errorf("a row is the head: %+v", got)
	}
	named := append([]string{"Word\tMeaning"}, rows...)
	if got := findTables(rowsOf(named...), 0, &standing{}, nil); got[0].header != 1 {
		t.Errorf("the head is none: %+v", got)
	}
	gull := "gull which is a bird that follows the boats, and is fed by nobody"
	divided := rowsOf(slices.Concat([]string{"*Word\tMeaning"}, rows, []string{gull}, rows)...)
	got := findTables(divided, 0, &standing{}, nil)
	for first, table := range got {
		if head := table.head(divided); len(head) != 1 || first > 0 && table.header > 0 {
			t.Errorf("%d: %+v", first, table)
		}
	}
}

func TestNamesOf_BoldLinesOfADocumentThatSetsThemApart(t *testing.T) {
	row := "anchor\tiron"
	if got := namesOf(rowsOf("*Word\tMeaning", row, "*Boat\tOwner", row, "*Lamp\tColour", row)); !got["Boat\tOwner"] || len(got) != 4 {
		t.Errorf("%v", got)
	}
	if got := namesOf(rowsOf("Word\tMeaning", row, "*Boat\tOwner", row)); got != nil {
		t.Errorf("%v", got)
	}
}
