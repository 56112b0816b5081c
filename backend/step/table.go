package step

import (
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/grid"
)

// rows returns the table as one unit if it is short, else each row under what stands above the table.
func rows(b grid.Block) []string {
	if whole := joined(b.Lines); len(whole) <= wholeSentence {
		return []string{whole}
	}
	head := joined(b.Lead())
	var units []string
	for i, e := range b.Entries() {
		if !cite.Proves(e.Row) { // nothing to find it by on its page
			continue
		}
		parts := append(slices.Clone(e.Headings), e.Row)
		if head != "" {
			parts = slices.Insert(parts, 0, head)
		}
		unit := strings.Join(parts, " … ")
		if first := strings.Join(parts, " "); i == 0 && strings.HasPrefix(joined(b.Lines), joined(parts)) { // nothing is left out between
			unit = first
		}
		units = append(units, unit)
	}
	return units
}

// isRow reports whether a unit is a row of a table, under its head or alone.
func isRow(unit string) bool { return grid.IsRow(strings.TrimPrefix(row(unit), "… ")) }

// row returns the row of a unit that quotes one under the head of its table, for the head says nothing besides; else the whole unit.
func row(unit string) string {
	if at := strings.LastIndex(unit, "… "); at >= 0 && grid.IsRow(unit[at+len("… "):]) {
		return unit[at:]
	}
	return unit
}

func joined(lines []string) string {
	return strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
}
