package numbering

import (
	"rabbithole/backend/refs"
)

// The ranks, from the outermost to the innermost. Unnumbered headings take the rank of the numbered ones set alike.
const (
	rankBook = iota + 1
	RankPart
	rankChapter
	RankDivision
	rankSubdivision
	rankTitle
	RankArticle    = 10
	RankUnnumbered = 15
	RankDecimal    = 30
	RankRecital    = 60
	RankLeaf       = 90
)

// AnnexWord returns the word labels use for an annex named by word in any form of inflection.
func AnnexWord(word string) (string, bool) {
	switch word {
	case "annex", "annexes":
		return "Annex", true
	case "appendix", "appendices":
		return "Appendix", true
	case "anlage", "anlagen":
		return "Anlage", true
	case "anhang", "anhangs", "anhanges", "anhänge", "anhängen":
		return "Anhang", true
	case "schedule", "schedules":
		return "Schedule", true
	case "exhibit", "exhibits":
		return "Exhibit", true
	case "attachment", "attachments":
		return "Attachment", true
	}
	return "", false
}

// OwnAnnexWord reports whether annexes of that word are counted for themselves: Exhibit 1 is not Schedule 1.
func OwnAnnexWord(label string) bool {
	return label == "Schedule" || label == "Exhibit" || label == "Attachment"
}

// Division is a word for a part of a document that holds sections.
type Division struct {
	Label string
	Kind  refs.Kind
	Rank  int
}

// DivisionWord knows the words for divisions in any form of inflection.
func DivisionWord(word string) (Division, bool) {
	switch word {
	case "book", "books":
		return Division{"Book", refs.KindPart, rankBook}, true
	case "buch", "buches", "buchs":
		return Division{"Buch", refs.KindPart, rankBook}, true
	case "part", "parts":
		return Division{"Part", refs.KindPart, RankPart}, true
	case "teil", "teils", "teiles", "teile", "teilen":
		return Division{"Teil", refs.KindPart, RankPart}, true
	case "title", "titles":
		return Division{"Title", refs.KindPart, RankPart}, true
	case "chapter", "chapters":
		return Division{"Chapter", refs.KindChapter, rankChapter}, true
	case "kapitel", "kapitels", "kapiteln":
		return Division{"Kapitel", refs.KindChapter, rankChapter}, true
	case "section", "sections":
		return Division{"Section", refs.KindSection, RankDivision}, true
	case "clause", "clauses", "subclause", "subclauses":
		return Division{"Clause", refs.KindSection, RankDivision}, true
	case "abschnitt", "abschnitts", "abschnittes", "abschnitte", "abschnitten":
		return Division{"Abschnitt", refs.KindChapter, RankDivision}, true
	case "unterabschnitt", "unterabschnitts", "unterabschnittes", "unterabschnitte", "unterabschnitten":
		return Division{"Unterabschnitt", refs.KindChapter, rankSubdivision}, true
	case "titel", "titels":
		return Division{"Titel", refs.KindChapter, rankTitle}, true
	}
	return Division{}, false
}

// CaptionWord knows the words for tables, figures and equations in any form of inflection, with the one labels use.
func CaptionWord(word string) (refs.Kind, string, bool) {
	switch word {
	case "table", "tables":
		return refs.KindTable, "Table", true
	case "tabelle", "tabellen", "tab":
		return refs.KindTable, "Tabelle", true
	case "figure", "figures", "fig", "figs":
		return refs.KindFigure, "Figure", true
	case "abbildung", "abbildungen", "abb":
		return refs.KindFigure, "Abbildung", true
	case "equation", "equations", "eq", "eqs":
		return refs.KindEquation, "Equation", true
	case "gleichung", "gleichungen":
		return refs.KindEquation, "Gleichung", true
	}
	return "", "", false
}

// HereUnit knows the nouns of "this ..." and "dieses ..." that name a part of a document, and the kind of it: KindParagraph is a part of a section.
func HereUnit(noun string) (refs.Kind, bool) {
	switch noun {
	case "article", "artikel", "artikels":
		return refs.KindArticle, true
	case "section", "paragraphen", "paragraphs", "paragrafen":
		return refs.KindSection, true
	case "chapter", "kapitel", "kapitels", "abschnitt", "abschnitts", "abschnittes":
		return refs.KindChapter, true
	case "teil", "teils", "teiles":
		return refs.KindPart, true
	case "annex", "appendix", "anlage", "anhang", "anhangs":
		return refs.KindAnnex, true
	case "absatz", "absatzes", "paragraph", "subparagraph", "subsection":
		return refs.KindParagraph, true
	}
	return "", false
}
