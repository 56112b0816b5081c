package refs_test

import (
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/outline"
	"rabbithole/backend/source"
)

// typeset makes a page of lines; "**" in front sets a line bold in 13 points, "*" bold in 10, others are body text in 9.
func typeset(number int, lines ...string) source.Page {
	p := source.Page{Number: number, Width: 595, Height: 842}
	var b strings.Builder
	for i, l := range lines {
		text := strings.TrimLeft(l, "*")
		size, bold := []float64{9, 10, 13}[len(l)-len(text)], len(l) > len(text)
		p.Lines = append(p.Lines, source.Line{Start: b.Len(), End: b.Len() + len(text), Size: size, Bold: bold, X: 60, Y: float64(80 + 14*i)})
		b.WriteString(text + "\n")
	}
	p.Text = b.String()
	return p
}

func outlineOf(meta source.Meta, pages ...source.Page) []string {
	var out []string
	for _, s := range outline.Sections(source.Document{Hash: "d"}, meta, pages) {
		out = append(out, fmt.Sprintf("%d %s %s|%s", s.Level, s.Kind, s.Label, s.Title))
	}
	return out
}

func compare(t *testing.T, got, want []string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func germanLaw() []source.Page {
	return []source.Page{
		typeset(1, "**Gesetz zum Schutz vor Kellerluft (KlSchG)", "Inhaltsübersicht", "§ 1 Zweck ..................... 1", "§ 2 Begriffe .................. 1", "§ 3 Grenzwerte nach § 2 .......... 2",
			"**Teil 1 - Allgemeines", "*§ 1 Zweck", "Dieses Gesetz dient dem Schutz. Es gilt nach", "§ 2 Absatz 1 auch für Räume und nach", "§ 3 Nummer 4 für Gärten.", "*§ 2 Begriffe", "(1) Kellerluft ist Luft."),
		typeset(2, "**Teil 2 - Werte", "*§ 3 Grenzwerte nach", "*§ 2 Absatz 1", "Der Grenzwert steht in Anlage 1.", "*Anlage 1 (zu § 3)", "*Teil A: Wohnräume", "Tabelle 1: Werte", "1 2 3", "*Teil B: Keller", "Text."),
	}
}

func TestSections_GermanLawByTypography(t *testing.T) {
	compare(t, outlineOf(source.Meta{}, germanLaw()...), []string{
		"1 title Gesetz zum Schutz vor Kellerluft (KlSchG)|Gesetz zum Schutz vor Kellerluft (KlSchG)",
		"1 section Inhaltsübersicht|Inhaltsübersicht",
		"1 part Teil 1|Allgemeines", "2 section § 1|Zweck", "2 section § 2|Begriffe",
		"1 part Teil 2|Werte", "2 section § 3|Grenzwerte nach § 2 Absatz 1",
		"1 annex Anlage 1|(zu § 3)", "2 part Teil A|Wohnräume", "3 table Tabelle 1|Werte", "2 part Teil B|Keller",
	})
}

// The names of columns are set like a heading and are none; a heading may stand apart from its number.
func TestSections_ARowOfATableIsNoHeading(t *testing.T) {
	compare(t, outlineOf(source.Meta{}, typeset(1, "**Harbour book", "The harbour has lamps.", "*ITEM 2\tPIERS", "They are let by the year.", "*Lamps of the pier", "*Lamp\tColour\tOwner", "Anchor\tred\tparish",
		"*5.2\tBoats", "Boats come at night.", "*5.3\tRopes\t12", "Ropes are sold.")), []string{
		"1 title Harbour book|Harbour book", "1 section Item 2|PIERS", "2 section Lamps of the pier|Lamps of the pier", "2 section Section 5.2|Boats"})
}

func TestSections_ContentsHaveTheirRole(t *testing.T) {
	sections := outline.Sections(source.Document{}, source.Meta{}, germanLaw())
	if s := sections[1]; s.Role != source.Contents || s.Page != 1 || s.Start == 0 {
		t.Errorf("got %+v", s)
	}
	for _, s := range sections[2:] {
		if s.Role != "" {
			t.Errorf("%s has the role %s", s.Label, s.Role)
		}
	}
}

func TestSections_ActWithTitlesBelowNumbersAndRecitals(t *testing.T) {
	page := typeset(1, "**Regulation (EU) 2099/1 on cellars", "Whereas:", "(1) Cellars are damp.", "(2) They should be dry, as Article 1", "says.", "**CHAPTER I", "**General provisions",
		"Article 1", "Scope", "1. This Regulation applies to cellars.", "Article 2", "Definitions", "Cellar means a room as in", "Article 1(1).", "**CHAPTER II", "**Section 1", "**Doors", "Article 3", "Keys", "Text.")
	compare(t, outlineOf(source.Meta{}, page), []string{
		"1 title Regulation (EU) 2099/1 on cellars|Regulation (EU) 2099/1 on cellars",
		"1 recital Recital 1|", "1 recital Recital 2|",
		"1 chapter Chapter I|General provisions", "2 article Article 1|Scope", "2 article Article 2|Definitions",
		"1 chapter Chapter II|", "2 chapter Section 1|Doors", "3 article Article 3|Keys",
	})
}

func TestSections_ReportWithReferencesAndAppendix(t *testing.T) {
	page := typeset(1, "**Cold Air", "*1. Introduction", "See Section 2.1.", "*2. Methods", "*2.1. http scheme", "1. first item", "2. second item", "*3. References", "[COLD] A. Winter, \"Cold Air\",", "RFC 9999.",
		"[7] B. Summer, Warm Air.", "*Appendix A. Data", "*A.1. Sites", "Figure 2 shows cellars.", "Figure 2: Cellars", "*Acknowledgements", "Thanks.")
	compare(t, outlineOf(source.Meta{}, page), []string{
		"1 title Cold Air|Cold Air", "1 section Section 1|Introduction", "1 section Section 2|Methods", "2 section Section 2.1|http scheme", "1 section Section 3|References",
		"2 bibliography [COLD]|A. Winter, \"Cold Air\", RFC 9999.", "2 bibliography [7]|B. Summer, Warm Air.",
		"1 annex Appendix A|Data", "2 annex Appendix A.1|Sites", "3 figure Figure 2|Cellars", "2 section Acknowledgements|Acknowledgements",
	})
}

// A book whose own outline leaves out numbers, with openings of chapters and numbered lists between its headings.
func TestSections_ADetailedOutlineHasItsWay(t *testing.T) {
	mark := func(level, page int, title string) source.Mark {
		return source.Mark{Title: title, Level: level, Page: page}
	}
	meta := source.Meta{Outline: []source.Mark{mark(1, 2, "Wells"), mark(2, 2, "Scope"), mark(2, 2, "Duties"), mark(3, 2, "Keepers"),
		mark(1, 3, "Springs"), mark(2, 3, "Rights"), mark(2, 3, "Fees"), mark(2, 3, "Records"), mark(1, 4, "Ponds"), mark(2, 4, "Fish"), mark(2, 4, "Frogs"), mark(2, 4, "Reeds")}}
	got := outlineOf(meta,
		typeset(1, "**The book of water"), typeset(2, "**CHAPTER", "**ONE", "**WELLS", "*1.1 Scope", "This is about wells.", "*1.2 Duties", "Three duties hold.", "*9 Odd duty", "The ninth duty.",
			"*1.2.1 Keepers", "Keepers look after wells."),
		typeset(3, "**KAPITEL 2", "**Springs", "*2.1 Rights", "Everybody may drink.", "*2.2 Fees", "There are none.", "*2.3 Records", "They are kept."),
		typeset(4, "**CHAPTER", "**THREE", "**PONDS", "*3.1 Fish", "They swim.", "*3.2 Frogs", "They sing.", "*3.3 Reeds", "They grow."))
	compare(t, got, []string{"1 title The book of water|The book of water",
		"1 section Wells|Wells", "2 section Section 1.1|Scope", "2 section Section 1.2|Duties", "3 section Section 9|Odd duty", "3 section Section 1.2.1|Keepers",
		"1 chapter Kapitel 2|Springs", "2 section Section 2.1|Rights", "2 section Section 2.2|Fees", "2 section Section 2.3|Records",
		"1 section Ponds|Ponds", "2 section Section 3.1|Fish", "2 section Section 3.2|Frogs", "2 section Section 3.3|Reeds"})
}

// The parts of an annex that an outline names among the paragraphs stand in that annex, not beside the parts of the act.
func TestSections_PartsOfAnAnnexWithinADetailedOutline(t *testing.T) {
	mark := func(level, page int, title string) source.Mark {
		return source.Mark{Title: title, Level: level, Page: page}
	}
	meta := source.Meta{Outline: []source.Mark{mark(1, 1, "Teil 1 Wasser"), mark(2, 1, "§ 1 Brunnen"), mark(2, 1, "§ 2 Quellen"), mark(2, 1, "§ 3 Teiche"), mark(1, 2, "Teil 2 Luft"),
		mark(2, 2, "§ 4 Wind"), mark(2, 2, "§ 5 Nebel"), mark(2, 3, "Anlage 1 Fische"), mark(2, 3, "Anlage 2 Frösche")}}
	got := outlineOf(meta,
		typeset(1, "**Teil 1 Wasser", "*§ 1 Brunnen", "Sie sind tief.", "*§ 2 Quellen", "Sie sind klar.", "*§ 3 Teiche", "Sie sind klein."),
		typeset(2, "**Teil 2 Luft", "*§ 4 Wind", "Er weht.", "*§ 5 Nebel", "Er steht."),
		typeset(3, "*Anlage 1 Fische", "**Teil A: Karpfen", "Sie schwimmen.", "**Teil B: Hechte", "Sie auch.", "*Anlage 2 Frösche", "Sie quaken."))
	if all := strings.Join(got, "\n"); !strings.Contains(all, "2 annex Anlage 1|Fische\n3 part Teil A|Karpfen\n3 part Teil B|Hechte\n2 annex Anlage 2|Frösche") {
		t.Errorf("got\n%s", all)
	}
}

// The number of a section counts though its title begins with the name of a file or with a quotation; a list's amounts and rows are no headings.
func TestSections_TitlesThatBeginWithANameOrAQuotation(t *testing.T) {
	got := outlineOf(source.Meta{}, typeset(1, "**The book of files", "*9.1 Places", "There are many of them, and each is for something else.", "*9.1.3 Mail", "Mail stands in one place, where its owner looks for it.",
		"*9.1.4 /run and /run/lock", "They are cleared when the computer is started anew.", "*9.1.5 {post|pre}inst", "They run before and after what they are named after.",
		"*9.1.6 ”Release” files", "They are signed by those who made them, with a key.", "*9.1.7 \\relative", "It is a command that says how notes are read.", "*9.2 Users", "Who they are stands in a file of its own.",
		"*1.5 / 2.5", "*1.6 % of 3"))
	compare(t, got, []string{"1 title The book of files|The book of files", "1 section Section 9.1|Places", "2 section Section 9.1.3|Mail", "2 section Section 9.1.4|/run and /run/lock",
		"2 section Section 9.1.5|{post|pre}inst", "2 section Section 9.1.6|”Release” files", "2 section Section 9.1.7|\\relative", "1 section Section 9.2|Users"})
}

// What stands below the number of a part may be its title, or the first line of its text.
func TestSections_APartWithoutTitle(t *testing.T) {
	got := outlineOf(source.Meta{}, typeset(1, "**The book of water", "*Part A", "Wells", "They are deep.", "*Part B",
		"Whoever digs a well has to tell the keeper of wells, who looks at it, about the", "depth of the well, about its width and, where there are frogs in it, how many of", "them there are.",
		"*Part C", "For ponds with fish,", "nothing has to be told.", "*Part D", "Springs", "They are clear."))
	compare(t, got, []string{"1 title The book of water|The book of water", "1 part Part A|Wells", "1 part Part B|", "1 part Part C|", "1 part Part D|Springs"})
}

// A chapter that the outline calls otherwise stays one: it is not put into the last section of the chapter before.
func TestSections_ANumberedChapterOutsideADetailedOutline(t *testing.T) {
	var meta source.Meta
	for page, titles := range []string{"Scope Duties Keepers Depth", "Rights Fees Records Fish"} {
		for _, title := range strings.Fields(titles) {
			meta.Outline = append(meta.Outline, source.Mark{Title: title, Level: 2, Page: page + 2})
		}
	}
	got := outlineOf(meta, typeset(1, "**The book of water"),
		typeset(2, "**Chapter 1", "**Wells", "*1.1 Scope", "This is about wells.", "*1.2 Duties", "Many.", "*1.3 Keepers", "Few.", "*1.4 Depth", "Ten metres."),
		typeset(3, "**Chapter 2", "**Springs", "*2.1 Rights", "Everybody may drink.", "*2.2 Fees", "None.", "*2.3 Records", "They are kept.", "*2.4 Fish", "They swim."))
	if len(got) != 11 || !strings.HasPrefix(got[1], "1 chapter Chapter 1") || !strings.HasPrefix(got[6], "1 chapter Chapter 2") || !strings.HasPrefix(got[7], "2 section Section 2.1") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestSections_OutlineWithoutTypography(t *testing.T) {
	page := source.Page{Number: 1, Text: "Foreword\nWords.\n4.2 Wells and\nSprings\nMore words about 4.2 things."}
	meta := source.Meta{Outline: []source.Mark{{Title: "Foreword", Level: 1, Page: 1}, {Title: "4.2 Wells and Springs", Level: 1, Page: 1}}}
	compare(t, outlineOf(meta, page), []string{"1 title Foreword|Foreword", "1 section Section 4.2|Wells and Springs"})
}

func TestSections_PlainLawWithoutTypography(t *testing.T) {
	page := source.Page{Number: 1, Text: "§ 1 Zweck\nDies gilt nach § 9 Absatz 2 und\n§ 7 Absatz 1.\n\n§ 2 Begriffe\nText nach\n§ 12 Wasserhaushalt, der gilt."}
	compare(t, outlineOf(source.Meta{}, page), []string{"1 section § 1|Zweck", "1 section § 2|Begriffe"})
}

func TestSections_EndsCloseWhereTheNextBegins(t *testing.T) {
	sections := outline.Sections(source.Document{}, source.Meta{}, germanLaw())
	for i, s := range sections[:len(sections)-1] {
		if s.EndPage < s.Page || s.EndPage == s.Page && s.End < s.Start {
			t.Errorf("%s ends before it begins", s.Label)
		}
		if next := sections[i+1]; next.Level == s.Level && s.Kind == refs.KindSection && s.Role == "" && (s.EndPage != next.Page || s.End != next.Start) {
			t.Errorf("%s ends at %d:%d, %s begins at %d:%d", s.Label, s.EndPage, s.End, next.Label, next.Page, next.Start)
		}
	}
}

// What is set bold in the running text and ends with a colon names what is described below it. Where headings have numbers it is none, if it stands in
// a list, and what it describes belongs to the section.
func TestSections_TermsWithAColonAreNoHeadingsWhereSectionsHaveNumbers(t *testing.T) {
	small := func(lines ...string) source.Page { // bold lines of 10 points are as large as the running text
		page := typeset(1, lines...)
		for i := range page.Lines {
			if page.Lines[i].Size == 10 {
				page.Lines[i].Size = 9
			}
		}
		return page
	}
	compare(t, outlineOf(source.Meta{}, small("**Guide to cellars", "**1. Terms", "*Cellar:", "A room below the ground.", "*Lamp:", "A light.", "A lamp is hung in each cellar.", "**2. Lamps", "*Care of lamps", "Lamps are cleaned.", "**2.1. Oil", "Oil is clear.")),
		[]string{"1 title Guide to cellars|Guide to cellars", "1 section Section 1|Terms", "1 section Section 2|Lamps", "2 section Care of lamps|Care of lamps", "2 section Section 2.1|Oil"})
	compare(t, outlineOf(source.Meta{}, small("**Memo on cellars", "*Scope:", "All cellars of the house, and those of the barn beside it.", "*Cost:", "None that anybody knows of.")), []string{"1 title Memo on cellars|Memo on cellars", "1 section Scope:|Scope:", "1 section Cost:|Cost:"})
}
