package chunk

import (
	"regexp"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

const (
	leadLines  = 5  // most lines of a sentence that leads into a table
	leadTokens = 80 // and most tokens: it is repeated with the rows of every further passage
)

// What says in a sentence with a full stop that a table comes, and what says that one was there.
var (
	announces = regexp.MustCompile(`(?i)\b(?:follow(?:s|ing)|below|(?:tables?|tabellen?) \pL\pL+|folgende[mnrs]?|nachstehende[mnrs]?|wie folgt)\b`)
	looksBack = regexp.MustCompile(`(?i)\b(?:above|preceding|oben|obige[mnrs]?|vorstehende[mnrs]?)\b`)
)

// leadIn returns where the sentence stands that leads into a table, as far as it does not stand in the table's own lines: "The table below shows
// sales" above "by country (in millions):". Lines before from are headings, or belong to another table.
func leadIn(lines []refs.TextLine, from int, t table) []source.Span {
	end := t.first // of the sentence
	if t.header > 0 && strings.HasSuffix(lines[t.first].Text, ":") {
		end++
	}
	first := end
	for first > from && end-first < leadLines && goesBack(lines, first, end) {
		first--
	}
	text := strings.Join(texts(lines[first:end]), "\n")
	sentences := Sentences(text, language(text))
	if len(sentences) == 0 {
		return nil
	}
	begins := sentences[len(sentences)-1][0]
	sentence := text[begins:]
	cut := begins == 0 && first > from && goesBack(lines, first, end) // it is longer
	leads := strings.HasSuffix(sentence, ":") || strings.HasSuffix(sentence, ".") && announces.MatchString(sentence) && !looksBack.MatchString(sentence)
	if cut || !leads || Tokens(sentence) > leadTokens {
		return nil
	}
	var out []source.Span
	for _, l := range lines[first:t.first] {
		if s := span(l); begins < len(l.Text) {
			s.Start += max(begins, 0)
			out = append(out, s)
		}
		begins -= len(l.Text) + 1
	}
	return out
}

// goesBack reports whether the line above line i belongs to the paragraph that ends before line end.
func goesBack(lines []refs.TextLine, i, end int) bool {
	l := lines[i-1]
	switch {
	case isRow(l.Text) || l.Page != lines[end-1].Page:
		return false
	case i == end:
		return true
	}
	below := lines[i]
	lead := below.Y - l.Y
	return !beginsItem(below.Text) && below.Size == l.Size && (below.Y == 0 && below.Start <= l.End+1 || lead > 0 && lead <= 1.45*l.Size)
}
