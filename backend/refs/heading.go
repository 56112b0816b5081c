package refs

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// heading is a line, or a few, that names a part of a document.
type heading struct {
	kind   Kind
	number string
	label  string
	title  string
	rank   int // a heading encloses what follows until one of the same or a smaller rank
	first  int // its lines, as indexes into the document's lines
	last   int
	level  int // level in the outline, 0 when it is not there
	leaf   bool
}

// The ranks, from the outermost to the innermost. Unnumbered headings take the rank of the numbered ones set alike.
const (
	rankBook = iota + 1
	rankPart
	rankChapter
	rankDivision
	rankSubdivision
	rankTitle
	rankArticle    = 10
	rankUnnumbered = 15
	rankDecimal    = 20
	rankRecital    = 60
	rankLeaf       = 90
)

// parseHeading reads a line as a numbered heading. It judges the words alone: whether the line is a heading in its place is
// decided by typography, outline and sequence.
func parseHeading(s string) (heading, bool) {
	if s == "" || len(s) > 400 || isContentsLine(s) {
		return heading{}, false
	}
	for _, parse := range []func(string) (heading, bool){paragraphHeading, articleHeading, annexHeading, divisionHeading, ordinalHeading, decimalHeading, itemHeading} {
		if h, ok := parse(s); ok {
			return h, true
		}
	}
	return heading{}, false
}

// paragraphHeading reads "§ 62 Title", also "§§ 3 bis 5 (weggefallen)".
func paragraphHeading(s string) (heading, bool) {
	rest, ok := strings.CutPrefix(s, "§")
	if !ok {
		return heading{}, false
	}
	rest, plural := strings.CutPrefix(rest, "§")
	number, rest := cutNumber(strings.TrimSpace(rest))
	if number == "" || plural && !strings.Contains(rest, "(weggefallen)") && !strings.Contains(rest, "(aufgehoben)") {
		return heading{}, false
	}
	title := trimTitle(rest)
	if !plural && !titleLike(title) {
		return heading{}, false
	}
	return heading{kind: KindSection, number: number, label: "§ " + number, title: title, rank: rankArticle}, true
}

// articleHeading reads "Article 6", "Artikel 6 Title", "Art. 6 - Title".
func articleHeading(s string) (heading, bool) {
	word, rest := cutWord(s)
	switch strings.ToLower(word) {
	case "article", "artikel":
	case "art":
		rest = strings.TrimPrefix(rest, ".")
	default:
		return heading{}, false
	}
	number, rest := cutNumber(strings.TrimSpace(rest))
	title := trimTitle(rest)
	if number == "" || !titleLike(title) || strings.HasPrefix(title, "(") && !strings.HasPrefix(title, "(zu ") {
		return heading{}, false
	}
	return heading{kind: KindArticle, number: number, label: "Article " + number, title: title, rank: rankArticle}, true
}

// annexHeading reads "Anlage 3 (zu § 4)", "Annex B", "Appendix C.2.1. Title".
func annexHeading(s string) (heading, bool) {
	word, rest := cutWord(s)
	label, ok := annexWord(strings.ToLower(word))
	if !ok || strings.ToLower(word[:1]) == word[:1] {
		return heading{}, false
	}
	number, rest := cutAnnexNumber(strings.TrimSpace(rest))
	title := trimTitle(rest)
	if !titleLike(title) || number == "" && title != "" && !strings.HasPrefix(title, "(zu ") {
		return heading{}, false
	}
	rank := rankPart
	if dots := strings.Count(number, "."); dots > 0 {
		rank = rankDecimal + dots
	}
	return heading{kind: KindAnnex, number: number, label: strings.TrimSpace(label + " " + number), title: title, rank: rank}, true
}

// annexWord returns the word labels use for an annex named by word in any form of inflection.
func annexWord(word string) (string, bool) {
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

// ownAnnexWord reports whether annexes of that word are counted for themselves: Exhibit 1 is not Schedule 1.
func ownAnnexWord(label string) bool {
	return label == "Schedule" || label == "Exhibit" || label == "Attachment"
}

// division is a word for a part of a document that holds sections.
type division struct {
	label string
	kind  Kind
	rank  int
}

// divisionWord knows the words for divisions in any form of inflection.
func divisionWord(word string) (division, bool) {
	switch word {
	case "book", "books":
		return division{"Book", KindPart, rankBook}, true
	case "buch", "buches", "buchs":
		return division{"Buch", KindPart, rankBook}, true
	case "part", "parts":
		return division{"Part", KindPart, rankPart}, true
	case "teil", "teils", "teiles", "teile", "teilen":
		return division{"Teil", KindPart, rankPart}, true
	case "title", "titles":
		return division{"Title", KindPart, rankPart}, true
	case "chapter", "chapters":
		return division{"Chapter", KindChapter, rankChapter}, true
	case "kapitel", "kapitels", "kapiteln":
		return division{"Kapitel", KindChapter, rankChapter}, true
	case "section", "sections":
		return division{"Section", KindSection, rankDivision}, true
	case "clause", "clauses", "subclause", "subclauses":
		return division{"Clause", KindSection, rankDivision}, true
	case "abschnitt", "abschnitts", "abschnittes", "abschnitte", "abschnitten":
		return division{"Abschnitt", KindChapter, rankDivision}, true
	case "unterabschnitt", "unterabschnitts", "unterabschnittes", "unterabschnitte", "unterabschnitten":
		return division{"Unterabschnitt", KindChapter, rankSubdivision}, true
	case "titel", "titels":
		return division{"Titel", KindChapter, rankTitle}, true
	}
	return division{}, false
}

// divisionHeading reads "Teil 2 - Title", "CHAPTER III", "Section 2".
func divisionHeading(s string) (heading, bool) {
	word, rest := cutWord(s)
	d, ok := divisionWord(strings.ToLower(word))
	if !ok || strings.ToLower(word[:1]) == word[:1] {
		return heading{}, false
	}
	number, rest := cutAnnexNumber(strings.TrimSpace(rest))
	title := trimTitle(rest)
	if number == "" || !titleLike(title) {
		return heading{}, false
	}
	rank := d.rank
	if dots := strings.Count(number, "."); dots > 0 {
		rank = rankDecimal + dots
	}
	return heading{kind: d.kind, number: number, label: d.label + " " + number, title: title, rank: rank}, true
}

// ordinals are the German ordinals divisions are counted with, without their endings.
func ordinals() []string {
	return []string{"Erst", "Zweit", "Dritt", "Viert", "Fünft", "Sechst", "Siebt", "Acht", "Neunt", "Zehnt", "Elft", "Zwölft"}
}

// ordinalHeading reads "Zweiter Abschnitt - Title".
func ordinalHeading(s string) (heading, bool) {
	word, rest := cutWord(s)
	for i, o := range ordinals() {
		ending, ok := strings.CutPrefix(word, o)
		if !ok || ending != "er" && ending != "es" && ending != "e" {
			continue
		}
		name, rest := cutWord(strings.TrimSpace(rest))
		d, ok := divisionWord(strings.ToLower(name))
		title := trimTitle(rest)
		if !ok || !titleLike(title) {
			return heading{}, false
		}
		return heading{kind: d.kind, number: itoa(i + 1), label: word + " " + d.label, title: title, rank: d.rank}, true
	}
	return heading{}, false
}

// decimalHeading reads "5.2. Title", "3 Title", "B.1. Title" (of an appendix).
func decimalHeading(s string) (heading, bool) {
	number, rest := cutDecimal(s)
	if number == "" || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
		return heading{}, false
	}
	title := trimTitle(rest)
	deep := strings.Contains(number, ".") && unicode.IsLower(firstRune(title)) // "4.2.1. http URI Scheme"
	if title == "" || !titleLike(title) && !deep || strings.HasPrefix(title, "(") {
		return heading{}, false
	}
	h := heading{kind: KindSection, number: number, label: "Section " + number, title: title, rank: rankDecimal + strings.Count(number, ".")}
	if number[0] >= 'A' {
		h.kind, h.label = KindAnnex, "Appendix "+number
	}
	return h, true
}

// titleLike reports whether what follows a number can be a title and not the rest of a sentence or of a reference.
func titleLike(s string) bool {
	if s == "" {
		return true
	}
	r, _ := utf8.DecodeRuneInString(s)
	if unicode.IsLower(r) {
		word, _ := cutWord(s)
		return len(word) > 1 && strings.ContainsFunc(word[1:], unicode.IsUpper) // "iSCSI targets"
	}
	if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("(\"'„“‘«¿[<&", r) {
		return false
	}
	word, rest := cutWord(s)
	_, unit := subUnit(strings.ToLower(word))
	return !unit || word == "Teil" || (word == "Position" || word == "Alternative") && !strings.ContainsAny(rest, "0123456789")
}

// trimTitle cuts the punctuation between a number and its title.
func trimTitle(s string) string {
	return strings.TrimSpace(strings.TrimLeft(s, " \t.:–—-|·\u00a0"))
}
