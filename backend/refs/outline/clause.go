package outline

import (
	"regexp"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
)

// clauseCited finds the numbers that a text points to by a word: "clause 7.3", "Sections 5.1 and 5.2", "Ziffer 4.2"; clauseNumber takes
// them apart.
var (
	clauseCited  = regexp.MustCompile(`(?i)\b(?:clauses?|subclauses?|sections?|secs?\.|paragraphs?|ziffern?|ziff\.|punkt|abschnitt|nummer)\s+\d{1,3}(?:\.\d{1,3})*(?:(?:,|,? and|,? or| to| und| oder| bis)\s+\d{1,3}(?:\.\d{1,3})*)*`)
	clauseNumber = regexp.MustCompile(`\d{1,3}(?:\.\d{1,3})*`)
)

// clauses makes sections of the numbered paragraphs that the text points to and that no heading has: contracts and standards number what
// is set like the rest, "7.3 Either party may terminate". A paragraph that nothing points to stays text.
func (o *outliner) clauses(heads []heading) []heading {
	known, taken, act := map[string]bool{}, map[int]bool{}, false
	for _, h := range heads {
		act = act || h.Rank == numbering.RankArticle // whose numbered paragraphs are no sections
		if h.Kind == refs.KindSection || h.Kind == refs.KindChapter {
			known[h.Number] = true
		}
		for i := h.first; i <= h.last; i++ {
			taken[i] = true
		}
	}
	cited := map[string]bool{}
	for _, l := range o.lines {
		if !mayCiteClause(l.Text) {
			continue
		}
		for _, m := range clauseCited.FindAllString(l.Text, -1) {
			for _, number := range clauseNumber.FindAllString(m, -1) {
				cited[number] = true
			}
		}
	}
	var out []heading
	for i, l := range o.lines {
		number, rest := numbering.CutDecimal(l.Text)
		if number == "" || !cited[number] || known[number] || taken[i] || roleOf(o.regions, i) != "" || !strings.HasPrefix(rest, " ") {
			continue
		}
		if whole := !strings.Contains(number, "."); whole && (act || !strings.HasPrefix(l.Text[len(number):], ".") && (len(l.Text) > 60 || !o.isolated(i))) {
			continue
		}
		if title := trimTitle(rest); i > 0 && !o.endsBlock(i-1) || numbering.Letters(title) < 3 || !titleLike(title) {
			continue
		}
		known[number] = true
		out = append(out, heading{Kind: refs.KindSection, Number: number, label: "Section " + number, Rank: numbering.RankDecimal + strings.Count(number, "."), first: i, last: i})
	}
	return out
}

// mayCiteClause reports whether clauseCited can match at all: it is slow, and few lines have one of its words.
func mayCiteClause(s string) bool {
	if !strings.ContainsAny(s, "0123456789") {
		return false
	}
	for _, part := range []string{"ause", "AUSE", "ection", "ECTION", "ec.", "ecs.", "agraph", "iff", "unkt", "schnitt", "ummer"} {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}
