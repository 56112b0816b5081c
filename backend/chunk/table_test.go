package chunk

import (
	"fmt"
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
	tables := findTables(lines)
	got, ok := tables[1]
	if len(tables) != 1 || !ok || got.header != 2 || got.last != 10 {
		t.Errorf("%+v", tables)
	}
}

func TestSplit_AHeaderIsNotTakenToAnotherPage(t *testing.T) {
	var pages []source.Page
	row := 0
	for n := 1; n <= 2; n++ {
		text := "Limits by nuclide\nNuclide Limit A Limit B"
		if n == 2 {
			text = "Text of the second page that is not of the table."
		}
		for range 30 {
			row++
			text += fmt.Sprintf("\nRn-%d 1,%d 2,%d", 200+row, row, row)
		}
		pages = append(pages, source.Page{Number: n, Text: text})
	}
	for _, p := range Split("d", pages, nil, Options{Max: 90}) {
		if p.Role == source.Table && p.Page() == 1 != strings.HasPrefix(p.Text, "Limits by nuclide\nNuclide Limit A Limit B") {
			t.Errorf("page %d: %q", p.Page(), p.Text)
		}
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
