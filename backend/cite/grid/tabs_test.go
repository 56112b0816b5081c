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
