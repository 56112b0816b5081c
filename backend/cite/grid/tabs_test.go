package grid

import (
	"reflect"
	"strings"
	"testing"
)

const tabs = `Which notice is due depends on the class.
Table 2: Notices
Class	Notice	Term
A	none	–
B	by letter to the owner	within a month
C	by letter to the owner, and on the door	at once
Whoever rents out a house informs the tenants.`

func quoted(t *testing.T, from, to string) (Table, bool) {
	t.Helper()
	start, end := strings.Index(tabs, from), strings.Index(tabs, to)
	if start < 0 || end < 0 {
		t.Fatal("not in the text")
	}
	return Of(tabs, start, end+len(to))
}

func TestOf_CellsOfWords(t *testing.T) {
	named := Table{Caption: "Table 2: Notices", Label: "Class", Columns: []string{"Notice", "Term"}}
	for _, c := range []struct {
		name, from, to string
		rows           [][]string
	}{
		{"a row", "B\tby letter", "within a month", [][]string{{"B", "by letter to the owner", "within a month"}}},
		{"two rows", "B\tby letter", "at once", [][]string{{"B", "by letter to the owner", "within a month"}, {"C", "by letter to the owner, and on the door", "at once"}}},
		{"with what stands above it, its last cell cut off", "Table 2", "none", [][]string{{"A", "none", ""}}},
	} {
		want := named
		want.Rows = c.rows
		if got, ok := quoted(t, c.from, c.to); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", c.name, got, ok)
		}
	}
	if got, ok := quoted(t, "Whoever", "tenants."); ok {
		t.Errorf("a sentence is a table: %+v", got)
	}
	if got, ok := quoted(t, "at once", "tenants."); ok {
		t.Errorf("a cell and a sentence are a table: %+v", got)
	}
}

func TestOf_KeepsEmptyCells(t *testing.T) {
	text := "Item\tHouses\tRooms\tFloors\nSealed\t12\t\t3\nAired\t14\t8\t2"
	want := Table{Label: "Item", Columns: []string{"Houses", "Rooms", "Floors"}, Rows: [][]string{{"Sealed", "12", "", "3"}}}
	if got, ok := Of(text, strings.Index(text, "Sealed"), strings.Index(text, "\nAired")); !ok || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, ok)
	}
}

func TestSplit_CellsOfWords(t *testing.T) {
	blocks := Split(strings.Split(tabs, "\n"))
	if len(blocks) != 3 || !blocks[1].Table || blocks[1].Head != 2 || len(blocks[1].Entries()) != 3 {
		t.Fatalf("%+v", blocks)
	}
}

func TestNamesColumns(t *testing.T) {
	for rows, want := range map[string]bool{
		"Class\tNotice\nA\tnone":               true,
		"Listing\tYes\tNo\nErasing\tNo\tMaybe": true, // nothing tells it from names
		"Listing\tYes\tYes\nErasing\tNo\tNo":   false,
		"Name\tYes\nErasing\tYes":              false, // a column that holds its own name
		"1\t2\n3\t4":                           false,
		"It is due at once.\tTerm\nA\tnone":    false,
		"Class\tNotice":                        false,
		"Class\tNotice\nno cells":              false,
	} {
		if got := NamesColumns(strings.Split(rows, "\n")); got != want {
			t.Errorf("%q: %v", rows, got)
		}
	}
}

func TestTabbed(t *testing.T) {
	for line, want := range map[string]bool{
		"A\tnone": true, "1.\tCourse\t30": true, "1.\tCourse": false, "•\tCourse": false, "(a)\tCourse": false, "A none": false, "\tA": false, "A\t": false,
	} {
		if Tabbed(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
}

// statement is a page of two tables whose rows are alike.
const statement = `Harbour Company
Statement of Moorings
(in thousands, unaudited)
	First half		Whole year	
At the end of	June 2033	June 2032	2033	2032
Northern quay
Let:
To members	12	13	24	26
To guests	2	3	4	6
Boats of members, among them those that are laid up on land for the winter and were counted in the year before on the
water	7	8	9	10
Statement of Dues
	2033	2032
(in millions)
To members	5	6
To guests	2	3`

func TestOf_NamesOfSeveralLines(t *testing.T) {
	dues := strings.Index(statement, "Statement of Dues")
	for _, c := range []struct {
		name string
		from int
		row  string
		want Table
	}{
		{"each stands over its columns", 0, "To guests\t2\t3\t4\t6", Table{
			Caption: "Harbour Company Statement of Moorings (in thousands, unaudited)", Label: "At the end of",
			Columns: []string{"First half June 2033", "First half June 2032", "Whole year 2033", "Whole year 2032"}, Rows: [][]string{{"To guests", "2", "3", "4", "6"}}}},
		{"with the heading of its group", 0, "Let:\nTo members\t12\t13\t24\t26", Table{
			Caption: "Harbour Company Statement of Moorings (in thousands, unaudited)", Label: "At the end of",
			Columns: []string{"First half June 2033", "First half June 2032", "Whole year 2033", "Whole year 2032"}, Rows: [][]string{{"Let:"}, {"To members", "12", "13", "24", "26"}}}},
		{"the row of the table in which it stands", dues, "To guests\t2\t3", Table{
			Caption: "Statement of Dues (in millions)", Columns: []string{"2033", "2032"}, Rows: [][]string{{"To guests", "2", "3"}}}},
	} {
		start := c.from + strings.Index(statement[c.from:], c.row)
		if got, ok := Of(statement, start, start+len(c.row)); !ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v, %v\nwant %+v", c.name, got, ok, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for rows, want := range map[string]int{
		"Sold\t2033*\t2032\nOats\t12\t13":                                       1,
		"Half a year\t\tA year\nSold\t2033\t2032\nOats\t12\t13\nBarley\t14\t15": 2,
		"Sold\t30.6.2033\t30.6.2032\n(in Tausend Euro)\nHafer\t12\t13":          2,
		"\t2033年\t2032年\n（単位：百万円）\n売上高\t12\t13":                                 2,
		"Sold\t2033\t2032\n(a)\nOats\t12\t13":                                   1,
		"Oats\t12\t13\nBarley\t14\t15":                                          0,
		"Held by\tAnn\nOats\tCarl\nBarley\tAnn":                                 0, // its column holds its name
	} {
		if got := Names(strings.Split(rows, "\n"), Tabbed); got != want {
			t.Errorf("%q: %d", rows, got)
		}
	}
}
