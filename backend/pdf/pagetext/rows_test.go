package pagetext

import (
	"slices"
	"testing"
)

// wordsOf returns the words of the cells that page draws.
func wordsOf(page []drawn) func(Placed) []Word {
	return func(l Placed) []Word {
		var out []Word
		i := slices.IndexFunc(page, func(d drawn) bool { return d.y == l.Y && d.parts[0].x == l.X })
		at := l.From
		for _, p := range page[i].parts {
			x, open := p.x, false
			for _, r := range p.text {
				if open = open && r != ' '; r != ' ' {
					if !open {
						out, open = append(out, Word{From: at, X0: x}), true
					}
					w := &out[len(out)-1]
					w.To, w.X1 = at+1, x+letterWidth
				}
				at, x = at+1, x+letterWidth
			}
			at++ // the blank between two parts
		}
		return out
	}
}

func TestDivide(t *testing.T) {
	for name, c := range map[string]struct {
		lines []drawn
		want  string
	}{
		"figures aligned at their right": {
			[]drawn{at(10, 50, "In millions", 205, "2033", 275, "2032"), at(22, 50, "Current assets:"),
				at(34, 50, "Cash and notes", 180, "$", 205, "12.5", 250, "$", 280, "9.1"), at(46, 50, "Stock", 200, "(3.5)", 270, "(2.5)"), at(58, 50, "Share", 210, "3.5", 230, "%", 270, "12.5", 295, "%")},
			"In millions\t2033\t2032\nCurrent assets:\nCash and notes\t$ 12.5\t$ 9.1\nStock\t(3.5)\t(2.5)\nShare\t3.5 %\t12.5 %",
		},
		"words aligned at their left": {
			[]drawn{at(10, 50, "Name", 150, "Office", 300, "Since"), at(22, 50, "Ann Bell", 150, "Chair of the board", 300, "May"), at(34, 50, "Carl Dorn", 150, "Treasurer", 300, "June")},
			"Name\tOffice\tSince\nAnn Bell\tChair of the board\tMay\nCarl Dorn\tTreasurer\tJune",
		},
		"a name of a column that takes three lines": {
			[]drawn{at(34, 50, "In millions", 200, "Total"), at(10, 280, "Other"), at(22, 280, "paid-in"), at(34, 280, "capital"),
				at(46, 50, "Profit", 200, "12.5", 280, "3.5"), at(58, 50, "Shares", 200, "15.5", 280, "4.5"), at(70, 50, "Loss", 200, "17.5", 280, "5.5")},
			"In millions\tTotal\tOther paid-in capital\nProfit\t12.5\t3.5\nShares\t15.5\t4.5\nLoss\t17.5\t5.5",
		},
		"a last cell that takes two lines": {
			[]drawn{at(10, 50, "Ann Bell", 150, "May", 220, "chairs the"), at(22, 220, "board"), at(34, 50, "Carl Dorn", 150, "June", 220, "keeps the"), at(46, 220, "books"), at(58, 50, "Eve Fox", 150, "July", 220, "writes"), at(70, 50, "They meet")},
			"Ann Bell\tMay\tchairs the board\nCarl Dorn\tJune\tkeeps the books\nEve Fox\tJuly\twrites\nThey meet",
		},
		"a total below the last column": {
			[]drawn{at(10, 50, "Profit", 200, "12.5", 280, "3.5"), at(22, 50, "Shares", 200, "15.5", 280, "4.5"), at(34, 50, "Loss", 200, "17.5", 280, "5.5"), at(46, 280, "8.9")},
			"Profit\t12.5\t3.5\nShares\t15.5\t4.5\nLoss\t17.5\t5.5\n8.9",
		},
		"years in the middle of columns": {
			[]drawn{at(10, 50, "Grain", 200, "2033", 300, "2032"), at(22, 50, "Sold", 182, "1.5", 282, "3.5"), at(34, 50, "Kept", 182, "2.5", 282, "4.5"), at(46, 50, "Thrown away", 175, "9", 275, "8")},
			"Grain\t2033\t2032\nSold\t1.5\t3.5\nKept\t2.5\t4.5\nThrown away\t9\t8",
		},
		"a label that reaches up to its figure, and one that ends with a date": {
			[]drawn{at(-2, 50, "Rents", 200, "10.5", 280, "2.5", 350, "5.1"), at(10, 50, "Profit", 200, "12.5", 280, "3.5", 350, "9.1"), at(22, 50, "Shares", 200, "15.5", 280, "4.5", 350, "8.1"), at(34, 50, "Loss-of-the-very-long-year-so", 198, "7.5", 280, "5.5", 350, "7.1"),
				at(46, 50, "Sums-as-they-stood-on-May-28,", 198, "2033", 280, "6.5", 350, "6.1")},
			"Rents\t10.5\t2.5\t5.1\nProfit\t12.5\t3.5\t9.1\nShares\t15.5\t4.5\t8.1\nLoss-of-the-very-long-year-so\t7.5\t5.5\t7.1\nSums-as-they-stood-on-May-28, 2033\t\t6.5\t6.1",
		},
		"a cell left empty": {
			[]drawn{at(10, 50, "Profit", 200, "12.5", 280, "3.5", 350, "9.1"), at(22, 50, "Shares", 200, "15.5", 280, "4.5", 350, "8.1"), at(34, 50, "Loss", 280, "5.5"),
				at(46, 50, "Other", 200, "17.5", 350, "7.1")},
			"Profit\t12.5\t3.5\t9.1\nShares\t15.5\t4.5\t8.1\nLoss\t\t5.5\nOther\t17.5\t\t7.1",
		},
		"fewer columns below names of their own": {
			[]drawn{at(10, 50, "Profit", 200, "12.5", 280, "3.5"), at(22, 50, "Shares", 200, "15.5", 280, "4.5"), at(34, 50, "Loss", 200, "15.5", 280, "4.5"), at(46, 50, "Period", 270, "Leases"),
				at(58, 50, "Year", 280, "7.1"), at(70, 50, "Later", 280, "8.1")},
			"Profit\t12.5\t3.5\nShares\t15.5\t4.5\nLoss\t15.5\t4.5\nPeriod\tLeases\nYear\t7.1\nLater\t8.1",
		},
		"figures close to one another": {
			[]drawn{at(10, 50, "Profit", 205, "12.5", 250, "3.5", 300, "2.5"), at(22, 50, "Shares", 205, "15.5", 250, "4.5", 300, "3.5"), at(34, 50, "Loss", 200, "-12.5", 228, "$", 250, "5.5", 300, "1.5"),
				at(46, 50, "Sum", 205, "11.5", 250, "7.1", 300, "2.5")},
			"Profit\t12.5\t3.5\t2.5\nShares\t15.5\t4.5\t3.5\nLoss\t-12.5\t$ 5.5\t1.5\nSum\t11.5\t7.1\t2.5",
		},
		"names over several columns": {
			[]drawn{at(10, 50, "Half a year", 212, "Kept-of-it", 330, "Sold"), at(22, 200, "2033", 250, "2032", 300, "2033", 350, "2032"), at(34, 50, "Oats", 200, "12.5", 250, "13.5", 300, "10.5", 350, "19.1"),
				at(46, 50, "Barley", 200, "22.5", 250, "23.5", 300, "20.5", 350, "29.1"), at(58, 50, "Rye", 200, "32.5", 250, "33.5", 300, "30.5", 350, "39.1")},
			"Half a year\tKept-of-it\t\tSold\t\n\t2033\t2032\t2033\t2032\nOats\t12.5\t13.5\t10.5\t19.1\nBarley\t22.5\t23.5\t20.5\t29.1\nRye\t32.5\t33.5\t30.5\t39.1",
		},
		"names over one column and over three, none over the labels": {
			[]drawn{at(10, 197, "Total", 290, "Of-which"), at(34, 50, "Oats", 200, "12.5", 260, "13.5", 300, "10.5", 350, "19.1"),
				at(46, 50, "Barley", 200, "22.5", 260, "23.5", 300, "20.5", 350, "29.1"), at(58, 50, "Rye", 200, "32.5", 260, "33.5", 300, "30.5", 350, "39.1")},
			"\tTotal\tOf-which\t\t\nOats\t12.5\t13.5\t10.5\t19.1\nBarley\t22.5\t23.5\t20.5\t29.1\nRye\t32.5\t33.5\t30.5\t39.1",
		},
		"names that stand in the middle of no columns": {
			[]drawn{at(10, 197, "Total", 340, "Of-which"), at(34, 50, "Oats", 200, "12.5", 260, "13.5", 300, "10.5", 350, "19.1"),
				at(46, 50, "Barley", 200, "22.5", 260, "23.5", 300, "20.5", 350, "29.1"), at(58, 50, "Rye", 200, "32.5", 260, "33.5", 300, "30.5", 350, "39.1")},
			"Total\tOf-which\nOats\t12.5\t13.5\t10.5\t19.1\nBarley\t22.5\t23.5\t20.5\t29.1\nRye\t32.5\t33.5\t30.5\t39.1",
		},
		"a sign of a currency behind a figure, and one of a share that names a column": {
			[]drawn{at(10, 50, "In millions", 200, "2033", 250, "2032", 300, "%"), at(22, 50, "Oats", 180, "$", 200, "12.5", 222, "$", 250, "13.5", 300, "8"), at(34, 50, "Barley", 200, "22.5", 250, "23.5", 300, "9"), at(46, 50, "Rye", 200, "32.5", 250, "33.5", 300, "7")},
			"In millions\t2033\t2032\t%\nOats\t$ 12.5\t$ 13.5\t8\nBarley\t22.5\t23.5\t9\nRye\t32.5\t33.5\t7",
		},
		"names of two lines, the first and the last at their ends": {
			[]drawn{at(10, 197, "Bought"), at(22, 203, "once", 250, "Sold", 300, "Kept"), at(34, 291, "over-winter"), at(46, 50, "Oats", 200, "12.5", 250, "13.5", 300, "10.5"),
				at(58, 50, "Barley", 200, "22.5", 250, "23.5", 300, "20.5"), at(70, 50, "Rye", 200, "32.5", 250, "33.5", 300, "30.5")},
			"\tBought once\tSold\tKept over-winter\nOats\t12.5\t13.5\t10.5\nBarley\t22.5\t23.5\t20.5\nRye\t32.5\t33.5\t30.5",
		},
		"a name over all columns is no part of the first": {
			[]drawn{at(10, 200, "The-years-that-ended-then"), at(22, 200, "2033", 250, "2032", 300, "2031"), at(34, 50, "Oats", 200, "12.5", 250, "13.5", 300, "10.5"),
				at(46, 50, "Barley", 200, "22.5", 250, "23.5", 300, "20.5"), at(58, 50, "Rye", 200, "32.5", 250, "33.5", 300, "30.5")},
			"The-years-that-ended-then\n\t2033\t2032\t2031\nOats\t12.5\t13.5\t10.5\nBarley\t22.5\t23.5\t20.5\nRye\t32.5\t33.5\t30.5",
		},
		"two rows are no table": {
			[]drawn{at(10, 50, "Profit", 200, "12.5", 280, "3.5"), at(22, 50, "Shares", 200, "15.5", 280, "4.5")},
			"Profit 12.5 3.5\nShares 15.5 4.5",
		},
		"two rows of many columns": {
			[]drawn{at(10, 50, "Age", 120, "1 to 2 years", 220, "2 to 7 years", 320, "7 to 12 years"), at(22, 50, "Rate", 120, "1900", 220, "3200", 320, "5640")},
			"Age\t1 to 2 years\t2 to 7 years\t7 to 12 years\nRate\t1900\t3200\t5640",
		},
		"no figure in a cell whose row ends with a divided word": {
			[]drawn{at(10, 50, "Path", 200, "Hours", 300, "Factor"), at(22, 50, "Air", 200, "7 outside"), at(22, 300, "-"), at(34, 50, "Soil", 200, "9 inside", 300, "0.3")},
			"Path\tHours\tFactor\nAir\t7 outside\t-\nSoil\t9 inside\t0.3",
		},
		"justified lines": {
			[]drawn{at(10, 50, "words", 90, "that", 125, "fill", 160, "lines"), at(22, 50, "words", 90, "that", 125, "fill", 160, "lines"), at(34, 50, "words", 90, "that", 125, "fill", 160, "lines")},
			"words that fill lines\nwords that fill lines\nwords that fill lines",
		},
		"entries of a list": {
			[]drawn{at(10, 50, "1.", 80, "seal the cracks"), at(22, 50, "2.", 80, "install a fan"), at(34, 50, "*", 80, "measure again")},
			"1. seal the cracks\n2. install a fan\n* measure again",
		},
		"contents with leading dots": {
			[]drawn{at(10, 50, "Cracks", 100, ". . . . .", 200, "12"), at(22, 50, "Fans", 100, ". . . . .", 200, "14"), at(34, 50, "Rooms", 100, ". . . . .", 200, "19")},
			"Cracks . . . . . 12\nFans . . . . . 14\nRooms . . . . . 19",
		},
		"prose beside prose": {
			[]drawn{at(10, 50, "one and two and", 200, "left and right and"), at(22, 50, "three and four and", 200, "up and down and"), at(34, 50, "five and six and", 200, "near and far and")},
			"one and two and left and right and\nthree and four and up and down and\nfive and six and near and far and",
		},
		"figures of a chart": {
			[]drawn{at(10, 50, "North", 200, "12"), at(22, 50, "East", 131, "5"), at(34, 50, "South", 250, "18"), at(46, 50, "West", 165, "8"), at(58, 50, "Sea", 290, "23")},
			"North 12\nEast 5\nSouth 18\nWest 8\nSea 23",
		},
		"a tree of folders": {
			[]drawn{at(10, 50, "│", 90, "├──", 120, "src"), at(22, 50, "│", 90, "├──", 120, "doc"), at(34, 50, "│", 90, "└──", 120, "test")},
			"│ ├── src\n│ ├── doc\n│ └── test",
		},
	} {
		text, lines := page(c.lines...)
		before := text.String()
		divided, ok := Divide(text, lines, wordsOf(c.lines))
		if got := divided.String(); got != c.want || ok != (got != before) || text.String() != before {
			t.Errorf("%s:\n%q\nwant\n%q", name, got, c.want)
		}
	}
}

// A row of one line stands in the columns of rows beside it whose cells take several lines.
func TestDivide_BesideRowsOfSeveralLines(t *testing.T) {
	lines := []drawn{at(10, 54, "Class", 120, "Duty", 300, "Time"), at(25, 54, "A", 120, "seal the cracks, and"), at(37, 120, "measure again"), at(25, 300, "soon"),
		at(55, 54, "B", 120, "nothing", 300, "-")}
	text, placed := page(lines...)
	of := wordsOf(lines)
	tabled, _ := Tabulate(text, placed[:4], of)
	row := placed[1]
	row.To = placed[3].To
	words := func(l Placed) []Word {
		if l == row {
			return slices.Concat(of(placed[1]), of(placed[2]), of(placed[3]))
		}
		return of(l)
	}
	divided, _ := Divide(tabled, []Placed{placed[0], row, placed[4]}, words)
	if got := divided.String(); got != "Class\tDuty\tTime\nA\tseal the cracks, and measure again\tsoon\nB\tnothing\t-" {
		t.Errorf("%q", got)
	}
}
