package outline

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
)

// heading is a line, or a few, that names a part of a document.
type heading struct {
	Kind   refs.Kind
	Number string
	label  string
	title  string
	Rank   int // a heading encloses what follows until one of the same or a smaller rank
	first  int // its lines, as indexes into the document's lines
	last   int
	level  int // level in the outline, 0 when it is not there
	leaf   bool
}

// ParseHeading reads a line as a numbered heading. It judges the words alone: whether the line is a heading in its place is
// decided by typography, outline and sequence.
func ParseHeading(s string) (heading, bool) {
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

// goesOnNumbering matches what stands behind the first part of a longer number: "-2-171(c). Nor does" of "§ 21-2-171(c)".
var goesOnNumbering = regexp.MustCompile(`^[-–(:.]\d|^\(\pL\)`)

// paragraphHeading reads "§ 62 Title", also "§§ 3 bis 5 (weggefallen)".
func paragraphHeading(s string) (heading, bool) {
	rest, ok := strings.CutPrefix(s, "§")
	if !ok {
		return heading{}, false
	}
	rest, plural := strings.CutPrefix(rest, "§")
	number, rest := numbering.CutNumber(strings.TrimSpace(rest))
	if number == "" || plural && !strings.Contains(rest, "(weggefallen)") && !strings.Contains(rest, "(aufgehoben)") {
		return heading{}, false
	}
	title := trimTitle(rest)
	if !plural && !titleLike(title) || goesOnNumbering.MatchString(rest) {
		return heading{}, false
	}
	return heading{Kind: refs.KindSection, Number: number, label: "§ " + number, title: title, Rank: numbering.RankArticle}, true
}

// articleHeading reads "Article 6", "Artikel 6 Title", "Art. 6 - Title".
func articleHeading(s string) (heading, bool) {
	word, rest := numbering.CutWord(s)
	switch strings.ToLower(word) {
	case "article", "artikel":
	case "art":
		rest = strings.TrimPrefix(rest, ".")
	default:
		return heading{}, false
	}
	number, rest := numbering.CutNumber(strings.TrimSpace(rest))
	title := trimTitle(rest)
	if number == "" || !titleLike(title) || strings.HasPrefix(title, "(") && !strings.HasPrefix(title, "(zu ") {
		return heading{}, false
	}
	return heading{Kind: refs.KindArticle, Number: number, label: "Article " + number, title: title, Rank: numbering.RankArticle}, true
}

// annexHeading reads "Anlage 3 (zu § 4)", "Annex B", "Appendix C.2.1. Title".
func annexHeading(s string) (heading, bool) {
	word, rest := numbering.CutWord(s)
	label, ok := numbering.AnnexWord(strings.ToLower(word))
	if !ok || strings.ToLower(word[:1]) == word[:1] {
		return heading{}, false
	}
	number, rest := numbering.CutAnnexNumber(strings.TrimSpace(rest))
	title := trimTitle(rest)
	if !titleLike(title) || number == "" && title != "" && !strings.HasPrefix(title, "(zu ") {
		return heading{}, false
	}
	rank := numbering.RankPart
	if dots := strings.Count(number, "."); dots > 0 {
		rank = numbering.RankDecimal + dots
	}
	return heading{Kind: refs.KindAnnex, Number: number, label: strings.TrimSpace(label + " " + number), title: title, Rank: rank}, true
}

// divisionHeading reads "Teil 2 - Title", "CHAPTER III", "Section 2".
func divisionHeading(s string) (heading, bool) {
	word, rest := numbering.CutWord(s)
	d, ok := numbering.DivisionWord(strings.ToLower(word))
	if !ok || strings.ToLower(word[:1]) == word[:1] {
		return heading{}, false
	}
	number, rest := numbering.CutAnnexNumber(strings.TrimSpace(rest))
	title := trimTitle(rest)
	if number == "" || !titleLike(title) {
		return heading{}, false
	}
	rank := d.Rank
	if dots := strings.Count(number, "."); dots > 0 {
		rank = numbering.RankDecimal + dots
	}
	return heading{Kind: d.Kind, Number: number, label: d.Label + " " + number, title: title, Rank: rank}, true
}

// ordinals are the German ordinals divisions are counted with, without their endings.
func ordinals() []string {
	return []string{"Erst", "Zweit", "Dritt", "Viert", "Fünft", "Sechst", "Siebt", "Acht", "Neunt", "Zehnt", "Elft", "Zwölft"}
}

// ordinalHeading reads "Zweiter Abschnitt - Title".
func ordinalHeading(s string) (heading, bool) {
	word, rest := numbering.CutWord(s)
	for i, o := range ordinals() {
		ending, ok := strings.CutPrefix(word, o)
		if !ok || ending != "er" && ending != "es" && ending != "e" {
			continue
		}
		name, rest := numbering.CutWord(strings.TrimSpace(rest))
		d, ok := numbering.DivisionWord(strings.ToLower(name))
		title := trimTitle(rest)
		if !ok || !titleLike(title) {
			return heading{}, false
		}
		return heading{Kind: d.Kind, Number: strconv.Itoa(i + 1), label: word + " " + d.Label, title: title, Rank: d.Rank}, true
	}
	return heading{}, false
}

// decimalHeading reads "5.2. Title", "3 Title", "B.1. Title" (of an appendix).
func decimalHeading(s string) (heading, bool) {
	number, rest := numbering.CutDecimal(s)
	if number == "" || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
		return heading{}, false
	}
	title := trimTitle(rest)
	deep := strings.Contains(number, ".") && (unicode.IsLower(numbering.FirstRune(title)) || named(title)) // "4.2.1. http URI Scheme"
	if title == "" || !titleLike(title) && !deep || strings.HasPrefix(title, "(") {
		return heading{}, false
	}
	h := heading{Kind: refs.KindSection, Number: number, label: "Section " + number, title: title, Rank: numbering.RankDecimal + strings.Count(number, ".")}
	if number[0] >= 'A' {
		h.Kind, h.label = refs.KindAnnex, "Appendix "+number
	}
	return h, true
}

// named reports whether a title begins with the name of a file or of a command, or with a quotation: "/etc/opt: configuration files", "\\relative pitches".
func named(title string) bool {
	return strings.ContainsRune("/\\_@#{”’»", numbering.FirstRune(title)) && worded(title)
}

// titleLike reports whether what follows a number can be a title and not the rest of a sentence or of a reference.
func titleLike(s string) bool {
	if s == "" {
		return true
	}
	if scattered(s) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s)
	if unicode.IsLower(r) {
		word, _ := numbering.CutWord(s)
		return len(word) > 1 && strings.ContainsFunc(word[1:], unicode.IsUpper) // "iSCSI targets"
	}
	if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("(\"'„“‘«¿[<&", r) {
		return false
	}
	word, rest := numbering.CutWord(s)
	_, unit := numbering.SubUnit(strings.ToLower(word))
	return !unit || word == "Teil" || (word == "Position" || word == "Alternative") && !strings.ContainsAny(rest, "0123456789")
}

// scattered reports whether a text is single letters, figures and signs, as what stands in a table or what was recognised where nothing is written:
// "8 85 = 38 | a | 37".
func scattered(s string) bool {
	words := strings.Fields(s)
	short := 0
	for _, w := range words {
		if utf8.RuneCountInString(w) <= 2 {
			short++
		}
	}
	return len(words) >= 5 && 10*short >= 7*len(words) && strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsSpace(r) })
}

// trimTitle cuts the punctuation between a number and its title.
func trimTitle(s string) string {
	return strings.TrimSpace(strings.TrimLeft(s, " \t.:–—-|·\u00a0"))
}
