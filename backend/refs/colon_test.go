package refs_test

import (
	"testing"

	"rabbithole/backend/source"
)

// Some numbers among many headings without do not make lines with a colon terms of a list.
func TestSections_LinesWithAColonAreHeadingsWhereFewHaveNumbers(t *testing.T) {
	compare(t, outlineOf(source.Meta{},
		typeset(1, "**Report of the mill", "**1. Business", "*Our trade", "We grind the corn of the whole valley, as our fathers did before us.", "**2. Results", "*Overview", "It was a good year for all who bring their corn, and for those who bake.",
			"*Flour (60% of sales):", "Flour sold well in all the towns around, and better than in the year before.", "*This year:", "It rose by a tenth.", "*Last year:", "It fell a little.",
			"*Bran (40% of sales):", "Bran did not.", "*This year:", "It fell by a fifth.", "*Last year:", "It rose a little."),
		typeset(2, "*Oil (less than 1% of sales):", "Oil is new.", "*This year:", "It began.", "*Last year:", "There was none.", "*Outlook", "We shall see.")),
		[]string{"1 title Report of the mill|Report of the mill", "1 section Section 1|Business", "2 section Our trade|Our trade", "1 section Section 2|Results",
			"2 section Overview|Overview",
			"2 section Flour (60% of sales):|Flour (60% of sales):", "2 section This year:|This year:", "2 section Last year:|Last year:",
			"2 section Bran (40% of sales):|Bran (40% of sales):", "2 section This year:|This year:", "2 section Last year:|Last year:",
			"2 section Oil (less than 1% of sales):|Oil (less than 1% of sales):", "2 section This year:|This year:", "2 section Last year:|Last year:",
			"2 section Outlook|Outlook"})
}

// A heading that the file's outline puts on its seventh level stands inside that on the sixth.
func TestSections_AnOutlineOfManyLevels(t *testing.T) {
	var meta source.Meta
	lines := []string{"**The book of water"}
	var want []string
	names := []string{"Water", "Wells", "Deep wells", "Shafts", "Walls", "Stones", "Mortar", "Lime"}
	for i, name := range names {
		meta.Outline = append(meta.Outline, source.Mark{Title: name, Level: min(i+1, 7), Page: 1})
		lines = append(lines, "*"+name, "This is said of it here.")
		want = append(want, string(rune('1'+min(i, 6)))+" section "+name+"|"+name)
	}
	compare(t, outlineOf(meta, typeset(1, lines...)), append([]string{"1 title The book of water|The book of water"}, want...))
}
